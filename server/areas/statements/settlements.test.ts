/** Settlements of a QRIS provider: one line for the slips of a day, less a fee. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reverseEntry } from '../../../contract/book.ts';
import { getBalance } from '../../../contract/cash-book.ts';
import { listExpenses } from '../../../contract/expenses.ts';
import { addIncome } from '../../../contract/income.ts';
import { recordPayment, reviewPayment, uploadPaymentWarga } from '../../../contract/payments.ts';
import { addMoneyAccount } from '../../../contract/places.ts';
import { changeSettings } from '../../../contract/settings.ts';
import { listSettleable, settleLine } from '../../../contract/settlements.ts';
import { listStatementLines, markStatementLine, matchStatementLines } from '../../../contract/statements.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { type Person, password } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { decide, onlyProposal } from '../../testing/proposals.ts';
import { importLines } from '../../testing/statement-lines.ts';
import { closeMonth } from '../closings/close-in-bulk.ts';

let app: TestApp;
let [ketua, admin, budi, ani] = [] as unknown as [Person, Person, Person, Person];
let line: number;
beforeEach(async () => {
  app = await makeApp(); // 15 July 2026
  [ketua, admin] = [await app.as.ketua(), await app.as.admin()];
  [budi, ani] = [await living('A1-1', 'Budi Santoso'), await living('A2-1', 'Ani Wijaya')];
});
afterEach(() => app.close());

const living = (blok: string, nama: string) =>
  app.as.warga(blok, { nama, created_at: '2026-05-10T03:00:00.000Z' });

/** Sent and confirmed at an instant. @returns ids of its payments */
async function paid(by: Person, bulan: string[], instant = '2026-07-13T03:00:00.000Z') {
  app.clock.set(instant);
  const sent = { body: { 'bulan[]': bulan }, files: { bukti_transfer: await photo() } };
  const { id } = (await by.call(uploadPaymentWarga, sent)).body;
  const slip = bulan.length > 1 ? { kelompok: id, jumlah: bulan.length * 100_000 } : {};
  const body = { status: 'dikonfirmasi' as const, ...slip };
  expect((await admin.call(reviewPayment, { params: { id }, body })).status).toBe(200);
  return bulan.map((_, at) => id + at);
}

/** The provider pays out on 14 July; today is the day after. */
async function settlement(amount: number) {
  app.clock.set('2026-07-15T03:00:00.000Z');
  const content = `TrxId,Tanggal,Trx Time,D/K,Mutasi,Saldo,Keterangan\n1,14/07/2026,08:00:00,K,${amount}.00,${amount}.00,QRIS MID:885 SETTLEMENT\n`;
  await importLines(admin, content);
  const [stored] = (await admin.call(listStatementLines)).body.data;
  line = stored?.id ?? 0;
}

const settle = (pembayaran: number[], by = admin) =>
  by.call(settleLine, { params: { id: line }, body: { pembayaran } });
const offered = async () => (await admin.call(listSettleable, { params: { id: line } })).body.data;
const stored = async () => (await admin.call(listStatementLines)).body.data[0];
const saldo = async () => (await ketua.call(getBalance)).body.data.saldo;
const violations = async () => (await findViolations(app.context)).violations;

test('a settlement is matched with the slips that it pays out, and its fee is an expense of its day', async () => {
  const his = await paid(budi, ['2026-06', '2026-07']);
  const hers = await paid(ani, ['2026-07']);
  await settlement(297_900);
  expect(await offered()).toMatchObject([
    { user_id: budi.id, pembayaran: his, bulan: ['2026-06', '2026-07'], jumlah: 200_000, hari: '2026-07-13' },
    { user_id: ani.id, pembayaran: hers, bulan: ['2026-07'], jumlah: 100_000 },
  ]);
  const { status, body } = await settle([...his, ...hers]);
  expect([status, body.data.biaya, await saldo()]).toEqual([200, 2_100, 297_900]);
  const { data } = (await admin.call(listExpenses)).body;
  expect(data).toMatchObject([
    { judul: 'Biaya QRIS', jumlah: 2_100, kategori: 'administrasi', tanggal_digunakan: '2026-07-14' },
  ]);
  expect(await stored()).toMatchObject({ status: 'cocok', usulan: null });
  expect((await stored())?.pembayaran.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([
    ...his,
    ...hers,
  ]);
  expect(await offered()).toEqual([]);
  expect(await violations()).toEqual([]);
});

test('the fee of a settlement whose month is closed is an expense of today', async () => {
  const his = await paid(budi, ['2026-07']);
  await settlement(99_300);
  app.clock.set('2026-08-03T03:00:00.000Z');
  await app.context.write('system', (tx) =>
    closeMonth(tx, {
      bulan: '2026-07',
      disusun: { ...admin, pada: tx.now },
      disetujui: { ...ketua, pada: tx.now },
    }),
  );
  expect((await settle(his)).body.data).toEqual({ biaya: 700 });
  expect((await admin.call(listExpenses)).body.data).toMatchObject([
    { jumlah: 700, tahun: 2026, bulan: 8, tanggal_digunakan: '2026-08-03' },
  ]);
  expect((await stored())?.status).toBe('cocok');
});

test('a settlement without a fee makes no expense', async () => {
  const his = await paid(budi, ['2026-07']);
  await settlement(100_000);
  expect((await settle(his)).body.data).toEqual({ biaya: 0 });
  expect((await admin.call(listExpenses)).body.data).toEqual([]);
});

test.each([
  ['less than the settlement', 100_001],
  ['more than the settlement and 2 % of what was paid', 97_999],
])('payments of %s are refused, and nothing is changed', async (_, received) => {
  const his = await paid(budi, ['2026-07']);
  await settlement(received);
  const { status, refusal } = await settle(his);
  expect([status, refusal.code]).toEqual([422, 'settlement_differs']);
  expect([(await stored())?.status, await saldo()]).toEqual(['terbuka', 100_000]);
});

test('only confirmed payments of the account and the days before are offered, and no line proves them', async () => {
  await paid(ani, ['2026-05'], '2026-07-06T16:00:00.000Z'); // 6 July, eight days before
  await paid(budi, ['2026-05'], '2026-07-06T17:30:00.000Z'); // 7 July in the estate's calendar
  await paid(ani, ['2026-06'], '2026-07-14T17:30:00.000Z'); // 15 July
  await app.given.payment({ of: ani, bulan: 7 });
  await app.given.payment({ of: budi, bulan: 8, status: 'ditolak' });
  const akun_id = (await ketua.call(addMoneyAccount, { body: { nama: 'BCA', jenis: 'bank' } })).body.id;
  const body = { user_id: ani.id, tahun: 2026, bulan: 4, jumlah: 100_000, akun_id };
  const elsewhere = await ketua.call(recordPayment, { body, files: { bukti_transfer: await photo() } });
  await settlement(100_000);
  expect((await offered()).map(({ user_id, hari }) => [user_id, hari])).toEqual([[budi.id, '2026-07-07']]);
  expect((await settle([elsewhere.body.id])).refusal.code).toBe('settlement_changed');
});

test('waiting, reversed, proven and unknown payments are refused, and the line stays open', async () => {
  const [waiting] = [await app.given.payment({ of: ani, bulan: 7 })];
  const [reversed = 0] = await paid(budi, ['2026-06']);
  const alasan = 'Salah bulan, dicatat ulang';
  expect((await ketua.call(reverseEntry, { body: { nomor: 1, alasan } })).status).toBe(200);
  await settlement(100_000);
  for (const id of [waiting, reversed, 999]) {
    const { status, refusal } = await settle([id]);
    expect([status, refusal.code, (await stored())?.status]).toEqual([409, 'settlement_changed', 'terbuka']);
  }
  const cocok = [{ mutasi_id: line, tagihan: [{ user_id: budi.id, bulan: ['2026-07'] }] }];
  expect((await admin.call(matchStatementLines, { body: { cocok } })).status).toBe(200);
  const proven = (await stored())?.pembayaran.map(({ id }) => id) ?? [];
  expect((await settle(proven)).refusal.code).toBe('line_decided');
});

test('two who settle at once book one fee', async () => {
  const his = await paid(budi, ['2026-06', '2026-07']);
  await settlement(198_600);
  const answers = await Promise.all([settle(his), settle(his, ketua)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await saldo()).toBe(198_600);
  expect(await violations()).toEqual([]);
});

test('a reversed fee opens the line, and its payments can be settled again', async () => {
  const his = await paid(budi, ['2026-06', '2026-07']);
  await settlement(198_600);
  await settle(his);
  const reverse = (nomor: number) =>
    ketua.call(reverseEntry, { body: { nomor, alasan: 'Salah pilih, dicatat ulang' } });
  expect((await reverse(3)).status).toBe(200);
  expect([(await stored())?.status, (await stored())?.pembayaran]).toEqual(['terbuka', []]);
  expect((await settle(his)).body.data.biaya).toBe(1_400);
  for (const nomor of [1, 2]) expect((await reverse(nomor)).status).toBe(200);
  // The fee is still booked: the rest is what residents paid.
  expect(await stored()).toMatchObject({ status: 'terbuka', sisa: 200_000, biaya: 1_400, alasan: 'qris' });
  const cocok = [{ mutasi_id: line, tagihan: [{ user_id: budi.id, bulan: ['2026-06', '2026-07'] }] }];
  const matched = await admin.call(matchStatementLines, { body: { cocok } });
  expect([matched.status, matched.refusal.code]).toEqual([409, 'line_settled']);
  expect((await reverse(5)).status).toBe(200);
  expect([(await stored())?.status, await saldo()]).toEqual(['terbuka', 0]);
  expect(await violations()).toEqual([]);
});

test('a fee and its reversal concern the line of the fee alone', async () => {
  const slips = [await paid(budi, ['2026-07']), await paid(ani, ['2026-07'])];
  app.clock.set('2026-07-15T03:00:00.000Z');
  const rows = [
    '1,14/07/2026,08:00:00,K,99300.00,99300.00,QRIS A',
    '2,14/07/2026,09:00:00,K,99400.00,198700.00,QRIS B',
  ];
  await importLines(admin, `TrxId,Tanggal,Trx Time,D/K,Mutasi,Saldo,Keterangan\n${rows.join('\n')}\n`);
  const lines = async () => (await admin.call(listStatementLines)).body.data.toSorted((a, b) => a.id - b.id);
  const states = async () =>
    (await lines()).map(({ status, transaksi, pembayaran }) => [status, transaksi, pembayaran.length]);
  const both = await lines();
  line = both[0]?.id ?? 0;
  expect((await settle(slips[0] ?? [])).status).toBe(200);
  expect(await states()).toEqual([
    ['cocok', true, 1],
    ['terbuka', false, 0],
  ]);
  line = both[1]?.id ?? 0;
  expect((await settle(slips[1] ?? [])).status).toBe(200);
  const body = { nomor: 3, alasan: 'Salah pilih, dicatat ulang' };
  expect((await ketua.call(reverseEntry, { body })).status).toBe(200);
  expect(await states()).toEqual([
    ['terbuka', false, 0],
    ['cocok', true, 1],
  ]);
});

test('the rest of a settlement, whose fee is known, is settled with exactly what is missing', async () => {
  const [his = 0] = await paid(budi, ['2026-07']);
  const [hers = 0] = await paid(ani, ['2026-07']);
  await settlement(198_600);
  expect((await settle([his, hers])).body.data.biaya).toBe(1_400);
  await admin.call(reverseEntry, { body: { nomor: 2, alasan: 'Salah mencatat warga' } });
  expect(await stored()).toMatchObject({ status: 'terbuka', sisa: 100_000 });
  const record = async (jumlah: number) => {
    const body = { user_id: ani.id, tahun: 2026, bulan: 7, jumlah };
    return (await ketua.call(recordPayment, { body, files: { bukti_transfer: await photo() } })).body.id;
  };
  const { status, refusal } = await settle([await record(100_500)]);
  expect([status, refusal.code]).toEqual([409, 'line_rest_differs']);
  expect(await stored()).toMatchObject({ status: 'terbuka', sisa: 100_000 });
  await admin.call(reverseEntry, { body: { nomor: 5, alasan: 'Salah mencatat jumlah' } });
  expect((await settle([await record(100_000)])).body.data.biaya).toBe(0);
  expect(await violations()).toEqual([]);
});

test('a fee above the limit waits for a second person, whose refusal opens the line and keeps its day', async () => {
  const his = await paid(budi, ['2026-06', '2026-07']);
  await ketua.call(changeSettings, { body: { batasDuaOrang: 1_000, password } });
  await settlement(198_600);
  expect((await settle(his)).status).toBe(200);
  expect([(await stored())?.status, await saldo()]).toEqual(['cocok', 200_000]);
  app.clock.set('2026-07-20T03:00:00.000Z');
  expect((await decide(ketua, await onlyProposal(ketua), 'tolak')).status).toBe(200);
  expect([(await stored())?.status, (await stored())?.pembayaran]).toEqual(['terbuka', []]);
  expect((await offered()).map(({ pembayaran }) => pembayaran)).toEqual([his]);
  expect((await settle(his)).status).toBe(200);
  expect((await decide(ketua, await onlyProposal(ketua))).status).toBe(200);
  const { data } = (await admin.call(listExpenses)).body;
  expect(data.map(({ jumlah, tanggal_digunakan }) => [jumlah, tanggal_digunakan])).toEqual([
    [1_400, '2026-07-14'],
  ]);
  expect(await violations()).toEqual([]);
});

describe('a settlement of which one of two payments is reversed', () => {
  let hers: number[];
  beforeEach(async () => {
    const his = await paid(budi, ['2026-06', '2026-07']);
    hers = await paid(ani, ['2026-06']);
    await settlement(198_600);
    expect((await settle(his)).body.data.biaya).toBe(1_400);
    const body = { nomor: 1, alasan: 'Salah rumah, dicatat ulang' };
    expect((await ketua.call(reverseEntry, { body })).status).toBe(200);
    expect(await stored()).toMatchObject({ status: 'terbuka', sisa: 100_000, biaya: 1_400 });
  });

  test('is settled with the slip of the right house, without a second fee', async () => {
    expect((await settle(await paid(ani, ['2026-05', '2026-07']))).refusal.code).toBe('line_rest_differs');
    expect((await settle(hers)).body.data.biaya).toBe(0);
    expect(await stored()).toMatchObject({ status: 'cocok', sisa: 0, biaya: 1_400 });
    expect((await admin.call(listExpenses)).body.data).toHaveLength(1);
    expect(await violations()).toEqual([]);
  });

  test('is entered as other income for what residents paid, so that account and statement agree', async () => {
    const before = await saldo();
    const income = { judul: 'Iuran warga luar', kategori: 'bunga', tanggal: '2026-07-13', mutasi_id: line };
    const enter = async (jumlah: number) =>
      await admin.call(addIncome, { body: { ...income, jumlah }, files: {} });
    expect((await enter(100_001)).refusal.code).toBe('line_rest_differs');
    expect((await enter(100_000)).status).toBe(201);
    expect([await saldo(), (await stored())?.status]).toEqual([before + 100_000, 'dicatat']);
    expect((await settle(hers)).refusal.code).toBe('line_decided');
    const other = { nomor: 2, alasan: 'Salah rumah, dicatat ulang' };
    expect((await ketua.call(reverseEntry, { body: other })).status).toBe(200);
    expect(await stored()).toMatchObject({ status: 'terbuka', sisa: 100_000 });
    expect((await enter(100_000)).refusal.code).toBe('line_entered');
    expect(await violations()).toEqual([]);
  });

  test('can be ignored by hand, but not marked as entered: its fee is', async () => {
    const mark = (status: 'dicatat' | 'diabaikan') =>
      admin.call(markStatementLine, { params: { id: line }, body: { status } });
    expect((await mark('dicatat')).refusal.code).toBe('line_entered');
    expect((await mark('diabaikan')).status).toBe(200);
    expect((await stored())?.status).toBe('diabaikan');
  });
});
