import * as z from 'zod/mini';
import {
  created,
  done,
  endpoint,
  exported,
  exportFormat,
  idParam,
  one,
  page,
  paging,
  sumOf,
  yearParam,
} from './endpoint.ts';
import { amount, calendarDate, line, month, text, year } from './fields.ts';

export const Expense = z.object({
  id: z.number(),
  tahun: z.number(),
  bulan: z.number(),
  jumlah: z.number(),
  judul: z.string(),
  deskripsi: z.string(),
  tanggal_digunakan: z.string(),
  tanggal_dibuat: z.string(),
  foto: z.nullable(z.string()),
  admin_nama: z.string(),
});
export type Expense = z.output<typeof Expense>;

export const expenseYears = (thisYear: number) => [thisYear - 1, thisYear, thisYear + 1];

/** No future date, and no year before 2000: the cash book cannot show it, so a typing error would hide spent money. */
export const isSpendingDate = (tanggal_digunakan: string, today: string) =>
  tanggal_digunakan >= '2000' && tanggal_digunakan <= today;

const yearParams = z.object({ year: yearParam });

export const listExpenses = endpoint({
  method: 'GET',
  path: '/api/pengeluaran',
  allow: 'expenses.read',
  summary: 'All expenses, newest first',
  query: z.object(paging),
  returns: page(Expense),
});
export const listYearExpenses = endpoint({
  method: 'GET',
  path: '/api/pengeluaran/year/:year',
  allow: 'expenses.read',
  summary: 'Expenses of a year, newest first, and their sum in rupiah',
  params: yearParams,
  query: z.object(paging),
  returns: z.extend(page(Expense), { total: z.number() }),
});
export const sumYearExpenses = endpoint({
  method: 'GET',
  path: '/api/pengeluaran/year/:year/jumlah',
  allow: 'expenses.read',
  summary: 'The sum of the expenses booked for a year, in rupiah',
  params: yearParams,
  returns: one(z.object({ total: z.number() })),
});
export const addExpense = endpoint({
  method: 'POST',
  path: '/api/pengeluaran',
  allow: 'expenses.add',
  counts: 'minute',
  summary: 'Add an expense with a proof',
  body: z.object({
    tahun: year,
    bulan: month,
    jumlah: amount,
    judul: line('Judul', 150),
    deskripsi: text('Deskripsi', 5_000),
    tanggal_digunakan: calendarDate('Tanggal digunakan'),
  }),
  files: { foto: { accept: 'image', required: 'Foto bukti wajib diupload' } },
  returns: created(Expense),
  creates: 'expenseAdded',
});
export const deleteExpense = endpoint({
  method: 'DELETE',
  path: '/api/pengeluaran/:id',
  allow: 'expenses.delete',
  summary: 'Delete an expense from lists and sums; row and proof are kept',
  params: z.object({ id: idParam }),
  returns: done,
});
export const exportExpenses = endpoint({
  method: 'GET',
  path: '/api/pengeluaran/export/:year',
  allow: 'expenses.read',
  summary: 'Export of the expenses of a year',
  params: yearParams,
  query: z.object(exportFormat),
  returns: exported(
    z.object({
      tanggal_dibuat: z.string(),
      tanggal_digunakan: z.string(),
      bulan: z.string(),
      judul: z.string(),
      jumlah: z.number(),
      deskripsi: z.string(),
      admin: z.string(),
      foto: z.nullable(z.string()),
    }),
  ),
  exports: [
    { key: 'tanggal_dibuat', title: 'Tanggal Dibuat', kind: 'date', total: 'Total' },
    { key: 'tanggal_digunakan', title: 'Tanggal Digunakan', kind: 'date' },
    { key: 'bulan', title: 'Bulan' },
    { key: 'judul', title: 'Judul' },
    { key: 'jumlah', title: 'Jumlah', kind: 'rupiah', total: sumOf('jumlah') },
    { key: 'deskripsi', title: 'Deskripsi' },
    { key: 'admin', title: 'Admin' },
    { key: 'foto', title: 'Foto' },
  ],
});

export const expenseAudit = {
  subjects: { expenses: 'Pengeluaran' },
  actions: {
    'expense.added': 'Menambah pengeluaran',
    'expense.deleted': 'Menghapus pengeluaran',
  },
} as const;
