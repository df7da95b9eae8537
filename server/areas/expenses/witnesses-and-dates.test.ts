/** Expenses without a receipt, and the month that an expense belongs to. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setOpeningBalance } from '../../../contract/book.ts';
import { exportCashBook, listCashBook } from '../../../contract/cash-book.ts';
import { addExpense, exportExpenses, listYearExpenses } from '../../../contract/expenses.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';

let app: TestApp;
let ketua: Person;
let siti: Person;
beforeEach(async () => {
  app = await makeApp();
  [ketua, siti] = [await app.as.ketua(), await app.as.warga('A1-1')];
});
afterEach(() => app.close());

const broom = {
  tahun: 2026,
  bulan: 7,
  jumlah: 40_000,
  judul: 'Sapu',
  deskripsi: 'Dari pedagang keliling',
  tanggal_digunakan: '2026-07-03',
};
const unproved = { tanpa_bukti: '1', saksi: 'Budi' } as const;
const spend = (change: object, files: { foto?: File } = {}) =>
  ketua.call(addExpense, { body: { ...broom, ...change }, files });

describe('an expense without a receipt', () => {
  test('names a witness, in the list, the cash book and both exports', async () => {
    const { status, body } = await spend(unproved);
    expect([status, body.data.saksi, body.data.foto]).toEqual([201, 'Budi', null]);
    const year = { params: { year: 2026 } };
    const rows = [
      (await siti.call(listYearExpenses, year)).body.data[0],
      (await siti.call(listCashBook, year)).body.data[0],
      (await siti.call(exportExpenses, year)).body.data[0],
      (await siti.call(exportCashBook, year)).body.data[0],
    ];
    expect(rows.map((row) => row?.saksi)).toEqual(Array(4).fill('Budi'));
    const csv = await siti.call(exportExpenses, { ...year, query: { format: 'csv' } });
    const [head, first] = (csv.body as unknown as { text: string }).text.split('\r\n');
    expect([head, first]).toEqual([
      expect.stringMatching(/Saksi/),
      expect.stringMatching(/Lain-lain;Budi;$/),
    ]);
    expect((await findViolations(app.context)).violations).toEqual([]);
  });

  test('is refused without a witness, with oneself as the witness, and with a photo', async () => {
    const tried = [
      await spend({ tanpa_bukti: '1' }),
      await spend({ tanpa_bukti: '1', saksi: '  ' }),
      await spend({ tanpa_bukti: '1', saksi: ketua.nama.toUpperCase() }),
      await spend(unproved, { foto: await photo() }),
      await spend({ tanpa_bukti: 'ya', saksi: 'Budi' }),
      await spend({ tanpa_bukti: '0', saksi: 'Budi' }),
      await spend({ saksi: 'Budi' }),
      await spend({ ...unproved, saksi: 'a'.repeat(101) }),
    ];
    expect(tried.map(({ status, refusal }) => [status, Object.keys(refusal.errors ?? {})])).toEqual(
      [['saksi'], ['saksi'], ['saksi'], ['foto'], ['foto', 'tanpa_bukti'], ['foto'], ['foto'], ['saksi']].map(
        (fields) => [422, expect.arrayContaining(fields)],
      ),
    );
    expect((await siti.call(listYearExpenses, { params: { year: 2026 } })).body.data).toEqual([]);
  });

  test('with a photo keeps no witness', async () => {
    const { data } = (await spend({ saksi: 'Budi' }, { foto: await photo() })).body;
    expect(data.saksi).toBeNull();
  });
});

describe('the day of an expense', () => {
  test.each([
    ['the last day of the month before', { tanggal_digunakan: '2026-06-30' }],
    ['the same month of another year', { tanggal_digunakan: '2025-07-03' }],
    ['29 February for March', { tanggal_digunakan: '2024-02-29', tahun: 2025, bulan: 3 }],
    ['a month that has not begun', { tahun: 2026, bulan: 8 }],
  ])('%s is asked about, and accepted once it is confirmed', async (_, change) => {
    const { status, refusal } = await spend({ ...unproved, ...change });
    expect([status, refusal.code]).toEqual([422, 'beda_bulan']);
    expect(refusal.message).toContain('tidak berada di');
    expect((await spend({ ...unproved, ...change, beda_bulan: '0' })).status).toBe(422);
    expect((await spend({ ...unproved, ...change, beda_bulan: '1' })).status).toBe(201);
  });

  test.each([
    ['31 June', '2026-06-31', 6],
    ['29 February of a common year', '2026-02-29', 2],
    ['tomorrow', '2026-07-16', 7],
  ])('%s is refused, confirmed or not', async (_, tanggal_digunakan, bulan) => {
    const { status, refusal } = await spend({ ...unproved, tanggal_digunakan, bulan, beda_bulan: '1' });
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, ['tanggal_digunakan']]);
  });

  test('31 July belongs to July until midnight in the estate’s time zone, also when it is August elsewhere', async () => {
    app.clock.set('2026-07-31T16:59:59.000Z');
    ketua = await app.as.ketua('Ketua Juli');
    const last = { ...unproved, tanggal_digunakan: '2026-07-31' };
    expect((await spend(last)).status).toBe(201);
    const first = { ...unproved, bulan: 8, tanggal_digunakan: '2026-08-01' };
    expect((await spend(first)).status).toBe(422);
    app.clock.set('2026-07-31T17:00:00.000Z');
    expect((await spend(first)).status).toBe(201);
  });

  test('is neither before the opening balance nor in a closed month, and nothing is left of the refused', async () => {
    await ketua.call(setOpeningBalance, { body: { jumlah: 1_000_000, tanggal: '2026-06-10' } });
    const early = await spend({ ...unproved, bulan: 6, tanggal_digunakan: '2026-06-09' });
    expect([early.status, early.refusal.code]).toEqual([422, 'before_opening']);
    await app.context.write('system', (tx) =>
      tx.db
        .insertInto('tutup_buku')
        .values({
          bulan: '2026-06',
          ringkasan: '{}',
          entri_terakhir: 1,
          disusun_oleh: ketua.id,
          disusun_oleh_nama: ketua.nama,
          disusun_pada: tx.now,
          disetujui_oleh: ketua.id,
          disetujui_oleh_nama: ketua.nama,
          ditutup_pada: tx.now,
          persetujuan_id: 1,
        })
        .execute(),
    );
    const closed = await spend({ ...unproved, bulan: 6, tanggal_digunakan: '2026-06-30' });
    expect([closed.status, closed.refusal.code]).toEqual([409, 'month_closed']);
    const rows = await app.context.db.selectFrom('expenses').select('id').execute();
    expect(rows).toEqual([]);
  });
});
