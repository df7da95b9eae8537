import * as z from 'zod/mini';
import { Complaint, type ComplaintCategory, categoryLabels, complaintStatusLabels } from './complaints.ts';
import { type ExportRow, endpoint, exported, exportFormat, one, sumOf, yearParam } from './endpoint.ts';
import { blockFilter, monthOfBook } from './fields.ts';
import { type Period } from './format.ts';

export const reportStatuses = ['Baik', 'Cukup', 'Kurang'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

/** @param percentage of the target that was collected */
export function reportStatus(percentage: number): ReportStatus {
  if (percentage >= 90) return 'Baik';
  return percentage >= 70 ? 'Cukup' : 'Kurang';
}

/**
 * Rounded percentage, 0 without a target, at most 100 although somebody may have paid more than the dues. Not rounded up
 * across a status limit: 89.5 % becomes 89 (Cukup).
 */
export function percentCollected({ terkumpul, target }: { terkumpul: number; target: number }): number {
  if (target === 0) return 0;
  const exact = Math.min(100, (terkumpul * 100) / target);
  const rounded = Math.round(exact);
  return reportStatus(rounded) === reportStatus(exact) ? rounded : Math.floor(exact);
}

export function hasBegun({ tahun, bulan }: Period, thisMonth: Period): boolean {
  return tahun < thisMonth.tahun || (tahun === thisMonth.tahun && bulan <= thisMonth.bulan);
}

/** Months in the future or without dues get no status. */
export function isJudged(month: Period & { target: number }, thisMonth: Period): boolean {
  return month.target > 0 && hasBegun(month, thisMonth);
}

const MonthReport = z.object({
  bulan: z.number(),
  target: z.number(),
  terkumpul: z.number(),
  persentase: z.number(),
  status: z.enum(reportStatuses),
});
export type MonthReport = z.output<typeof MonthReport>;

const statusCounts = {
  total: z.number(),
  pending: z.number(),
  proses: z.number(),
  selesai: z.number(),
  ditolak: z.number(),
};
const categoryCounts = {
  infrastruktur: z.number(),
  keamanan: z.number(),
  kebersihan: z.number(),
  lainnya: z.number(),
} satisfies Record<ComplaintCategory, unknown>;

const ComplaintReport = z.object({
  ...statusCounts,
  perKategori: z.object(categoryCounts),
  perBulan: z.array(z.number()),
  terbaru: z.array(
    z.pick(Complaint, {
      id: true,
      judul: true,
      kategori: true,
      status: true,
      nama_user: true,
      blok: true,
      tanggal_aduan: true,
    }),
  ),
});
export type ComplaintReport = z.output<typeof ComplaintReport>;

export const Report = z.object({
  tahun: z.number(),
  bulanan: z.array(MonthReport),
  aduan: ComplaintReport,
});
export type Report = z.output<typeof Report>;

const params = z.object({ year: yearParam });
const filter = { blok: blockFilter };

export const getReport = endpoint('GET', '/api/reports/:year', {
  allow: 'reports.read',
  summary: 'Dues and complaints of a year in scope; `blok` takes a letter or a whole house',
  params,
  query: z.object(filter),
  returns: one(Report),
});

const isInUse = ({ target, terkumpul }: ExportRow) => target !== 0 || terkumpul !== 0;

/**
 * What the total of a year counts: its months from the first to the last with a target or a payment.
 * @param begun the months that have begun
 */
export const countedMonths = <Month extends ExportRow>(begun: readonly Month[]): readonly Month[] =>
  begun.slice(begun.findIndex(isInUse), begun.findLastIndex(isInUse) + 1);

/** `Januari–Juli` */
export const spanOf = (names: readonly string[]): string =>
  names.length > 1 ? `${names[0]}–${names.at(-1)}` : names.join('');

/** The export marks the months that have begun (`dimulai`). */
const counted = (rows: readonly ExportRow[]) => countedMonths(rows.filter(({ dimulai }) => dimulai));
const isMarked = ({ status }: ExportRow) => status !== '';

export const exportReport = endpoint('GET', '/api/reports/export/:year', {
  allow: 'reports.read',
  summary:
    'Export of the dues of a year, one row per month; `status` is blank for future months and months without dues',
  params,
  query: z.object({ ...filter, ...exportFormat }),
  returns: exported(z.extend(MonthReport, { bulan: z.string(), status: z.string() })),
  exports: [
    {
      key: 'bulan',
      title: 'Bulan',
      total: (rows) => `Jumlah ${spanOf(counted(rows).map(({ bulan }) => String(bulan)))}`,
    },
    { key: 'target', title: 'Target', kind: 'rupiah', total: (rows) => sumOf('target')(counted(rows)) },
    {
      key: 'terkumpul',
      title: 'Terkumpul',
      kind: 'rupiah',
      total: (rows) => sumOf('terkumpul')(counted(rows)),
    },
    {
      key: 'persentase',
      title: 'Persentase (%)',
      kind: 'number',
      total: (rows) => {
        const judged = rows.filter(isMarked);
        return percentCollected({ terkumpul: sumOf('terkumpul')(judged), target: sumOf('target')(judged) });
      },
    },
    { key: 'status', title: 'Status' },
  ],
});
/**
 * `bulan` as `YYYY-MM`; sums in rupiah. `belum_ditutup`: the estate closes its months, but not yet this one. `lunas` of
 * `wajib` accounts have paid the dues of the month; `ukuran` and `kepala` are those of the log.
 */
const MonthlyFigures = z.object({
  bulan: z.string(),
  masuk: z.number(),
  keluar: z.number(),
  /** At the end of the month, or now. */
  saldo: z.number(),
  belum_ditutup: z.boolean(),
  lunas: z.number(),
  wajib: z.number(),
  ukuran: z.number(),
  kepala: z.string(),
});
export type MonthlyFigures = z.output<typeof MonthlyFigures>;

export const getMonthlyFigures = endpoint('GET', '/api/laporan-singkat', {
  allow: 'reports.share',
  summary: 'Figures of a month (YYYY-MM) for the group of the estate, by default of the last month',
  query: z.object({ bulan: z.optional(monthOfBook) }),
  returns: one(MonthlyFigures),
});

export const exportComplaintReport = endpoint('GET', '/api/reports/export/:year/aduan', {
  allow: 'reports.read',
  summary: 'Export of the complaints of a year per month, status and category',
  params,
  query: z.object({ ...filter, ...exportFormat }),
  returns: exported(z.object({ bulan: z.string(), ...statusCounts, ...categoryCounts })),
  exports: [
    { key: 'bulan', title: 'Bulan', total: 'Total' },
    ...Object.entries({ total: 'Total', ...complaintStatusLabels, ...categoryLabels }).map(
      ([key, title]) => ({ key, title, kind: 'number', total: sumOf(key) }) as const,
    ),
  ],
});
