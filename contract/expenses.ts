import * as z from 'zod/mini';
import { categoryField } from './categories.ts';
import {
  created,
  done,
  endpoint,
  exportFormat,
  exportOf,
  idParams,
  one,
  page,
  paging,
  sumOf,
  yearParam,
} from './endpoint.ts';
import { amount, calendarDate, line, month, oneOf, optionalName, text, year } from './fields.ts';
import { monthKey, type Period } from './format.ts';
import { ofLine, placeFields } from './places.ts';

/**
 * `nomor` is its entry in the book; null while it waits for a second person (`menunggu`). `saksi` is the witness where
 * there is no receipt. `pembatalan_menunggu`: somebody has proposed to reverse it. `dibatalkan`: the day on which it was
 * reversed. It is then in the list of its year only if that was in a later one, without its proof, and in the list of
 * the later year with a negative amount.
 */
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
  kategori: z.string(),
  saksi: z.nullable(z.string()),
  nomor: z.nullable(z.number()),
  menunggu: z.boolean(),
  pembatalan_menunggu: z.boolean(),
  dibatalkan: z.nullable(z.string()),
});
export type Expense = z.output<typeof Expense>;

export const expenseYears = (thisYear: number) => [thisYear - 1, thisYear, thisYear + 1];

/** No future date, and no year before 2000: the cash book cannot show it, so a typing error would hide spent money. */
export const isSpendingDate = (tanggal_digunakan: string, today: string) =>
  tanggal_digunakan >= '2000' && tanggal_digunakan <= today;

/** Code of the refusal that asks whether the day is right. */
export const dayQuestion = 'beda_bulan';

/** Whether the day of use lies in the month that the expense is booked for; the sender confirms if not. */
export const isInMonth = (tanggal_digunakan: string, month: Period) =>
  tanggal_digunakan.startsWith(monthKey(month));

/** A field of a form that is set, or not. */
const flag = (label: string) => z.optional(oneOf(label, ['0', '1']));
const filters = { kategori: z.optional(categoryField) };

const yearParams = z.object({ year: yearParam });

export const listExpenses = endpoint('GET', '/api/pengeluaran', {
  allow: 'expenses.read',
  summary: 'All expenses, newest first; `status=menunggu`: only those that wait for a second person instead',
  query: z.object({ status: z.optional(oneOf('Status', ['menunggu'])), ...paging }),
  returns: page(Expense),
});
export const listYearExpenses = endpoint('GET', '/api/pengeluaran/year/:year', {
  allow: 'expenses.read',
  summary:
    'Expenses of a year, newest first, and their sum in rupiah; those of earlier years that were reversed in it are negative',
  params: yearParams,
  query: z.object({ ...filters, ...paging }),
  returns: z.extend(page(Expense), { total: z.number() }),
});
export const sumYearExpenses = endpoint('GET', '/api/pengeluaran/year/:year/jumlah', {
  allow: 'expenses.read',
  summary: 'The sum of the expenses booked for a year, in rupiah, and by category, largest first',
  params: yearParams,
  returns: one(
    z.object({
      total: z.number(),
      kategori: z.array(z.object({ kategori: z.string(), jumlah: z.number() })),
    }),
  ),
});
export const addExpense = endpoint('POST', '/api/pengeluaran', {
  allow: 'expenses.add',
  counts: 'minute',
  summary:
    'Add an expense with a proof; `tanpa_bukti=1` with a witness instead. A day outside the month is refused (422 `beda_bulan`) without `beda_bulan=1`. Above the limit of the estate it waits for a second person',
  body: z.object({
    tahun: year,
    bulan: month,
    jumlah: amount,
    judul: line('Judul', 150),
    deskripsi: text('Deskripsi', 5_000),
    tanggal_digunakan: calendarDate('Tanggal digunakan'),
    kategori: z.optional(categoryField),
    tanpa_bukti: flag('Tanpa bukti'),
    saksi: optionalName('Saksi', 100),
    beda_bulan: flag('Beda bulan'),
    ...placeFields,
    ...ofLine,
  }),
  files: { foto: { accept: 'image', required: 'Foto bukti wajib diupload', unless: { tanpa_bukti: '1' } } },
  returns: created(Expense),
  creates: 'expenseAdded',
  createsInstead: { field: 'menunggu', is: true, message: 'proposed' }, // for a second person
});
export const deleteExpense = endpoint('DELETE', '/api/pengeluaran/:id', {
  allow: 'expenses.delete',
  summary: 'Delete an expense from lists and sums; row and proof are kept',
  params: idParams,
  returns: done,
});
export const exportExpenses = endpoint('GET', '/api/pengeluaran/export/:year', {
  allow: 'expenses.read',
  summary: 'Export of the expenses of a year',
  params: yearParams,
  query: z.object({ ...filters, ...exportFormat }),
  ...exportOf([
    { key: 'tanggal_dibuat', of: z.string(), title: 'Tanggal Dibuat', kind: 'date', total: 'Total' },
    { key: 'tanggal_digunakan', of: z.string(), title: 'Tanggal Digunakan', kind: 'date' },
    { key: 'bulan', of: z.string(), title: 'Bulan' },
    { key: 'judul', of: z.string(), title: 'Judul' },
    { key: 'jumlah', of: z.number(), title: 'Jumlah', kind: 'rupiah', total: sumOf('jumlah') },
    { key: 'deskripsi', of: z.string(), title: 'Deskripsi' },
    { key: 'admin', of: z.string(), title: 'Admin' },
    { key: 'foto', of: z.nullable(z.string()), title: 'Foto', kind: 'link' },
    { key: 'kategori', of: z.string(), title: 'Kategori' },
    { key: 'saksi', of: z.nullable(z.string()), title: 'Saksi (tanpa bukti)' },
    { key: 'dibatalkan', of: z.nullable(z.string()), title: 'Dibatalkan', kind: 'date' },
  ]),
});

export const expenseAudit = {
  subjects: { expenses: 'Pengeluaran' },
  actions: {
    'expense.added': 'Menambah pengeluaran',
    'expense.deleted': 'Menghapus pengeluaran',
    'expense.refused': 'Menolak pengeluaran',
  },
} as const;
