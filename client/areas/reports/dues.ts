import type { MonthlyDues } from '../../../contract/dashboard.ts';
import { monthName, type Period } from '../../../contract/format.ts';
import {
  countedMonths,
  hasBegun,
  isJudged,
  type MonthReport,
  percentCollected,
  type Report,
  reportStatus,
  spanOf,
} from '../../../contract/reports.ts';

/** Row of the table: a month or the total. */
export interface Line extends Omit<MonthReport, 'bulan' | 'status'> {
  name: string;
  /** Null when there is no target. */
  status: MonthReport['status'] | null;
  isTotal: boolean;
}

export interface Dues {
  /** Months that have begun, from the first to the last with a target or a payment. */
  total: Line;
  /** Label of that range: `Januari–Juli 2026`. */
  span: string;
  lines: readonly Line[];
  /** Months for a chart. */
  drawn: readonly MonthlyDues[];
}

export function duesOf({ tahun, bulanan }: Pick<Report, 'tahun' | 'bulanan'>, thisMonth: Period): Dues {
  const begun = bulanan.filter(({ bulan }) => hasBegun({ tahun, bulan }, thisMonth));
  const counted = countedMonths(begun);
  const judged = counted.filter((month) => isJudged({ tahun, ...month }, thisMonth));
  const months = spanOf(counted.map(({ bulan }) => monthName(bulan)));
  const total: Line = { ...totalOf(counted, judged), name: `Jumlah ${months}`, isTotal: true };
  const lines = bulanan.map((month) => ({
    ...month,
    name: monthName(month.bulan),
    status: judged.includes(month) ? month.status : null,
    isTotal: false,
  }));
  return {
    total,
    span: `${months} ${tahun}`.trim(),
    lines: counted.length > 0 ? [...lines, total] : lines,
    drawn: (counted.length > 0 ? counted : bulanan).map((month) => ({ ...month, tahun })),
  };
}

/** Money for a month without a target is part of the sum but not of the percentage. */
function totalOf(counted: readonly MonthReport[], judged: readonly MonthReport[]) {
  const sum = (key: 'target' | 'terkumpul', months: readonly MonthReport[]) =>
    months.reduce((total, month) => total + month[key], 0);
  const target = sum('target', judged);
  const persentase = percentCollected({ target, terkumpul: sum('terkumpul', judged) });
  const status = judged.length > 0 ? reportStatus(persentase) : null;
  return { target, terkumpul: sum('terkumpul', counted), persentase, status };
}
