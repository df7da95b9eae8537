/** Which months one payment proof is for: one (`tahun`, `bulan`) or several (`bulan[]`, each `YYYY-MM`). */
import * as z from 'zod/mini';
import { month, monthOfBook, year } from './fields.ts';
import { formatMonth, monthIndex, monthName, monthOf, monthOfIndex, type Period } from './format.ts';

/** Months of one proof. */
export const mostMonths = 24;
/** How far ahead several months may be paid. */
export const monthsAhead = 12;

export interface PaidMonths {
  tahun?: number | undefined;
  bulan?: number | undefined;
  'bulan[]'?: string[] | undefined;
}

export const paidMonths = {
  tahun: z.optional(year),
  bulan: z.optional(month),
  'bulan[]': z.optional(
    z.array(monthOfBook, 'Bulan harus berupa daftar').check(
      z.minLength(1, 'Pilih minimal satu bulan'),
      z.maxLength(mostMonths, `Maksimal ${mostMonths} bulan dengan satu bukti`),
      z.refine((keys) => new Set(keys).size === keys.length, 'Setiap bulan hanya boleh dipilih satu kali'),
    ),
  ),
};

const needsMonth = (field: 'tahun' | 'bulan', label: string) =>
  z.refine<PaidMonths>((body) => Boolean(body['bulan[]']) || body[field] !== undefined, {
    path: [field],
    error: `${label} wajib diisi`,
    when: () => true, // also beside other faults of the body
  });

/** Checks of a body with `paidMonths`. */
export const namesMonths = [needsMonth('tahun', 'Tahun'), needsMonth('bulan', 'Bulan')] as const;

/** Oldest first. */
export function periodsOf({ tahun, bulan, 'bulan[]': several }: PaidMonths): Period[] {
  if (several) return several.toSorted().map(monthOf);
  return tahun === undefined || bulan === undefined ? [] : [{ tahun, bulan }];
}

/** `Januari 2026`, `November 2025–Februari 2026`, `Januari, Maret–Mei 2026`. */
export function formatMonths(periods: readonly Period[]): string {
  const runs: [from: number, to: number][] = [];
  for (const index of periods.map(monthIndex).toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && run[1] === index - 1) run[1] = index;
    else runs.push([index, index]);
  }
  return runs
    .map(([from, to], at) => {
      const next = runs[at + 1];
      const [first, last] = [monthOfIndex(from), monthOfIndex(to)];
      const sameYearFollows = next && monthOfIndex(next[0]).tahun === last.tahun;
      const end = sameYearFollows ? monthName(last.bulan) : formatMonth(last);
      if (from === to) return end;
      return `${first.tahun === last.tahun ? monthName(first.bulan) : formatMonth(first)}–${end}`;
    })
    .join(', ');
}
