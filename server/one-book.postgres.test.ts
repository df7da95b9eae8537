/** Four processes keep one book: what officers do at the same moment happens once, in one order. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideApproval } from '../contract/approvals.ts';
import { reverseEntry } from '../contract/book.ts';
import { getBalance } from '../contract/cash-book.ts';
import { listClosings, proposeClosing } from '../contract/closings.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { dateIn, defaultTimeZone, monthIn, monthKey, shiftMonth } from '../contract/format.ts';
import { addIncome } from '../contract/income.ts';
import { getCheckpoint } from '../contract/log.ts';
import { reviewPayment } from '../contract/payments.ts';
import { findViolations } from './operations/doctor/find-violations.ts';
import { makeApp, type TestApp } from './testing/app.ts';
import type { Response } from './testing/call.ts';
import { callsTo, type Person } from './testing/people.ts';
import { type ServerProcess, startBeside } from './testing/process.ts';

let app: TestApp;
let servers: ServerProcess[];
beforeAll(async () => {
  app = await makeApp();
  app.clock.set(new Date().toISOString());
  servers = await Promise.all([1, 2, 3, 4].map(() => startBeside(app)));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await app.close();
});

/** `given` inserts expenses and payments without audit rows. */
const bookTables = ['kas_entri', 'kas_bulanan'];

let turn = 0;
/** At the next process; again when it is too busy, as people do. */
function at({ token }: Person): Person['call'] {
  return async (...call) => {
    for (;;) {
      turn += 1;
      const answer = await callsTo(servers[turn % servers.length]?.url ?? '', token)(...call);
      if (answer.status !== 503) return answer;
    }
  };
}

const statuses = <E extends Endpoint>(answers: readonly Response<E>[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
const each = (count: number) => Array.from({ length: count }, (_, index) => index);

test('confirmations, reversals, income and a closing at once leave one order and one truth', async () => {
  const officers = [
    await app.as.ketua(),
    ...(await Promise.all(each(3).map((index) => app.as.admin(`A${index}`)))),
  ];
  const [ketua, ...admins] = officers as [Person, ...Person[]];
  const present = monthIn(defaultTimeZone, new Date());
  const bulan = monthKey(shiftMonth(present, -2));
  const receive = (by: Person) =>
    at(by)(addIncome, {
      body: { judul: 'Sewa balai', kategori: 'sewa', jumlah: 10_000, tanggal: `${bulan}-10` },
    });
  expect((await receive(ketua)).status).toBe(201);
  const today = dateIn(defaultTimeZone, new Date());
  for (const _ of each(10)) await app.given.expense({ by: ketua, tanggal: today, jumlah: 500 });
  const residents = await Promise.all(each(10).map((index) => app.as.warga(`A${index + 1}`)));
  const payments: number[] = [];
  for (const of of residents)
    for (const month of each(5))
      payments.push(await app.given.payment({ of, bulan: month + 1, jumlah: 1_000 }));

  const { berikutnya } = (await ketua.call(listClosings)).body;
  const akun = (berikutnya?.ringkasan.akun ?? []).map(({ akun_id, saldo }) => ({ akun_id, jumlah: saldo }));
  const { id, sidik } = (await ketua.call(proposeClosing, { body: { bulan, akun } })).body.data.persetujuan;

  const twice = <T>(work: () => T) => [work(), work()];
  const [confirmed, reversed, received, closed] = await Promise.all([
    Promise.all(
      payments.map((payment, index) =>
        Promise.all(
          twice(() =>
            at(officers[index % 4] ?? ketua)(reviewPayment, {
              params: { id: payment },
              body: { status: 'dikonfirmasi' },
            }),
          ),
        ),
      ),
    ),
    Promise.all(
      each(10).map((index) =>
        Promise.all(
          twice(() => at(ketua)(reverseEntry, { body: { nomor: index + 2, alasan: 'Nota milik RT lain' } })),
        ),
      ),
    ),
    Promise.all(admins.map(receive)),
    Promise.all(
      admins.map((admin) =>
        at(admin)(decideApproval, { params: { id }, body: { keputusan: 'setuju', sidik } }),
      ),
    ),
  ]);

  for (const answers of confirmed) expect(statuses(answers)).toEqual([200, 409]);
  for (const answers of reversed)
    expect(statuses(answers).filter((status) => status === 200)).toHaveLength(1);
  for (const { status } of received) expect([201, 409]).toContain(status);

  const { db, database, storage } = app.context;
  const rows = await db.selectFrom('kas_entri').selectAll().orderBy('nomor').execute();
  expect(rows.map(({ nomor }) => nomor)).toEqual(each(rows.length).map((index) => index + 1));
  expect(rows.filter(({ payment_id }) => payment_id !== null)).toHaveLength(50);
  expect(rows.filter(({ membatalkan }) => membatalkan !== null)).toHaveLength(10);
  const ofMonth = rows.filter(({ tanggal }) => tanggal.startsWith(bulan));
  expect(ofMonth).toHaveLength(1 + received.filter(({ status }) => status === 201).length);

  const [closing] = (await ketua.call(listClosings)).body.data;
  expect(statuses(closed).filter((status) => status === 200)).toHaveLength(closing ? 1 : 0);
  if (closing) expect(closing.ringkasan.banyak).toBe(ofMonth.length);

  const saldo = rows.reduce((sum, { jumlah }) => sum + jumlah, 0);
  for (const _ of servers) expect((await at(ketua)(getBalance)).body.data.saldo).toBe(saldo);
  const heads = await Promise.all(servers.map(() => at(ketua)(getCheckpoint)));
  const { leaves } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('leaves'))
    .executeTakeFirstOrThrow();
  expect(new Set(heads.map(({ body }) => body.data.catatan)).size).toBe(1);
  expect(heads[0]?.body.data.ukuran).toBe(leaves);
  const { violations } = await findViolations({ database, storage });
  expect(violations.filter(({ table }) => bookTables.includes(table))).toEqual([]);
});
