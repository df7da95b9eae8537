import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  answerComplaint,
  type ComplaintStatus,
  createComplaint,
  deleteComplaint,
} from '../../../contract/complaints.ts';
import * as dashboards from '../../../contract/dashboard.ts';
import { deletePaymentWarga } from '../../../contract/payments.ts';
import { createPost, deletePost } from '../../../contract/posts.ts';
import { deleteResident } from '../../../contract/residents.ts';
import { changeSettings } from '../../../contract/settings.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { type Person, password } from '../../testing/people.ts';

let app: TestApp;
beforeEach(async () => {
  app = await makeApp();
});
afterEach(() => app.close());

const { ketuaDashboard, adminDashboard, koordinatorDashboard, wargaDashboard } = dashboards;

const seenByKetua = async () => (await (await app.as.ketua()).call(ketuaDashboard)).body.data;
const seenByAdmin = async () => (await (await app.as.admin()).call(adminDashboard)).body.data;
const seenByKoordinator = async (letter: string) =>
  (await (await app.as.koordinator(letter)).call(koordinatorDashboard)).body.data;
const seenBy = async (warga: Person) => (await warga.call(wargaDashboard)).body.data;

async function complain(by: Person, status: ComplaintStatus = 'pending', judul = 'Selokan tersumbat') {
  const body = { judul, kategori: 'kebersihan' as const, deskripsi: 'Sudah seminggu.' };
  const { id } = (await by.call(createComplaint, { body })).body;
  const admin = await app.as.admin();
  if (status !== 'pending') await admin.call(answerComplaint, { params: { id }, body: { status } });
  return id;
}

/** Two houses in block A and one in B, each with a pending and a finished record. */
async function estate() {
  const { as, given } = app;
  const people = { siti: await as.warga('A1-1'), budi: await as.warga('A2-1'), tono: await as.warga('B1-1') };
  const { siti, budi, tono } = people;
  await given.payment({ of: siti, bulan: 7, status: 'dikonfirmasi' });
  await given.payment({ of: siti, bulan: 6, status: 'dikonfirmasi' });
  await given.payment({ of: budi, bulan: 7 });
  await given.payment({ of: budi, bulan: 6, status: 'ditolak' });
  await given.payment({ of: tono, bulan: 7, status: 'dikonfirmasi', jumlah: 150_000 });
  await given.payment({ of: tono, bulan: 6 });
  await given.expense({ by: await as.admin(), jumlah: 80_000 });
  await complain(siti);
  await complain(siti, 'selesai');
  await complain(budi, 'proses');
  await complain(tono);
  return people;
}

describe('each role', () => {
  const owners = {
    ketua: ketuaDashboard,
    admin: adminDashboard,
    koordinator: koordinatorDashboard,
    warga: wargaDashboard,
  };

  test.each(Object.keys(owners) as (keyof typeof owners)[])(
    'opens its own dashboard alone: %s',
    async (role) => {
      const person = await app.as[role]();
      for (const [owner, endpoint] of Object.entries(owners)) {
        const { status } = await person.call(endpoint);
        expect([owner, status]).toEqual([owner, owner === role ? 200 : 403]);
      }
    },
  );

  test('needs a session', async () => {
    for (const endpoint of Object.values(owners))
      expect((await app.as.nobody.call(endpoint)).status).toBe(401);
  });
});

describe('the ketua sees', () => {
  test('figures of the whole estate', async () => {
    await estate();
    const { as } = app;
    await as.koordinator('A');
    await as.koordinator('B');
    await as.warga('C1-1');
    expect(await seenByKetua()).toMatchObject({
      totalIncome: 350_000,
      paymentRate: 33,
      totalWarga: 4,
      aduanBulanIni: 4,
      totalAdmin: 1,
      totalKoordinator: 2,
      pembayaranPending: 2,
      aduanPending: 2,
      totalPost: 0,
      statusPembayaran: { lunas: 3, menunggu: 2, ditolak: 1 },
    });
  });

  test('zeros in an estate without residents', async () => {
    const seen = await seenByKetua();
    expect(seen).toMatchObject({ totalIncome: 0, paymentRate: 0, totalWarga: 0, totalPost: 0 });
    expect(seen.bulanan.every(({ target, terkumpul }) => target === 0 && terkumpul === 0)).toBe(true);
  });

  test('the share of payers with a confirmed payment for this month, officers who pay included', async () => {
    const { as, given } = app;
    const [siti, budi] = [await as.warga('A1-1'), await as.warga('A2-1')];
    await as.warga('A3-1');
    await given.payment({ of: siti, bulan: 7, status: 'ditolak' });
    await given.payment({ of: siti, bulan: 7, status: 'dikonfirmasi' });
    await given.payment({ of: budi, bulan: 8, status: 'dikonfirmasi' });
    await given.payment({ of: budi, tahun: 2025, bulan: 7, status: 'dikonfirmasi' });
    await given.payment({ of: await as.admin(), bulan: 7, status: 'dikonfirmasi' });
    expect(await seenByKetua()).toMatchObject({ totalWarga: 3, paymentRate: 50 });
    await as.koordinator('A'); // lives here, and has not paid
    expect(await seenByKetua()).toMatchObject({ totalWarga: 3, paymentRate: 40 });
  });

  test('complaints of the current month in the estate’s time zone', async () => {
    app.clock.set('2026-07-31T16:59:00.000Z');
    await complain(await app.as.warga('A1-1'));
    app.clock.set('2026-07-31T17:01:00.000Z'); // August in Jakarta
    await complain(await app.as.warga('A2-1'));
    expect(await seenByKetua()).toMatchObject({ aduanBulanIni: 1, aduanPending: 2 });
  });

  test('no withdrawn or deleted records', async () => {
    const { as, given } = app;
    const [siti, ketua] = [await as.warga('A1-1'), await as.ketua()];
    const withdrawn = await given.payment({ of: siti });
    await siti.call(deletePaymentWarga, { params: { id: withdrawn } });
    const complaint = await complain(siti);
    await ketua.call(deleteComplaint, { params: { id: complaint } });
    const { id } = (await siti.call(createPost, { body: { konten: 'Kerja bakti Minggu.' } })).body;
    expect(await seenByKetua()).toMatchObject({ totalPost: 1 });
    await ketua.call(deletePost, { params: { id } });
    expect(await seenByKetua()).toMatchObject({
      pembayaranPending: 0,
      aduanPending: 0,
      aduanBulanIni: 0,
      totalPost: 0,
      statusPembayaran: { lunas: 0, menunggu: 0, ditolak: 0 },
    });
  });

  test('only active residents', async () => {
    const { as } = app;
    const [ketua, siti] = [await as.ketua(), await as.warga('A1-1')];
    await as.warga('A2-1', { status: 'inactive' });
    await as.warga('A3-1');
    expect(await seenByKetua()).toMatchObject({ totalWarga: 2 });
    await ketua.call(deleteResident, { params: { id: siti.id } });
    expect(await seenByKetua()).toMatchObject({ totalWarga: 1 });
  });
});

describe('dues by month', () => {
  const month = async (tahun: number, bulan: number) =>
    (await seenByKetua()).bulanan.find((each) => each.tahun === tahun && each.bulan === bulan);

  test('are the last twelve, oldest first, across a year boundary', async () => {
    const { bulanan } = await seenByKetua();
    expect(bulanan.map(({ tahun, bulan }) => `${tahun}-${bulan}`)).toEqual(
      [8, 9, 10, 11, 12]
        .map((bulan) => `2025-${bulan}`)
        .concat([1, 2, 3, 4, 5, 6, 7].map((bulan) => `2026-${bulan}`)),
    );
    expect((await seenByAdmin()).bulanan).toEqual(bulanan);
  });

  test('assign money to the month paid for', async () => {
    const { as, given } = app;
    const siti = await as.warga('A1-1');
    await given.payment({ of: siti, bulan: 3, status: 'dikonfirmasi' });
    await given.payment({ of: siti, bulan: 4 });
    await given.payment({ of: siti, bulan: 3, tahun: 2025, status: 'dikonfirmasi' });
    expect(await month(2026, 3)).toMatchObject({ target: 100_000, terkumpul: 100_000 });
    expect(await month(2026, 4)).toMatchObject({ target: 100_000, terkumpul: 0 });
    expect(await month(2026, 7)).toMatchObject({ terkumpul: 0 });
  });

  test('have no target for months before a resident joined, in the estate’s time zone', async () => {
    const { as } = app;
    await as.warga('A1-1');
    await as.warga('A2-1', { created_at: '2026-05-31T16:59:00.000Z' }); // 31 May, 23.59
    await as.warga('A3-1', { created_at: '2026-05-31T17:00:00.000Z' }); // 1 June
    expect(await month(2026, 4)).toMatchObject({ target: 100_000 });
    expect(await month(2026, 5)).toMatchObject({ target: 200_000 });
    expect(await month(2026, 6)).toMatchObject({ target: 300_000 });
  });

  test('have no target for a deleted resident from that month on', async () => {
    const { as, given } = app;
    const [ketua, siti] = [await as.ketua(), await as.warga('A1-1')];
    await as.warga('A2-1');
    await given.payment({ of: siti, bulan: 6, status: 'dikonfirmasi' });
    await ketua.call(deleteResident, { params: { id: siti.id } });
    expect(await month(2026, 6)).toMatchObject({ target: 200_000, terkumpul: 100_000 });
    expect(await month(2026, 7)).toMatchObject({ target: 100_000 });
  });

  test('use changed dues from the month of the change', async () => {
    const { as } = app;
    await as.warga('A1-1');
    const ketua = await as.ketua();
    await ketua.call(changeSettings, { body: { duesAmount: 120_000, password } });
    expect(await month(2026, 6)).toMatchObject({ target: 100_000 });
    expect(await month(2026, 7)).toMatchObject({ target: 120_000 });
    app.clock.set('2026-08-02T03:00:00.000Z');
    await ketua.call(changeSettings, { body: { duesAmount: 150_000, password } });
    expect(await month(2026, 7)).toMatchObject({ target: 120_000 });
    expect(await month(2026, 8)).toMatchObject({ target: 150_000 });
  });
});

test('the admin sees complaints and payments of the whole estate', async () => {
  await estate();
  expect(await seenByAdmin()).toMatchObject({
    totalAduan: 4,
    aduanPending: 2,
    aduanSelesai: 1,
    totalPembayaran: 6,
    pembayaranPending: 2,
    totalIncome: 350_000,
  });
});

test('a coordinator sees people and tasks of the own block, and the money of the estate', async () => {
  await estate();
  const money = { totalPemasukan: 350_000, totalPengeluaran: 80_000, saldo: 270_000 };
  expect(await seenByKoordinator('A')).toEqual({
    ...money,
    totalWarga: 2,
    totalAduan: 3,
    pembayaranPending: 1,
    aduanPending: 1,
    pemasukanBlok: 200_000,
  });
  expect(await seenByKoordinator('B')).toEqual({
    ...money,
    totalWarga: 1,
    totalAduan: 1,
    pembayaranPending: 1,
    aduanPending: 1,
    pemasukanBlok: 150_000,
  });
  expect(await seenByKoordinator('C')).toMatchObject({
    ...money,
    totalWarga: 0,
    totalAduan: 0,
    pemasukanBlok: 0,
  });
});

describe('a resident sees', () => {
  test('own payments and complaints, and the income of the estate', async () => {
    const { siti, budi } = await estate();
    expect(await seenBy(siti)).toMatchObject({
      totalIncome: 350_000,
      totalPembayaran: 2,
      lunas: 2,
      menunggu: 0,
      ditolak: 0,
      totalAduan: 2,
    });
    const { pembayaranTerbaru, aduanTerbaru, ...figures } = await seenBy(budi);
    expect(figures).toMatchObject({ totalPembayaran: 2, lunas: 0, menunggu: 1, ditolak: 1, totalAduan: 1 });
    expect(pembayaranTerbaru.map(({ user_id, bulan }) => [user_id, bulan])).toEqual([
      [budi.id, 6],
      [budi.id, 7],
    ]);
    expect(aduanTerbaru).toMatchObject([{ judul: 'Selokan tersumbat', status: 'proses' }]);
  });

  test('the latest three of each', async () => {
    const { as, given } = app;
    const siti = await as.warga('A1-1');
    for (const bulan of [1, 2, 3, 4]) await given.payment({ of: siti, bulan });
    for (const judul of ['satu', 'dua', 'tiga', 'empat']) await complain(siti, 'pending', judul);
    await siti.call(deleteComplaint, { params: { id: await complain(siti, 'pending', 'lima') } });
    const { pembayaranTerbaru, aduanTerbaru } = await seenBy(siti);
    expect(pembayaranTerbaru.map(({ bulan }) => bulan)).toEqual([4, 3, 2]);
    expect(aduanTerbaru.map(({ judul }) => judul)).toEqual(['empat', 'tiga', 'dua']);
  });

  test('overdue months with their amounts, although this month is paid; a waiting one is not overdue', async () => {
    const { as, given } = app;
    const siti = await as.warga('A1-1', { created_at: '2026-01-20T03:00:00.000Z' });
    await given.payment({ of: siti, bulan: 7, status: 'dikonfirmasi' });
    await given.payment({ of: siti, bulan: 3 });
    await given.payment({ of: siti, bulan: 5, status: 'ditolak' });
    const owed = async () => {
      const { tunggakan, bulanan } = (await seenBy(siti)).iuran;
      return [tunggakan.map(({ bulan, jumlah }) => [bulan, jumlah]), bulanan.map(({ status }) => status)];
    };
    const later = Array(5).fill('nanti');
    const [t, w] = ['tunggakan', 'menunggu'];
    expect(await owed()).toEqual([
      [1, 2, 4, 5, 6].map((bulan) => [bulan, 100_000]),
      [t, t, w, t, t, t, 'lunas', ...later],
    ]);
    for (const bulan of [1, 2, 4, 5, 6]) await given.payment({ of: siti, bulan, status: 'dikonfirmasi' });
    expect((await owed())[0]).toEqual([]);
    // The first is 1 August in Jakarta: due, not overdue.
    for (const day of ['2026-07-31', '2026-08-13', '2026-08-20']) {
      app.clock.set(`${day}T17:00:00.000Z`);
      expect((await owed())[0]).toEqual([]);
    }
    app.clock.set('2026-08-31T17:00:00.000Z');
    expect((await owed())[0]).toEqual([[8, 100_000]]);
  });

  test('the status of this month', async () => {
    const { as, given } = app;
    const siti = await as.warga('A1-1');
    const state = async () => (await seenBy(siti)).statusBulanIni;
    await given.payment({ of: siti, bulan: 6, status: 'dikonfirmasi' });
    expect(await state()).toBe('belum_bayar');
    await given.payment({ of: siti, bulan: 7, status: 'ditolak' });
    expect(await state()).toBe('ditolak');
    const again = await given.payment({ of: siti, bulan: 7 });
    expect(await state()).toBe('menunggu_konfirmasi');
    await siti.call(deletePaymentWarga, { params: { id: again } });
    await given.payment({ of: siti, bulan: 7, status: 'dikonfirmasi' });
    expect(await state()).toBe('dikonfirmasi');
    app.clock.set('2026-07-31T17:00:00.000Z'); // 1 August in Jakarta
    expect(await state()).toBe('belum_bayar');
  });
});
