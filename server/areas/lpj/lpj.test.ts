/** Every figure of the LPJ is that of the cash book, the balance, the closings and the XLSX, to the rupiah. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reverseEntry, setOpeningBalance } from '../../../contract/book.ts';
import { exportCashBook, getBalance, getYearBalance } from '../../../contract/cash-book.ts';
import { proposeClosingVersion } from '../../../contract/closings.ts';
import { addIncome } from '../../../contract/income.ts';
import { getCheckpoint } from '../../../contract/log.ts';
import { getLpj, type LpjRow } from '../../../contract/lpj.ts';
import { addMoneyAccount, transferMoney } from '../../../contract/places.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { decide, onlyProposal } from '../../testing/proposals.ts';
import { insertCategory } from '../categories/queries.ts';
import { closeMonth } from '../closings/close-in-bulk.ts';

let app: TestApp;
let ketua: Person;
let admin: Person;
let siti: Person;
beforeEach(async () => {
  app = await makeApp();
  [ketua, admin, siti] = [await app.as.ketua(), await app.as.admin(), await app.as.warga('A1-1')];
  const tono = await app.as.warga('B2-1');
  app.clock.set('2026-05-10T03:00:00.000Z');
  await app.given.payment({ of: siti, bulan: 5, jumlah: 100_000, status: 'dikonfirmasi' });
  await app.given.expense({ by: admin, tanggal: '2026-05-12', jumlah: 30_000, judul: 'Sapu' });
  app.clock.set('2026-06-10T03:00:00.000Z');
  for (const bulan of [3, 4, 6]) await app.given.payment({ of: siti, bulan, status: 'dikonfirmasi' });
  for (const bulan of [1, 2, 3, 4, 5]) await app.given.payment({ of: tono, bulan, status: 'dikonfirmasi' });
  app.clock.set('2026-07-15T03:00:00.000Z');
  await app.given.expense({ by: admin, tanggal: '2026-07-12', jumlah: 20_000, judul: 'Cat' });
  await admin.call(reverseEntry, { body: { nomor: 11, alasan: 'Salah mencatat jumlahnya' } });
});
afterEach(() => app.close());

const lpj = async (dari: string, sampai: string) => {
  const { data } = (await siti.call(getLpj, { query: { dari, sampai } })).body;
  return (bagian: LpjRow['bagian']) => data.filter((row) => row.bagian === bagian);
};
const amounts = (rows: LpjRow[]) => rows.map(({ uraian, jumlah }) => [uraian, jumlah]);
const sumOf = (rows: LpjRow[]) => rows.find(({ total }) => total)?.jumlah;

test('shows opening balance, income by kind, spending by category, and the closing balance of its months', async () => {
  const of = await lpj('2026-06', '2026-07');
  expect(amounts(of('awal'))).toEqual([['Saldo awal Juni 2026', 70_000]]);
  expect(amounts(of('pemasukan'))).toEqual([
    ['Iuran warga', 800_000],
    ['Jumlah pemasukan', 800_000],
  ]);
  expect(amounts(of('pengeluaran'))).toEqual([
    ['Lain-lain', 0],
    ['Jumlah pengeluaran', 0],
  ]);
  expect(amounts(of('akhir')), 'of a month that is not over').toEqual([['Saldo per 15 Juli 2026', 870_000]]);
  app.clock.set('2026-07-31T16:59:59.000Z');
  expect(amounts((await lpj('2026-06', '2026-07'))('akhir'))).toEqual([['Saldo per 31 Juli 2026', 870_000]]);
  app.clock.set('2026-07-31T17:00:00.000Z'); // 1 August in Jakarta
  expect(amounts((await lpj('2026-06', '2026-07'))('akhir'))).toEqual([['Saldo akhir Juli 2026', 870_000]]);
  expect([of('rekening'), of('dana')]).toEqual([[], []]);
});

test('is refused for a month that has not begun', async () => {
  const { refusal } = await siti.call(getLpj, { query: { dari: '2026-08', sampai: '2026-08' } });
  expect(refusal.errors).toEqual({ dari: 'Bulan itu belum mulai' });
  app.clock.set('2026-07-31T17:00:00.000Z'); // 1 August in Jakarta
  expect((await siti.call(getLpj, { query: { dari: '2026-08', sampai: '2026-12' } })).status).toBe(200);
});

test('dues and other income of the same name are two lines', async () => {
  const nama = 'iuran warga'; // as the ketua could once call a category
  await app.context.write('system', (tx) => insertCategory(tx, { jenis: 'penerimaan', nama }));
  const body = { judul: 'Dari RT sebelah', kategori: nama, jumlah: 700_000, tanggal: '2026-07-10' };
  expect((await admin.call(addIncome, { body })).status).toBe(201);
  expect(amounts((await lpj('2026-06', '2026-07'))('pemasukan'))).toEqual([
    ['Iuran warga', 800_000],
    ['Iuran warga', 700_000],
    ['Jumlah pemasukan', 1_500_000],
  ]);
});

test('begins with the opening balance of its month, and shows one of a later month by itself', async () => {
  const open = async (jumlah: number, tanggal: string, akun_id: number) => {
    await admin.call(setOpeningBalance, { body: { jumlah, tanggal, akun_id } });
    expect((await decide(ketua, await onlyProposal(ketua))).status).toBe(200);
  };
  await open(500_000, '2026-05-01', 1);
  const bank = (await admin.call(addMoneyAccount, { body: { nama: 'BCA', jenis: 'bank' } })).body.id;
  await open(200_000, '2026-06-05', bank);
  const [may, june] = [await lpj('2026-05', '2026-05'), await lpj('2026-06', '2026-06')];
  expect([...amounts(may('awal')), ...amounts(may('akhir'))]).toEqual([
    ['Saldo awal Mei 2026', 500_000],
    ['Saldo akhir Mei 2026', 570_000],
  ]);
  expect([...amounts(june('awal')), ...amounts(june('rekening'))]).toEqual([
    ['Saldo akhir Mei 2026', 570_000],
    ['Saldo awal yang dicatat atau dibatalkan kemudian', 200_000],
    ['Saldo awal Juni 2026', 770_000],
    ['Kas', 1_370_000],
    ['BCA', 200_000],
  ]);
});

test('equals balance, year and export for every span of months', async () => {
  const params = { year: 2026 };
  const { bulanan } = (await siti.call(getYearBalance, { params })).body.data;
  const rows = (await siti.call(exportCashBook, { params, query: { format: 'json' } })).body.data;
  const key = (bulan: number) => `2026-0${bulan}`;
  for (let first = 1; first <= 7; first += 1)
    for (let last = first; last <= 7; last += 1) {
      const of = await lpj(key(first), key(last));
      const shown = bulanan.filter(({ bulan }) => bulan >= first && bulan <= last);
      const inSpan = rows.filter(
        ({ tanggal }) => tanggal.slice(0, 7) >= key(first) && tanggal.slice(0, 7) <= key(last),
      );
      const sum = (
        field: 'pemasukan' | 'pengeluaran',
        all: readonly { pemasukan: number; pengeluaran: number }[],
      ) => all.reduce((total, row) => total + row[field], 0);
      for (const field of ['pemasukan', 'pengeluaran'] as const) {
        expect(sumOf(of(field))).toBe(sum(field, shown));
        expect(sumOf(of(field))).toBe(sum(field, inSpan));
      }
      expect(sumOf(of('akhir'))).toBe(bulanan[last - 1]?.saldo);
      expect(sumOf(of('awal'))).toBe(first === 1 ? 0 : bulanan[first - 2]?.saldo);
    }
  const whole = await lpj('2020-01', '2026-07');
  expect(sumOf(whole('akhir'))).toBe((await siti.call(getBalance)).body.data.saldo);
});

test('lists reversals with what they take back, spending without proof, and closed months with both names', async () => {
  app.clock.set('2026-07-15T18:00:00.000Z'); // 16 July in Jakarta
  await app.context.write('system', (tx) =>
    closeMonth(tx, {
      bulan: '2026-05',
      disusun: { ...admin, pada: tx.now },
      disetujui: { ...ketua, pada: tx.now },
    }),
  );
  const of = await lpj('2026-05', '2026-07');
  expect(of('pembatalan')).toMatchObject([
    {
      uraian: 'Nomor 12 membatalkan nomor 11, Cat (Juli 2026): Salah mencatat jumlahnya',
      tanggal: '2026-07-15',
      jumlah: 20_000,
    },
  ]);
  expect((await lpj('2026-05', '2026-06'))('pembatalan')).toEqual([]);
  expect(of('tanpa-bukti')).toMatchObject([
    { uraian: 'Nomor 2: Sapu', tanggal: '2026-05-12', jumlah: 30_000 },
  ]);
  expect(of('penutupan')).toMatchObject([
    { uraian: 'Mei 2026: disusun Admin, disetujui Ketua', tanggal: '2026-07-16' },
  ]);
});

test('says which of its months are not closed, so that their figures can still change', async () => {
  const open = async (dari: string, sampai: string) =>
    (await lpj(dari, sampai))('belum-ditutup').map(({ uraian }) => uraian);
  const canChange = (months: string) => [`${months}: angkanya masih dapat berubah`];
  expect(await open('2026-04', '2026-12'), 'begins with the first entry').toEqual(
    canChange('Mei 2026 sampai Juli 2026'),
  );
  expect(await open('2026-01', '2026-04')).toEqual([]);
  await app.context.write('system', (tx) =>
    closeMonth(tx, {
      bulan: '2026-05',
      disusun: { ...admin, pada: tx.now },
      disetujui: { ...ketua, pada: tx.now },
    }),
  );
  expect(await open('2026-05', '2026-05')).toEqual([]);
  expect(await open('2026-05', '2026-06')).toEqual(canChange('Juni 2026'));
  expect(await open('2026-06', '2027-01')).toEqual(canChange('Juni 2026 sampai Juli 2026'));
});

test('of a closed month stays as it was printed, with a note about what was found later', async () => {
  await app.context.write('system', (tx) =>
    closeMonth(tx, {
      bulan: '2026-05',
      disusun: { ...admin, pada: tx.now },
      disetujui: { ...ketua, pada: tx.now },
    }),
  );
  const printed = (await lpj('2026-05', '2026-05'))('tanpa-bukti');
  expect(printed).toHaveLength(1);
  await admin.call(reverseEntry, { body: { nomor: 2, alasan: 'Sapu dikembalikan ke toko' } });
  await decide(ketua, await onlyProposal(ketua));
  const note = { bulan: '2026-05', penjelasan: 'Sapu dikembalikan ke toko', nomor: 13 };
  await admin.call(proposeClosingVersion, { body: note });
  await decide(ketua, await onlyProposal(ketua));
  const of = await lpj('2026-05', '2026-05');
  expect(of('tanpa-bukti')).toEqual(printed);
  expect(of('catatan')).toMatchObject([
    {
      uraian:
        'Mei 2026, versi 2: Sapu dikembalikan ke toko (transaksi nomor 13; disusun Admin, disetujui Ketua)',
      tanggal: '2026-07-15',
    },
  ]);
  expect((await lpj('2026-05', '2026-07'))('tanpa-bukti')).toEqual([]);
});

test('names a reversed transfer that has no words of its own', async () => {
  const body = { nama: 'Bank', jenis: 'bank' as const };
  const { id } = (await ketua.call(addMoneyAccount, { body })).body;
  const to = { ke_akun: id, ke_dana: 1, jumlah: 5_000, tanggal: '2026-07-14' };
  const moved = await admin.call(transferMoney, { body: { dari_akun: 1, dari_dana: 1, ...to } });
  await admin.call(reverseEntry, { body: { nomor: moved.body.id, alasan: 'Dicatat dua kali' } });
  expect((await lpj('2026-07', '2026-07'))('pembatalan').map(({ uraian }) => uraian)).toContain(
    `Nomor 15 membatalkan nomor 13, Pemindahan (Juli 2026): Dicatat dua kali`,
  );
});

/** Besides the one that there is of each: spending without proof, and differences that were reversed. */
async function bookMany(count: number) {
  const entry = {
    tanggal: '2026-07-13',
    akun_id: 1,
    dana_id: 1,
    kategori: '',
    keterangan: 'Banyak',
    dibuat_oleh: null,
    payment_id: null,
    expense_id: null,
    penerimaan_id: null,
    persetujuan_id: null,
    nama: null,
    blok: null,
    pasangan: null,
    membatalkan: null,
  };
  const expense = {
    tahun: 2026,
    bulan: 7,
    tanggal_digunakan: entry.tanggal,
    judul: 'Banyak',
    deskripsi: 'Banyak',
    admin_id: admin.id,
    jumlah: 1_000,
  };
  await app.context.write('system', async ({ db, now }) => {
    const spent = Array.from({ length: count }, () => ({ ...expense, tanggal_dibuat: now }));
    const ids = await db.insertInto('expenses').values(spent).returning('id').execute();
    const rows = ids.flatMap(({ id }, at) => {
      const nomor = 13 + 3 * at;
      const found = { ...entry, nomor: nomor + 1, jenis: 'selisih' as const, jumlah: 200 };
      return [
        { ...entry, nomor, jenis: 'pengeluaran' as const, jumlah: -1_000, expense_id: id },
        found,
        { ...found, nomor: nomor + 2, jenis: 'pembatalan' as const, jumlah: -200, membatalkan: nomor + 1 },
      ];
    });
    for (let from = 0; from < rows.length; from += 500)
      await db
        .insertInto('kas_entri')
        .values(rows.slice(from, from + 500).map((row) => ({ ...row, dibuat_pada: now })))
        .execute();
  });
}

test('says of a list that is too long how many it leaves out, and their sum', async () => {
  await bookMany(2_000);
  const of = await lpj('2026-01', '2026-12');
  const uraian = '1.001 lainnya tidak dimuat di sini; laporan per bulan memuatnya';
  for (const [bagian, sum] of [
    ['pembatalan', 20_000 - 2_000 * 200],
    ['tanpa-bukti', 30_000 + 2_000 * 1_000],
  ] as const) {
    const rows = of(bagian);
    expect(rows).toHaveLength(1_001);
    expect(rows.at(-1)).toMatchObject({ uraian, tanggal: null, banyak: 1_001, total: false });
    expect(rows.reduce((total, { jumlah }) => total + (jumlah ?? 0), 0)).toBe(sum);
  }
});

test('counts residents by their overdue months; the running month is not overdue', async () => {
  const counts = async (sampai: string) =>
    (await lpj('2026-01', sampai))('tunggakan').map(({ uraian, banyak }) => [uraian, banyak]);
  expect(await counts('2026-07')).toEqual([
    ['1 bulan', 0],
    ['2–3 bulan', 0],
    ['4–6 bulan', 0],
    ['Lebih dari 6 bulan', 2],
  ]);
  await app.as.warga('C1-1', { created_at: '2026-06-20T00:00:00.000Z' });
  await app.as.warga('C1-2', { created_at: '2026-07-20T00:00:00.000Z' });
  expect((await counts('2026-07')).map(([, banyak]) => banyak)).toEqual([1, 0, 0, 2]);
  expect((await counts('2026-06')).map(([, banyak]) => banyak)).toEqual([1, 0, 0, 2]);
});

test.each([
  ['2026-07', '2026-06'],
  ['2010-01', '2026-01'],
  ['', '2026-01'],
  ['2026-13', '2026-01'],
  ['2026-01', '2026-01-31'],
])('refuses the months from "%s" to "%s" with a sentence', async (dari, sampai) => {
  const { status, refusal } = await siti.call(getLpj, { query: { dari, sampai } });
  expect([status, Object.keys(refusal?.errors ?? {}).length]).toEqual([422, 1]);
});

test('ends with the head of a log that has every entry of the report', async () => {
  await admin.call(getCheckpoint);
  await app.given.expense({ by: admin, tanggal: '2026-07-14', jumlah: 5_000, judul: 'Lampu' });
  const [head] = (await lpj('2026-07', '2026-07'))('log');
  const { kepala, asal, ukuran } = (await admin.call(getCheckpoint)).body.data;
  expect(head?.uraian).toBe(`${kepala} (${asal}, ukuran ${ukuran})`);
});
