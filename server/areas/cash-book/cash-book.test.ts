import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reverseEntry } from '../../../contract/book.ts';
import * as book from '../../../contract/cash-book.ts';
import { addExpense, deleteExpense } from '../../../contract/expenses.ts';
import { deletePaymentWarga, recordPayment, reviewPayment } from '../../../contract/payments.ts';
import { deleteResident } from '../../../contract/residents.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { readWorkbook } from '../../testing/spreadsheets.ts';

let app: TestApp;
beforeEach(async () => {
  app = await makeApp();
});
afterEach(() => app.close());

const year = { params: { year: 2026 } };

const balance = async (person: Person) => (await person.call(book.getBalance)).body.data;

const entries = async (person: Person, query: { dari?: string; sampai?: string } = {}, tahun = 2026) =>
  (await person.call(book.listCashBook, { params: { year: tahun }, query })).body.data;

async function confirmAt(instant: string, id: number) {
  app.clock.set(instant);
  const admin = await app.as.admin();
  const answer = await admin.call(reviewPayment, { params: { id }, body: { status: 'dikonfirmasi' } });
  expect(answer.status).toBe(200);
}

async function pay(person: Person, bulan: number, instant: string, jumlah = 100_000) {
  await confirmAt(instant, await app.given.payment({ of: person, bulan, jumlah }));
}

async function spend(tanggal: string, jumlah: number, judul = 'Lampu jalan') {
  return await app.given.expense({ by: await app.as.admin(), tanggal, jumlah, judul });
}

describe('the balance', () => {
  test('is confirmed dues less expenses, the same for every role', async () => {
    const { as, given } = app;
    const [siti, budi] = [await as.warga('A1-1'), await as.warga('B2-1')];
    await given.payment({ of: siti, status: 'dikonfirmasi', jumlah: 100_000 });
    await given.payment({ of: budi, status: 'dikonfirmasi', jumlah: 150_000 });
    await spend('2026-07-10', 60_000);
    const expected = { saldoAwal: 0, totalPemasukan: 250_000, totalPengeluaran: 60_000, saldo: 190_000 };
    for (const person of [siti, await as.ketua(), await as.admin(), await as.koordinator('A')]) {
      expect(await balance(person)).toEqual(expected);
      const { body } = await person.call(book.getTotalIncome);
      expect(body.data).toEqual({ totalIncome: 250_000 });
    }
  });

  test('is zero without entries, and negative if expenses exceed income', async () => {
    const siti = await app.as.warga('A1-1');
    expect(await balance(siti)).toEqual({ saldoAwal: 0, totalPemasukan: 0, totalPengeluaran: 0, saldo: 0 });
    await spend('2026-07-10', 75_000);
    expect(await balance(siti)).toEqual({
      saldoAwal: 0,
      totalPemasukan: 0,
      totalPengeluaran: 75_000,
      saldo: -75_000,
    });
  });

  test('excludes waiting, rejected and withdrawn payments', async () => {
    const { as, given } = app;
    const siti = await as.warga('A1-1');
    await given.payment({ of: siti, bulan: 5 });
    await given.payment({ of: siti, bulan: 6, status: 'ditolak' });
    const withdrawn = await given.payment({ of: siti, bulan: 7 });
    await siti.call(deletePaymentWarga, { params: { id: withdrawn } });
    expect(await balance(siti)).toEqual({ saldoAwal: 0, totalPemasukan: 0, totalPengeluaran: 0, saldo: 0 });
    expect(await entries(siti)).toEqual([]);
  });

  test('excludes deleted expenses', async () => {
    const admin = await app.as.admin();
    await spend('2026-07-01', 40_000, 'Sapu');
    const mistaken = await spend('2026-07-02', 900_000, 'Salah catat');
    await admin.call(deleteExpense, { params: { id: mistaken } });
    expect(await balance(admin)).toEqual({
      saldoAwal: 0,
      totalPemasukan: 0,
      totalPengeluaran: 40_000,
      saldo: -40_000,
    });
    expect((await entries(admin)).map(({ judul }) => judul)).toEqual(['Sapu']);
  });

  test('keeps payments of deleted residents under their name', async () => {
    const { as, given } = app;
    const [ketua, siti] = [await as.ketua(), await as.warga('A1-1')];
    await given.payment({ of: siti, status: 'dikonfirmasi' });
    await ketua.call(deleteResident, { params: { id: siti.id } });
    expect(await balance(ketua)).toMatchObject({ totalPemasukan: 100_000 });
    expect(await entries(ketua)).toMatchObject([{ nama: siti.nama, blok: 'A1-1', jumlah: 100_000 }]);
  });

  test('changes immediately after a recorded payment and an added expense', async () => {
    const { as } = app;
    const [admin, siti] = [await as.admin(), await as.warga('A1-1')];
    await admin.call(recordPayment, {
      body: { user_id: siti.id, tahun: 2026, bulan: 7, jumlah: 125_000 },
      files: { bukti_transfer: await photo() },
    });
    await admin.call(addExpense, {
      body: {
        tahun: 2026,
        bulan: 7,
        jumlah: 25_000,
        judul: 'Sapu',
        deskripsi: 'Dua buah',
        tanggal_digunakan: '2026-07-14',
      },
      files: { foto: await photo() },
    });
    expect(await balance(siti)).toEqual({
      saldoAwal: 0,
      totalPemasukan: 125_000,
      totalPengeluaran: 25_000,
      saldo: 100_000,
    });
  });
});

describe('the entries of a year', () => {
  test('are dues with the payer and the month paid for, and expenses with title and description, newest first', async () => {
    const { as } = app;
    const siti = await as.warga('A1-1', { nama: 'Siti' });
    await pay(siti, 6, '2026-07-03T02:00:00.000Z');
    await spend('2026-07-05', 30_000, 'Cat pos ronda');
    const [expense, income] = await entries(siti);
    expect(income).toMatchObject({
      type: 'pemasukan',
      tanggal: '2026-07-03',
      jumlah: 100_000,
      tahun: 2026,
      bulan: 6,
      nama: 'Siti',
      blok: 'A1-1',
      judul: null,
      foto: null,
    });
    expect(expense).toMatchObject({
      type: 'pengeluaran',
      tanggal: '2026-07-05',
      jumlah: 30_000,
      judul: 'Cat pos ronda',
      deskripsi: 'Cat pos ronda',
      nama: null,
      bukti_transfer: null,
    });
  });

  test('belong to years of the estate’s time zone, not UTC', async () => {
    const siti = await app.as.warga('A1-1');
    await pay(siti, 11, '2026-12-31T16:59:59.000Z', 110_000);
    await pay(siti, 12, '2026-12-31T18:00:00.000Z', 120_000);
    const budi = await app.as.warga('B1-1'); // signs in now, because Siti's session has expired
    expect(await entries(budi)).toMatchObject([{ tanggal: '2026-12-31', bulan: 11, jumlah: 110_000 }]);
    expect(await entries(budi, {}, 2027)).toMatchObject([
      { tanggal: '2027-01-01', bulan: 12, jumlah: 120_000 },
    ]);
  });

  test('filter by an inclusive range of dates within the year', async () => {
    const siti = await app.as.warga('A1-1');
    await spend('2025-12-31', 1_000, 'Tahun lalu');
    await spend('2026-03-01', 2_000, 'Awal Maret');
    await spend('2026-03-31', 3_000, 'Akhir Maret');
    await spend('2026-04-01', 4_000, 'April');
    const titles = async (query: { dari?: string; sampai?: string }) =>
      (await entries(siti, query)).map(({ judul }) => judul);
    expect(await titles({ dari: '2026-03-01', sampai: '2026-03-31' })).toEqual(['Akhir Maret', 'Awal Maret']);
    expect(await titles({ dari: '2026-03-02' })).toEqual(['April', 'Akhir Maret']);
    expect(await titles({ sampai: '2026-03-01' })).toEqual(['Awal Maret']);
    expect(await titles({ dari: '2020-01-01', sampai: '2030-01-01' })).toEqual([
      'April',
      'Akhir Maret',
      'Awal Maret',
    ]);
    expect(await titles({ dari: '2026-05-01', sampai: '2026-02-01' })).toEqual([]);
  });

  test.each([{ dari: '2026-02-30' }, { sampai: 'kemarin' }, { dari: '' }])(
    'refuse the day %o',
    async (query) => {
      const siti = await app.as.warga('A1-1');
      const { status, refusal } = await siti.call(book.listCashBook, { ...year, query });
      expect(status).toBe(422);
      expect(Object.keys(refusal.errors ?? {})).toEqual(Object.keys(query));
    },
  );

  test('show transfer proofs and notes to the payer and to staff in scope alone; photos of expenses to all', async () => {
    const { as } = app;
    const [admin, siti, budi] = [await as.admin(), await as.warga('A1-1'), await as.warga('B1-1')];
    await admin.call(recordPayment, {
      body: { user_id: siti.id, tahun: 2026, bulan: 7, jumlah: 100_000, keterangan: 'Titip lewat anaknya' },
      files: { bukti_transfer: await photo() },
    });
    await admin.call(addExpense, {
      body: {
        tahun: 2026,
        bulan: 7,
        jumlah: 1_000,
        judul: 'Paku',
        deskripsi: 'Paku',
        tanggal_digunakan: '2026-07-14',
      },
      files: { foto: await photo() },
    });
    const proof = expect.stringMatching(/^[\w-]+\.\w+$/);
    for (const person of [siti, admin, await as.ketua(), await as.koordinator('A')]) {
      const [income, expense] = await entries(person);
      expect(income).toMatchObject({ bukti_transfer: proof, deskripsi: 'Titip lewat anaknya' });
      expect(expense).toMatchObject({ foto: proof });
    }
    for (const person of [budi, await as.koordinator('B')]) {
      const [income, expense] = await entries(person);
      expect(income).toMatchObject({
        nama: siti.nama,
        jumlah: 100_000,
        bukti_transfer: null,
        deskripsi: null,
      });
      expect(expense).toMatchObject({ foto: proof });
    }
  });

  test('page through payments and expenses of the same days without gaps or duplicates', async () => {
    const siti = await app.as.warga('A1-1');
    for (let bulan = 1; bulan <= 5; bulan += 1)
      await pay(siti, bulan, `2026-07-0${Math.ceil(bulan / 2)}T03:00:00.000Z`);
    for (const day of [1, 1, 2, 2, 3, 4]) await spend(`2026-07-0${day}`, 1_000 + day);
    const whole = await entries(siti);
    expect(whole).toHaveLength(11);
    expect(whole.map(({ tanggal }) => tanggal)).toEqual(
      whole
        .map(({ tanggal }) => tanggal)
        .toSorted()
        .toReversed(),
    );

    const paged: typeof whole = [];
    let cursor: string | null | undefined;
    do {
      const query = { limit: 3, ...(cursor && { cursor }) };
      const { body } = await siti.call(book.listCashBook, { ...year, query });
      expect(body.data.length).toBeLessThanOrEqual(3);
      paged.push(...body.data);
      cursor = body.nextCursor;
    } while (cursor && paged.length < 2 * whole.length);
    expect(paged).toEqual(whole);
  });

  const cursorOf = (...key: unknown[]) => Buffer.from(JSON.stringify(key)).toString('base64url');
  test.each([
    ['of another list', cursorOf('payments', 7)],
    ['that is none', 'bukan-cursor'],
    ['with a key too short', cursorOf('cash-book', '2026-07-01')],
    ['with keys of the wrong kind', cursorOf('cash-book', 7, 7, 'tujuh')],
  ])('refuse a cursor %s', async (_which, cursor) => {
    const siti = await app.as.warga('A1-1');
    const { status, refusal } = await siti.call(book.listCashBook, { ...year, query: { limit: 3, cursor } });
    expect([status, refusal.code]).toEqual([422, 'invalid_fields']);
  });
});

describe('the balance through a year', () => {
  const monthly = async (person: Person, tahun: number) =>
    (await person.call(book.getYearBalance, { params: { year: tahun } })).body.data;

  test('begins with the balance of earlier years and ends with the current month', async () => {
    const siti = await app.as.warga('A1-1');
    await spend('2025-11-20', 30_000);
    await pay(siti, 1, '2026-01-31T18:00:00.000Z'); // 1 February in Jakarta
    await spend('2026-02-10', 20_000);
    app.clock.set('2026-02-28T17:00:00.000Z'); // 1 March in Jakarta
    expect(await monthly(siti, 2026)).toEqual({
      tahun: 2026,
      saldoAwal: -30_000,
      bulanan: [
        { bulan: 1, pemasukan: 0, pengeluaran: 0, saldo: -30_000 },
        { bulan: 2, pemasukan: 100_000, pengeluaran: 20_000, saldo: 50_000 },
        { bulan: 3, pemasukan: 0, pengeluaran: 0, saldo: 50_000 },
      ],
    });
  });

  test('shows all months of a past year, and booked months of a future one', async () => {
    const siti = await app.as.warga('A1-1');
    await pay(siti, 7, '2026-07-15T03:00:00.000Z');
    await spend('2025-06-01', 10_000);
    await spend('2027-02-01', 5_000);
    const past = await monthly(siti, 2025);
    expect(past.bulanan).toHaveLength(12);
    expect(past.bulanan.at(-1)?.saldo).toBe(-10_000);
    expect((await monthly(siti, 2028)).bulanan).toEqual([]);
    const coming = await monthly(siti, 2027);
    expect(coming.bulanan).toHaveLength(2);
    expect(coming.bulanan.at(-1)?.saldo).toBe((await balance(siti)).saldo);
  });
});

describe('the export', () => {
  test('has a row for every entry, oldest first, with the running balance', async () => {
    const { as } = app;
    const siti = await as.warga('A1-1', { nama: 'Siti' });
    await pay(siti, 6, '2026-07-03T02:00:00.000Z');
    await spend('2026-07-05', 30_000, 'Cat pos ronda');
    await spend('2026-06-30', 7_000, 'Bulan sebelumnya');
    await spend('2026-08-01', 1_000, 'Bulan lain');
    const query = { dari: '2026-07-01', sampai: '2026-07-31' };
    const { body } = await siti.call(book.exportCashBook, { ...year, query });
    expect(body).toMatchObject({ status: 'success', title: 'Buku Kas 1 Jul - 31 Jul 2026' });
    const dues = { bulan: 'Juli', jenis: 'Pemasukan', pemasukan: 100_000, pengeluaran: 0, saldo: 93_000 };
    expect(body.data).toEqual([
      {
        ...dues,
        tanggal: '2026-07-03',
        keterangan: 'Iuran Juni 2026 - Siti (A1-1)',
        foto: expect.stringMatching(/^http.*\/assets\/uploads\//),
        kategori: '',
        saksi: null,
      },
      {
        tanggal: '2026-07-05',
        bulan: 'Juli',
        jenis: 'Pengeluaran',
        keterangan: 'Cat pos ronda',
        pemasukan: 0,
        pengeluaran: 30_000,
        saldo: 63_000,
        foto: null,
        kategori: 'Lain-lain',
        saksi: null,
      },
    ]);
    const others = await (await as.warga('B1-1')).call(book.exportCashBook, { ...year, query });
    expect(others.body.data[0]).toMatchObject({ ...dues, foto: null });
  });

  test('as XLSX starts with the opening balance and ends with totals', async () => {
    const siti = await app.as.warga('A1-1', { nama: 'Siti' });
    await spend('2025-12-31', 40_000, 'Tahun lalu');
    await pay(siti, 1, '2026-01-09T02:00:00.000Z', 150_000);
    await spend('2026-01-09', 20_000, 'Sapu');
    await spend('2026-01-02', 5_000, 'Paku');
    const mistaken = await spend('2026-01-01', 900_000, 'Salah catat');
    await (await app.as.admin()).call(deleteExpense, { params: { id: mistaken } });
    const headers = { authorization: `Bearer ${siti.token}` };
    const file = await fetch(`${app.url}/api/buku-kas/export/2026?format=xlsx`, { headers });
    const { title, rows } = await readWorkbook(Buffer.from(await file.arrayBuffer()));
    expect(title).toBe('Perumahan Guyub Asri – Buku Kas 2026');
    const day = (date: string) => new Date(`2026-01-${date}T00:00:00.000Z`);
    const dues = 'Iuran Januari 2026 - Siti (A1-1)';
    expect(rows.map((row) => row.slice(0, 7))).toEqual([
      ['Tanggal', 'Bulan', 'Jenis', 'Keterangan', 'Pemasukan', 'Pengeluaran', 'Saldo'],
      [day('01'), 'Januari', 'Saldo awal', null, 0, 0, -40_000],
      [day('02'), 'Januari', 'Pengeluaran', 'Paku', 0, 5_000, -45_000],
      [day('09'), 'Januari', 'Pemasukan', dues, 150_000, 0, 105_000],
      [day('09'), 'Januari', 'Pengeluaran', 'Sapu', 0, 20_000, 85_000],
      ['Total', null, null, null, 150_000, 25_000, 85_000],
    ]);
    expect((await balance(siti)).saldo).toBe(85_000);
  });

  test('of days between a mistake and its reversal has the running balance of its last day', async () => {
    const siti = await app.as.warga('A1-1');
    const mistaken = await spend('2026-07-05', 30_000, 'Salah catat');
    app.clock.set('2026-07-20T03:00:00.000Z');
    await (await app.as.admin()).call(deleteExpense, { params: { id: mistaken } });
    await pay(siti, 7, '2026-07-22T03:00:00.000Z');
    const last = async (dari: string, sampai: string) => {
      const query = { dari, sampai };
      const { body } = await siti.call(book.exportCashBook, { ...year, query });
      return body.data.at(-1)?.saldo;
    };
    expect(await last('2026-07-01', '2026-07-10')).toBe(-30_000);
    expect(await last('2026-07-10', '2026-07-21')).toBe(0);
    expect(await last('2026-07-10', '2026-07-31')).toBe((await balance(siti)).saldo);
    expect(await entries(siti, { dari: '2026-07-01' })).toHaveLength(1);
  });

  test('says of reversed dues that they are taken back', async () => {
    const siti = await app.as.warga('A1-1', { nama: 'Siti' });
    await pay(siti, 7, '2026-07-22T03:00:00.000Z');
    app.clock.set('2026-07-25T03:00:00.000Z');
    const body = { nomor: 1, alasan: 'Salah rumah, uangnya dari B2' };
    expect((await (await app.as.ketua()).call(reverseEntry, { body })).status).toBe(200);
    const query = { dari: '2026-07-25' };
    const { data } = (await siti.call(book.exportCashBook, { ...year, query })).body;
    expect(data).toMatchObject([
      { jenis: 'Pemasukan', keterangan: 'Pembatalan: Iuran Juli 2026 - Siti (A1-1)', pemasukan: -100_000 },
    ]);
  });

  test.each([
    [{}, 'Buku Kas 2026'],
    [{ dari: '2025-06-01', sampai: '2027-01-31' }, 'Buku Kas 2026'],
    [{ dari: '2026-08-17', sampai: '2026-08-17' }, 'Buku Kas 17 Agu 2026'],
    [{ dari: '2026-08-17' }, 'Buku Kas 17 Agu - 31 Des 2026'],
    [{ sampai: '2026-02-05' }, 'Buku Kas 1 Jan - 5 Feb 2026'],
  ])('contains the date range in its title: %j', async (query, title) => {
    const { body } = await (await app.as.warga('A1-1')).call(book.exportCashBook, { ...year, query });
    expect(body.title).toBe(title);
  });

  test('exists as CSV and XLSX', async () => {
    const siti = await app.as.warga('A1-1');
    await spend('2026-07-05', 30_000, '=1+1');
    const csv = await siti.call(book.exportCashBook, { ...year, query: { format: 'csv' } });
    expect(csv.headers.get('content-type')).toContain('text/csv');
    const { text } = csv.body as unknown as { text: string };
    expect(text.split('\n')[0]).toContain('Tanggal');
    expect(text).toContain('30000');
    expect(text).not.toMatch(/[;,"]=1\+1/);
    const xlsx = await siti.call(book.exportCashBook, { ...year, query: { format: 'xlsx' } });
    expect(xlsx.headers.get('content-disposition')).toContain('.xlsx');
  });
});

test('requires a session', async () => {
  const { nobody } = app.as;
  for (const answer of [
    await nobody.call(book.getBalance),
    await nobody.call(book.listCashBook, year),
    await nobody.call(book.exportCashBook, year),
    await nobody.call(book.getYearBalance, year),
  ]) {
    expect(answer.status).toBe(401);
  }
});
