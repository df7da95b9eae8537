/** Cash in the load test: taps at the door, sent once or twice, and hand-overs. */
import { randomUUID } from 'node:crypto';
import { monthKey } from '../../contract/format.ts';
import { decideHandover, listHandovers, makeHandover } from '../../contract/handovers.ts';
import { collectDues, getRound } from '../../contract/rounds.ts';
import type { Person } from './people.ts';
import { type Crowd, type Ledger, monthOf, succeeded } from './storm-ledger.ts';

const anyOf = <T>(items: readonly T[]): T | undefined => items[Math.floor(Math.random() * items.length)];
const collectorsOf = ({ staff }: Crowd) => staff.slice(0, 3);

export async function cash(crowd: Crowd, ledger: Ledger): Promise<void> {
  const collector = anyOf(collectorsOf(crowd));
  if (!collector) return;
  const dice = Math.random();
  if (dice < 0.7) return await collect(crowd, ledger, collector);
  if (dice < 0.85) return await handOver(ledger, collector);
  await accept(crowd, ledger);
}

async function collect({ residents }: Crowd, ledger: Ledger, collector: Person): Promise<void> {
  const { status, body: round } = await collector.call(getRound, { query: { blok: 'A' } });
  if (status !== 200) return;
  const open = round.data.rumah.filter(({ boleh, bulan }) => boleh && bulan.length > 0);
  const house = anyOf(open);
  const month = house && anyOf(house.bulan);
  const payer = residents.find(({ id }) => id === house?.user_id);
  if (!house || !month || !payer) return;
  const ketukan = randomUUID();
  const tap = { ketukan, user_id: house.user_id, bulan: [monthKey(month)], jumlah: month.jumlah };
  const body = { ...tap, waktu: new Date().toISOString() };
  ledger.attempts.add(monthOf(payer.id, month));
  const send = () => collector.call(collectDues, { body });
  const answers = await Promise.all(Math.random() < 0.5 ? [send(), send()] : [send()]);
  const done = answers.filter((answer) => succeeded(answer, 'a tap', ledger));
  const [first] = done;
  if (!first) return;
  if (done.some(({ body: { id } }) => id !== first.body.id))
    ledger.surprises.push(`tap ${ketukan} was booked twice`);
  const steps = new Set(['record'] as const);
  ledger.payments.push({ id: first.body.id, userId: payer.id, tried: steps, acknowledged: steps });
  ledger.taps.push({ ketukan, jumlah: month.jumlah });
}

async function handOver(ledger: Ledger, collector: Person): Promise<void> {
  const { body } = await collector.call(getRound, { query: { blok: 'A' } });
  const saldo = body.data?.saldo ?? 0;
  if (saldo <= 0) return;
  succeeded(await collector.call(makeHandover, { body: { jumlah: saldo } }), 'a hand-over', ledger);
}

/** Two at once, of whom one wins. */
async function accept({ staff }: Crowd, ledger: Ledger): Promise<void> {
  const admins = staff.filter(({ jenis }) => jenis === 'admin');
  const list = await anyOf(admins)?.call(listHandovers);
  const handover = anyOf((list?.body.data ?? []).filter(({ status }) => status === 'menunggu'));
  if (!handover) return;
  const input = {
    params: { id: handover.id },
    body: { status: 'diterima' as const, dihitung: handover.jumlah },
  };
  const answers = await Promise.all(
    admins
      .filter(({ id }) => id !== handover.dari_id)
      .slice(0, 2)
      .map((admin) => admin.call(decideHandover, input)),
  );
  const won = answers.filter((answer) => succeeded(answer, 'accepting a hand-over', ledger));
  if (won.length > 1) ledger.surprises.push(`hand-over ${handover.id} was accepted twice`);
  if (won.length > 0) ledger.handovers.push(handover.id);
}
