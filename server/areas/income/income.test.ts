/** Income that is no dues, and the categories of income and spending. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reverseEntry } from '../../../contract/book.ts';
import { exportCashBook, getBalance, listCashBook } from '../../../contract/cash-book.ts';
import { addCategory, changeCategory, listCategories } from '../../../contract/categories.ts';
import { addExpense, listYearExpenses, sumYearExpenses } from '../../../contract/expenses.ts';
import { addIncome } from '../../../contract/income.ts';
import { addFund, addMoneyAccount, listMoneyAccounts } from '../../../contract/places.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
import { makeApp, startOfTests, type TestApp } from '../../testing/app.ts';
import { call } from '../../testing/call.ts';
import type { Person } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';

let app: TestApp;
let ketua: Person;
let admin: Person;
let siti: Person;
beforeEach(async () => {
  app = await makeApp();
  [ketua, admin, siti] = [await app.as.ketua(), await app.as.admin(), await app.as.warga('A1-1')];
});
afterEach(() => app.close());

const rent = { judul: 'Sewa balai warga', kategori: 'sewa', tanggal: '2026-07-03', jumlah: 750_000 };
const alasan = 'Uangnya ternyata dikembalikan';
const pdf = () =>
  new File(['%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'], 'kuitansi.jpg');
const enter = (body: object = {}, files: { bukti?: File } = {}) =>
  admin.call(addIncome, { body: { ...rent, ...body }, files });
const shown = async () => (await siti.call(listCashBook, { params: { year: 2026 } })).body.data;
const asset = (person: Person, path: string) =>
  fetch(`${app.url}/assets/${path}`, { headers: { authorization: `Bearer ${person.token}` } });

describe('income', () => {
  test('is booked as income of its day, and everyone reads it in the cash book and the export', async () => {
    const { status, body } = await enter({}, { bukti: await photo() });
    expect([status, body.message]).toEqual([201, 'Penerimaan berhasil dicatat']);
    expect(body.data).toMatchObject({ ...rent, nomor: 1, admin_nama: admin.nama });
    const [entry] = await shown();
    expect(entry).toMatchObject({
      nomor: 1,
      type: 'pemasukan',
      jenis: 'penerimaan',
      id: body.id,
      judul: rent.judul,
      kategori: 'sewa',
      jumlah: 750_000,
      foto: body.data.bukti,
      nama: null,
    });
    const { data } = (await siti.call(exportCashBook, { params: { year: 2026 } })).body;
    expect(data).toMatchObject([
      { keterangan: rent.judul, kategori: 'Sewa', pemasukan: 750_000, saldo: 750_000 },
    ]);
    expect((await siti.call(getBalance)).body.data).toMatchObject({
      totalPemasukan: 750_000,
      saldo: 750_000,
    });
    expect((await findViolations(app.context)).violations).toEqual([]);
  });

  test('may be proved by a picture or a PDF, by its content and whatever its name; everyone may open it', async () => {
    const picture = (await enter({}, { bukti: await photo() })).body.data.bukti;
    const paper = (await enter({}, { bukti: pdf() })).body.data.bukti;
    expect(paper).toMatch(/\.pdf$/);
    expect((await asset(siti, `uploads/${picture}`)).headers.get('content-type')).toBe('image/jpeg');
    const opened = await asset(siti, `documents/${paper}`);
    expect(opened.headers.get('content-type')).toBe('application/pdf');
    expect(opened.headers.get('content-disposition')).toContain('Sewa balai warga.pdf');
    expect((await asset(siti, `uploads/${paper}`)).status).toBe(404);
    const text = new File(['<script>'], 'bukti.png', { type: 'image/png' });
    const refused = await enter({}, { bukti: text });
    expect([refused.status, refused.refusal.code]).toEqual([415, 'unsupported_proof']);
    const huge = new File([Buffer.alloc(10 * 1_048_576 + 1)], 'besar.pdf');
    expect((await enter({}, { bukti: huge })).status).toBe(413);
    expect((await findViolations(app.context)).violations).toEqual([]);
  });

  test.each([
    [
      'without anything',
      { judul: '', kategori: '', tanggal: '', jumlah: '' },
      ['judul', 'jumlah', 'kategori', 'tanggal'],
    ],
    ['of nothing', { jumlah: 0 }, ['jumlah']],
    ['of less than nothing', { jumlah: -1 }, ['jumlah']],
    ['of more than there is', { jumlah: 10_000_000_001 }, ['jumlah']],
    ['on 29 February of a common year', { tanggal: '2026-02-29' }, ['tanggal']],
    ['on 31 June', { tanggal: '2026-06-31' }, ['tanggal']],
    ['tomorrow', { tanggal: '2026-07-16' }, ['tanggal']],
    ['before 2000', { tanggal: '1999-12-31' }, ['tanggal']],
    ['of a category of spending', { kategori: 'listrik' }, ['kategori']],
    ['with a title of 151 characters', { judul: 'a'.repeat(151) }, ['judul']],
  ])('%s is refused with a sentence at each field', async (_, change, fields) => {
    const { status, refusal } = await enter(change);
    expect([status, Object.keys(refusal.errors ?? {}).toSorted()]).toEqual([422, fields]);
    expect(await shown()).toEqual([]);
  });

  test('may be dated today from midnight in the estate’s time zone on', async () => {
    app.clock.set('2026-07-15T16:59:59.000Z');
    expect((await enter({ tanggal: '2026-07-16' })).status).toBe(422);
    app.clock.set('2026-07-15T17:00:00.000Z');
    expect((await enter({ tanggal: '2026-07-16' })).status).toBe(201);
    app.clock.set(startOfTests);
    expect((await enter({ tanggal: '2024-02-29' })).status).toBe(201);
  });

  test('lies in the account and the fund that were named; one that does not exist is refused', async () => {
    const bank = (await ketua.call(addMoneyAccount, { body: { nama: 'Bank BRI', jenis: 'bank' } })).body.id;
    const fund = (await ketua.call(addFund, { body: { nama: 'Pembangunan', terikat: true } })).body.id;
    expect((await enter({ akun_id: bank, dana_id: fund })).status).toBe(201);
    const { data } = (await admin.call(listMoneyAccounts)).body;
    expect(data.map(({ id, saldo }) => [id, saldo])).toEqual([
      [1, 0],
      [bank, 750_000],
    ]);
    for (const [field, id] of [
      ['akun_id', bank],
      ['dana_id', fund],
    ] as const) {
      const { status, refusal } = await enter({ [field]: id + 1_000 });
      expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
    }
    expect((await admin.call(listMoneyAccounts)).body.data.map(({ saldo }) => saldo)).toEqual([0, 750_000]);
    expect((await findViolations(app.context)).violations).toEqual([]);
  });

  test('sent again under its key is booked once', async () => {
    const key = '11111111-1111-4111-8111-111111111111';
    const send = () => call(app.url, admin.token, addIncome, { body: rent, files: {} }, key);
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id)).size).toBe(1);
    expect(await shown()).toHaveLength(1);
  });

  test('is entered by ketua and admin only', async () => {
    for (const person of [siti, await app.as.koordinator('A')])
      expect((await person.call(addIncome, { body: rent, files: {} })).status).toBe(403);
  });

  test('that is reversed is gone from sums and lists of its month, and its proof only the ketua opens', async () => {
    const { nomor, bukti } = (await enter({}, { bukti: await photo() })).body.data;
    const reversals = await Promise.all(
      [ketua, admin, ketua].map((one) => one.call(reverseEntry, { body: { nomor, alasan } })),
    );
    expect(reversals.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect([await shown(), (await siti.call(getBalance)).body.data.totalPemasukan]).toEqual([[], 0]);
    const row = await app.context.db.selectFrom('penerimaan').selectAll().executeTakeFirstOrThrow();
    expect([row.dihapus_pada, bukti]).toEqual([startOfTests, row.bukti]);
    const opens = async (person: Person) => (await asset(person, `uploads/${bukti}`)).status;
    expect([await opens(siti), await opens(admin), await opens(ketua)]).toEqual([404, 404, 200]);
    expect((await findViolations(app.context)).violations).toEqual([]);
  });

  test('of an earlier month, reversed with a reason, corrects income of this month', async () => {
    await app.close();
    app = await makeApp();
    [ketua, siti] = [await app.as.ketua(), await app.as.warga('A1-1')];
    const body = { ...rent, tanggal: '2026-05-03' };
    const { nomor } = (await ketua.call(addIncome, { body, files: {} })).body.data;
    await ketua.call(reverseEntry, { body: { nomor, alasan } });
    expect((await shown()).map(({ type, jenis, judul, jumlah }) => [type, jenis, judul, jumlah])).toEqual([
      ['pemasukan', 'penerimaan', 'Pembatalan: Sewa balai warga', -750_000],
      ['pemasukan', 'penerimaan', 'Sewa balai warga', 750_000],
    ]);
  });

  test('whose row lost its entry, or says another amount, is found by the doctor', async () => {
    await enter();
    await app.context.write('system', (tx) =>
      tx.db.updateTable('penerimaan').set({ jumlah: 800_000 }).execute(),
    );
    const { violations } = await findViolations(app.context);
    expect(
      violations.filter(({ table }) => table === 'penerimaan').map(({ invariant }) => invariant),
    ).toEqual(['booked', 'audited']);
  });
});

describe('categories', () => {
  const names = async (jenis: string) =>
    (await siti.call(listCategories)).body.data.filter((one) => one.jenis === jenis).map(({ nama }) => nama);
  const spend = async (kategori?: string) =>
    admin.call(addExpense, {
      body: {
        tahun: 2026,
        bulan: 7,
        jumlah: 40_000,
        judul: 'Sapu',
        deskripsi: 'Sapu lidi',
        tanggal_digunakan: '2026-07-03',
        ...(kategori === undefined ? {} : { kategori }),
      },
      files: { foto: await photo() },
    });
  const own = async (nama: string) =>
    (await ketua.call(addCategory, { body: { jenis: 'pengeluaran', nama } })).body.data;

  test('begin with those that estates use', async () => {
    expect(await names('pengeluaran')).toEqual(
      'keamanan kebersihan listrik perbaikan sosial acara administrasi gaji pajak lain-lain'.split(' '),
    );
    expect(await names('penerimaan')).toEqual([
      'sumbangan',
      'sewa',
      'bunga',
      'bantuan pemerintah',
      'lain-lain',
    ]);
  });

  test('of spending are summed and filtered by; an expense without one is lain-lain', async () => {
    await spend();
    await spend('Listrik');
    await spend('listrik');
    const { data } = (await siti.call(sumYearExpenses, { params: { year: 2026 } })).body;
    expect(data).toEqual({
      total: 120_000,
      kategori: [
        { kategori: 'listrik', jumlah: 80_000 },
        { kategori: 'lain-lain', jumlah: 40_000 },
      ],
    });
    const filtered = await siti.call(listYearExpenses, {
      params: { year: 2026 },
      query: { kategori: 'listrik' },
    });
    expect([filtered.body.data.length, filtered.body.total]).toEqual([2, 80_000]);
    const unknown = await spend('tidak ada');
    expect([unknown.status, Object.keys(unknown.refusal.errors ?? {})]).toEqual([422, ['kategori']]);
  });

  test('of the ketua are renamed and given up; what was recorded keeps its name', async () => {
    const { id } = await own('  Taman ');
    await spend('taman');
    await ketua.call(changeCategory, { params: { id }, body: { nama: 'kebun' } });
    expect((await spend('taman')).status).toBe(422);
    expect((await spend('kebun')).status).toBe(201);
    const changed = await ketua.call(changeCategory, { params: { id }, body: { aktif: false } });
    expect(changed.body.data).toMatchObject({ nama: 'kebun', aktif: false, baku: false });
    expect((await spend('kebun')).status).toBe(422);
    const { data } = (await siti.call(sumYearExpenses, { params: { year: 2026 } })).body;
    expect(data.kategori.map(({ kategori }) => kategori).toSorted()).toEqual(['kebun', 'taman']);
  });

  test('have a name once, whatever its case, also if two officers add it at once', async () => {
    const add = (nama: string) => ketua.call(addCategory, { body: { jenis: 'pengeluaran', nama } });
    const answers = await Promise.all([add('taman'), add('TAMAN'), add('Taman')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect((await add('Listrik')).refusal.code).toBe('category_exists');
    expect((await ketua.call(addCategory, { body: { jenis: 'penerimaan', nama: 'listrik' } })).status).toBe(
      201,
    );
    const reserved = await add('Iuran Warga');
    expect([reserved.status, reserved.refusal.errors?.nama]).toEqual([
      422,
      'Nama kategori ini dipakai buku kas sendiri. Pilih nama lain',
    ]);
    const { id } = await own('kebun');
    const taken = await ketua.call(changeCategory, { params: { id }, body: { nama: 'taman' } });
    expect([taken.status, taken.refusal.code]).toEqual([409, 'category_exists']);
  });

  test('of every estate keep their name, lain-lain stays, and only the ketua changes any', async () => {
    const all = (await siti.call(listCategories)).body.data;
    const idOf = (nama: string) => all.find((one) => one.nama === nama)?.id ?? 0;
    const change = (person: Person, nama: string, body: object) =>
      person.call(changeCategory, { params: { id: idOf(nama) }, body });
    expect((await change(ketua, 'gaji', { nama: 'upah' })).refusal.code).toBe('category_fixed');
    expect((await change(ketua, 'lain-lain', { aktif: false })).refusal.code).toBe('category_needed');
    expect((await change(ketua, 'gaji', { aktif: false })).status).toBe(200);
    expect((await change(admin, 'pajak', { aktif: false })).status).toBe(403);
    expect((await ketua.call(changeCategory, { params: { id: 9_999 }, body: { aktif: false } })).status).toBe(
      404,
    );
  });
});
