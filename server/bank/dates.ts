/** Dates as the banks write them. */
import { shiftDay } from '../../contract/format.ts';

const names = [
  ['jan', 'januari', 'january'],
  ['feb', 'februari', 'february', 'peb'],
  ['mar', 'maret', 'march'],
  ['apr', 'april'],
  ['mei', 'may'],
  ['jun', 'juni', 'june'],
  ['jul', 'juli', 'july'],
  ['agt', 'agu', 'ags', 'agustus', 'aug', 'august'],
  ['sep', 'sept', 'september'],
  ['okt', 'oktober', 'oct', 'october'],
  ['nov', 'november', 'nop'],
  ['des', 'desember', 'dec', 'december'],
];
const monthNumbers = new Map(names.flatMap((words, at) => words.map((word) => [word, at + 1] as const)));

/** 1 to 12; undefined if the word is no month. */
export const monthNumber = (word: string): number | undefined => monthNumbers.get(word.toLowerCase());

export interface Span {
  dari: string;
  sampai: string;
}

const formats: readonly (readonly [RegExp, readonly ['y' | 'm' | 'd', 'y' | 'm' | 'd', 'y' | 'm' | 'd']])[] =
  [
    [/^(\d{4})[./-](\d{1,2})[./-](\d{1,2})(?!\d)/, ['y', 'm', 'd']],
    [/^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(?!\d)/, ['d', 'm', 'y']],
    [/^(\d{1,2})[ -]([a-z]{3,9})[ -](\d{4}|\d{2})(?!\d)/i, ['d', 'm', 'y']],
  ];

/** A day from 2017 to 2036 as Excel counts it, in a column that lost its date format; other numbers could be d/mm/yy. */
const serialDay = /^(4[3-9]\d{3})([.,]\d+)?$/;

/** What Excel has taken for a day: a date cell of a workbook, or its number. */
export const isExcelDay = (cell: string): boolean => /^\d{4}-\d\d-\d\d/.test(cell) || serialDay.test(cell);

/** @param near the period of the statement, or today, for dates without a year */
export function parseDate(cell: string, near: Span | string): string | null {
  const text = cell.trim();
  const [, serial] = serialDay.exec(text) ?? [];
  if (serial) return shiftDay('1899-12-30', Number(serial));
  for (const [pattern, order] of formats) {
    const match = pattern.exec(text);
    if (!match) continue;
    const part = (of: 'y' | 'm' | 'd') => match[order.indexOf(of) + 1] ?? '';
    const year = Number(part('y'));
    const month = /^\d/.test(part('m')) ? Number(part('m')) : monthNumber(part('m'));
    return calendarDay(year < 100 ? 2000 + year : year, month ?? 0, Number(part('d')));
  }
  const [, day, month] = /^(\d{1,2})\/(\d{1,2})$/.exec(text) ?? [];
  return day && month ? withYear(Number(month), Number(day), near) : null;
}

function withYear(month: number, day: number, near: Span | string): string | null {
  const [dari, sampai] = typeof near === 'string' ? ['', near] : [near.dari, near.sampai];
  const last = Number(sampai.slice(0, 4));
  for (const year of [last, last - 1]) {
    const date = calendarDay(year, month, day);
    if (date && date >= dari && date <= sampai) return date;
  }
  return null;
}

function calendarDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && year >= 2000;
  return isReal ? date.toISOString().slice(0, 'YYYY-MM-DD'.length) : null;
}
