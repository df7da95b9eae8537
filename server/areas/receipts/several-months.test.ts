import { afterEach, beforeEach, expect, test } from 'vitest';
import { reverseEntry } from '../../../contract/book.ts';
import { formatMonths } from '../../../contract/payment-months.ts';
import {
  listOwnPaymentsWarga,
  type Payment,
  recordPayment,
  reviewPayment,
  uploadPaymentWarga,
} from '../../../contract/payments.ts';
import { verifyReceipt } from '../../../contract/receipt.ts';
import { getReceipt } from '../../../contract/receipts.ts';
import { collectDues } from '../../../contract/rounds.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';

let app: TestApp;
let siti: Person;
let admin: Person;
beforeEach(async () => {
  app = await makeApp(); // 15 July 2026
  [siti, admin] = [await app.as.warga('A1-1'), await app.as.admin()];
});
afterEach(() => app.close());

const spring = ['2026-02', '2026-03', '2026-04', '2026-05'];

/** Waiting payments of one slip, oldest month first. */
async function upload(months = spring): Promise<Payment[]> {
  const files = { bukti_transfer: await photo() };
  expect((await siti.call(uploadPaymentWarga, { body: { 'bulan[]': months }, files })).status).toBe(201);
  const { data } = (await siti.call(listOwnPaymentsWarga, { params: { userId: siti.id } })).body;
  return data.toReversed().slice(-months.length);
}
async function decide({ id, kelompok }: Payment, { together = true, rejected = false } = {}) {
  const body = {
    status: rejected ? ('ditolak' as const) : ('dikonfirmasi' as const),
    catatan: rejected ? 'Sudah dibayar' : undefined,
    kelompok: (together && kelompok) || undefined,
  };
  expect((await admin.call(reviewPayment, { params: { id }, body })).status).toBe(200);
}
const receiptOf = async (id = 0, by = siti) =>
  (await by.call(getReceipt, { params: { payment_id: id } })).body.data;
const issued = () => app.context.db.selectFrom('kuitansi').selectAll().orderBy('nomor').execute();
const textOf = async (id = 0) => (await receiptOf(id)).catatan.split('\n').slice(4, 8);
const reverse = async (nomor = 0) =>
  expect(
    (await admin.call(reverseEntry, { body: { nomor, alasan: 'Salah orang, uangnya dari tetangga' } }))
      .status,
  ).toBe(200);

test('months confirmed together have one receipt, the same for each of them', async () => {
  const payments = await upload();
  await decide(payments[0] as Payment);
  const receipt = await receiptOf(payments[2]?.id);
  expect(await textOf(payments[2]?.id)).toEqual([
    'Untuk: Iuran Februari–Mei 2026',
    'Jumlah: Rp 400.000',
    'Tanggal: 15 Juli 2026',
    'Buku Kas: nomor 1–4',
  ]);
  expect(receipt).toMatchObject({ nomor: 1, untuk: { tahun: 2026, bulan: 2 }, entri: 1, dibatalkan: null });
  expect(receipt.rincian.map(({ bulan, entri }) => [bulan, entri])).toEqual([
    [2, 1],
    [3, 2],
    [4, 3],
    [5, 4],
  ]);
  for (const { id } of payments) expect(await receiptOf(id, admin)).toEqual(receipt);
  expect(await issued()).toMatchObject([{ nomor: 1, payment_id: payments[0]?.id, entri: 1 }]);
  expect(await verifyReceipt(receipt.catatan, [app.context.signer.key])).toMatchObject({ valid: true });
});

test('asked for by several at the same time it is still one', async () => {
  const payments = await upload();
  await decide(payments[0] as Payment);
  const answers = await Promise.all([...payments, ...payments].map(({ id }) => receiptOf(id, admin)));
  expect(new Set(answers.map(({ catatan }) => catatan)).size).toBe(1);
  expect(await issued()).toHaveLength(1);
});

test('a month that was rejected, or decided on its own, is not in it', async () => {
  const [february, march, april, may] = await upload();
  await decide(march as Payment, { together: false, rejected: true });
  await decide(may as Payment, { together: false });
  await decide(february as Payment);
  expect((await textOf(april?.id))[0]).toBe('Untuk: Iuran Februari, April 2026');
  expect((await textOf(may?.id))[0]).toBe('Untuk: Iuran Mei 2026');
  expect((await textOf(february?.id))[3]).toBe('Buku Kas: nomor 2–3');
});

test('two months confirmed one after the other have a receipt each', async () => {
  const [march, april] = await upload(['2026-03', '2026-04']);
  await decide(march as Payment, { together: false });
  app.clock.set('2026-07-15T05:00:00.001Z');
  await decide(april as Payment, { together: false });
  expect((await textOf(march?.id))[0]).toBe('Untuk: Iuran Maret 2026');
  expect((await textOf(april?.id))[0]).toBe('Untuk: Iuran April 2026');
});

test('a reversal since names the month; once all are reversed it counts no more', async () => {
  const payments = await upload(spring.slice(0, 2));
  await decide(payments[0] as Payment);
  const before = await receiptOf(payments[0]?.id);
  await reverse(2);
  const after = await receiptOf(payments[0]?.id);
  expect(after.catatan).toBe(before.catatan);
  expect(after.dibatalkan).toBeNull();
  expect(after.rincian.map(({ dibatalkan }) => dibatalkan?.nomor ?? null)).toEqual([null, 3]);
  await reverse(1);
  expect((await receiptOf(payments[1]?.id)).dibatalkan).toEqual({ nomor: 4, tanggal: '2026-07-15' });
});

test('a month reversed before anybody asked has none, the others share theirs', async () => {
  const payments = await upload();
  await decide(payments[0] as Payment);
  await reverse(2);
  const none = await siti.call(getReceipt, { params: { payment_id: payments[1]?.id ?? 0 } });
  expect([none.status, none.refusal.code]).toEqual([409, 'no_receipt']);
  expect(await textOf(payments[3]?.id)).toEqual([
    'Untuk: Iuran Februari, April–Mei 2026',
    'Jumlah: Rp 300.000',
    'Tanggal: 15 Juli 2026',
    'Buku Kas: nomor 1, 3–4',
  ]);
});

test('months that staff record, and those of one tap at the door, have one receipt each', async () => {
  const body = { user_id: siti.id, 'bulan[]': spring, jumlah: 400_000, metode: 'tunai' } as const;
  const recorded = await admin.call(recordPayment, { body: { ...body, 'bulan[]': [...spring] } });
  expect((await textOf(recorded.body.data.id))[0]).toBe('Untuk: Iuran Februari–Mei 2026');
  const collector = await app.as.koordinator('A1');
  const tap = {
    ketukan: crypto.randomUUID(),
    user_id: siti.id,
    bulan: ['2026-06', '2026-07'],
    jumlah: 200_000,
    waktu: '2026-07-15T03:00:00.000Z',
  };
  const { body: tapped } = await collector.call(collectDues, { body: tap });
  const receipt = await receiptOf(tapped.data.payment_id, collector);
  expect([formatMonths(receipt.rincian), receipt.metode, receipt.jumlah]).toEqual([
    'Juni–Juli 2026',
    'tunai',
    200_000,
  ]);
});
