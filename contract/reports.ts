/** Reports of a year: dues against target, and complaints. */
import * as z from 'zod/mini';
import { Complaint, type ComplaintCategory } from './complaints.ts';
import { endpoint, exported, exportFormat, one, yearParam } from './endpoint.ts';
import { blockFilter } from './fields.ts';
import type { Period } from './format.ts';

export const reportStatuses = ['Baik', 'Cukup', 'Kurang'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

/** @param percentage of the target that was collected */
export function reportStatus(percentage: number): ReportStatus {
  if (percentage >= 90) return 'Baik';
  return percentage >= 70 ? 'Cukup' : 'Kurang';
}

/** Whole percent, 0 of nothing. Never rounded up into a better status: 89.5 % is 89, and Cukup. */
export function percentCollected({ terkumpul, target }: { terkumpul: number; target: number }): number {
  if (target === 0) return 0;
  const exact = (terkumpul * 100) / target;
  const rounded = Math.round(exact);
  return reportStatus(rounded) === reportStatus(exact) ? rounded : Math.floor(exact);
}

export function hasBegun({ tahun, bulan }: Period, thisMonth: Period): boolean {
  return tahun < thisMonth.tahun || (tahun === thisMonth.tahun && bulan <= thisMonth.bulan);
}

/** Only a month that has begun and in which somebody owed something is called good or bad. */
export function isJudged(month: Period & { target: number }, thisMonth: Period): boolean {
  return month.target > 0 && hasBegun(month, thisMonth);
}

const MonthReport = z.object({
  bulan: z.number(),
  /** Rupiah. */
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
  /** Twelve counts, January first. */
  perBulan: z.array(z.number()),
  /** The latest five, newest first. */
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
  /** Twelve months, January first. */
  bulanan: z.array(MonthReport),
  aduan: ComplaintReport,
});
export type Report = z.output<typeof Report>;

const params = z.object({ year: yearParam });
const filter = { blok: blockFilter };

export const getReport = endpoint({
  method: 'GET',
  path: '/api/reports/:year',
  allow: 'reports.read',
  summary: 'Dues and complaints of a year, in scope; `blok` narrows it to a block letter',
  params,
  query: z.object(filter),
  returns: one(Report),
});
export const exportReport = endpoint({
  method: 'GET',
  path: '/api/reports/export/:year',
  allow: 'reports.read',
  summary: 'The dues of a year, a row a month; `status` is blank where there is nothing to judge',
  params,
  query: z.object({ ...filter, ...exportFormat }),
  returns: exported(z.extend(MonthReport, { bulan: z.string(), status: z.string() })),
  exports: [
    { key: 'bulan', title: 'Bulan' },
    { key: 'target', title: 'Target', kind: 'rupiah' },
    { key: 'terkumpul', title: 'Terkumpul', kind: 'rupiah' },
    { key: 'persentase', title: 'Persentase (%)', kind: 'number' },
    { key: 'status', title: 'Status' },
  ],
});
export const exportComplaintReport = endpoint({
  method: 'GET',
  path: '/api/reports/export/:year/aduan',
  allow: 'reports.read',
  summary: 'The complaints of a year, a row a month: by status and by category',
  params,
  query: z.object({ ...filter, ...exportFormat }),
  returns: exported(z.object({ bulan: z.string(), ...statusCounts, ...categoryCounts })),
  exports: [
    { key: 'bulan', title: 'Bulan' },
    { key: 'total', title: 'Total', kind: 'number' },
    { key: 'pending', title: 'Pending', kind: 'number' },
    { key: 'proses', title: 'Proses', kind: 'number' },
    { key: 'selesai', title: 'Selesai', kind: 'number' },
    { key: 'ditolak', title: 'Ditolak', kind: 'number' },
    { key: 'infrastruktur', title: 'Infrastruktur', kind: 'number' },
    { key: 'keamanan', title: 'Keamanan', kind: 'number' },
    { key: 'kebersihan', title: 'Kebersihan', kind: 'number' },
    { key: 'lainnya', title: 'Lainnya', kind: 'number' },
  ],
});
