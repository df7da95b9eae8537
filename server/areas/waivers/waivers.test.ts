/** Months that two people waive, and months from before the estate used the product. */
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countArrears, getOwnDues, getPayerDues, listArrears } from '../../../contract/arrears.ts';
import { listAudit } from '../../../contract/audit.ts';
import { login } from '../../../contract/auth.ts';
import { askForBill } from '../../../contract/bills.ts';
import { setOpeningBalance } from '../../../contract/book.ts';
import type { CallInput } from '../../../contract/endpoint.ts';
import { monthKey } from '../../../contract/format.ts';
import { addIncome } from '../../../contract/income.ts';
import { getLpj } from '../../../contract/lpj.ts';
import { changeAccount, deleteAccount } from '../../../contract/officers.ts';
import {
  countMonthPayments,
  exportOwnPaymentsWarga,
  listMonthPayments,
  recordPayment,
  uploadPaymentWarga,
} from '../../../contract/payments.ts';
import { setRate } from '../../../contract/rates.ts';
import { getReport } from '../../../contract/reports.ts';
import { listResidents } from '../../../contract/residents.ts';
import { getRound } from '../../../contract/rounds.ts';
import { changeSettings } from '../../../contract/settings.ts';
import {
  endWaiver,
  listWaivers,
  proposeWaiver,
  settleOldMonths,
  summarizeOldMonths,
} from '../../../contract/waivers.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { callsTo, type Person, password } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { decide, onlyProposal } from '../../testing/proposals.ts';

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

type Wanted = CallInput<typeof proposeWaiver>['body'];
const propose = (wanted: Partial<Wanted>, by = admin) =>
  by.call(proposeWaiver, { body: { user_id: siti.id, bulan: ['2026-02'], sebab: 'berduka', ...wanted } });
const decideOnly = async (by: Person, keputusan?: 'setuju' | 'tolak') =>
  decide(by, await onlyProposal(ketua), keputusan);
const waive = async (wanted: Partial<Wanted>) => {
  expect((await propose(wanted)).status).toBe(200);
  expect((await decideOnly(ketua)).status).toBe(200);
};
const dues = async (person: Person) => (await person.call(getOwnDues)).body.data;
const overdueOf = async (person: Person) => (await dues(person)).tunggakan.map(({ bulan }) => bulan);

test('a waiver takes effect once a second person agrees, and is audited', async () => {
  const proposed = await propose({ bulan: ['2026-03', '2026-02'], keterangan: 'Suami meninggal' });
  expect(proposed.body.message).toBe('Usulan dikirim dan menunggu persetujuan orang kedua.');
  expect(proposed.body.data.persetujuan).toMatchObject({
    jenis: 'pembebasan',
    isi: [
      { label: 'Rumah', nilai: 'A1' },
      { label: 'Nama', nilai: siti.nama },
      { label: 'Bulan', nilai: 'Februari–Maret 2026' },
      { label: 'Jumlah', nilai: 'Rp 200.000' },
      { label: 'Alasan', nilai: 'Warga berduka: Suami meninggal' },
    ],
  });
  expect(await overdueOf(siti)).toEqual([1, 2, 3, 4, 5, 6]);
  expect((await decideOnly(admin)).refusal.code).toBe('own_proposal');
  expect((await decideOnly(ketua)).status).toBe(200);
  expect(await overdueOf(siti)).toEqual([1, 4, 5, 6]);
  expect((await dues(siti)).bulanan.slice(0, 4).map(({ status }) => status)).toEqual([
    'tunggakan',
    'dibebaskan',
    'dibebaskan',
    'tunggakan',
  ]);
  const rows = (await ketua.call(listAudit, { query: { entitas: 'waivers' } })).body.data;
  expect(rows).toMatchObject([
    { aksi: 'waiver.granted', sesudah: { jenis: 'pembebasan', jumlah: 200_000, banyak: 2 } },
  ]);
  expect((await findViolations(app.context)).violations).toEqual([]);
});

test('a waived month is in no list of unpaid, no target, no round, and not overdue anywhere', async () => {
  await waive({ bulan: ['2026-06', '2026-07'] });
  expect((await admin.call(listArrears)).body.data.map(({ bulan, jumlah }) => [bulan, jumlah])).toEqual([
    [5, 500_000],
    [6, 600_000],
  ]);
  expect((await admin.call(countArrears)).body.data).toMatchObject({ bulan: 11, jumlah: 1_100_000 });
  const report = (await ketua.call(getReport, { params: { year: 2026 } })).body.data.bulanan;
  expect([report[4]?.target, report[5]?.target, report[6]?.target]).toEqual([200_000, 100_000, 100_000]);
  const month = { params: { year: 2026, month: 7 } };
  const unpaid = await admin.call(listMonthPayments, { ...month, query: { include: 'unpaid' } });
  expect(unpaid.body.data.map(({ nama }) => nama)).toEqual([budi.nama]);
  expect((await admin.call(countMonthPayments, month)).body.data.belum_bayar).toBe(1);
  const [house] = (await admin.call(getRound, { query: { blok: 'A' } })).body.data.rumah;
  expect(house?.bulan.map(({ bulan }) => bulan)).toEqual([1, 2, 3, 4, 5]);
});

test('a waived month reads as waived in the list of residents and the export, whatever was rejected', async () => {
  for (const bulan of [6, 7]) await app.given.payment({ of: siti, bulan, status: 'ditolak' });
  const shown = async () => {
    const resident = await ketua.call(listResidents, { query: { blok: siti.blok ?? '' } });
    const { body } = await siti.call(exportOwnPaymentsWarga, { params: { year: 2026 } });
    const { status, jumlah } = body.data[6] ?? {};
    return [resident.body.data[0]?.status_bulan_ini, body.data[5]?.status, status, jumlah];
  };
  expect(await shown()).toEqual(['ditolak', 'Ditolak', 'Ditolak', 100_000]);
  await waive({ bulan: ['2026-07'] });
  expect(await shown()).toEqual(['dibebaskan', 'Ditolak', 'Dibebaskan', null]);
  await admin.call(endWaiver, { body: { user_id: siti.id, bulan: ['2026-07'], keterangan: 'Salah' } });
  await decideOnly(ketua);
  expect(await shown()).toEqual(['ditolak', 'Ditolak', 'Ditolak', 100_000]);
});

test.each([
  ['is paid', '2026-02', 'Februari 2026'],
  ['waits', '2026-03', 'Maret 2026'],
  ['was never owed', '2025-12', 'Desember 2025'],
])('a month that %s cannot be waived', async (_, bulan, name) => {
  await app.given.payment({ of: siti, bulan: 2, status: 'dikonfirmasi' });
  await app.given.payment({ of: siti, bulan: 3, status: 'menunggu_konfirmasi' });
  const { status, refusal } = await propose({ bulan: ['2026-01', bulan] });
  expect([status, refusal.code]).toEqual([409, 'not_waivable']);
  expect(refusal.message).toContain(name);
});

test('a month that is paid before the second person agrees is not waived', async () => {
  await propose({ bulan: ['2026-02', '2026-04'] });
  await app.given.payment({ of: siti, bulan: 4, status: 'menunggu_konfirmasi' });
  const open = await onlyProposal(ketua);
  expect(open.isi.slice(0, 4)).toEqual([
    {
      label: 'Tidak dapat dilakukan lagi',
      nilai: 'Iuran April 2026 sudah dibayar atau menunggu konfirmasi.',
    },
    { label: 'Rumah', nilai: 'A1' },
    { label: 'Nama', nilai: 'Siti' },
    { label: 'Bulan', nilai: 'Februari, April 2026' },
  ]);
  expect((await decideOnly(ketua)).refusal.code).toBe('not_waivable');
  expect(await overdueOf(siti)).toEqual([1, 2, 3, 5, 6]);
});

test('a rate that changes before the second person agrees is shown to them, and then waived', async () => {
  await propose({ bulan: ['2026-07', '2026-08'] });
  const seen = await onlyProposal(ketua);
  await ketua.call(setRate, { body: { jumlah: 150_000, sejak: '2026-08', password } });
  const stale = await decide(ketua, seen);
  expect([stale.status, stale.refusal.code]).toEqual([409, 'approval_changed']);
  expect(stale.refusal.data).toMatchObject({
    isi: expect.arrayContaining([{ label: 'Jumlah', nilai: 'Rp 250.000' }]),
  });
  expect((await decideOnly(ketua)).status).toBe(200);
  const waived = (await admin.call(listWaivers, { params: { userId: siti.id } })).body.data;
  expect(waived.map(({ bulan, jumlah }) => [bulan, jumlah])).toEqual([
    [7, 100_000],
    [8, 150_000],
  ]);
  expect((await findViolations(app.context)).violations).toEqual([]);
});

test('a month that costs nothing by the time the second person reads of it is not waived', async () => {
  await propose({ bulan: ['2026-08'] });
  await ketua.call(setRate, { body: { jumlah: 0, user_id: siti.id, sejak: '2026-08', password } });
  expect((await decideOnly(ketua)).refusal.message).toContain('Iuran Agustus 2026 tidak ditagih');
});

test('a waived month has no bill with a unique code', async () => {
  await ketua.call(changeSettings, { body: { kodeUnik: true } });
  await waive({ bulan: ['2026-02'] });
  const ask = (bulan: string[]) => siti.call(askForBill, { body: { 'bulan[]': bulan } });
  expect((await ask(['2026-02', '2026-03'])).refusal.code).toBe('month_uncharged');
  expect((await ask(['2026-03'])).status).toBe(200);
});

test('a waived month cannot be paid, until two people end the waiver', async () => {
  await waive({ bulan: ['2026-02', '2026-05'] });
  const files = { bukti_transfer: await photo() };
  const uploaded = await siti.call(uploadPaymentWarga, {
    body: { 'bulan[]': ['2026-01', '2026-02'] },
    files,
  });
  expect([uploaded.status, uploaded.refusal.message]).toEqual([
    409,
    'Iuran Februari 2026 tidak ditagih. Muat ulang, lalu pilih bulan lain.',
  ]);
  const record = { user_id: siti.id, tahun: 2026, bulan: 2, jumlah: 100_000, metode: 'tunai' } as const;
  expect((await admin.call(recordPayment, { body: record })).refusal.code).toBe('month_uncharged');
  await waive({ bulan: ['2026-08'] });
  await ketua.call(setRate, { body: { user_id: siti.id, jumlah: 0, sejak: '2026-08', password } });
  const free = await siti.call(uploadPaymentWarga, { body: { 'bulan[]': ['2026-08'] }, files });
  expect(free.refusal.message).toMatch(/^Iuran Agustus 2026 tidak ditagih/);
  const end = (bulan: string[]) =>
    admin.call(endWaiver, { body: { user_id: siti.id, bulan, keterangan: 'Salah rumah' } });
  expect((await end(['2026-03'])).refusal.code).toBe('not_waived');
  expect((await end(['2026-02'])).status).toBe(200);
  expect(await overdueOf(siti)).not.toContain(2);
  expect((await decideOnly(ketua)).status).toBe(200);
  expect(await overdueOf(siti)).toContain(2);
  const { data } = (await admin.call(listWaivers, { params: { userId: siti.id } })).body;
  expect(data.map(({ bulan }) => bulan)).toEqual([5, 8]);
  const month = { params: { year: 2026, month: 2 } };
  expect((await admin.call(countMonthPayments, month)).body.data.belum_bayar).toBe(2);
  expect((await admin.call(recordPayment, { body: record })).status).toBe(201);
  expect((await findViolations(app.context)).violations).toEqual([]);
});

test('the end of a waiver is that of one house, and of the running one only', async () => {
  const months = { bulan: ['2026-02'] };
  await waive({ ...months, user_id: budi.id });
  for (const _ of ['once', 'again']) {
    await waive(months);
    await admin.call(endWaiver, { body: { ...months, user_id: siti.id, keterangan: 'Salah rumah' } });
    expect((await decideOnly(ketua)).status).toBe(200);
    expect([await overdueOf(siti), await overdueOf(budi)]).toEqual([
      [1, 2, 3, 4, 5, 6],
      [1, 3, 4, 5, 6],
    ]);
  }
  expect((await findViolations(app.context)).violations).toEqual([]);
});

test('of months that are not all waived, none is owed again', async () => {
  await waive({ bulan: ['2026-02'] });
  const body = { user_id: siti.id, bulan: ['2026-02', '2026-03'], keterangan: 'Salah rumah' };
  expect((await admin.call(endWaiver, { body })).refusal.code).toBe('not_waived');
  expect(await overdueOf(siti)).toEqual([1, 3, 4, 5, 6]);
});

test('running waivers name reason, decision and both people; one person alone is said', async () => {
  await waive({ bulan: ['2026-03', '2026-02'] });
  await ketua.call(deleteAccount, { params: { id: admin.id } });
  await propose({ bulan: ['2026-07'], sebab: 'pengurus' }, ketua);
  const running = (await ketua.call(listWaivers, { params: { userId: siti.id } })).body.data;
  const [first, second, last] = running;
  expect(running).toMatchObject([
    { bulan: 2, sebab: 'berduka', diajukan_oleh_nama: admin.nama, diputuskan_oleh_nama: ketua.nama },
    { bulan: 3, sendiri: false },
    { bulan: 7, sebab: 'pengurus', diajukan_oleh_nama: ketua.nama, sendiri: true },
  ]);
  expect(first?.persetujuan_id).toBe(second?.persetujuan_id);
  expect(last?.persetujuan_id).not.toBe(first?.persetujuan_id);
});

test('months to come can be waived, up to twelve, and keep the amount whatever the rate becomes', async () => {
  await waive({ bulan: ['2026-12'], sebab: 'pengurus' });
  await ketua.call(setRate, { body: { jumlah: 150_000, sejak: '2026-08', password } });
  expect((await dues(siti)).bulanan.slice(10)).toEqual([
    { bulan: 11, status: 'nanti', jumlah: 0 },
    { bulan: 12, status: 'dibebaskan', jumlah: 100_000 },
  ]);
  expect((await propose({ bulan: ['2027-07'] })).status).toBe(200);
  await decideOnly(ketua);
  const far = await propose({ bulan: ['2027-08'] });
  expect([far.status, far.refusal.errors]).toEqual([
    422,
    { bulan: 'Bulan paling jauh Juli 2027, 12 bulan ke depan' },
  ]);
});

test('a waived month that costs nothing by now is uncharged in the list of residents, as for its payer', async () => {
  await waive({ bulan: ['2026-07'] });
  await ketua.call(setRate, { body: { jumlah: 0, user_id: siti.id, sejak: '2026-07', password } });
  expect((await dues(siti)).bulanan[6]?.status).toBe('bebas');
  const { data } = (await ketua.call(listResidents, { query: { q: siti.nama } })).body;
  expect(data.map((resident) => resident.status_bulan_ini)).toEqual(['tidak_ditagih']);
});

test('the LPJ of the month counts houses, months and sums by reason, without a name; an ended waiver is gone', async () => {
  await waive({ bulan: ['2026-02', '2026-03'] });
  await waive({ user_id: budi.id, bulan: ['2026-07'], sebab: 'pengurus', keterangan: 'Bendahara' });
  await admin.call(settleOldMonths, { body: { sebelum: '2026-02', user_id: budi.id } });
  await decideOnly(ketua);
  const lpj = async (month: string) => {
    const { data } = (await siti.call(getLpj, { query: { dari: month, sampai: month } })).body;
    const rows = data.filter(({ bagian }) => bagian === 'pembebasan');
    return rows.map(({ uraian, banyak, jumlah }) => [uraian, banyak, jumlah]);
  };
  expect(await lpj('2026-07')).toEqual([
    ['Warga berduka: 1 rumah, 2 bulan', 1, 200_000],
    ['Pengurus sesuai AD/ART: 1 rumah, 1 bulan', 1, 100_000],
    ['Lunas di sistem lama: 1 rumah, 1 bulan', 1, null],
  ]);
  app.clock.set('2026-08-01T03:00:00.000Z');
  expect([await lpj('2026-06'), await lpj('2026-08')]).toEqual([[], []]);
  const ended = { user_id: siti.id, bulan: ['2026-02', '2026-03'], keterangan: 'Salah rumah' };
  await admin.call(endWaiver, { body: ended });
  await decideOnly(ketua);
  expect((await lpj('2026-07')).length).toBe(2);
});

test.each([
  ['first', '2026-06-30T17:00:00.000Z'],
  ['last', '2026-07-31T16:59:59.999Z'],
])('a waiver of the %s day of a month is in the LPJ of that month', async (_, instant) => {
  app.clock.set(instant);
  await waive({});
  const query = { dari: '2026-07', sampai: '2026-07' };
  const { data } = (await siti.call(getLpj, { query })).body;
  expect(data.filter(({ bagian }) => bagian === 'pembebasan')).toHaveLength(1);
});

test('staff see which months ahead are open: neither paid, waiting, waived nor free, up to twelve', async () => {
  await app.given.payment({ of: siti, bulan: 7, status: 'dikonfirmasi' });
  await app.given.payment({ of: siti, bulan: 9 });
  await waive({ bulan: ['2026-11', '2027-01'] });
  await ketua.call(setRate, { body: { jumlah: 150_000, sejak: '2027-03', password } });
  const body = { user_id: siti.id, jumlah: 0, sejak: '2027-06', password };
  expect((await ketua.call(setRate, { body })).status).toBe(200);
  const { terbuka } = (await admin.call(getPayerDues, { params: { userId: siti.id } })).body.data;
  expect(terbuka.map((month) => [monthKey(month), month.jumlah])).toEqual([
    ['2026-08', 100_000],
    ['2026-10', 100_000],
    ['2026-12', 100_000],
    ['2027-02', 100_000],
    ['2027-03', 150_000],
    ['2027-04', 150_000],
    ['2027-05', 150_000],
  ]);
  await waive({ bulan: terbuka.map(monthKey) });
});

test('nobody decides about a waiver of their own house, nor about its end', async () => {
  const created_at = '2026-01-10T03:00:00.000Z';
  const treasurer = await app.as.person('admin', { nama: 'Tono', blok: 'C1', created_at });
  const refusals = async () => [
    (await decideOnly(treasurer)).refusal.code,
    (await decideOnly(treasurer, 'tolak')).refusal.code,
  ];
  await propose({ user_id: treasurer.id, bulan: ['2026-07'], sebab: 'pengurus' });
  expect(await refusals()).toEqual(['own_waiver', 'own_waiver']);
  expect((await decideOnly(ketua)).status).toBe(200);
  const body = { user_id: treasurer.id, bulan: ['2026-07'], keterangan: 'Bukan pengurus lagi' };
  expect((await admin.call(endWaiver, { body })).status).toBe(200);
  expect(await refusals()).toEqual(['own_waiver', 'own_waiver']);
  expect((await decideOnly(ketua)).status).toBe(200);
});

test('a waiver is not decided by an account whose password its payer set lately', async () => {
  const created_at = '2026-01-10T03:00:00.000Z';
  const boss = await app.as.person('ketua', { nama: 'Tono', blok: 'C1', created_at });
  const puppet = await app.as.admin('Boneka');
  const set = { params: { id: puppet.id }, body: { password: 'mangga-muda-7' } };
  expect((await boss.call(changeAccount, set)).status).toBe(200);
  const { token } = (
    await app.as.nobody.call(login, { body: { email: puppet.email, password: 'mangga-muda-7' } })
  ).body;
  await propose({ user_id: boss.id, bulan: ['2026-07'] });
  expect((await decideOnly({ ...puppet, call: callsTo(app.url, token) })).refusal.code).toBe(
    'same_person_payment',
  );
  expect((await decideOnly(ketua)).status).toBe(200);
});

test('coordinators and residents neither propose nor see waivers', async () => {
  for (const person of [await app.as.koordinator('A'), siti]) {
    expect((await propose({}, person)).status).toBe(403);
    expect((await person.call(listWaivers, { params: { userId: siti.id } })).status).toBe(403);
  }
});

test('everything overdue before the book began is settled for all houses by one decision', async () => {
  await admin.call(setOpeningBalance, { body: { jumlah: 5_000_000, tanggal: '2026-05-01' } });
  await decideOnly(ketua);
  await app.given.payment({ of: budi, bulan: 2, status: 'ditolak' });
  const gone = await app.as.warga('A2', { created_at: '2026-01-10T03:00:00.000Z' });
  expect((await ketua.call(deleteAccount, { params: { id: gone.id } })).status).toBe(200);
  const away = await app.as.warga('A3', { created_at: '2026-01-10T03:00:00.000Z' });
  await ketua.call(changeAccount, { params: { id: away.id }, body: { status: 'inactive' } });
  const asked = { sebelum: '2026-05' };
  expect((await admin.call(summarizeOldMonths, { query: asked })).body.data).toEqual({
    rumah: 2,
    bulan: 8,
    jumlah: 800_000,
    paling_akhir: '2026-05',
  });
  const late = await admin.call(settleOldMonths, { body: { sebelum: '2026-06' } });
  expect([late.status, Object.keys(late.refusal.errors ?? {})]).toEqual([422, ['sebelum']]);
  const proposed = await admin.call(settleOldMonths, { body: asked });
  expect(proposed.body.data.persetujuan.isi.slice(0, 3)).toEqual([
    { label: 'Rumah', nilai: '2 rumah' },
    { label: 'Bulan', nilai: '8 bulan sebelum Mei 2026' },
    { label: 'Jumlah', nilai: 'Rp 800.000' },
  ]);
  expect((await decideOnly(ketua)).status).toBe(200);
  for (const person of [siti, budi]) {
    expect(await overdueOf(person)).toEqual([5, 6]);
    expect((await dues(person)).bulanan[0]).toEqual({ bulan: 1, status: 'sistem_lama', jumlah: 100_000 });
  }
  expect((await admin.call(settleOldMonths, { body: asked })).refusal.code).toBe('nothing_old');
  expect((await findViolations(app.context)).violations).toEqual([]);
});

test('old months of more accounts than are read at once are settled, each once', async () => {
  await app.context.write('system', async ({ db }) => {
    await sql`INSERT INTO users (nama, email, blok, urutan_blok, jenis, status, password_hash, created_at)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1001)
      SELECT nama, n || '@banyak.id', blok, urutan_blok, jenis, status, password_hash, created_at
      FROM numbers CROSS JOIN users WHERE id = ${siti.id}`.execute(db);
    await sql`INSERT INTO debtor_changes (user_id, waktu, banyak, huruf_blok, rumah)
      SELECT users.id, waktu, banyak, debtor_changes.huruf_blok, rumah FROM users CROSS JOIN debtor_changes
      WHERE email LIKE '%@banyak.id' AND user_id = ${siti.id}`.execute(db);
  });
  const asked = { sebelum: '2026-04' };
  const sum = async () => (await admin.call(summarizeOldMonths, { query: asked })).body.data;
  expect(await sum()).toMatchObject({ rumah: 1_003, bulan: 3_009, jumlah: 300_900_000 });
  await admin.call(settleOldMonths, { body: asked });
  expect((await decideOnly(ketua)).status).toBe(200);
  expect(await sum()).toMatchObject({ rumah: 0, bulan: 0, jumlah: 0 });
});

test('of one payer alone, what was overdue before the book began is settled', async () => {
  await admin.call(settleOldMonths, { body: { sebelum: '2026-04', user_id: siti.id } });
  expect((await decideOnly(ketua)).status).toBe(200);
  expect([await overdueOf(siti), (await overdueOf(budi)).length]).toEqual([[4, 5, 6], 6]);
});

test('old months are refused at the decision if something was booked before them meanwhile', async () => {
  await admin.call(settleOldMonths, { body: { sebelum: '2026-04' } });
  const body = { judul: 'Sewa balai', kategori: 'sewa', jumlah: 250_000, tanggal: '2026-02-01' };
  expect((await admin.call(addIncome, { body, files: {} })).status).toBe(201);
  expect((await decideOnly(ketua)).refusal.code).toBe('booked_before');
  expect((await overdueOf(siti)).length).toBe(6);
});
