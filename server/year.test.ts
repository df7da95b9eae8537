/**
 * An estate of 40 houses through a year, at whose end every figure is known by hand. All rupiah here were counted on
 * paper from `testing/year/events.ts`, none by the program: 100,000 a month until June, 120,000 from July on, 50,000 for
 * the empty house from May to August (April was paid before it was empty).
 *
 * |     | cash A | cash B |  bank | other in |  out  |   Kas  |  BCA  | A's hands | B's hands | (thousands of rupiah)
 * | Jan |  1,000 |  1,300 | 1,900 |          | 1,850 |  2,700 | 5,400 |         0 |         0 | opened with 750 and 5,000
 * | Feb |  1,000 |  1,500 | 1,200 |          | 1,850 |  4,850 | 5,100 |         0 |         0 |
 * | Mar |  1,000 |  1,300 | 1,700 |          | 1,850 |  6,800 | 5,300 |         0 |         0 |
 * | Apr |  1,000 |  1,400 | 1,200 |          | 1,850 |  8,800 | 5,000 |         0 |        50 | 50 were missing when counted
 * | May |    950 |  1,200 | 1,200 |          | 2,250 | 10,250 | 4,700 |         0 |         0 | and came; 200 recorded twice
 * | Jun |    850 |  1,600 | 1,700 |          | 1,650 | 12,550 | 4,900 |         0 |         0 | the second one reversed
 * | Jul |  1,010 |  1,560 | 2,040 |          | 1,850 | 14,770 | 5,440 |         0 |         0 |
 * | Aug |  1,470 |  1,680 | 1,320 |          | 4,850 | 17,570 | 2,260 |         0 |         0 | 3,000 approved by two
 * | Sep |  1,320 |  1,440 | 1,800 |      250 | 1,850 | 20,230 | 2,560 |         0 |         0 |
 * | Oct |  1,320 |  1,680 | 1,440 |          | 1,850 | 17,880 | 7,500 |         0 |         0 | 5,000 brought to the bank
 * | Nov |  1,320 |  1,440 | 1,440 |          | 1,855 | 20,285 | 7,440 |         0 |         0 | 5 missing at the closing
 * | Dec |  1,320 |  1,440 | 1,800 |          | 1,850 | 21,375 | 7,740 |     1,320 |         0 | not handed over yet
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countArrears, exportArrears, listArrears } from '../contract/arrears.ts';
import { getBalance, getYearBalance } from '../contract/cash-book.ts';
import { listClosings } from '../contract/closings.ts';
import {
  adminDashboard,
  ketuaDashboard,
  koordinatorDashboard,
  wargaDashboard,
} from '../contract/dashboard.ts';
import { exportJournal } from '../contract/journal.ts';
import { getLpj } from '../contract/lpj.ts';
import { countMonthPayments } from '../contract/payments.ts';
import { listMoneyAccounts } from '../contract/places.ts';
import { exportReport, getReport } from '../contract/reports.ts';
import { getRound } from '../contract/rounds.ts';
import { findViolations } from './operations/doctor/find-violations.ts';
import { makeApp, type TestApp } from './testing/app.ts';
import { type Balances, playYear, type Year } from './testing/year/play.ts';

/** Kas, BCA, hands of the coordinators of A and B. */
const balances: Balances = {
  '2026-01': [2_700_000, 5_400_000, 0, 0],
  '2026-02': [4_850_000, 5_100_000, 0, 0],
  '2026-03': [6_800_000, 5_300_000, 0, 0],
  '2026-04': [8_800_000, 5_000_000, 0, 50_000],
  '2026-05': [10_250_000, 4_700_000, 0, 0],
  '2026-06': [12_550_000, 4_900_000, 0, 0],
  '2026-07': [14_770_000, 5_440_000, 0, 0],
  '2026-08': [17_570_000, 2_260_000, 0, 0],
  '2026-09': [20_230_000, 2_560_000, 0, 0],
  '2026-10': [17_880_000, 7_500_000, 0, 0],
  '2026-11': [20_285_000, 7_440_000, 0, 0],
  '2026-12': [21_375_000, 7_740_000, 1_320_000, 0],
};
/** Income, spending and balance of each month. */
const book = [
  [4_200_000, 1_850_000, 8_100_000],
  [3_700_000, 1_850_000, 9_950_000],
  [4_000_000, 1_850_000, 12_100_000],
  [3_600_000, 1_850_000, 13_850_000],
  [3_350_000, 2_250_000, 14_950_000],
  [4_150_000, 1_650_000, 17_450_000],
  [4_610_000, 1_850_000, 20_210_000],
  [4_470_000, 4_850_000, 19_830_000],
  [4_810_000, 1_850_000, 22_790_000],
  [4_440_000, 1_850_000, 25_380_000],
  [4_200_000, 1_855_000, 27_725_000],
  [4_560_000, 1_850_000, 30_435_000],
];
/**
 * Due for each month, paid for it by now, and by how many: all 40 houses but A18 (never), A19 (until March), B12 (until
 * October) and B18 (not in April). A15 paid July and August before the rate rose: 20,000 less than is due.
 */
const dues = [
  [4_000_000, 3_900_000, 39],
  [4_000_000, 3_900_000, 39],
  [4_000_000, 3_900_000, 39],
  [3_950_000, 3_700_000, 37],
  [3_950_000, 3_750_000, 38],
  [3_950_000, 3_750_000, 38],
  [4_730_000, 4_470_000, 38],
  [4_730_000, 4_470_000, 38],
  [4_800_000, 4_560_000, 38],
  [4_800_000, 4_560_000, 38],
  [4_800_000, 4_440_000, 37],
  [4_800_000, 4_440_000, 37],
];
/** House, months, rupiah. */
const inMay = [
  ['A16', 2, 200_000],
  ['A18', 5, 500_000],
  ['A19', 2, 200_000],
  ['B12', 1, 100_000],
  ['B18', 1, 100_000],
];
/** 6 × 100,000 + 6 × 120,000; 3 × 100,000 + 6 × 120,000; 2 × 120,000. */
const atTheEnd = [
  ['A18', 12, 1_320_000],
  ['A19', 9, 1_020_000],
  ['B12', 2, 240_000],
];

let app: TestApp;
let year: Year;
beforeAll(async () => {
  app = await makeApp({ CHANGES_PER_MINUTE: '1000000' });
  year = await playYear(app, balances);
  await year.until('2026-06-01');
  expect(await arrears()).toEqual(inMay);
  await year.until('2027-01-05');
});
afterAll(() => app.close());

const as = (who: string) => year.as(who);
const arrears = async () =>
  (await (await as('bendahara')).call(listArrears, { query: { limit: 100 } })).body.data.map(
    ({ blok, bulan, jumlah }) => [blok, bulan, jumlah],
  );

test('the cash book has the income, the spending and the balance of every month', async () => {
  const { bulanan } = (await (await as('A1')).call(getYearBalance, { params: { year: 2026 } })).body.data;
  expect(bulanan.map(({ pemasukan, pengeluaran, saldo }) => [pemasukan, pengeluaran, saldo])).toEqual(book);
  expect((await (await as('A1')).call(getBalance)).body.data).toEqual({
    saldoAwal: 5_750_000,
    totalPemasukan: 50_090_000,
    totalPengeluaran: 25_405_000,
    saldo: 30_435_000,
  });
});

test('each account holds what was counted, the bank what its last statement says', async () => {
  const accounts = (await (await as('bendahara')).call(listMoneyAccounts)).body.data;
  expect(accounts.map(({ nama, saldo }) => [nama, saldo])).toEqual([
    ['Kas', 21_375_000],
    ['BCA', 7_740_000],
    ['Kas Koordinator Blok A', 1_320_000],
    ['Kas Koordinator Blok B', 0],
  ]);
  expect((await (await as('A20')).call(getRound)).body.data.saldo).toBe(1_320_000);
});

test('twelve months are closed by two people, one of them with a difference', async () => {
  const { data } = (await (await as('A1')).call(listClosings, { query: { limit: 100 } })).body;
  // The hands of a coordinator are named while there is money in them.
  expect(data.toReversed().map(({ ringkasan: { akun } }) => akun.map(({ saldo }) => saldo))).toEqual(
    Object.values(balances).map(([kas = 0, bca = 0, ...hands]) => [kas, bca, ...hands.filter(Boolean)]),
  );
  for (const { disusun_oleh_nama, disetujui_oleh_nama, sendiri } of data)
    expect([disusun_oleh_nama, disetujui_oleh_nama, sendiri]).toEqual(['bendahara', 'ketua', false]);
  const differences = data.flatMap(({ bulan, ringkasan: { akun } }) =>
    akun.filter(({ selisih }) => selisih !== 0).map(({ nama, selisih }) => [bulan, nama, selisih]),
  );
  expect(differences).toEqual([['2026-11', 'Kas', -5_000]]);
});

describe('dues', () => {
  test('are the same in the report, its export, the months and the charts of the dashboards', async () => {
    const ketua = await as('ketua');
    const params = { year: 2026 };
    const { bulanan } = (await ketua.call(getReport, { params })).body.data;
    const sums = dues.map(([target, terkumpul]) => [target, terkumpul]);
    expect(bulanan.map(({ target, terkumpul }) => [target, terkumpul])).toEqual(sums);
    const rows = (await ketua.call(exportReport, { params, query: { format: 'json' } })).body.data;
    expect(rows.map(({ target, terkumpul }) => [target, terkumpul])).toEqual(sums);
    for (const [at, [, terkumpul, lunas]] of dues.entries()) {
      const month = { params: { year: 2026, month: at + 1 } };
      const { data } = (await ketua.call(countMonthPayments, month)).body;
      expect([data.terkumpul, data.dikonfirmasi]).toEqual([terkumpul, lunas]);
    }
    const chart = [...sums.slice(1), [4_800_000, 0]];
    for (const { bulanan } of [
      (await ketua.call(ketuaDashboard)).body.data,
      (await (await as('bendahara')).call(adminDashboard)).body.data,
    ])
      expect(bulanan.map(({ target, terkumpul }) => [target, terkumpul])).toEqual(chart);
  });

  test('that are overdue are the same in the list, its sum, its export, the own page and the LPJ', async () => {
    expect(await arrears()).toEqual(atTheEnd);
    const bendahara = await as('bendahara');
    expect((await bendahara.call(countArrears)).body.data).toMatchObject({
      banyak: 3,
      bulan: 23,
      jumlah: 2_580_000,
    });
    const exported = (await bendahara.call(exportArrears, { query: { format: 'json' } })).body.data;
    expect(exported.map(({ blok, bulan, jumlah }) => [blok, bulan, jumlah])).toEqual(atTheEnd);
    for (const [house, months, sum] of atTheEnd) {
      const { tunggakan } = (await (await as(String(house))).call(wargaDashboard)).body.data.iuran;
      expect([tunggakan.length, tunggakan.reduce((all, { jumlah }) => all + jumlah, 0)]).toEqual([
        months,
        sum,
      ]);
    }
    expect((await (await as('A15')).call(wargaDashboard)).body.data.iuran.tunggakan).toEqual([]);
  });
});

test('the dashboards know the money of the estate, and a coordinator that of the block', async () => {
  const { data } = (await (await as('ketua')).call(ketuaDashboard)).body;
  expect([data.totalIncome, data.pembayaranPending, data.persetujuanPending]).toEqual([50_090_000, 0, 0]);
  expect((await (await as('A20')).call(koordinatorDashboard)).body.data).toMatchObject({
    totalPemasukan: 50_090_000,
    totalPengeluaran: 25_405_000,
    saldo: 30_435_000,
    pemasukanBlok: 25_100_000, // with the house that came from B
  });
});

test('the LPJ of the year has these sums, accounts, arrears, the reversal and all closings', async () => {
  const query = { dari: '2026-01', sampai: '2026-12' };
  const rows = (await (await as('A1')).call(getLpj, { query })).body.data;
  const section = (...names: string[]) =>
    rows
      .filter(({ bagian }) => names.includes(bagian))
      .map(({ uraian, banyak, jumlah }) => [uraian, banyak ?? jumlah]);
  expect(section('awal', 'pemasukan', 'pengeluaran', 'akhir', 'rekening', 'tunggakan')).toEqual([
    ['Saldo awal Januari 2026', 5_750_000],
    ['Iuran warga', 49_840_000],
    ['Sewa', 250_000],
    ['Jumlah pemasukan', 50_090_000],
    ['Keamanan', 18_000_000],
    ['Kebersihan', 4_200_000],
    ['Lain-lain', 3_200_000],
    ['Selisih hitungan uang', 5_000],
    ['Jumlah pengeluaran', 25_405_000],
    ['Saldo akhir Desember 2026', 30_435_000],
    ['Kas', 21_375_000],
    ['BCA', 7_740_000],
    ['Kas Koordinator Blok A', 1_320_000],
    ['Kas Koordinator Blok B', 0],
    ['1 bulan', 0],
    ['2–3 bulan', 1],
    ['4–6 bulan', 0],
    ['Lebih dari 6 bulan', 2],
  ]);
  expect(section('pembatalan').map(([, jumlah]) => jumlah)).toEqual([200_000]);
  expect(section('penutupan')).toHaveLength(12);
});

const hasHledger = spawnSync('hledger', ['--version']).status === 0;
test.skipIf(!hasHledger)('hledger (Debian package) counts the same from the journal', async () => {
  const journal = (await (await as('bendahara')).call(exportJournal)).body as unknown as { text: string };
  const count = (...what: string[]) => {
    const options = ['-f', '-', 'balance', ...what, '-E', '-N', '-O', 'csv', '--layout=bare'];
    const csv = execFileSync('hledger', options, { input: journal.text, encoding: 'utf8' });
    return [...csv.matchAll(/^"([^"]+)",(?:"IDR",)?"(-?\d+)(?: IDR)?"/gm)].map(([, name, sum]) => [
      name,
      Number(sum),
    ]);
  };
  expect(count('aset', '--depth', '2').map(([, sum]) => sum)).toEqual([21_375_000, 7_740_000, 1_320_000, 0]);
  expect(count('aset', '--depth', '1')).toEqual([['aset', 30_435_000]]);
  expect(count('pemasukan:iuran')).toEqual([['pemasukan:iuran', -49_840_000]]);
  expect(count('pengeluaran', '--depth', '1')).toEqual([['pengeluaran', 25_405_000]]);
});

test('no rule of the data is broken', async () => {
  expect((await findViolations(app.context)).violations).toEqual([]);
});
