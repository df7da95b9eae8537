/** Reports of a year: dues against target, and complaints. */
import * as z from 'zod/mini';
import { complaintCategories } from './complaints.ts';
import { endpoint, exported, exportFormat, one, yearParam } from './endpoint.ts';
import { blockFilter } from './fields.ts';

export type ReportStatus = 'Baik' | 'Cukup' | 'Kurang';

/** @param percentage of the target that was collected */
export function reportStatus(percentage: number): ReportStatus {
  if (percentage >= 90) return 'Baik';
  return percentage >= 70 ? 'Cukup' : 'Kurang';
}

const MonthReport = z.object({
  bulan: z.number(),
  /** Rupiah. */
  target: z.number(),
  terkumpul: z.number(),
  persentase: z.number(),
  status: z.enum(['Baik', 'Cukup', 'Kurang']),
});

const counts = z.object(Object.fromEntries(complaintCategories.map((name) => [name, z.number()])));

export const Report = z.object({
  tahun: z.number(),
  bulanan: z.array(MonthReport),
  aduan: z.object({
    total: z.number(),
    pending: z.number(),
    proses: z.number(),
    selesai: z.number(),
    ditolak: z.number(),
    perKategori: counts,
    /** Twelve counts, January first. */
    perBulan: z.array(z.number()),
    terbaru: z.array(
      z.object({
        id: z.number(),
        judul: z.string(),
        kategori: z.string(),
        status: z.string(),
        nama_user: z.string(),
        blok: z.nullable(z.string()),
        tanggal_aduan: z.string(),
      }),
    ),
  }),
});
export type Report = z.output<typeof Report>;

const filter = { blok: blockFilter };

export const getReport = endpoint({
  method: 'GET',
  path: '/api/reports/:year',
  allow: 'reports.read',
  summary: 'Dues and complaints of a year, in scope; `blok` narrows it to a block letter',
  params: z.object({ year: yearParam }),
  query: z.object(filter),
  returns: one(Report),
});
export const exportReport = endpoint({
  method: 'GET',
  path: '/api/reports/export/:year',
  allow: 'reports.read',
  summary: 'The twelve months of a year as rows',
  params: z.object({ year: yearParam }),
  query: z.object({ ...filter, ...exportFormat }),
  returns: exported(
    z.object({
      bulan: z.string(),
      target: z.number(),
      terkumpul: z.number(),
      persentase: z.number(),
      status: z.string(),
      aduan: z.number(),
    }),
  ),
  exports: [
    { key: 'bulan', title: 'Bulan' },
    { key: 'target', title: 'Target', kind: 'rupiah' },
    { key: 'terkumpul', title: 'Terkumpul', kind: 'rupiah' },
    { key: 'persentase', title: 'Persentase', kind: 'number' },
    { key: 'status', title: 'Status' },
    { key: 'aduan', title: 'Aduan', kind: 'number' },
  ],
});
