/** After a month is closed nothing of it moves, whichever way it is tried. */
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reverseEntry, setOpeningBalance } from '../../../contract/book.ts';
import { listCashBook } from '../../../contract/cash-book.ts';
import { addExpense, deleteExpense } from '../../../contract/expenses.ts';
import { reviewPayment } from '../../../contract/payments.ts';
import { addMoneyAccount, transferMoney } from '../../../contract/places.ts';
import { setRate } from '../../../contract/rates.ts';
import { changeResident, deleteResident } from '../../../contract/residents.ts';
import { changeSettings, getSettings } from '../../../contract/settings.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { type Person, password } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { closeMonth } from './close-in-bulk.ts';

let app: TestApp;
let ketua: Person;
let admin: Person;
let siti: Person;
beforeEach(async () => {
  app = await makeApp();
  [ketua, admin, siti] = [await app.as.ketua(), await app.as.admin(), await app.as.warga('A1-1')];
});
afterEach(() => app.close());

const close = (bulan: string) =>
  app.context.write('system', (tx) =>
    closeMonth(tx, { bulan, disusun: { ...admin, pada: tx.now }, disetujui: { ...ketua, pada: tx.now } }),
  );

const spend = async (tanggal_digunakan: string) =>
  await admin.call(addExpense, {
    body: {
      tahun: 2026,
      bulan: Number(tanggal_digunakan.slice(5, 7)),
      jumlah: 40_000,
      judul: 'Cat',
      deskripsi: 'Cat pagar',
      tanggal_digunakan,
    },
    files: { foto: await photo() },
  });
const entries = () => app.context.db.selectFrom('kas_entri').selectAll().orderBy('nomor').execute();
const run = (text: string) => app.context.write('system', (tx) => sql.raw(text).execute(tx.db));

const entry = (nomor: number, tanggal: string) => `INSERT INTO kas_entri
  (nomor, tanggal, akun_id, dana_id, jumlah, jenis, kategori, keterangan, dibuat_pada)
  VALUES (${nomor}, '${tanggal}', 1, 1, 500, 'selisih', 'lebih', 'Uang lebih', '2026-07-15T03:00:00.000Z')`;

describe('both databases refuse', () => {
  beforeEach(() => close('2026-06'));

  test.each(['2026-06-30', '2026-06-01', '2026-05-31', '2019-01-01'])('an entry of %s', async (tanggal) => {
    await expect(run(entry(1, tanggal))).rejects.toThrow('the month is closed');
    expect(await entries()).toEqual([]);
  });

  test('no entry of the first open day', async () => {
    await run(entry(1, '2026-07-01'));
    expect(await entries()).toHaveLength(1);
  });

  test.each([
    `UPDATE tutup_buku SET ringkasan = '{"saldo_akhir":1}'`,
    `UPDATE tutup_buku SET log_ukuran = 1, log_kepala = 'x'`,
    'DELETE FROM tutup_buku',
  ])('%s', async (text) => {
    const before = await app.context.db.selectFrom('tutup_buku').selectAll().execute();
    await expect(run(text)).rejects.toThrow('a closing is final');
    expect(await app.context.db.selectFrom('tutup_buku').selectAll().execute()).toEqual(before);
  });
});

describe('once June is closed,', () => {
  const sentence = 'Buku sampai Juni 2026 sudah ditutup. Gunakan tanggal mulai 1 Juli 2026.';

  test('an expense of June, or earlier, is refused, and one of July is added', async () => {
    await close('2026-06');
    for (const tanggal of ['2026-06-30', '2026-05-01']) {
      const { status, refusal } = await spend(tanggal);
      expect([status, refusal?.code, refusal?.message]).toEqual([409, 'month_closed', sentence]);
    }
    expect(await app.context.db.selectFrom('expenses').select('id').execute()).toEqual([]);
    expect(await app.context.db.selectFrom('files').select('nama').execute()).toEqual([]);
    expect((await spend('2026-07-01')).status).toBe(201);
  });

  test('a transfer of June is refused, and one of July is booked', async () => {
    const body = { nama: 'BCA', jenis: 'bank' } as const;
    const bank = (await admin.call(addMoneyAccount, { body })).body.id;
    await close('2026-06');
    const move = (tanggal: string) =>
      admin.call(transferMoney, {
        body: { dari_akun: 1, dari_dana: 1, ke_akun: bank, ke_dana: 1, jumlah: 1_000, tanggal },
      });
    const { status, refusal } = await move('2026-06-30');
    expect([status, refusal.code, refusal.message]).toEqual([409, 'month_closed', sentence]);
    expect((await move('2026-07-01')).status).toBe(201);
  });

  test('an opening balance before its first entry is refused', async () => {
    await spend('2026-06-10');
    await close('2026-06');
    const body = { jumlah: 1_000, tanggal: '2026-06-09' };
    const { status, refusal } = await admin.call(setOpeningBalance, { body });
    expect([status, refusal?.code, refusal?.message]).toEqual([409, 'month_closed', sentence]);
  });

  test('a payment for June that is confirmed in July goes into July', async () => {
    await close('2026-06');
    const id = await app.given.payment({ of: siti, bulan: 6 });
    const body = { status: 'dikonfirmasi' } as const;
    expect((await admin.call(reviewPayment, { params: { id }, body })).status).toBe(200);
    expect(await entries()).toMatchObject([{ tanggal: '2026-07-15', keterangan: 'Iuran Juni 2026' }]);
  });

  test('deleting an expense of June goes into July with two people, and June stays', async () => {
    const { id } = (await spend('2026-06-10')).body;
    await close('2026-06');
    const june = await entries();
    expect((await admin.call(deleteExpense, { params: { id } })).body.message).toMatch(/persetujuan/);
    expect(await entries()).toEqual(june);
  });

  test('names and houses in it stay as they were, whatever happens to the payer', async () => {
    app.clock.set('2026-06-10T03:00:00.000Z');
    await app.given.payment({ of: siti, bulan: 6, status: 'dikonfirmasi' });
    app.clock.set('2026-07-15T03:00:00.000Z');
    await close('2026-06');
    const before = await entries();
    const change = { params: { id: siti.id }, body: { nama: 'Siti Aminah', blok: 'C3-3' } };
    expect((await ketua.call(changeResident, change)).status).toBe(200);
    expect((await ketua.call(deleteResident, { params: { id: siti.id } })).status).toBe(200);
    expect(await entries()).toEqual(before);
    const shown = (await ketua.call(listCashBook, { params: { year: 2026 } })).body.data;
    expect(shown).toMatchObject([{ nama: 'Warga A1-1', blok: 'A1-1' }]);
  });

  test('dues from June on are refused, even by a clock that went back, and those from July on are set', async () => {
    await close('2026-06');
    app.clock.set('2026-06-30T16:59:59.999Z');
    const back = await ketua.call(changeSettings, {
      body: { duesAmount: 150_000, bankName: 'Bank Lain', password },
    });
    expect([back.status, back.refusal?.code]).toEqual([409, 'month_closed']);
    expect((await ketua.call(getSettings)).body.data).toMatchObject({ duesAmount: 100_000, bankName: '' });
    for (const scope of [{}, { huruf_blok: 'A' }, { user_id: siti.id }]) {
      const body = { jumlah: 90_000, sejak: '2026-06', password, ...scope };
      const { status, refusal } = await ketua.call(setRate, { body });
      expect([status, refusal.code]).toEqual([409, 'month_closed']);
    }
    const reversed = await admin.call(reverseEntry, { body: { nomor: 1, alasan: 'Salah mencatat' } });
    expect(reversed.status).toBe(404);
    app.clock.set('2026-06-30T17:00:00.000Z');
    const set = await ketua.call(changeSettings, { body: { duesAmount: 150_000, password } });
    expect([set.status, set.body.data.duesHistory]).toEqual([200, [{ sejak: '2026-07', jumlah: 150_000 }]]);
  });

  test('a reversal that a clock which went back dates in June is refused', async () => {
    await app.given.expense({ by: admin, tanggal: '2026-06-10' });
    await close('2026-06');
    app.clock.set('2026-06-30T03:00:00.000Z');
    const { status, refusal } = await admin.call(reverseEntry, {
      body: { nomor: 1, alasan: 'Salah mencatat' },
    });
    expect([status, refusal?.code]).toEqual([409, 'month_closed']);
    expect(await entries()).toHaveLength(1);
  });
});
