/** Bank lines that are entered as other income or spending, and what becomes of them when that is undone. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reverseEntry } from '../../../contract/book.ts';
import { getBalance } from '../../../contract/cash-book.ts';
import { addExpense, deleteExpense } from '../../../contract/expenses.ts';
import { addIncome } from '../../../contract/income.ts';
import { addMoneyAccount, listMoneyAccounts } from '../../../contract/places.ts';
import { changeSettings } from '../../../contract/settings.ts';
import { listStatementLines, markStatementLine } from '../../../contract/statements.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { type Person, password } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { decide, onlyProposal } from '../../testing/proposals.ts';
import { importLines } from '../../testing/statement-lines.ts';

let app: TestApp;
let ketua: Person;
let admin: Person;
let line: number;
beforeEach(async () => {
  app = await makeApp(); // 15 July 2026
  [ketua, admin] = [await app.as.ketua(), await app.as.admin()];
});
afterEach(() => app.close());

async function given(mark: 'K' | 'D', akun_id = 1) {
  const rows = `TrxId,Tanggal,Trx Time,D/K,Mutasi,Saldo,Keterangan\n1,10/07/2026,08:00:00,${mark},5000.00,95000.00,X\n`;
  await importLines(admin, rows, akun_id);
  const [stored] = (await admin.call(listStatementLines)).body.data;
  line = stored?.id ?? 0;
}

const spend = async (more: { akun_id?: number; jumlah?: number } = {}) =>
  admin.call(addExpense, {
    body: {
      judul: 'Dari bank',
      deskripsi: 'Biaya bank',
      jumlah: 5_000,
      tahun: 2026,
      bulan: 7,
      tanggal_digunakan: '2026-07-10',
      mutasi_id: line,
      ...more,
    },
    files: { foto: await photo() },
  });
const receive = (more: { akun_id?: number; jumlah?: number } = {}) =>
  admin.call(addIncome, {
    body: {
      judul: 'Dari bank',
      jumlah: 5_000,
      kategori: 'bunga',
      tanggal: '2026-07-10',
      mutasi_id: line,
      ...more,
    },
    files: {},
  });
const status = async () => (await admin.call(listStatementLines)).body.data.map((one) => one.status);
const openAgain = () => admin.call(markStatementLine, { params: { id: line }, body: { status: 'terbuka' } });
const saldo = async () => (await admin.call(getBalance)).body.data.saldo;

test.each([
  ['refused', () => ketua],
  ['withdrawn', () => admin],
] as const)('a line whose spending is %s is open again, and can be entered anew', async (_, decider) => {
  await given('D');
  await ketua.call(changeSettings, { body: { batasDuaOrang: 4_999, password } });
  await spend();
  expect([await status(), (await openAgain()).refusal.code]).toEqual([['dicatat'], 'line_entered']);
  expect((await decide(decider(), await onlyProposal(ketua), 'tolak')).status).toBe(200);
  expect([await status(), await saldo()]).toEqual([['terbuka'], 0]);
  expect((await spend()).status).toBe(201);
  expect(await status()).toEqual(['dicatat']);
  expect((await findViolations(app.context)).violations).toEqual([]);
});

test.each([
  ['spending', 'D', spend],
  ['other income', 'K', receive],
] as const)('a line is entered as %s of what it moved at most', async (_, mark, enter) => {
  await given(mark);
  const { refusal } = await enter({ jumlah: 5_001 });
  expect([refusal.code, refusal.message]).toEqual([
    'line_rest_differs',
    'Mutasi ini tinggal Rp 5.000, kurang dari Rp 5.001.',
  ]);
  expect([await status(), await saldo()]).toEqual([['terbuka'], 0]);
  expect((await enter({ jumlah: 4_999 })).status).toBe(201);
  expect(await status()).toEqual(['dicatat']);
});

test.each([
  ['spending', 'D', spend, -5_000],
  ['other income', 'K', receive, 5_000],
] as const)(
  'a line entered as %s opens by reversing its entry, not by hand',
  async (_, mark, enter, booked) => {
    await given(mark);
    await enter();
    expect((await openAgain()).refusal.code).toBe('line_entered');
    expect([await status(), (await enter()).refusal.code, await saldo()]).toEqual([
      ['dicatat'],
      'line_decided',
      booked,
    ]);
    const reversal = { nomor: 1, alasan: 'Salah kategori, dicatat ulang' };
    expect((await ketua.call(reverseEntry, { body: reversal })).status).toBe(200);
    expect([await status(), await saldo()]).toEqual([['terbuka'], 0]);
    expect((await enter()).status).toBe(201);
    expect([await status(), await saldo()]).toEqual([['dicatat'], booked]);
    expect((await findViolations(app.context)).violations).toEqual([]);
  },
);

test('a line whose spending is deleted is open again', async () => {
  await given('D');
  const { id } = (await spend()).body;
  expect((await admin.call(deleteExpense, { params: { id } })).status).toBe(200);
  expect(await status()).toEqual(['terbuka']);
});

test.each([
  ['spending', 'D', spend],
  ['other income', 'K', receive],
] as const)('a line entered as %s is booked in its own account only', async (_, mark, enter) => {
  await given(mark);
  const akun_id = (await admin.call(addMoneyAccount, { body: { nama: 'Kas RT', jenis: 'kas' } })).body.id;
  expect(await enter({ akun_id })).toMatchObject({
    status: 422,
    refusal: { errors: { akun_id: expect.stringContaining('rekening lain') } },
  });
  expect([await status(), await saldo()]).toEqual([['terbuka'], 0]);
  expect((await enter({ akun_id: 1 })).status).toBe(201);
});

test.each([
  ['spending', 'D', spend, -5_000],
  ['other income', 'K', receive, 5_000],
] as const)(
  'a line entered as %s without a named account is booked in that of the line',
  async (_, mark, enter, booked) => {
    const bank = (await admin.call(addMoneyAccount, { body: { nama: 'BCA', jenis: 'bank' } })).body.id;
    await given(mark, bank);
    expect((await enter()).status).toBe(201);
    const accounts = (await admin.call(listMoneyAccounts)).body.data;
    expect(accounts.map(({ id, saldo }) => [id, saldo])).toEqual([
      [1, 0],
      [bank, booked],
    ]);
  },
);
