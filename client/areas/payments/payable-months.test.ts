import { expect, test } from 'vitest';
import type { Payment } from '../../../contract/payments.ts';
import { nextPayable } from './payable-months.ts';

const march = { tahun: 2026, bulan: 3 };
const joined = { tahun: 2024, bulan: 1 };
const paid = (tahun: number, bulan: number, status: Payment['status'] = 'dikonfirmasi') =>
  ({ tahun, bulan, status }) as Payment;

test('the oldest open month of the three on the cards comes first', () => {
  expect(nextPayable([], march, joined)).toEqual({ tahun: 2026, bulan: 1 });
  expect(nextPayable([paid(2026, 1), paid(2026, 2, 'ditolak')], march, joined)).toEqual({
    tahun: 2026,
    bulan: 2,
  });
});

test('with no open month the next month is offered, also across the year', () => {
  const year = Array.from({ length: 12 }, (_, index) => paid(2026, index + 1, 'menunggu_konfirmasi'));
  expect(nextPayable(year, march, joined)).toEqual({ tahun: 2027, bulan: 1 });
});

test('in January the month before last lies in last year', () => {
  expect(nextPayable([paid(2025, 11)], { tahun: 2026, bulan: 1 }, joined)).toEqual({
    tahun: 2025,
    bulan: 12,
  });
});

test('months before the resident joined are not offered', () => {
  expect(nextPayable([], march, march)).toEqual(march);
  expect(nextPayable([paid(2026, 3)], march, march)).toEqual({ tahun: 2026, bulan: 4 });
});
