import { expect, test } from 'vitest';
import { monthOf } from './format.ts';
import { formatMonths, periodsOf } from './payment-months.ts';

const say = (...keys: string[]) => formatMonths(keys.map(monthOf));

test('months in a row are a span, also across the year', () => {
  expect(say('2026-01')).toBe('Januari 2026');
  expect(say('2026-02', '2026-01', '2026-03')).toBe('Januari–Maret 2026');
  expect(say('2025-11', '2025-12', '2026-01')).toBe('November 2025–Januari 2026');
});

test('others are listed, each year once', () => {
  expect(say('2026-01', '2026-03', '2026-04')).toBe('Januari, Maret–April 2026');
  expect(say('2025-12', '2026-04', '2026-06')).toBe('Desember 2025, April, Juni 2026');
});

test('one month or several, oldest first', () => {
  expect(periodsOf({ tahun: 2026, bulan: 7 })).toEqual([{ tahun: 2026, bulan: 7 }]);
  expect(periodsOf({ 'bulan[]': ['2026-02', '2025-12'] })).toEqual([
    { tahun: 2025, bulan: 12 },
    { tahun: 2026, bulan: 2 },
  ]);
});
