/** Months that are paid together, and how people read them. The checking page uses this file too: no zod. */
import { formatMonth, monthIndex, monthName, monthOf, monthOfIndex, type Period } from './format.ts';

/** Months of one proof. */
export const mostMonths = 24;
/** Months of one tap of the round, and so of one receipt: ten years. */
export const mostTappedMonths = 120;
/** How far ahead several months may be paid. */
export const monthsAhead = 12;

export interface PaidMonths {
  tahun?: number | undefined;
  bulan?: number | undefined;
  'bulan[]'?: string[] | undefined;
}

/** Oldest first. */
export function periodsOf({ tahun, bulan, 'bulan[]': several }: PaidMonths): Period[] {
  if (several) return several.toSorted().map(monthOf);
  return tahun === undefined || bulan === undefined ? [] : [{ tahun, bulan }];
}

/** Consecutive numbers of an ascending list, as their first and last one. */
export function runsOf(numbers: readonly number[]): [from: number, to: number][] {
  const runs: [from: number, to: number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && run[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}

/** `Januari 2026`, `November 2025–Februari 2026`, `Januari, Maret–Mei 2026`. */
export function formatMonths(periods: readonly Period[]): string {
  const runs = runsOf(periods.map(monthIndex).toSorted((a, b) => a - b));
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

/** @returns undefined unless `formatMonths` writes exactly this text, for at most `mostTappedMonths` months, oldest first */
export function parseMonths(text: string): Period[] | undefined {
  const indexes: number[] = [];
  let year = Number.NaN;
  const read = (month: string) => {
    const [, name = '', ownYear] = /^(\p{L}+)(?: (\d{4}))?$/u.exec(month) ?? [];
    if (ownYear) year = Number(ownYear);
    return (monthNames.get(name) ?? Number.NaN) + year * 12;
  };
  // A month without a year is of the year that the next one names.
  for (const run of text.split(', ').toReversed()) {
    const [first = '', last = first] = run.split('–');
    const to = read(last);
    const from = read(first);
    if (!(from <= to) || to - from >= mostTappedMonths || indexes.length >= mostTappedMonths)
      return undefined;
    for (let index = to; index >= from; index -= 1) indexes.unshift(index);
  }
  const periods = indexes.map(monthOfIndex);
  return periods.length <= mostTappedMonths && formatMonths(periods) === text ? periods : undefined;
}

const monthNames = new Map(Array.from({ length: 12 }, (_, at) => [monthName(at + 1), at]));
