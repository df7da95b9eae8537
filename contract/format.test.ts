import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expenseRatio } from './cash-book.ts';
import * as format from './format.ts';

test('formats counts with Indonesian thousands separators', () => {
  expect([0, 999, 1_000, 100_000, 1_250_000, -45, -100_000].map(format.formatCount)).toEqual([
    '0',
    '999',
    '1.000',
    '100.000',
    '1.250.000',
    '-45',
    '-100.000',
  ]);
});

test('formats rupiah without decimals and millions with one decimal and an M', () => {
  expect(format.formatRupiah(1_250_000)).toBe('Rp 1.250.000');
  expect(format.formatRupiah(-50_000)).toBe('-Rp 50.000');
  expect(
    [0, 1_240_000, 1_250_000, 12_000_000, -40_500_000, 1_234_560_000].map(format.formatMillions),
  ).toEqual(['0,0M', '1,2M', '1,3M', '12,0M', '-40,5M', '1.234,6M']);
});

test('formats months and dates in Indonesian and in the estate’s time zone', () => {
  expect([1, 5, 8, 12].map(format.monthName)).toEqual(['Januari', 'Mei', 'Agustus', 'Desember']);
  expect(format.formatMonth({ tahun: 2026, bulan: 2 })).toBe('Februari 2026');
  expect(format.formatDate('2026-11-05')).toBe('5 November 2026');
  expect(format.formatDate('2026-11-05T17:30:00.000Z')).toBe('6 November 2026');
  expect(format.formatDate('2026-11-05T17:30:00.000Z', 'Asia/Jayapura', 'short')).toBe('6 Nov 2026');
});

test('the date in a zone of Indonesia is that of the time zone database', () => {
  const instant = fc.date({ min: new Date('1990-01-01'), max: new Date('2100-12-31'), noInvalidDate: true });
  const zone = fc.constantFrom('Asia/Jakarta', 'Asia/Pontianak', 'Asia/Makassar', 'Asia/Jayapura');
  fc.assert(
    fc.property(zone, instant, (timeZone, at) => {
      const known = at.toLocaleDateString('en-CA', { timeZone });
      expect(format.dateIn(timeZone, at)).toBe(known);
    }),
  );
  expect(format.dateIn('Asia/Jakarta', new Date('2026-07-31T17:00:00.000Z'))).toBe('2026-08-01');
  expect(format.dateIn('Asia/Jakarta', new Date('2026-07-31T16:59:59.999Z'))).toBe('2026-07-31');
});

test('formats file sizes as Bytes, KB, MB or GB with two decimals', () => {
  const sizes = [0, 1023, 1024, 1_576_960, 3 * 1024 ** 3];
  expect(sizes.map(format.formatFileSize)).toEqual([
    '0 Bytes',
    '1023 Bytes',
    '1,00 KB',
    '1,50 MB',
    '3,00 GB',
  ]);
});

test('rounds the expense ratio to a percentage of the income, 0 without income', () => {
  const ratio = (totalPengeluaran: number, totalPemasukan: number) =>
    expenseRatio({ totalPengeluaran, totalPemasukan });
  expect([ratio(1, 3), ratio(2, 3), ratio(500, 200), ratio(500, 0)]).toEqual([33, 67, 250, 0]);
  expect(ratio(69, 120), '57.5').toBe(58);
});
