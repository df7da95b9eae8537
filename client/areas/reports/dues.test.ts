import { expect, test } from 'vitest';
import { reportStatus } from '../../../contract/reports.ts';
import { duesOf } from './dues.ts';

const july = { tahun: 2026, bulan: 7 };

/** @param months target and collected of the first months, in thousands of rupiah */
function yearOf(...months: readonly (readonly [target: number, collected: number])[]) {
  const bulanan = Array.from({ length: 12 }, (_, index) => {
    const [target, terkumpul] = months[index] ?? [0, 0];
    const persentase = target === 0 ? 0 : (terkumpul * 100) / target;
    return { bulan: index + 1, target, terkumpul, persentase, status: reportStatus(persentase) };
  });
  return duesOf({ tahun: 2026, bulanan }, july);
}

test('the sum is that of the column above it; what came for a month without a target does not better the percentage', () => {
  const none = [0, 0] as const;
  const { total, span, drawn } = yearOf([100, 50], none, none, [0, 100], none, [0, 200], [500, 370]);
  expect(total).toMatchObject({ name: 'Jumlah Januari–Juli', target: 600, terkumpul: 720 });
  expect(total).toMatchObject({ persentase: 70, status: 'Cukup' });
  expect(span).toBe('Januari–Juli 2026');
  expect(drawn).toHaveLength(7);
});

test('months before anything was owed or paid, and months to come, are not in the sum', () => {
  const none = [0, 0] as const;
  const { total, lines } = yearOf(none, none, [0, 30], none, [100, 90], none, none, [100, 100]);
  expect(total).toMatchObject({ name: 'Jumlah Maret–Mei', target: 100, terkumpul: 120, persentase: 90 });
  expect(lines.map(({ status }) => status)).toEqual([
    ...Array(4).fill(null),
    'Baik',
    ...Array(7).fill(null),
    'Baik',
  ]);
});

test('where nothing was owed yet, money is added up and not judged', () => {
  const { total, lines } = yearOf([0, 100]);
  expect(total).toMatchObject({ name: 'Jumlah Januari', target: 0, terkumpul: 100, status: null });
  expect(lines).toHaveLength(13);
  expect(yearOf().lines, 'nothing to add up').toHaveLength(12);
});
