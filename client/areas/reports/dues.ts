/** A year's dues as they are judged, listed and drawn. */
import { formatMonth, monthName, type Period } from '../../../contract/format.ts';
import {
  isJudged,
  type MonthReport,
  percentCollected,
  type Report,
  reportStatus,
} from '../../../contract/reports.ts';

/** A line of the table: a month, or what the judged months add up to. */
export interface Line extends Omit<MonthReport, 'bulan' | 'status'> {
  name: string;
  /** Null where there is nothing to judge. */
  status: MonthReport['status'] | null;
  isTotal: boolean;
}

export interface Dues {
  /** Of the months that have begun and owed something. */
  total: Line;
  /** Which months those are: `Januari–Juli 2026`. */
  span: string;
  lines: readonly Line[];
  columns: readonly { tick: string; title: string; values: readonly number[] }[];
}

export function duesOf({ tahun, bulanan }: Report, thisMonth: Period): Dues {
  const judged = bulanan.filter((month) => isJudged({ tahun, ...month }, thisMonth));
  const months = spanOf(judged);
  const total = totalOf(judged, `Jumlah ${months}`);
  const lines = bulanan.map((month) => ({
    ...month,
    name: monthName(month.bulan),
    status: judged.includes(month) ? month.status : null,
    isTotal: false,
  }));
  const drawn = judged.length > 0 ? judged : bulanan;
  return {
    total,
    span: `${months} ${tahun}`.trim(),
    lines: judged.length > 0 ? [...lines, total] : lines,
    columns: drawn.map(({ bulan, terkumpul, target }) => ({
      tick: monthName(bulan).slice(0, 3),
      title: formatMonth({ tahun, bulan }),
      values: [terkumpul, target],
    })),
  };
}

function totalOf(months: readonly MonthReport[], name: string): Line {
  const sum = (key: 'target' | 'terkumpul') => months.reduce((total, month) => total + month[key], 0);
  const money = { target: sum('target'), terkumpul: sum('terkumpul') };
  const persentase = percentCollected(money);
  const status = months.length > 0 ? reportStatus(persentase) : null;
  return { ...money, persentase, status, name, isTotal: true };
}

function spanOf(months: readonly MonthReport[]): string {
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return '';
  return first === last ? monthName(first.bulan) : `${monthName(first.bulan)}–${monthName(last.bulan)}`;
}
