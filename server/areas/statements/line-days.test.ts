/** Dues of a bank line are booked on the day on which the bank received them, so that months can be closed by statement. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reverseEntry, setOpeningBalance } from '../../../contract/book.ts';
import { listClosings, proposeClosing } from '../../../contract/closings.ts';
import { addExpense } from '../../../contract/expenses.ts';
import { addIncome } from '../../../contract/income.ts';
import { reviewPayment } from '../../../contract/payments.ts';
import { markStatementLine } from '../../../contract/statements.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { decide, openProposals } from '../../testing/proposals.ts';
import { acceptProposals, importLines, openLines } from '../../testing/statement-lines.ts';
import { bcaStatement } from '../../testing/statement-recipes.ts';

let app: TestApp;
let ketua: Person;
let admin: Person;
let budi: Person;
beforeEach(async () => {
  app = await makeApp(); // 15 July 2026
  [ketua, admin] = [await app.as.ketua(), await app.as.admin()];
  budi = await app.as.warga('A1-1', { nama: 'Budi Santoso', created_at: '2026-06-01T03:00:00.000Z' });
});
afterEach(async () => {
  expect((await findViolations(app.context)).violations).toEqual([]);
  await app.close();
});

/** What the bank received for June on 28 June. */
async function importJune() {
  const line = { day: '28/06', text: 'TRSF E-BANKING CR BUDI SANTOSO', amount: 100_000 };
  const content = bcaStatement([line], { from: '01/06/2026', to: '30/06/2026', opening: 500_000 });
  const { status } = await importLines(admin, content);
  expect(status).toBe(201);
}
const matchAll = async () => acceptProposals(admin, await openLines(admin));
const booked = () =>
  app.context.db.selectFrom('kas_entri').select(['tanggal', 'jumlah']).orderBy('nomor').execute();
const approveAll = async () => {
  for (const proposal of await openProposals(ketua)) expect((await decide(ketua, proposal)).status).toBe(200);
};
const open = async (tanggal: string) => {
  await admin.call(setOpeningBalance, { body: { jumlah: 500_000, tanggal } });
  await approveAll();
};

test('a month closes with the balance of the statement that was matched after its end', async () => {
  await open('2026-05-31');
  await closeMonth('2026-05', 500_000);
  await importJune();
  expect((await matchAll()).status).toBe(200);
  const { berikutnya } = (await admin.call(listClosings)).body;
  expect(berikutnya).toMatchObject({ bulan: '2026-06', ringkasan: { saldo_akhir: 600_000 } });
});

test('a line that the bank dates ahead, as on holidays, arrives today', async () => {
  const line = { day: '18/07', text: 'TRSF E-BANKING CR BUDI SANTOSO', amount: 100_000 };
  const content = bcaStatement([line], { from: '15/07/2026', to: '20/07/2026' });
  await importLines(admin, content);
  expect((await matchAll()).status).toBe(200);
  expect(await booked()).toEqual([{ tanggal: '2026-07-15', jumlah: 100_000 }]);
});

test('a slip that waits for the line is booked on its day, and decided today', async () => {
  const id = await app.given.payment({ of: budi, bulan: 6 });
  await importJune();
  await matchAll();
  const row = app.context.db.selectFrom('payments').selectAll().where('id', '=', id);
  expect(await row.executeTakeFirst()).toMatchObject({
    tanggal_kas: '2026-06-28',
    tanggal_konfirmasi: '2026-07-15T03:00:00.000Z',
  });
  expect(await booked()).toEqual([{ tanggal: '2026-06-28', jumlah: 100_000 }]);
});

test('a line from before the opening balance arrives today', async () => {
  await open('2026-06-29');
  await importJune();
  await matchAll();
  expect((await booked()).at(-1)).toEqual({ tanggal: '2026-07-15', jumlah: 100_000 });
});

test('a line of a closed month arrives today, which in London still is the day before', async () => {
  await open('2026-05-31');
  await closeMonth('2026-05', 500_000);
  await importJune();
  await closeMonth('2026-06', 500_000);
  app.clock.set('2026-07-31T18:00:00.000Z');
  await matchAll();
  expect((await booked()).at(-1)).toEqual({ tanggal: '2026-08-01', jumlah: 100_000 });
});

test('a line whose payment was reversed is booked again on the day of the reversal', async () => {
  await importJune();
  await matchAll();
  const body = { nomor: 1, alasan: 'Dicocokkan dengan rumah lain' };
  expect((await admin.call(reverseEntry, { body })).status).toBe(200);
  await approveAll();
  app.clock.set('2026-07-20T03:00:00.000Z');
  await matchAll();
  expect(await booked()).toEqual([
    { tanggal: '2026-06-28', jumlah: 100_000 },
    { tanggal: '2026-07-15', jumlah: -100_000 },
    { tanggal: '2026-07-15', jumlah: 100_000 },
  ]);
});

test('a line is booked on its own day, whatever was reversed or put aside, or on that of its last reversal', async () => {
  const text = 'TRSF E-BANKING CR BUDI SANTOSO';
  const lines = ['28/06', '29/06'].map((day) => ({ day, text, amount: 100_000 }));
  await importLines(admin, bcaStatement(lines, { from: '01/06/2026', to: '30/06/2026' }));
  const [first, second] = await openLines(admin);
  if (first) await acceptProposals(admin, [first]);
  for (const status of ['diabaikan', 'terbuka'] as const)
    await admin.call(markStatementLine, { params: { id: second?.id ?? 0 }, body: { status } });
  const reverse = async (nomor: number) => {
    const body = { nomor, alasan: 'Dicocokkan dengan rumah lain' };
    expect((await admin.call(reverseEntry, { body })).status).toBe(200);
    await approveAll();
  };
  await reverse(1);
  app.clock.set('2026-07-20T03:00:00.000Z');
  await matchAll();
  await reverse(3);
  app.clock.set('2026-07-22T03:00:00.000Z');
  await matchAll();
  const days = ['2026-06-28', '2026-07-15', '2026-07-15', '2026-06-29', '2026-07-20', '2026-07-20'];
  expect((await booked()).map(({ tanggal }) => tanggal)).toEqual(days);
});

test('so is a line that was entered as other income, which was reversed', async () => {
  await importJune();
  const [line] = await openLines(admin);
  const day = '2026-06-28';
  const rent = { judul: 'Sewa balai', jumlah: 100_000, kategori: 'sewa', tanggal: day, mutasi_id: line?.id };
  expect((await admin.call(addIncome, { body: rent, files: {} })).status).toBe(201);
  const body = { nomor: 1, alasan: 'Ini iuran, bukan sewa' };
  expect((await admin.call(reverseEntry, { body })).status).toBe(200);
  await approveAll();
  await matchAll();
  expect((await booked()).map(({ tanggal }) => tanggal)).toEqual([day, '2026-07-15', '2026-07-15']);
});

test('who closes a month reads what its statement and the book have in different months', async () => {
  const gaps = async () => (await admin.call(listClosings)).body.berikutnya?.mutasi;
  await open('2026-05-31');
  await closeMonth('2026-05', 500_000);
  const id = await app.given.payment({ of: budi, bulan: 6 });
  await admin.call(reviewPayment, { params: { id }, body: { status: 'dikonfirmasi' } });
  await importJune();
  const line = { akun_id: 1, banyak: 1, jumlah: 100_000 };
  expect(await gaps()).toEqual([{ ...line, sebab: 'terbuka' }]);
  await matchAll();
  expect(await gaps()).toEqual([{ ...line, sebab: 'dicatat_lain' }]);
  await closeMonth('2026-06', 600_000, 'Iuran Budi baru dicatat bulan Juli');
  app.clock.set('2026-08-01T03:00:00.000Z');
  expect(await gaps()).toEqual([{ ...line, sebab: 'dari_lain' }]);
});

test('lines of the first and the last day of a month are of that month', async () => {
  await open('2026-05-31');
  await closeMonth('2026-05', 500_000);
  const lines = ['31/05', '01/06', '30/06', '01/07'].map((day, at) => ({
    day,
    text: 'SETORAN',
    amount: 1_000 * 2 ** at,
  }));
  await importLines(admin, bcaStatement(lines, { from: '31/05/2026', to: '01/07/2026' }));
  const { berikutnya } = (await admin.call(listClosings)).body;
  expect(berikutnya?.mutasi).toEqual([{ akun_id: 1, banyak: 2, jumlah: 6_000, sebab: 'terbuka' }]);
});

test('who closes a month reads of spending and income, too, that they were entered for another one', async () => {
  await open('2026-05-31');
  await closeMonth('2026-05', 500_000);
  const rows = [
    { day: '28/06', text: 'BIAYA ADM', amount: -5_000 },
    { day: '29/06', text: 'SEWA BALAI', amount: 70_000 },
  ];
  const content = bcaStatement(rows, { from: '01/06/2026', to: '30/06/2026', opening: 500_000 });
  await importLines(admin, content);
  const lines = await openLines(admin);
  const idOf = (amount: number) => lines.find(({ jumlah }) => jumlah === amount)?.id;
  const day = '2026-07-02';
  const spent = { judul: 'Biaya bank', deskripsi: 'Biaya bank', jumlah: 5_000, tahun: 2026, bulan: 7 };
  const received = { judul: 'Sewa balai', jumlah: 70_000, kategori: 'sewa', tanggal: day };
  const files = { foto: await photo() };
  await admin.call(addExpense, {
    body: { ...spent, tanggal_digunakan: day, mutasi_id: idOf(-5_000) },
    files,
  });
  await admin.call(addIncome, { body: { ...received, mutasi_id: idOf(70_000) }, files: {} });
  const { berikutnya } = (await admin.call(listClosings)).body;
  const entered = { akun_id: 1, sebab: 'dicatat_lain', banyak: 2, jumlah: 65_000 };
  expect(berikutnya).toMatchObject({ bulan: '2026-06', mutasi: [entered] });
});

async function closeMonth(bulan: string, jumlah: number, alasan?: string) {
  await admin.call(proposeClosing, { body: { bulan, akun: [{ akun_id: 1, jumlah }], alasan } });
  await approveAll();
}
