/** Spending above the limit of the estate waits for a second person. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reverseEntry } from '../../../contract/book.ts';
import { getBalance, listCashBook } from '../../../contract/cash-book.ts';
import {
  addExpense,
  deleteExpense,
  exportExpenses,
  listExpenses,
  listYearExpenses,
  sumYearExpenses,
} from '../../../contract/expenses.ts';
import { addIncome } from '../../../contract/income.ts';
import { listNotifications } from '../../../contract/notifications.ts';
import { deleteAccount } from '../../../contract/officers.ts';
import { addFund } from '../../../contract/places.ts';
import { changeSettings } from '../../../contract/settings.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { call } from '../../testing/call.ts';
import { type Person, password } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { decide, onlyProposal } from '../../testing/proposals.ts';

let app: TestApp;
let ketua: Person;
let admin: Person;
let siti: Person;
beforeEach(async () => {
  app = await makeApp();
  [ketua, admin, siti] = [await app.as.ketua(), await app.as.admin(), await app.as.warga('A1-1')];
  await limitTo(500_000);
});
afterEach(() => app.close());

const limitTo = (batasDuaOrang: number) => ketua.call(changeSettings, { body: { batasDuaOrang, password } });
const tent = {
  tahun: 2026,
  bulan: 7,
  jumlah: 500_001,
  judul: 'Sewa tenda',
  deskripsi: 'Untuk 17 Agustus',
  tanggal_digunakan: '2026-07-03',
  kategori: 'acara',
};
const year = { params: { year: 2026 } };
const spend = async (change: object = {}, by = admin) =>
  by.call(addExpense, { body: { ...tent, ...change }, files: { foto: await photo() } });
const waiting = async () => (await siti.call(listExpenses, { query: { status: 'menunggu' } })).body.data;
const booked = async () => (await siti.call(listYearExpenses, year)).body;
const proposal = () => onlyProposal(ketua);
const saldo = async () => (await siti.call(getBalance)).body.data.saldo;
const picture = async (foto: string | null) =>
  (await fetch(`${app.url}/assets/uploads/${foto}`, { headers: { authorization: `Bearer ${siti.token}` } }))
    .status;
const violations = async () => (await findViolations(app.context)).violations;

describe('spending above the limit', () => {
  test('is shown as waiting, in no sum, list or export, until a second person approves what they saw', async () => {
    const { status, body } = await spend();
    expect([status, body.message, body.data.menunggu, body.data.nomor]).toEqual([
      201,
      'Usulan dikirim dan menunggu persetujuan orang kedua.',
      true,
      null,
    ]);
    expect(await waiting()).toMatchObject([{ id: body.id, judul: tent.judul, menunggu: true }]);
    expect(await booked()).toMatchObject({ data: [], total: 0 });
    expect((await siti.call(sumYearExpenses, year)).body.data).toEqual({ total: 0, kategori: [] });
    expect((await siti.call(exportExpenses, year)).body.data).toEqual([]);
    expect([(await siti.call(listCashBook, year)).body.data, await saldo()]).toEqual([[], 0]);
    expect(await violations()).toEqual([]);

    const shown = await proposal();
    expect(shown).toMatchObject({ jenis: 'pengeluaran', foto: body.data.foto, diajukan_oleh: admin.id });
    expect(shown.isi).toEqual([
      { label: 'Judul', nilai: 'Sewa tenda' },
      { label: 'Jumlah', nilai: 'Rp 500.001' },
      { label: 'Kategori', nilai: 'Acara' },
      { label: 'Tanggal digunakan', nilai: '3 Juli 2026' },
      { label: 'Untuk bulan', nilai: 'Juli 2026' },
      { label: 'Deskripsi', nilai: 'Untuk 17 Agustus' },
      { label: 'Bukti', nilai: 'Foto' },
    ]);
    expect(await picture(shown.foto)).toBe(200);
    const other = (await spend({ judul: 'Sewa panggung' })).body;
    expect((await decide(admin, shown)).refusal.code).toBe('own_proposal');
    expect((await decide(ketua, shown)).status).toBe(200);

    expect(await waiting()).toMatchObject([{ id: other.id, menunggu: true }]);
    expect(await booked()).toMatchObject({
      data: [{ id: body.id, admin_nama: admin.nama, menunggu: false, nomor: 1 }],
      total: 500_001,
    });
    const [entry] = (await siti.call(listCashBook, year)).body.data;
    expect(entry).toMatchObject({ nomor: 1, disetujui_oleh: ketua.nama, kategori: 'acara' });
    expect(await saldo()).toBe(-500_001);
    const row = await app.context.db.selectFrom('kas_entri').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ dibuat_oleh: admin.id, jumlah: -500_001 });
    expect(await picture(body.data.foto)).toBe(200);
    expect(await violations()).toEqual([]);
  });

  test('at the limit, and without a limit, is booked at once', async () => {
    expect((await spend({ jumlah: 500_000 })).body.data.menunggu).toBe(false);
    await limitTo(0);
    expect((await spend({ jumlah: 9_000_000 })).body.data.menunggu).toBe(false);
  });

  test('that is refused leaves no sum and no photo, and the proposer reads why', async () => {
    const { foto } = (await spend()).body.data;
    expect((await decide(ketua, await proposal(), 'tolak')).status).toBe(200);
    expect([await waiting(), (await booked()).data, await saldo()]).toEqual([[], [], 0]);
    expect(await picture(foto)).toBe(404);
    const stored = await app.context.db.selectFrom('files').select('nama').where('nama', '=', foto).execute();
    expect(stored).toEqual([]);
    const [news] = (await admin.call(listNotifications)).body.data;
    expect(news?.pesan).toContain('Pengeluaran ditolak oleh Ketua');
    expect(await violations()).toEqual([]);
  });

  test('is withdrawn by its proposer, with its photo alone', async () => {
    const kept = (await spend({ jumlah: 500_000 })).body.data;
    const { foto } = (await spend()).body.data;
    expect((await decide(admin, await proposal(), 'tolak')).status).toBe(200);
    expect([await waiting(), await picture(foto), await picture(kept.foto)]).toEqual([[], 404, 200]);
    const news = (await admin.call(listNotifications)).body.data;
    expect(news.filter(({ jenis }) => jenis !== 'announcement')).toEqual([]);
    expect(await violations()).toEqual([]);
  });

  test('is decided once, however many press at the same time', async () => {
    await spend();
    const shown = await proposal();
    const second = await app.as.admin('Admin Dua');
    const answers = await Promise.all([
      decide(ketua, shown),
      decide(second, shown, 'tolak'),
      decide(ketua, shown),
      decide(admin, shown, 'tolak'),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    const isBooked = (await booked()).data.length === 1;
    expect([await waiting(), await saldo()]).toEqual([[], isBooked ? -500_001 : 0]);
    expect(await violations()).toEqual([]);
  });

  test('sent again under its key is proposed once', async () => {
    const input = { body: { ...tent, tanpa_bukti: '1', saksi: 'Budi' } as const, files: {} };
    const key = '22222222-2222-4222-8222-222222222222';
    const send = () => call(app.url, admin.token, addExpense, input, key);
    const ids = (await Promise.all([send(), send(), send()])).map(({ body }) => body.id);
    expect([new Set(ids).size, (await waiting()).length]).toEqual([1, 1]);
  });

  test('waits on when the limit is raised meanwhile, and what was booked stays when it is lowered', async () => {
    await spend({ jumlah: 400_000, judul: 'Kecil' });
    await spend();
    await limitTo(100_000_000);
    expect(await waiting()).toHaveLength(1);
    await limitTo(1);
    expect((await booked()).data.map(({ judul }) => judul)).toEqual(['Kecil']);
    expect((await decide(ketua, await proposal())).status).toBe(200);
    expect(await saldo()).toBe(-900_001);
  });

  test('of an officer who was removed meanwhile can be approved, and still names them', async () => {
    await spend();
    await ketua.call(deleteAccount, { params: { id: admin.id } });
    const shown = await proposal();
    expect(shown.diajukan_oleh_nama).toBe(admin.nama);
    expect((await decide(ketua, shown)).status).toBe(200);
    expect((await booked()).data[0]?.admin_nama).toBe(admin.nama);
    expect(await violations()).toEqual([]);
  });

  test('is not decided by somebody who was removed meanwhile', async () => {
    await spend();
    const second = await app.as.admin('Admin Dua');
    const shown = await proposal();
    await ketua.call(deleteAccount, { params: { id: second.id } });
    expect((await decide(second, shown)).status).toBe(401);
    expect(await waiting()).toHaveLength(1);
  });

  test('cannot be approved once an opening balance lies behind it, and can still be refused', async () => {
    await spend();
    await app.context.write('system', (tx) =>
      tx.db
        .insertInto('kas_entri')
        .values({
          nomor: 1,
          tanggal: '2026-07-10',
          akun_id: 1,
          dana_id: 1,
          jumlah: 1,
          jenis: 'saldo_awal',
          kategori: '',
          keterangan: 'Saldo awal',
          dibuat_pada: tx.now,
        })
        .execute(),
    );
    const shown = await proposal();
    expect(shown.isi.slice(0, 2)).toEqual([
      { label: 'Tidak dapat dilakukan lagi', nilai: expect.stringContaining('saldo awal') as string },
      { label: 'Judul', nilai: 'Sewa tenda' },
    ]);
    expect((await decide(ketua, shown)).refusal.code).toBe('before_opening');
    expect((await decide(ketua, shown, 'tolak')).status).toBe(200);
  });

  test('of more than a restricted fund has is not proposed, and not offered once the fund has less', async () => {
    const { id: dana_id } = (await admin.call(addFund, { body: { nama: 'Duka', terikat: true } })).body;
    const body = {
      judul: 'Sumbangan',
      kategori: 'sumbangan',
      jumlah: 600_000,
      tanggal: '2026-07-01',
      dana_id,
    };
    await admin.call(addIncome, { body });
    const refused = await spend({ jumlah: 600_001, dana_id });
    expect([refused.status, refused.refusal.code]).toEqual([409, 'fund_overdrawn']);
    expect(await waiting()).toEqual([]);
    await spend({ dana_id });
    expect((await proposal()).isi[0]?.label).toBe('Judul');
    await spend({ dana_id, jumlah: 100_000 });
    const left = 'Yang dapat dipakai pada 3 Juli 2026 Rp 500.000.';
    expect((await proposal()).isi.slice(0, 2)).toEqual([
      { label: 'Tidak dapat dilakukan lagi', nilai: expect.stringContaining(left) as string },
      { label: 'Judul', nilai: 'Sewa tenda' },
    ]);
  });

  test('in an estate with one officer is booked at once, and says that nobody else approved it', async () => {
    await ketua.call(deleteAccount, { params: { id: admin.id } });
    const { data, message } = (await spend({}, ketua)).body;
    expect([data.menunggu, message]).toEqual([false, 'Pengeluaran berhasil ditambahkan']);
    const [entry] = (await siti.call(listCashBook, year)).body.data;
    expect(entry?.disetujui_oleh).toBe(ketua.nama);
  });

  test('that waits is nothing to delete', async () => {
    const { id } = (await spend()).body;
    expect((await ketua.call(deleteExpense, { params: { id } })).status).toBe(404);
  });
});

test('an expense whose reversal waits for a second person says so until it is decided', async () => {
  const id = await app.given.expense({ by: admin, tanggal: '2026-05-02' });
  const isMarked = async () =>
    (await booked()).data.map((expense) => [expense.id, expense.pembatalan_menunggu]);
  expect(await isMarked()).toEqual([[id, false]]);
  await admin.call(reverseEntry, { body: { nomor: 1, alasan: 'Notanya dihitung dua kali' } });
  expect(await isMarked()).toEqual([[id, true]]);
  await decide(ketua, await proposal(), 'tolak');
  expect(await isMarked()).toEqual([[id, false]]);
});
