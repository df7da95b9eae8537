/** What the book has already with the sum of a line: recorded before its statement came, it must not be entered twice. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reverseEntry } from '../../../contract/book.ts';
import { addExpense } from '../../../contract/expenses.ts';
import { addMoneyAccount, transferMoney } from '../../../contract/places.ts';
import { listStatementLines, markStatementLine, type StatementLine } from '../../../contract/statements.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { importLines } from '../../testing/statement-lines.ts';
import { bcaStatement } from '../../testing/statement-recipes.ts';

let app: TestApp;
let admin: Person;
let bank: number;
beforeEach(async () => {
  app = await makeApp(); // 15 July 2026
  admin = await app.as.admin();
  const body = { nama: 'Bank', jenis: 'bank' as const };
  bank = (await (await app.as.ketua()).call(addMoneyAccount, { body })).body.id;
});
afterEach(() => app.close());

const spend = async (judul: string, tanggal_digunakan: string, more: object = {}) => {
  const body = { tahun: 2026, bulan: 7, jumlah: 50_000, judul, deskripsi: '-', tanggal_digunakan };
  const files = { foto: await photo() };
  const { status } = await admin.call(addExpense, { body: { ...body, akun_id: bank, ...more }, files });
  expect(status).toBe(201);
};
async function given(...lines: [text: string, amount: number, day: string][]): Promise<StatementLine[]> {
  const rows = lines.map(([text, amount, day]) => ({ day, text, amount }));
  const content = bcaStatement(rows, { from: '01/07/2026', to: '31/07/2026' });
  await importLines(admin, content, bank);
  return list();
}
const list = async () => (await admin.call(listStatementLines)).body.data;
const mark = (id: number, status: 'dicatat' | 'terbuka') =>
  admin.call(markStatementLine, { params: { id }, body: { status } });

test('spending of that sum a few days apart is named, and the line can be marked and opened again', async () => {
  await spend('Honor satpam', '2026-07-06');
  await spend('Bulan lalu', '2026-07-02');
  await spend('Tunai', '2026-07-06', { akun_id: 1 });
  await spend('Salah', '2026-07-06');
  const reversal = { nomor: 4, alasan: 'Dicatat dua kali' };
  expect((await admin.call(reverseEntry, { body: reversal })).status).toBe(200);
  const [line] = await given(['HONOR', -50_000, '13/07']);
  expect(line).toMatchObject({
    transaksi: false,
    serupa: [{ nomor: 1, tanggal: '2026-07-06', keterangan: 'Honor satpam' }],
  });
  expect((await mark(line?.id ?? 0, 'dicatat')).status).toBe(200);
  expect(await list()).toMatchObject([{ status: 'dicatat', transaksi: false, serupa: [] }]);
  expect((await mark(line?.id ?? 0, 'terbuka')).status).toBe(200);
});

test('what another line was entered as is not named again', async () => {
  const [first] = await given(['HONOR', -50_000, '13/07'], ['LEMBUR', -50_000, '13/07']);
  await spend('Honor satpam', '2026-07-13', { mutasi_id: first?.id });
  const lines = (await list()).map(({ transaksi, serupa }) => ({ transaksi, serupa }));
  expect(lines).toEqual([
    { transaksi: true, serupa: [] },
    { transaksi: false, serupa: [] },
  ]);
});

test('cash that was brought to the bank is named as what it is', async () => {
  const to = { ke_akun: bank, ke_dana: 1, jumlah: 70_000, tanggal: '2026-07-14' };
  await admin.call(transferMoney, { body: { dari_akun: 1, dari_dana: 1, ...to } });
  const [line] = await given(['SETORAN TUNAI', 70_000, '15/07']);
  expect(line?.serupa).toEqual([{ nomor: 2, tanggal: '2026-07-14', keterangan: 'Pemindahan' }]);
});
