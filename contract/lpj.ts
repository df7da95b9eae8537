/** LPJ: the accountability report of the estate's money for a span of months; a page to print, and XLSX. */
import * as z from 'zod/mini';
import { endpoint, exported, exportFormat } from './endpoint.ts';
import { monthOfBook } from './fields.ts';
import { formatDate, formatMonth, monthOf } from './format.ts';
import { namesIn } from './names-in.ts';

/** Sections in the order of the report, and their headings. */
export const sectionLabels = {
  awal: 'Saldo awal',
  pemasukan: 'Pemasukan',
  pengeluaran: 'Pengeluaran',
  akhir: 'Saldo akhir',
  rekening: 'Uang menurut rekening',
  dana: 'Uang menurut dana',
  tunggakan: 'Tunggakan iuran menurut lamanya',
  pembebasan: 'Iuran yang dibebaskan pada bulan-bulan ini',
  pembatalan: 'Transaksi yang dibatalkan',
  'tanpa-bukti': 'Pengeluaran tanpa bukti',
  penutupan: 'Bulan yang sudah ditutup',
  'belum-ditutup': 'Bulan yang belum ditutup',
  catatan: 'Catatan pada bulan yang sudah ditutup',
  log: 'Kepala log',
} as const;
export type LpjSection = keyof typeof sectionLabels;
export const lpjSections = namesIn(sectionLabels);

/** Months of a report at most. */
export const longestReport = 120;

/** `banyak` counts residents or entries, `jumlah` is in rupiah, `total` marks the sum of a section. */
const LpjRow = z.object({
  bagian: z.enum(lpjSections),
  judul_bagian: z.string(),
  uraian: z.string(),
  tanggal: z.nullable(z.string()),
  banyak: z.nullable(z.number()),
  jumlah: z.nullable(z.number()),
  total: z.boolean(),
});
export type LpjRow = z.output<typeof LpjRow>;

export const getLpj = endpoint('GET', '/api/lpj', {
  allow: 'cash-book.read',
  summary: 'LPJ: the report of the money of the months `dari` to `sampai` (YYYY-MM), section by section',
  query: z.object({ dari: monthOfBook, sampai: monthOfBook, ...exportFormat }),
  returns: exported(LpjRow),
  exports: [
    { key: 'judul_bagian', title: 'Bagian' },
    { key: 'uraian', title: 'Uraian' },
    { key: 'tanggal', title: 'Tanggal', kind: 'date' },
    { key: 'banyak', title: 'Banyak', kind: 'number' },
    { key: 'jumlah', title: 'Jumlah', kind: 'rupiah' },
  ],
});

/** A month that is not over has no closing balance yet. */
export const closingLabel = (sampai: string, today: string) =>
  today.slice(0, sampai.length) <= sampai
    ? `Saldo per ${formatDate(today)}`
    : `Saldo akhir ${formatMonth(monthOf(sampai))}`;
