/** Bank lines of slips that staff have confirmed before: they prove them, and bring no money a second time. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askForBill } from '../../../contract/bills.ts';
import { getBalance } from '../../../contract/cash-book.ts';
import {
  listOwnPaymentsWarga,
  recordPayment,
  reviewPayment,
  uploadPaymentWarga,
} from '../../../contract/payments.ts';
import { addMoneyAccount } from '../../../contract/places.ts';
import { deleteResident } from '../../../contract/residents.ts';
import { changeSettings } from '../../../contract/settings.ts';
import { listSettleable } from '../../../contract/settlements.ts';
import {
  getStatementRadar,
  listStatementLines,
  matchStatementLines,
  type StatementLine,
} from '../../../contract/statements.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { acceptProposals, importLines, openLines } from '../../testing/statement-lines.ts';
import { bcaStatement } from '../../testing/statement-recipes.ts';

let app: TestApp;
let ketua: Person;
let admin: Person;
let budi: Person;
let bank: number;
beforeEach(async () => {
  app = await makeApp(); // 15 July 2026
  [ketua, admin] = [await app.as.ketua(), await app.as.admin()];
  bank = (await ketua.call(addMoneyAccount, { body: { nama: 'Bank', jenis: 'bank' } })).body.id;
  budi = await app.as.warga('A1-1', { nama: 'Budi Santoso', created_at: '2026-05-10T03:00:00.000Z' });
});
afterEach(async () => {
  expect((await findViolations(app.context)).violations).toEqual([]);
  await app.close();
});

/** Sent and confirmed today. */
async function confirmed(by: Person, bulan: string[], more: { tagihan?: number; referensi?: string } = {}) {
  const files = { bukti_transfer: await photo() };
  const { id } = (await by.call(uploadPaymentWarga, { body: { 'bulan[]': bulan, ...more }, files })).body;
  const [slip] = (await by.call(listOwnPaymentsWarga, { params: { userId: by.id } })).body.data;
  const group = slip?.kelompok ? { kelompok: slip.kelompok, jumlah: bulan.length * 100_000 } : {};
  const body = { status: 'dikonfirmasi' as const, ...group };
  expect((await admin.call(reviewPayment, { params: { id }, body })).status).toBe(200);
}
async function given(...lines: [text: string, amount: number, day?: string][]) {
  const rows = lines.map(([text, amount, day = '15/07']) => ({ day, text, amount }));
  const content = bcaStatement(rows, { from: '01/07/2026', to: '31/07/2026' });
  return importOf(content);
}
const importOf = async (content: string) => {
  expect((await importLines(admin, content, bank)).status).toBe(201);
  return openLines(admin);
};
const proposalOf = (line: StatementLine | undefined) => [
  line?.usulan?.aturan,
  ...(line?.usulan?.tagihan.flatMap(({ nama, bulan }) => [nama, ...bulan]) ?? []),
];
const saldo = async () => (await admin.call(getBalance)).body.data.saldo;
const name = 'TRSF E-BANKING CR BUDI SANTOSO';

test('a line of a confirmed slip proves it, although older months are owed, and books nothing', async () => {
  await confirmed(budi, ['2026-06', '2026-07']);
  const lines = await given([name, 200_000, '14/07']);
  expect(lines.map(proposalOf)).toEqual([['bukti', 'Budi Santoso', '2026-06', '2026-07']]);
  expect((await admin.call(getStatementRadar)).body.data.tanpa_mutasi).toHaveLength(1);
  expect((await acceptProposals(admin, lines)).status).toBe(200);
  expect(await saldo()).toBe(200_000);
  const [line] = (await admin.call(listStatementLines, { query: { status: 'cocok' } })).body.data;
  expect(line?.pembayaran.map(({ bulan }) => bulan)).toEqual([6, 7]);
  expect((await admin.call(getStatementRadar)).body.data.tanpa_mutasi).toEqual([]);
});

test('a second line with the same sum pays the month that is open', async () => {
  await confirmed(budi, ['2026-06']);
  const lines = await given([name, 100_000, '14/07'], [name, 100_000, '15/07']);
  expect(lines.map(proposalOf)).toEqual([
    ['bukti', 'Budi Santoso', '2026-06'],
    ['nama', 'Budi Santoso', '2026-05'],
  ]);
  await acceptProposals(admin, lines);
  expect(await saldo()).toBe(200_000);
});

test('of two slips the line proves the one that was sent nearer to its day', async () => {
  app.clock.set('2026-07-08T03:00:00.000Z');
  await confirmed(budi, ['2026-05']);
  app.clock.set('2026-07-15T03:00:00.000Z');
  await confirmed(budi, ['2026-06']);
  const lines = await given([name, 100_000, '08/07'], [name, 100_000, '14/07']);
  expect(lines.map(proposalOf)).toEqual([
    ['bukti', 'Budi Santoso', '2026-05'],
    ['bukti', 'Budi Santoso', '2026-06'],
  ]);
});

test('a slip that was sent weeks after a line proves a later line that is nearer to it', async () => {
  await confirmed(budi, ['2026-05']);
  const lines = await given([name, 100_000, '02/07'], [name, 100_000, '14/07']);
  expect(lines.map(proposalOf)).toEqual([
    ['nama', 'Budi Santoso', '2026-06'],
    ['bukti', 'Budi Santoso', '2026-05'],
  ]);
});

test.each([
  [['2026-06'], 'bukti', ['2026-06']],
  [['2026-07'], 'nama', ['2026-05']],
  [['2026-07', '2026-08', '2026-09', '2026-10'], 'bukti', ['2026-07', '2026-08', '2026-09', '2026-10']],
])(
  'of a slip for %j, sent weeks after a line of June with its sum, the line is %s',
  async (months, rule, paid) => {
    await confirmed(budi, months);
    const row = { day: '28/06', text: name, amount: months.length * 100_000 };
    const lines = await importOf(bcaStatement([row], { from: '01/06/2026', to: '30/06/2026' }));
    expect(lines.map(proposalOf)).toEqual([[rule, 'Budi Santoso', ...paid]]);
  },
);

test('a slip that was sent long before the line, or paid in cash, is not what it brought', async () => {
  app.clock.set('2026-07-06T03:00:00.000Z');
  await confirmed(budi, ['2026-05']);
  app.clock.set('2026-07-15T03:00:00.000Z');
  const cash = { user_id: budi.id, tahun: 2026, bulan: 6, jumlah: 100_000, metode: 'tunai' as const };
  await admin.call(recordPayment, { body: cash, files: {} });
  const lines = await given([name, 100_000, '14/07']);
  expect(lines.map(proposalOf)).toEqual([['nama', 'Budi Santoso', '2026-07']]);
});

async function paidInCash(bulan: number) {
  const cash = { user_id: budi.id, tahun: 2026, bulan, jumlah: 100_000, metode: 'tunai' as const };
  const { status } = await admin.call(recordPayment, { body: { ...cash, akun_id: bank }, files: {} });
  expect(status).toBe(201);
}

test('cash in the account of the line, as in an estate with one, is not what it brought', async () => {
  for (const bulan of [6, 7]) await paidInCash(bulan);
  const lines = await given([name, 100_000], ['QRIS SETTLEMENT', 199_000]);
  expect(lines.map(proposalOf)).toEqual([['nama', 'Budi Santoso', '2026-05'], [undefined]]);
  const params = { id: lines[1]?.id ?? 0 };
  expect((await admin.call(listSettleable, { params })).body.data).toEqual([]);
  const tagihan = [{ user_id: budi.id, bulan: ['2026-07'] }];
  const body = { cocok: [{ mutasi_id: lines[0]?.id ?? 0, tagihan }] };
  expect((await admin.call(matchStatementLines, { body })).refusal.code).toBe('payment_exists');
});

test('a line of another account than that of its slip is not proposed for a month that is open', async () => {
  await confirmed(budi, ['2026-06']);
  bank = (await ketua.call(addMoneyAccount, { body: { nama: 'Bank lain', jenis: 'bank' } })).body.id;
  const [line] = await given([name, 100_000, '14/07']);
  const booked = 'Iuran Juni 2026, Budi Santoso (A1-1)';
  expect(line).toMatchObject({ usulan: null, alasan: 'rekening_lain', serupa: [{ keterangan: booked }] });
  await budi.call(uploadPaymentWarga, {
    body: { 'bulan[]': ['2026-05'] },
    files: { bukti_transfer: await photo() },
  });
  expect((await openLines(admin)).map(proposalOf)).toEqual([['nama', 'Budi Santoso', '2026-05']]);
});

test('the line of a former resident names what was confirmed, so that it is not entered as other income', async () => {
  await confirmed(budi, ['2026-06']);
  await paidInCash(7);
  expect((await admin.call(deleteResident, { params: budi })).status).toBe(200);
  const [line] = await given([name, 100_000, '14/07']);
  const serupa = [{ nomor: 1, tanggal: '2026-07-15', keterangan: 'Iuran Juni 2026, Budi Santoso (A1-1)' }];
  expect(line).toMatchObject({ usulan: null, alasan: 'tidak_dikenal', serupa });
});

test('the line of a former resident who paid several months with one slip names them once', async () => {
  await confirmed(budi, ['2026-05', '2026-06', '2026-07']);
  expect((await admin.call(deleteResident, { params: budi })).status).toBe(200);
  const [line, single] = await given([name, 300_000, '14/07'], ['SETORAN', 100_000, '14/07']);
  const keterangan = 'Iuran Mei–Juli 2026, Budi Santoso (A1-1)';
  expect(line?.serupa).toEqual([{ nomor: 1, tanggal: '2026-07-15', keterangan }]);
  expect(single?.serupa).toEqual([]);
});

test('one line proves the slips of two houses', async () => {
  const ani = await app.as.warga('A1-2', { nama: 'Ani', created_at: '2026-05-10T03:00:00.000Z' });
  await confirmed(budi, ['2026-07']);
  await confirmed(ani, ['2026-07']);
  const lines = await given(['TRSF A1-1 & A1-2', 200_000]);
  expect(lines.map(proposalOf)).toEqual([['bukti', 'Budi Santoso', '2026-07', 'Ani', '2026-07']]);
  await acceptProposals(admin, lines);
  expect(await saldo()).toBe(200_000);
});

test('a confirmed slip is also known by its code', async () => {
  await ketua.call(changeSettings, { body: { kodeUnik: true } });
  const bill = (await budi.call(askForBill, { body: { 'bulan[]': ['2026-05'] } })).body.data;
  await confirmed(budi, ['2026-05'], { tagihan: bill.id ?? 0 });
  const lines = await given(['SETORAN TUNAI', bill.jumlah]);
  expect(lines.map(proposalOf)).toEqual([['bukti', 'Budi Santoso', '2026-05']]);
});

test('a confirmed slip is also known by the number of its transfer', async () => {
  await confirmed(budi, ['2026-06'], { referensi: 'FT26195998877' });
  const lines = await importOf(
    'TrxId,Tanggal,Trx Time,D/K,Mutasi,Saldo,Keterangan\nFT26195998877,15/07/2026,08:00:00,K,100000.00,100000.00,SETORAN\n',
  );
  expect(lines.map(proposalOf)).toEqual([['bukti', 'Budi Santoso', '2026-06']]);
});

test('months that are paid prove a line with their sum only, once, and not beside months that are not', async () => {
  await confirmed(budi, ['2026-06']);
  const [first, second, more] = await given(['A', 100_000], ['B', 100_000], ['C', 200_000]);
  const match = (line: StatementLine | undefined, ...bulan: string[]) =>
    admin.call(matchStatementLines, {
      body: { cocok: [{ mutasi_id: line?.id ?? 0, tagihan: [{ user_id: budi.id, bulan }] }] },
    });
  expect((await match(more, '2026-06')).body).toMatchObject({ code: 'line_amount_differs' });
  expect((await match(more, '2026-06', '2026-07')).body).toMatchObject({ code: 'payment_exists' });
  const answers = await Promise.all([match(first, '2026-06'), match(second, '2026-06')]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await saldo()).toBe(100_000);
});
