/** Plays the events of the year through HTTP, each as the person who would do it, on the day on which it happens. */
import { randomUUID } from 'node:crypto';
import { amountOf } from '../../../contract/amount-of.ts';
import { decideApproval, listApprovals } from '../../../contract/approvals.ts';
import { login } from '../../../contract/auth.ts';
import { reverseEntry, setOpeningBalance } from '../../../contract/book.ts';
import { listClosings, proposeClosing } from '../../../contract/closings.ts';
import { addExpense } from '../../../contract/expenses.ts';
import { monthKey } from '../../../contract/format.ts';
import { decideHandover, listHandovers, makeHandover } from '../../../contract/handovers.ts';
import { addIncome } from '../../../contract/income.ts';
import { listEntries } from '../../../contract/journal.ts';
import { reviewPayment, uploadPaymentWarga } from '../../../contract/payments.ts';
import { addMoneyAccount, listMoneyAccounts, transferMoney } from '../../../contract/places.ts';
import { setRate } from '../../../contract/rates.ts';
import { changeResident, createResident, deleteResident } from '../../../contract/residents.ts';
import { collectDues, getRound } from '../../../contract/rounds.ts';
import { changeSettings } from '../../../contract/settings.ts';
import {
  importStatement,
  listStatementLines,
  markStatementLine,
  matchStatementLines,
} from '../../../contract/statements.ts';
import type { TestApp } from '../app.ts';
import { callsTo, type Person, password } from '../people.ts';
import { photo } from '../pictures.ts';
import { bcaStatement, fileOf } from '../statement-recipes.ts';
import { type Event, events, type Line, people } from './events.ts';

type Caller = Pick<Person, 'call'>;
type Of<Does extends Event['does']> = Extract<Event, { does: Does }>;
/** What lies in each account at the end of a month, in the order of the accounts. */
export type Balances = Readonly<Record<string, readonly number[]>>;

export interface Year {
  /** Everything that happens before that day. */
  until(day: string): Promise<void>;
  /** Signs in each time: sessions expire during the year. */
  as(who: string): Promise<Caller>;
}

function ok<Body>(
  what: string,
  { status, body, refusal }: { status: number; body: Body; refusal: object },
): Body {
  if (status === 200 || status === 201) return body;
  throw new Error(`${what}: ${status} ${JSON.stringify(refusal)}`);
}

/** @param counted what is counted when a month is closed */
export async function playYear(app: TestApp, counted: Balances): Promise<Year> {
  app.clock.set('2026-01-01T03:00:00.000Z');
  const emails = new Map<string, string>();
  const ids = new Map<string, number>();
  const created_at = '2026-01-01T00:00:00.000Z';
  for (const [who, jenis] of [
    ['ketua', 'ketua'],
    ['bendahara', 'admin'],
  ] as const)
    emails.set(who, (await app.as.person(jenis, { nama: who, created_at })).email);
  for (const [house, nama] of Object.entries(people)) {
    const jenis = house.endsWith('20') ? 'koordinator_perblok' : 'warga';
    const { id, email } = await app.as.person(jenis, { nama, blok: house, created_at });
    emails.set(house, email);
    ids.set(house, id);
  }
  const idOf = (house: string) => ids.get(house) ?? 0;
  const as = async (who: string): Promise<Caller> => {
    const body = { email: emails.get(who) ?? '', password };
    const { token } = ok(`login ${who}`, await app.as.nobody.call(login, { body }));
    return { call: callsTo(app.url, token) };
  };
  let ketua = await as('ketua');
  let bendahara = await as('bendahara');
  const account = { nama: 'BCA', jenis: 'bank' } as const;
  const bank = ok('account', await bendahara.call(addMoneyAccount, { body: account })).id;
  const places = { kas: 1, bank };
  let statementBalance = 0;

  const approve = async (what: string) => {
    const [proposal] = ok(what, await ketua.call(listApprovals, { query: { status: 'menunggu' } })).data;
    if (!proposal) throw new Error(`${what}: nothing waits for a second person`);
    const body = { keputusan: 'setuju', sidik: proposal.sidik } as const;
    ok(what, await ketua.call(decideApproval, { params: { id: proposal.id }, body }));
  };
  const slip = async ({ house, bulan }: { house: string; bulan: string[] }) => {
    const files = { bukti_transfer: await photo() };
    return ok(
      `slip ${house}`,
      await (await as(house)).call(uploadPaymentWarga, { body: { 'bulan[]': bulan }, files }),
    );
  };
  const linesOf = async () => {
    const query = { status: 'terbuka', limit: 100 } as const;
    return ok('lines', await bendahara.call(listStatementLines, { query })).data;
  };

  const acts: { [Does in Event['does']]: (event: Of<Does>) => Promise<void> } = {
    open: async ({ on, from, jumlah }) => {
      if (from === 'bank') statementBalance = jumlah;
      const body = { jumlah, tanggal: on, akun_id: places[from] };
      ok('opening', await bendahara.call(setOpeningBalance, { body }));
      await approve('opening');
    },
    limit: async ({ jumlah }) => {
      ok('limit', await ketua.call(changeSettings, { body: { batasDuaOrang: jumlah, password } }));
    },
    rate: async ({ jumlah, rumah }) => {
      ok('rate', await ketua.call(setRate, { body: { jumlah, password, ...(rumah && { rumah }) } }));
    },
    house: async ({ house, rumah }) => {
      const params = { id: idOf(house) };
      ok('house', await bendahara.call(changeResident, { params, body: { rumah } }));
    },
    leave: async ({ house }) => {
      ok('leave', await ketua.call(deleteResident, { params: { id: idOf(house) } }));
    },
    arrive: async ({ house, nama }) => {
      const email = `${house}.baru@contoh.id`;
      const body = { nama, email, no_hp: '081299990000', blok: house, password: 'mangga-muda-7' };
      ids.set(house, ok('arrive', await bendahara.call(createResident, { body })).id);
    },
    move: async ({ house, to }) => {
      const params = { id: idOf(house) };
      ok('move', await bendahara.call(changeResident, { params, body: { blok: to } }));
      ids.set(to, idOf(house));
    },
    round: async ({ block, houses }) => {
      const coordinator = await as(`${block}20`);
      const { rumah } = ok('round', await coordinator.call(getRound)).data;
      for (const house of houses) {
        const door = rumah.find(({ blok }) => blok === house);
        if (!door) throw new Error(`${house} is not in the round`);
        const body = {
          ketukan: randomUUID(),
          user_id: door.user_id,
          bulan: door.bulan.map(monthKey),
          jumlah: amountOf(door.bulan),
          waktu: app.clock.now.toISOString(),
        };
        ok(`tap ${house}`, await coordinator.call(collectDues, { body }));
      }
    },
    'hand-over': async ({ block, short = 0 }) => {
      const coordinator = await as(`${block}20`);
      const { saldo } = ok('cash', await coordinator.call(getRound)).data;
      ok('hand-over', await coordinator.call(makeHandover, { body: { jumlah: saldo } }));
      const [handover] = ok('hand-overs', await bendahara.call(listHandovers)).data;
      const alasan = short > 0 ? 'Satu lembar tertinggal di rumah' : undefined;
      const body = { status: 'diterima', dihitung: saldo - short, ...(alasan && { alasan }) } as const;
      ok('count', await bendahara.call(decideHandover, { params: { id: handover?.id ?? 0 }, body }));
    },
    slip: async (event) => void (await slip(event)),
    'seen-slip': async ({ jumlah, ...event }) => {
      const { id } = await slip(event);
      const body = { status: 'dikonfirmasi', kelompok: id, jumlah, akun_id: bank } as const;
      ok('seen', await bendahara.call(reviewPayment, { params: { id }, body }));
    },
    statement: async ({ bulan, from, to, lines }) => {
      const day = (one: number) => `${String(one).padStart(2, '0')}/${String(bulan).padStart(2, '0')}`;
      const span = { from: `${day(from)}/2026`, to: `${day(to)}/2026`, opening: statementBalance };
      const content = bcaStatement(
        lines.map((line) => ({ ...line, day: day(line.day) })),
        span,
      );
      statementBalance += lines.reduce((sum, { amount }) => sum + amount, 0);
      const files = { berkas: fileOf(content) };
      const imported = await bendahara.call(importStatement, { body: { akun_id: bank }, files });
      if (ok('import', imported).data.baru !== lines.length) throw new Error(`statement of ${span.from}`);
      await settle(lines);
    },
    spend: async ({ on, title, kategori, jumlah, from, forTwo }) => {
      const [tahun, bulan] = on.split('-').map(Number) as [number, number];
      const what = { judul: title, deskripsi: title, kategori, jumlah, akun_id: places[from] };
      const body = { tahun, bulan, tanggal_digunakan: on, ...what };
      ok(title, await bendahara.call(addExpense, { body, files: { foto: await photo() } }));
      if (forTwo) await approve(title);
    },
    receive: async ({ on, title, kategori, jumlah }) => {
      const body = { judul: title, kategori, jumlah, tanggal: on };
      ok(title, await bendahara.call(addIncome, { body, files: {} }));
    },
    'bank-cash': async ({ on, jumlah }) => {
      const way = { dari_akun: 1, dari_dana: 1, ke_akun: bank, ke_dana: 1 };
      ok('to the bank', await bendahara.call(transferMoney, { body: { ...way, jumlah, tanggal: on } }));
    },
    'reverse-last': async ({ title }) => {
      const [last] = ok('entries', await bendahara.call(listEntries, { query: { q: title } })).data;
      const body = { nomor: last?.nomor ?? 0, alasan: 'Dicatat dua kali untuk satu kaleng' };
      ok('reversal', await bendahara.call(reverseEntry, { body }));
      await approve('reversal');
    },
    close: async ({ bulan, short }) => {
      const key = `2026-${String(bulan).padStart(2, '0')}`;
      const accounts = ok('accounts', await bendahara.call(listMoneyAccounts)).data;
      const { berikutnya } = ok('next', await bendahara.call(listClosings));
      // The hands of a coordinator are counted while there is money in them.
      const asked = new Set(berikutnya?.ringkasan.akun.map(({ akun_id }) => akun_id));
      const akun = accounts
        .map(({ id }, at) => ({ akun_id: id, jumlah: counted[key]?.[at] ?? 0 }))
        .filter(({ akun_id }) => asked.has(akun_id));
      const body = { bulan: key, akun, ...(short && { alasan: 'Uang kembalian tidak tercatat' }) };
      ok(`close ${key}`, await bendahara.call(proposeClosing, { body }));
      await approve(`close ${key}`);
    },
  };

  /** Lines of dues are confirmed as proposed, or by hand for a stranger; the others are recorded elsewhere. */
  async function settle(lines: readonly Line[]): Promise<void> {
    const open = await linesOf();
    const cocok = [];
    for (const line of lines) {
      const found = open.find(({ uraian, jumlah }) => uraian === line.text && jumlah === line.amount);
      if (!found) throw new Error(`no line ${line.text}`);
      if (!line.pays) {
        if (found.usulan) throw new Error(`${line.text} is proposed for somebody`);
        const params = { id: found.id };
        ok('mark', await bendahara.call(markStatementLine, { params, body: { status: 'dicatat' } }));
        continue;
      }
      const tagihan = [{ user_id: idOf(line.pays.house), bulan: line.pays.bulan }];
      const proposed = found.usulan?.tagihan.map(({ user_id, bulan }) => ({ user_id, bulan })) ?? [];
      if (JSON.stringify(proposed) !== JSON.stringify(line.stranger ? [] : tagihan))
        throw new Error(`${line.text}: ${JSON.stringify(found)}`);
      cocok.push({ mutasi_id: found.id, tagihan });
    }
    const { data } = ok('match', await bendahara.call(matchStatementLines, { body: { cocok } }));
    const failed = data.find(({ berhasil }) => !berhasil);
    if (failed) throw new Error(failed.pesan);
  }

  let next = 0;
  let month = '';
  return {
    as,
    until: async (day) => {
      for (let event = events[next]; event && event.on < day; event = events[next]) {
        const minute = String(next % 60).padStart(2, '0');
        app.clock.set(`${event.on}T03:${minute}:00.000Z`);
        if (event.on.slice(0, 7) !== month) [ketua, bendahara] = [await as('ketua'), await as('bendahara')];
        month = event.on.slice(0, 7);
        await acts[event.does](event as never);
        next += 1;
      }
      app.clock.set(`${day}T01:00:00.000Z`);
    },
  };
}
