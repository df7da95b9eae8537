import { expect, test } from 'vitest';
import { monthKey, type Period } from '../../../contract/format.ts';
import type { Payment } from '../../../contract/payments.ts';
import { nextPayable, offeredMonths, openMonths, spanChoices } from './payable-months.ts';

const march = { tahun: 2026, bulan: 3 };
const month = (tahun: number, bulan: number): Period => ({ tahun, bulan });
const paid = (tahun: number, bulan: number, status: Payment['status'] = 'dikonfirmasi') =>
  ({ tahun, bulan, status }) as Payment;
const next = (overdue: readonly Period[], payments: readonly Payment[], thisMonth = march) =>
  nextPayable(openMonths(overdue, payments, thisMonth), thisMonth);
const spans = (overdue: readonly Period[], payments: readonly Payment[] = []) =>
  Object.fromEntries(
    spanChoices(openMonths(overdue, payments, march), march).map(({ value, months }) => [
      value,
      months.map(monthKey),
    ]),
  );

test('the oldest overdue month comes first, also one whose proof was rejected', () => {
  expect(next([month(2026, 1), month(2026, 2)], [])).toEqual(month(2026, 1));
  expect(next([month(2026, 1), month(2026, 2)], [paid(2026, 1, 'ditolak')])).toEqual(month(2026, 1));
});

test('without overdue months this month, else the next open one, also across the year', () => {
  expect(next([], [])).toEqual(march);
  const year = Array.from({ length: 12 }, (_, index) => paid(2026, index + 1, 'menunggu_konfirmasi'));
  expect(next([], year)).toEqual(month(2027, 1));
});

test('months before the years offered are not preselected', () => {
  expect(next([month(2023, 5), month(2025, 2)], [])).toEqual(month(2025, 2));
});

test('a month whose proof is still in the outbox is not offered again', () => {
  expect(next([month(2026, 1), month(2026, 2)], [paid(2026, 1, 'menunggu_konfirmasi')])).toEqual(
    month(2026, 2),
  );
});

test('spans begin with the oldest overdue month and go on from this month', () => {
  expect(spans([month(2025, 12), month(2026, 2)])).toMatchObject({
    tunggakan: ['2025-12', '2026-02'],
    semua: ['2025-12', '2026-02', '2026-03'],
    3: ['2025-12', '2026-02', '2026-03'],
    6: ['2025-12', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'],
  });
});

test('without arrears there are only counts of months, and paid ones are skipped', () => {
  const choices = spans([], [paid(2026, 3), paid(2026, 5)]);
  expect(Object.keys(choices)).toEqual(['1', '3', '6']);
  expect(choices[3]).toEqual(['2026-04', '2026-06', '2026-07']);
});

test('of 24 overdue months and more, no span is called all: one proof may be for 24', () => {
  const overdue = Array.from({ length: 30 }, (_, at) => month(2023 + Math.floor(at / 12), (at % 12) + 1));
  expect(spans(overdue).tunggakan).toHaveLength(24);
  expect(spans(overdue)).not.toHaveProperty('semua');
  expect(spans(overdue.slice(-23)).semua).toHaveLength(24);
});

test('single months are chosen from overdue and coming ones, and those chosen before stay', () => {
  const open = openMonths([month(2025, 12)], [paid(2026, 4), paid(2026, 5, 'menunggu_konfirmasi')], march);
  const offered = offeredMonths(open, [month(2026, 5)]).map(monthKey);
  expect(offered.slice(0, 4)).toEqual(['2025-12', '2026-03', '2026-05', '2026-06']);
  expect(offered.at(-1)).toBe('2027-03');
});

test('waived months and those that cost nothing are neither preselected nor in a span', () => {
  const isFree = ({ bulan }: Period) => bulan === 1 || bulan === 3;
  const open = openMonths([month(2026, 1), month(2026, 2)], [], march, isFree);
  expect(nextPayable(open, march)).toEqual(month(2026, 2));
  expect(
    spanChoices(open, march)
      .find(({ value }) => value === '3')
      ?.months.map(monthKey),
  ).toEqual(['2026-02', '2026-04', '2026-05']);
});

test('of more overdue months than one proof may have, the oldest are offered and counted', () => {
  const years = [2023, 2024, 2025].flatMap((tahun) =>
    Array.from({ length: 12 }, (_, at) => month(tahun, at + 1)),
  );
  const [, overdue] = spanChoices(openMonths(years, [], march), march);
  expect([overdue?.label, overdue?.months.length, overdue?.months.at(-1)]).toEqual([
    'Tunggakan (24)',
    24,
    month(2024, 12),
  ]);
});
