/** Changes money directly in the database, as somebody with a database tool would: the doctor names the record. */
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addExpense } from '../../../contract/expenses.ts';
import { recordPayment, reviewPayment, uploadPaymentWarga } from '../../../contract/payments.ts';
import { makeApp, onPostgres, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { findViolations } from './find-violations.ts';

let app: TestApp;
let [waiting, confirmed, recorded, expense] = [0, 0, 0, 0];
let [ketua, warga, other] = [] as unknown as [Person, Person, Person];
beforeEach(async () => {
  app = await makeApp();
  ketua = await app.as.ketua();
  [warga, other] = [await app.as.warga('A1'), await app.as.warga('A2')];
  [waiting, confirmed] = [await upload(7), await upload(6)];
  await ketua.call(reviewPayment, { params: { id: confirmed }, body: { status: 'dikonfirmasi' } });
  const body = { user_id: other.id, tahun: 2026, bulan: 5, jumlah: 90_000, keterangan: 'Tunai' };
  const files = { bukti_transfer: await photo() };
  recorded = (await ketua.call(recordPayment, { body, files })).body.id;
  const spent = { tahun: 2026, bulan: 7, jumlah: 40_000, judul: 'Cat', tanggal_digunakan: '2026-07-01' };
  const added = { body: { ...spent, deskripsi: 'Cat pagar' }, files: { foto: await photo() } };
  expense = (await ketua.call(addExpense, added)).body.id;
});
afterEach(() => app.close());

async function upload(bulan: number): Promise<number> {
  const files = { bukti_transfer: await photo() };
  return (await warga.call(uploadPaymentWarga, { body: { tahun: 2026, bulan }, files })).body.id;
}

const run = (statement: string) => sql.raw(statement).execute(app.context.database.writer);

async function changeAudit(statement: string) {
  if (onPostgres) await run('ALTER TABLE audit DISABLE TRIGGER audit_append_only');
  else await run('DROP TRIGGER audit_no_update');
  await run(statement);
}

const found = async () =>
  (await findViolations(app.context)).violations.map(
    ({ invariant, table, id, says }) => `${invariant} ${table} ${id}: ${says.split(': ').at(-1)}`,
  );
const payment = (id: number, change: string) => run(`UPDATE payments SET ${change} WHERE id = ${id}`);

test('what was done through the app differs nowhere', async () => {
  expect(await found()).toEqual([]);
});

const manipulations: [string, () => Promise<unknown>, () => string[]][] = [
  [
    'payer',
    () => payment(recorded, `user_id = ${warga.id}`),
    () => [`altered payments ${recorded}: user_id`],
  ],
  ['month', () => payment(waiting, 'bulan = 9'), () => [`altered payments ${waiting}: bulan`]],
  ['year', () => payment(confirmed, 'tahun = 2025'), () => [`altered payments ${confirmed}: tahun`]],
  [
    'verifier',
    () => payment(confirmed, `dikonfirmasi_oleh = ${other.id}`),
    () => [`altered payments ${confirmed}: dikonfirmasi_oleh`],
  ],
  [
    'time of the confirmation',
    () => payment(confirmed, `tanggal_konfirmasi = '2026-01-01T00:00:00.000Z'`),
    () => [`altered payments ${confirmed}: tanggal_konfirmasi`],
  ],
  [
    'proof',
    () =>
      payment(
        confirmed,
        `bukti_transfer = (SELECT p.bukti_transfer FROM payments AS p WHERE p.id = ${recorded})`,
      ),
    () => [`altered payments ${confirmed}: bukti_transfer`],
  ],
  [
    'waiting payment rejected',
    () => payment(waiting, `status = 'ditolak'`),
    () => [`altered payments ${waiting}: status`],
  ],
  [
    'amount of a waiting payment',
    () => payment(waiting, 'jumlah = 1'),
    () => [`altered payments ${waiting}: jumlah`],
  ],
  [
    'title of an expense',
    () => run(`UPDATE expenses SET judul = 'Rapat' WHERE id = ${expense}`),
    () => [`altered expenses ${expense}: judul`],
  ],
  [
    'month of an expense',
    () => run(`UPDATE expenses SET bulan = 6 WHERE id = ${expense}`),
    () => [`altered expenses ${expense}: bulan`],
  ],
  [
    'author of an expense',
    () => run(`UPDATE expenses SET admin_id = ${other.id} WHERE id = ${expense}`),
    () => [`altered expenses ${expense}: admin_id`],
  ],
  [
    'author of an audit row',
    () =>
      changeAudit(
        `UPDATE audit SET user_id = ${other.id} WHERE aksi = 'payment.confirmed' AND entitas_id = ${confirmed}`,
      ),
    () => [`altered payments ${confirmed}: dikonfirmasi_oleh`],
  ],
  [
    'date of an audit row',
    () =>
      changeAudit(`UPDATE audit SET tanggal = '2026-01-01T00:00:00.000Z' WHERE aksi = 'payment.confirmed'`),
    () => [`altered payments ${confirmed}: tanggal_konfirmasi`],
  ],
];

test.each(manipulations)('finds a change of the %s', async (_name, manipulate, expected) => {
  await manipulate();
  expect(await found()).toEqual(expected());
});
