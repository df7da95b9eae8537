import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { listNotifications } from '../../../contract/notifications.ts';
import {
  countWaitingPayments,
  deletePaymentWarga,
  listMonthPayments,
  listOwnPaymentsWarga,
  listPayments,
  recordPayment,
  reviewPayment,
  type StaffPayment,
  uploadPaymentWarga,
} from '../../../contract/payments.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
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

const five = ['2026-02', '2026-03', '2026-04', '2026-05', '2026-06'];

const upload = async (months: string[], by = siti) =>
  by.call(uploadPaymentWarga, { body: { 'bulan[]': months }, files: { bukti_transfer: await photo() } });
const own = async (by = siti) =>
  (await by.call(listOwnPaymentsWarga, { params: { userId: by.id } })).body.data.toReversed();
const seen = async (by = admin) =>
  (await by.call(listPayments, { query: { status: 'menunggu_konfirmasi', urutan: 'terlama' } })).body.data;
const decide = (payment: Pick<StaffPayment, 'id' | 'kelompok'>, extra: object = {}, by = admin) =>
  by.call(reviewPayment, {
    params: { id: payment.id },
    body: { status: 'dikonfirmasi', kelompok: payment.kelompok ?? undefined, ...extra },
  });
const states = async () => (await own()).map(({ status }) => status);
const statusesOf = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
const violations = async () => (await findViolations(app.context)).violations;
const entries = () => app.context.db.selectFrom('kas_entri').select(['payment_id', 'jumlah']).execute();
async function group(): Promise<StaffPayment> {
  await upload(five);
  const [first] = await seen();
  if (!first) throw new Error('nothing waits');
  return first;
}

describe('one proof for several months', () => {
  test('makes one payment each, which share proof and group, with the dues of the month', async () => {
    const ketua = await app.as.ketua();
    const { status, body } = await upload(['2026-06', '2026-04', '2025-12']);
    expect(status).toBe(201);
    const payments = await own();
    expect(payments.map(({ tahun, bulan }) => [tahun, bulan])).toEqual([
      [2025, 12],
      [2026, 4],
      [2026, 6],
    ]);
    expect(payments[0]).toEqual({ ...body.data, tagihan: null });
    for (const { jumlah, kelompok, bukti_transfer, status: state } of payments)
      expect([jumlah, kelompok, bukti_transfer, state]).toEqual([
        100_000,
        body.id,
        body.data.bukti_transfer,
        'menunggu_konfirmasi',
      ]);
    const told = (await ketua.call(listNotifications)).body.data;
    expect(told).toMatchObject([{ pesan: expect.stringContaining('Desember 2025, April, Juni 2026') }]);
    expect(await violations()).toEqual([]);
  });

  test('of one month is the same as before', async () => {
    await upload(['2026-07']);
    expect(await own()).toMatchObject([{ tahun: 2026, bulan: 7, kelompok: null }]);
  });

  test('is refused whole if one month is taken, which is named', async () => {
    await app.given.payment({ of: siti, bulan: 4 });
    const { status, refusal } = await upload(five);
    expect([status, refusal.code]).toEqual([409, 'payment_exists']);
    expect(refusal.message).toContain('April 2026');
    expect(refusal.data).toMatchObject({ tahun: 2026, bulan: 4 });
    expect(await own()).toHaveLength(1);
  });

  test('two at once: one wins, and no month is paid twice', async () => {
    const answers = await Promise.all([upload(five), upload(['2026-06', '2026-07']), upload(five)]);
    expect(statusesOf(answers)).toEqual([201, 409, 409]);
    const groups = new Set((await own()).map(({ kelompok }) => kelompok));
    expect(groups.size).toBe(1);
  });

  test.each([
    ['none', [], 'minimal satu'],
    ['one twice', ['2026-06', '2026-06'], 'satu kali'],
    ['no month', ['2026-13'], 'tidak valid'],
    [
      'more than 24',
      Array.from(
        { length: 25 },
        (_, at) => `20${10 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`,
      ),
      '24',
    ],
    ['more than 12 months ahead', ['2026-07', '2027-08'], 'Juli 2027'],
    ['one that was never owed, before the years offered', ['2023-12', '2026-07'], 'Desember 2023'],
  ] as const)('%s is 422', async (_what, months, says) => {
    const body = months.length === 0 ? { 'bulan[]': undefined } : { 'bulan[]': [...months] };
    const { status, refusal } = await siti.call(uploadPaymentWarga, {
      body,
      files: { bukti_transfer: await photo() },
    });
    expect(status).toBe(422);
    if (months.length > 0) expect(refusal.errors?.['bulan[]']).toContain(says);
    else expect(refusal.errors).toEqual({ tahun: 'Tahun wajib diisi', bulan: 'Bulan wajib diisi' });
    expect(await own()).toEqual([]);
  });

  test('takes an old month that is owed, and twelve ahead', async () => {
    expect((await upload(['2024-02', '2027-07'])).status).toBe(201); // owes since January 2024
  });
});

describe('staff', () => {
  test('see the months of the proof with each of its payments, and count slips', async () => {
    const first = await group();
    expect(first.sebukti.map(({ bulan, jumlah }) => [bulan, jumlah])).toEqual(
      [2, 3, 4, 5, 6].map((bulan) => [bulan, 100_000]),
    );
    const counted = (await admin.call(countWaitingPayments)).body.data;
    expect(counted).toEqual({ total: 5, untuk_diperiksa: 1 });
  });

  test('confirm all with one call: each month is booked, the payer is told once', async () => {
    const first = await group();
    const { status, body } = await decide(first, { jumlah: 500_000 });
    expect([status, body.data.status]).toEqual([200, 'dikonfirmasi']);
    expect(await states()).toEqual(five.map(() => 'dikonfirmasi'));
    expect((await entries()).map(({ jumlah }) => jumlah)).toEqual(five.map(() => 100_000));
    const told = (await siti.call(listNotifications)).body.data;
    expect(told.map(({ pesan }) => pesan)).toEqual([
      'Pembayaran Februari–Juni 2026 sebesar Rp 500.000 telah dikonfirmasi.',
    ]);
    const { data } = (await (await app.as.ketua()).call(listAudit, { query: { entitas: 'payments' } })).body;
    expect(data.filter(({ aksi }) => aksi === 'payment.confirmed')).toHaveLength(5);
    expect(await violations()).toEqual([]);
  });

  test('reject all, or one month with a reason and confirm the others', async () => {
    const first = await group();
    const march = (await own())[1]?.id ?? 0;
    const one = await decide(
      { id: march, kelompok: null },
      { status: 'ditolak', catatan: 'Sudah dibayar tunai' },
    );
    expect(one.status).toBe(200);
    const stale = await decide(first, { jumlah: 500_000 });
    expect([stale.status, stale.refusal.code]).toEqual([409, 'payment_group_changed']);
    expect(await entries()).toEqual([]);
    expect((await decide(first, { jumlah: 400_000 })).status).toBe(200);
    expect(await states()).toEqual([
      'dikonfirmasi',
      'ditolak',
      'dikonfirmasi',
      'dikonfirmasi',
      'dikonfirmasi',
    ]);
    await upload(['2026-03', '2026-07']);
    const [next] = await seen();
    if (!next) throw new Error('nothing waits');
    await decide(next, { status: 'ditolak', catatan: 'Buram' });
    expect((await states()).slice(5)).toEqual(['ditolak', 'ditolak']);
  });

  test('pressing at once: one wins, the other gets 409, nothing is booked twice', async () => {
    const first = await group();
    const ketua = await app.as.ketua();
    const answers = await Promise.all([
      decide(first, { jumlah: 500_000 }),
      decide(first, { jumlah: 500_000 }, ketua),
      decide(first, { status: 'ditolak', catatan: 'Buram' }, await app.as.koordinator('A')),
    ]);
    expect(statusesOf(answers)).toEqual([200, 409, 409]);
    expect(new Set(await states()).size).toBe(1);
    expect(await violations()).toEqual([]);
  });

  test('of another block do not find the group, and another group is refused', async () => {
    const first = await group();
    const elsewhere = await app.as.koordinator('B');
    expect((await decide(first, {}, elsewhere)).status).toBe(404);
    const budi = await app.as.warga('B1-1');
    await upload(['2026-06', '2026-07'], budi);
    const [other] = await seen(elsewhere);
    const mixed = await decide({ id: other?.id ?? 0, kelompok: first.kelompok }, {}, elsewhere);
    expect([mixed.status, mixed.refusal.code]).toEqual([409, 'payment_group_changed']);
    expect(await states()).toEqual(five.map(() => 'menunggu_konfirmasi'));
  });

  test('record several months at once for the sum of their dues', async () => {
    const record = async (jumlah: number, months = five, by = admin) =>
      by.call(recordPayment, {
        body: { user_id: siti.id, 'bulan[]': months, jumlah },
        files: { bukti_transfer: await photo() },
      });
    const wrong = await record(450_000);
    expect([wrong.status, wrong.refusal.errors?.jumlah]).toEqual([
      422,
      'Jumlah harus Rp 500.000, iuran Februari–Juni 2026',
    ]);
    const { status, body } = await record(500_000);
    expect(status).toBe(201);
    expect(body.data.sebukti).toHaveLength(5);
    expect(await states()).toEqual(five.map(() => 'dikonfirmasi'));
    const again = await record(200_000, ['2026-06', '2026-07']);
    expect([again.status, again.refusal.message]).toEqual([409, expect.stringContaining('Juni 2026')]);
    const elsewhere = await app.as.koordinator('B');
    expect((await record(200_000, ['2026-07', '2026-08'], elsewhere)).status).toBe(404);
    expect((await record(200_000, ['2023-07', '2026-08'], elsewhere)).status).toBe(422);
    expect(await violations()).toEqual([]);
  });
});

test('a withdrawn month frees itself; the proof stays readable for the others', async () => {
  await group();
  const [first] = await own();
  await siti.call(deletePaymentWarga, { params: { id: first?.id ?? 0 } });
  const [left] = await seen();
  expect(left?.sebukti.map(({ bulan }) => bulan)).toEqual([3, 4, 5, 6]);
  const proof = await fetch(`${app.url}/assets/uploads/${left?.bukti_transfer}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(proof.status).toBe(200);
  const unpaid = { include: 'unpaid', status: 'belum_bayar' } as const;
  const params = { year: 2026, month: 2 };
  const listed = (await admin.call(listMonthPayments, { params, query: unpaid })).body.data;
  expect(listed.map(({ user_id }) => user_id)).toContain(siti.id);
  expect(left && (await decide(left, { jumlah: 400_000 })).status).toBe(200);
  expect((await upload(['2026-02'])).status).toBe(201);
});

describe('all waiting months of a proof are withdrawn at once', () => {
  const withdraw = ({ id, kelompok }: Pick<StaffPayment, 'id' | 'kelompok'>, by = siti) =>
    by.call(deletePaymentWarga, { params: { id }, query: { kelompok: kelompok ?? undefined } });

  test('each with its row in the audit log, and all months are free again', async () => {
    const first = await group();
    expect((await withdraw(first)).status).toBe(200);
    expect(await own()).toEqual([]);
    const { data } = (await (await app.as.ketua()).call(listAudit, { query: { entitas: 'payments' } })).body;
    expect(data.filter(({ aksi }) => aksi === 'payment.withdrawn')).toHaveLength(5);
    expect((await upload(five)).status).toBe(201);
    expect(await violations()).toEqual([]);
  });

  test.each(['dikonfirmasi', 'ditolak'] as const)('none of them if one month is %s', async (status) => {
    const first = await group();
    const april = (await own())[2]?.id ?? 0;
    await decide({ id: april, kelompok: null }, { status, catatan: 'Sudah dibayar tunai' });
    const { status: code, refusal } = await withdraw(first);
    expect([code, refusal.code]).toEqual([409, 'payment_group_decided']);
    expect(await own()).toHaveLength(5);
  });

  test('of a neighbour, or of another proof, none', async () => {
    const first = await group();
    expect((await withdraw(first, await app.as.warga('A1-2'))).status).toBe(404);
    const other = await withdraw({ id: first.id, kelompok: first.id + 1 });
    expect([other.status, other.refusal.code]).toEqual([409, 'payment_group_changed']);
    expect(await own()).toHaveLength(5);
  });

  test('while staff confirm them: either all are confirmed or all are gone', async () => {
    const first = await group();
    const answers = await Promise.all([decide(first, { jumlah: 500_000 }), withdraw(first), withdraw(first)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await states();
    expect([[], five.map(() => 'dikonfirmasi')]).toContainEqual(left);
    expect(await entries()).toHaveLength(left.length);
    expect(await violations()).toEqual([]);
  });
});
