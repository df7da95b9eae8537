/** Rates of the dues: for all, a block, a house status or one house, and what houses are used for. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getOwnDues, getPayerDues, listArrears } from '../../../contract/arrears.ts';
import { listAudit } from '../../../contract/audit.ts';
import type { CallInput } from '../../../contract/endpoint.ts';
import { listNotifications } from '../../../contract/notifications.ts';
import { listMonthPayments, recordPayment, uploadPaymentWarga } from '../../../contract/payments.ts';
import { listRates, setRate, summarizeRate } from '../../../contract/rates.ts';
import { getReport } from '../../../contract/reports.ts';
import { changeResident, listResidents } from '../../../contract/residents.ts';
import { getSettings, listAnnouncements } from '../../../contract/settings.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { type Person, password } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { closeMonth } from '../closings/close-in-bulk.ts';

let app: TestApp;
let ketua: Person;
let admin: Person;
let siti: Person;
let budi: Person;
/** On 15 July 2026; both residents owe since January, at Rp 100.000. */
beforeEach(async () => {
  app = await makeApp();
  [ketua, admin] = [await app.as.ketua(), await app.as.admin()];
  const created_at = '2026-01-10T03:00:00.000Z';
  siti = await app.as.person('warga', { nama: 'Siti', blok: 'A1', created_at });
  budi = await app.as.person('warga', { nama: 'Budi', blok: 'B1', created_at });
});
afterEach(() => app.close());

type Rate = Omit<CallInput<typeof setRate>['body'], 'password'>;
const set = (body: Rate, by = ketua) => by.call(setRate, { body: { ...body, password } });
const cost = async (person: Person) => (await person.call(getOwnDues)).body.data.tarif;
const house = (of: Person, rumah: 'dihuni' | 'kosong' | 'usaha', rumah_sejak?: string, by = admin) =>
  by.call(changeResident, {
    params: { id: of.id },
    body: { rumah, ...(rumah_sejak ? { rumah_sejak } : {}) },
  });
const overdueOf = async (person: Person) =>
  (await person.call(getOwnDues)).body.data.tunggakan.map(({ bulan, jumlah }) => [bulan, jumlah]);

test('a rate begins next month unless named, after a summary, and everyone is told', async () => {
  const asked = { huruf_blok: 'B', jumlah: 150_000 };
  const { body } = await ketua.call(summarizeRate, { query: asked });
  const summary = { sejak: '2026-08', rumah: 1, sebelum: 200_000, sesudah: 250_000 };
  expect(body.data).toEqual(summary);
  const saved = await set(asked);
  expect([saved.status, saved.body]).toMatchObject([
    200,
    { data: summary, message: 'Tarif iuran berhasil disimpan' },
  ]);
  expect(await cost(budi)).toEqual([
    { sejak: '2026-08', jumlah: 150_000 },
    { sejak: '2000-01', jumlah: 100_000 },
  ]);
  expect(await cost(siti)).toEqual([{ sejak: '2000-01', jumlah: 100_000 }]);
  expect((await ketua.call(listRates)).body.data).toMatchObject([
    { sejak: '2026-08', huruf_blok: 'B', rumah: null, user_id: null, jumlah: 150_000 },
  ]);
  expect((await siti.call(listNotifications)).body.data[0]?.pesan).toBe(
    'Ketua mengubah tarif iuran mulai Agustus 2026. Lihat perubahannya sebelum membayar.',
  );
  expect((await siti.call(listAnnouncements)).body.data[0]).toMatchObject({
    perihal: 'iuran',
    sebelum: 'ikut tarif umum',
    sesudah: 'Rp 150.000 untuk Blok B mulai Agustus 2026',
  });
  const [row] = (await ketua.call(listAudit)).body.data;
  expect(row).toMatchObject({
    aksi: 'rate.set',
    entitas: 'rates',
    sesudah: { sejak: '2026-08', huruf_blok: 'B' },
  });
  expect((await findViolations(app.context)).violations).toEqual([]);
});

test('a summary of one house counts it alone, and a rate begins in twelve months at the latest', async () => {
  const query = { user_id: String(siti.id), jumlah: '60000', sejak: '2027-07' };
  const { body } = await ketua.call(summarizeRate, { query });
  expect(body.data).toEqual({ sejak: '2027-07', rumah: 1, sebelum: 200_000, sesudah: 160_000 });
  expect((await set({ jumlah: 120_000, sejak: '2027-08' })).status).toBe(422);
});

test('a rate for one house is announced without saying which, and ends by a change without amount', async () => {
  await set({ user_id: siti.id, jumlah: 40_000, sejak: '2026-07' });
  const [announced] = (await budi.call(listAnnouncements)).body.data;
  expect(announced?.sesudah).toBe('Rp 40.000 untuk satu rumah mulai Juli 2026');
  await set({ user_id: siti.id, jumlah: null, sejak: '2026-09' });
  expect(await cost(siti)).toEqual([
    { sejak: '2026-09', jumlah: 100_000 },
    { sejak: '2026-07', jumlah: 40_000 },
    { sejak: '2000-01', jumlah: 100_000 },
  ]);
});

test('the audit log says what a rate was before, by that month and for just these houses', async () => {
  const earlier: Rate[] = [
    { huruf_blok: 'A', jumlah: 80_000 },
    { huruf_blok: 'A', jumlah: 85_000, sejak: '2026-12' },
    { rumah: 'kosong', jumlah: 50_000 },
    { user_id: siti.id, jumlah: 40_000 },
    { rumah: 'usaha', jumlah: 150_000 },
    { user_id: budi.id, jumlah: 30_000 },
    { huruf_blok: 'B', jumlah: 90_000 },
  ];
  for (const rate of earlier) expect((await set(rate)).status).toBe(200);
  for (const [rate, jumlah] of [
    [{ huruf_blok: 'A' }, 80_000],
    [{ rumah: 'kosong' }, 50_000],
    [{ user_id: siti.id }, 40_000],
    [{ rumah: 'dihuni' }, null],
    [{}, 100_000],
  ] as const) {
    expect((await set({ ...rate, jumlah: 70_000 })).status).toBe(200);
    const [row] = (await ketua.call(listAudit, { query: { entitas: 'rates' } })).body.data;
    expect(row).toMatchObject({ sebelum: { jumlah }, sesudah: { ...rate, jumlah: 70_000 } });
  }
});

test('a rate for all is the one in the settings, from its month on', async () => {
  await set({ jumlah: 125_000 });
  const { duesAmount, duesHistory } = (await siti.call(getSettings)).body.data;
  expect([duesAmount, duesHistory]).toEqual([100_000, [{ sejak: '2026-08', jumlah: 125_000 }]]);
  app.clock.set('2026-08-01T03:00:00.000Z');
  expect((await siti.call(getSettings)).body.data.duesAmount).toBe(125_000);
});

test.each([
  ['into an earlier month', { jumlah: 1, sejak: '2026-06' }, 'sejak'],
  ['more than a year ahead', { jumlah: 1, sejak: '2027-08' }, 'sejak'],
  ['for a block that the estate does not have', { jumlah: 1, huruf_blok: 'Z' }, 'huruf_blok'],
  ['for two things at once', { jumlah: 1, huruf_blok: 'A', rumah: 'kosong' as const }, 'rumah'],
  ['for nobody', { jumlah: 1, user_id: 999_999 }, 'user_id'],
  ['for all without an amount', { jumlah: null }, 'jumlah'],
  ['of nothing', { jumlah: 0 }, 'jumlah'],
])('a rate %s is refused with a sentence at the field', async (_, body, field) => {
  const { status, refusal } = await set(body);
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
  expect((await ketua.call(getSettings)).body.data.duesHistory).toEqual([]);
});

test('a house at Rp 0 is not charged: no arrears, no target, no list of unpaid, nothing to upload', async () => {
  const asked = { rumah: 'kosong', jumlah: 0, sejak: '2026-07' } as const;
  const { body } = await ketua.call(summarizeRate, { query: { ...asked, jumlah: '0' } });
  expect(body.data.sesudah).toBe(200_000);
  expect((await set(asked)).status).toBe(200);
  expect((await siti.call(listAnnouncements)).body.data[0]?.sesudah).toBe(
    'tidak ditagih untuk rumah berstatus kosong mulai Juli 2026',
  );
  await house(budi, 'kosong', '2026-07-10');
  app.clock.set('2026-08-05T03:00:00.000Z');
  expect((await overdueOf(siti)).length).toBe(7);
  expect((await overdueOf(budi)).at(-1)).toEqual([6, 100_000]);
  const { bulanan } = (await budi.call(getOwnDues)).body.data;
  expect([bulanan[6]?.status, bulanan[7]?.status]).toEqual(['bebas', 'bebas']);
  const report = (await ketua.call(getReport, { params: { year: 2026 } })).body.data.bulanan;
  expect([report[5]?.target, report[6]?.target, report[7]?.target]).toEqual([200_000, 100_000, 100_000]);
  const month = { params: { year: 2026, month: 8 }, query: { include: 'unpaid' as const } };
  expect((await admin.call(listMonthPayments, month)).body.data.map(({ nama }) => nama)).toEqual([siti.nama]);
  const files = { bukti_transfer: await photo() };
  const sent = await budi.call(uploadPaymentWarga, { body: { tahun: 2026, bulan: 8 }, files });
  expect([sent.status, sent.refusal.code]).toEqual([409, 'month_uncharged']);
});

test('a month costs nothing for who had such a house at its end, neither before nor after', async () => {
  app.clock.set('2026-06-10T03:00:00.000Z');
  await set({ rumah: 'kosong', jumlah: 0, sejak: '2026-06' });
  await house(budi, 'kosong', '2026-06-05');
  app.clock.set('2026-07-15T03:00:00.000Z');
  await house(budi, 'dihuni', '2026-07-02');
  await house(siti, 'kosong', '2026-07-03');
  const unpaid = async (month: number) => {
    const params = { year: 2026, month };
    const rows = (await admin.call(listMonthPayments, { params, query: { include: 'unpaid' } })).body.data;
    return rows.map(({ nama }) => nama);
  };
  expect([await unpaid(6), await unpaid(7)]).toEqual([['Siti'], ['Budi']]);
});

test('a rate needs the password, and the ketua', async () => {
  const wrong = await ketua.call(setRate, { body: { jumlah: 1, password: 'salah-sekali' } });
  expect(wrong.status).toBe(422);
  for (const person of [admin, siti]) expect((await set({ jumlah: 1 }, person)).status).toBe(403);
});

test('months are charged at the rate of their house; paid ones keep what was paid, in every figure', async () => {
  await app.given.payment({ of: siti, bulan: 7, status: 'dikonfirmasi' });
  await set({ rumah: 'kosong', jumlah: 40_000, sejak: '2026-07' });
  await set({ huruf_blok: 'A', jumlah: 120_000, sejak: '2026-07' });
  expect((await house(budi, 'kosong', '2026-07-10')).body.data.rumah).toBe('kosong');
  app.clock.set('2026-08-05T03:00:00.000Z');
  expect((await overdueOf(siti)).slice(-1)).toEqual([[6, 100_000]]);
  expect((await overdueOf(budi)).slice(-2)).toEqual([
    [6, 100_000],
    [7, 40_000],
  ]);
  const rows = (await admin.call(listArrears)).body.data.map(({ nama, bulan, jumlah }) => [
    nama,
    bulan,
    jumlah,
  ]);
  expect(rows).toEqual([
    [siti.nama, 6, 600_000],
    [budi.nama, 7, 640_000],
  ]);
  const report = (await ketua.call(getReport, { params: { year: 2026 } })).body.data.bulanan;
  expect([report[5]?.target, report[6]?.target, report[7]?.target]).toEqual([200_000, 160_000, 160_000]);
  const month = await admin.call(listMonthPayments, {
    params: { year: 2026, month: 8 },
    query: { include: 'unpaid' },
  });
  expect(month.body.data.map(({ jumlah, status }) => [jumlah, status])).toEqual([
    [120_000, 'belum_bayar'],
    [40_000, 'belum_bayar'],
  ]);
});

test('the rate of a house goes before that of its status, and this before that of its block', async () => {
  await set({ huruf_blok: 'B', jumlah: 150_000, sejak: '2026-07' });
  await set({ rumah: 'kosong', jumlah: 40_000, sejak: '2026-07' });
  const july = async () => (await cost(budi)).find(({ sejak }) => sejak === '2026-07')?.jumlah;
  expect(await july()).toBe(150_000);
  await house(budi, 'kosong', '2026-07-10');
  expect(await july()).toBe(40_000);
  await set({ user_id: budi.id, jumlah: 60_000, sejak: '2026-07' });
  expect(await july()).toBe(60_000);
});

test('what a resident uploads and what staff record costs each month its own rate', async () => {
  await set({ user_id: siti.id, jumlah: 80_000, sejak: '2026-08' });
  const months = ['2026-07', '2026-08', '2026-09'];
  const files = { bukti_transfer: await photo() };
  const paid = await siti.call(uploadPaymentWarga, { body: { 'bulan[]': months.slice(0, 2) }, files });
  expect([paid.status, paid.body.data.jumlah]).toEqual([201, 100_000]);
  const record = (jumlah: number) =>
    admin.call(recordPayment, {
      body: { user_id: siti.id, 'bulan[]': ['2026-06', '2026-09'], jumlah },
      files: { bukti_transfer: files.bukti_transfer },
    });
  expect((await record(200_000)).refusal.errors).toEqual({
    jumlah: 'Jumlah harus Rp 180.000, iuran Juni, September 2026',
  });
  expect((await record(180_000)).status).toBe(201);
  const {
    terbuka,
    halangan: _,
    ...seen
  } = (await admin.call(getPayerDues, { params: { userId: siti.id } })).body.data;
  expect(seen).toEqual((await siti.call(getOwnDues)).body.data);
  expect(terbuka[0]).toEqual({ tahun: 2026, bulan: 10, jumlah: 80_000 });
});

test('a coordinator sees what a month costs in the own block only', async () => {
  const coordinator = await app.as.koordinator('A');
  const see = async (of: Person) =>
    (await coordinator.call(getPayerDues, { params: { userId: of.id } })).status;
  expect([await see(siti), await see(budi)]).toEqual([200, 404]);
  expect((await siti.call(getPayerDues, { params: { userId: siti.id } })).status).toBe(403);
});

test('a house changes its status on a day: by staff of the block, audited, and never before its last change', async () => {
  const coordinator = await app.as.koordinator('A');
  expect((await house(siti, 'usaha', '2026-07-01', coordinator)).body.data.rumah).toBe('usaha');
  expect((await house(budi, 'usaha', '2026-07-01', coordinator)).status).toBe(404);
  const [row] = (await ketua.call(listAudit)).body.data;
  expect(row).toMatchObject({
    aksi: 'house.changed',
    sebelum: { rumah: 'dihuni' },
    sesudah: { rumah: 'usaha', sejak: '2026-07-01' },
  });
  expect((await house(siti, 'dihuni', '2026-07-01')).status).toBe(200);
  expect((await house(siti, 'usaha', '2026-07-01')).status).toBe(200);
  expect((await house(budi, 'kosong', '2026-06-01')).status).toBe(200); // whenever others changed
  const early = await house(siti, 'kosong', '2026-06-30');
  expect([early.status, early.refusal.errors]).toEqual([
    422,
    { rumah_sejak: 'Tanggal mulai paling awal 1 Juli 2026: data rumah ini terakhir berubah hari itu' },
  ]);
  expect((await house(siti, 'kosong', '2026-07-16')).status).toBe(422);
  const listed = (await admin.call(listResidents)).body.data.map(({ rumah }) => rumah);
  expect(listed).toEqual(['usaha', 'kosong']);
  expect((await findViolations(app.context)).violations).toEqual([]);
});

test('a status reaches no closed month, and a move leaves the months before at their rate', async () => {
  await set({ huruf_blok: 'B', jumlah: 90_000, sejak: '2026-07' });
  await app.given.payment({ of: budi, bulan: 7, status: 'dikonfirmasi' });
  app.clock.set('2026-08-05T03:00:00.000Z');
  const signed = { id: ketua.id, nama: ketua.nama, pada: '2026-08-02T03:00:00.000Z' };
  await app.context.write('system', (tx) =>
    closeMonth(tx, { bulan: '2026-07', disusun: signed, disetujui: signed }),
  );
  const closed = await house(siti, 'kosong', '2026-07-31');
  expect([closed.status, closed.refusal.code]).toEqual([409, 'month_closed']);
  await admin.call(changeResident, { params: { id: siti.id }, body: { blok: 'B2' } });
  expect((await overdueOf(siti)).slice(-1)).toEqual([[7, 100_000]]);
  expect((await cost(siti))[0]).toEqual({ sejak: '2026-08', jumlah: 90_000 });
});

test('a rate that was put into the database by hand is found by the doctor', async () => {
  await set({ huruf_blok: 'B', jumlah: 150_000 });
  await app.context.write('system', (tx) =>
    tx.db
      .insertInto('tarif')
      .values({ sejak: '2026-08', user_id: siti.id, huruf_blok: null, rumah: null, jumlah: 1 })
      .execute(),
  );
  const { violations } = await findViolations(app.context);
  expect(violations.map(({ table, says }) => [table, says])).toEqual([
    ['tarif', 'riwayat perubahan tidak menyebut tarif ini'],
  ]);
});
