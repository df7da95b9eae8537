/** The cash book: income, spending and the balance, all read from the entries of the book. */
import * as z from 'zod/mini';
import { obstacle } from './approvals.ts';
import { endpoint, exportFormat, exportOf, one, page, paging, sumOf, yearParam } from './endpoint.ts';
import { calendarDate } from './fields.ts';
import { percentOf } from './format.ts';
import { namesIn } from './names-in.ts';

/** Where money lies: cash of the treasurer, a bank account, an e-wallet, cash of a coordinator. */
export const accountKinds = ['kas', 'bank', 'dompet', 'koordinator'] as const;
export type AccountKind = (typeof accountKinds)[number];

/** Opening balance, dues, other income, spending, transfer, difference found at a closing, reversal. */
export const entryKindLabels = {
  saldo_awal: 'Saldo awal',
  iuran: 'Iuran',
  penerimaan: 'Penerimaan lain',
  pengeluaran: 'Pengeluaran',
  pindah: 'Pemindahan',
  selisih: 'Selisih hitungan uang',
  pembatalan: 'Pembatalan',
} as const;
export type EntryKind = keyof typeof entryKindLabels;
export const entryKinds = namesIn(entryKindLabels);
/** The kind of entry, and of proposal, that an opening balance is. */
export const openingKind = 'saldo_awal';
/** A reversal is added to the total of what it reverses. */
export type TotalledKind = Exclude<EntryKind, 'pembatalan'>;

/** `saldo = saldoAwal + totalPemasukan - totalPengeluaran`, in rupiah. */
export const Balance = z.object({
  saldoAwal: z.number(),
  totalPemasukan: z.number(),
  totalPengeluaran: z.number(),
  saldo: z.number(),
});
export type Balance = z.output<typeof Balance>;

/**
 * `nomor` is the number of the entry in the book; `id` is that of the payment, the expense or the income behind it, and
 * `jenis` the kind of entry, for a reversal that of what it reverses. `kategori` is empty for dues; `saksi` is the witness
 * of an expense without a receipt. For dues, `tahun`
 * and `bulan` are the month paid for; `judul` is null, `nama` and `blok` are those of the payer on that day. For
 * others, `nama` and `blok` are null, and `foto` is the proof. `bukti_transfer` is null if the reader may not see it. `jumlah` in rupiah;
 * negative when the entry reverses another of that type. A pair within one month and the asked days is left out unless asked for. `dibatalkan_oleh` is the
 * number of the entry that reverses this one, `disetujui_oleh` the second person, or the proposer where there was none. `halangan` says why the
 * reader, who may reverse entries, cannot reverse this one.
 */
export const CashBookEntry = z.object({
  nomor: z.number(),
  type: z.enum(['pemasukan', 'pengeluaran']),
  jenis: z.enum(entryKinds),
  kategori: z.string(),
  saksi: z.nullable(z.string()),
  id: z.number(),
  tanggal: z.string(),
  jumlah: z.number(),
  tahun: z.number(),
  bulan: z.number(),
  nama: z.nullable(z.string()),
  blok: z.nullable(z.string()),
  judul: z.nullable(z.string()),
  deskripsi: z.nullable(z.string()),
  bukti_transfer: z.nullable(z.string()),
  foto: z.nullable(z.string()),
  dibatalkan_oleh: z.nullable(z.number()),
  disetujui_oleh: z.nullable(z.string()),
  ...obstacle,
});
export type CashBookEntry = z.output<typeof CashBookEntry>;

/**
 * `bulanan` ends with the current month, or later if there are later entries. Opening balances of the first month of the
 * book are in `saldoAwal`, later ones in the `saldo` of their month.
 */
export const YearBalance = z.object({
  tahun: z.number(),
  saldoAwal: z.number(),
  bulanan: z.array(
    z.object({ bulan: z.number(), pemasukan: z.number(), pengeluaran: z.number(), saldo: z.number() }),
  ),
});
export type YearBalance = z.output<typeof YearBalance>;

export const expenseRatio = (balance: Pick<Balance, 'totalPemasukan' | 'totalPengeluaran'>): number =>
  percentOf(balance.totalPengeluaran, balance.totalPemasukan);

const span = {
  dari: z.optional(calendarDate('Tanggal awal')),
  sampai: z.optional(calendarDate('Tanggal akhir')),
};

export const getBalance = endpoint('GET', '/api/buku-kas/saldo', {
  allow: 'cash-book.read',
  summary: 'Total income, total expenses and balance in rupiah',
  returns: one(Balance),
});
export const getYearBalance = endpoint('GET', '/api/buku-kas/saldo/:year', {
  allow: 'cash-book.read',
  summary: 'Income, expenses and balance per month of a year',
  params: z.object({ year: yearParam }),
  returns: one(YearBalance),
});
export const listCashBook = endpoint('GET', '/api/buku-kas/:year', {
  allow: 'cash-book.read',
  summary:
    'Entries of a year, newest first; `dari` and `sampai` limit the dates (inclusive), `pembatalan=1` adds the pairs within one month',
  params: z.object({ year: yearParam }),
  query: z.object({ ...span, pembatalan: z.optional(z.literal('1', 'Pembatalan tidak valid')), ...paging }),
  returns: page(CashBookEntry),
});
export const exportCashBook = endpoint('GET', '/api/buku-kas/export/:year', {
  allow: 'cash-book.read',
  summary:
    'Export of the cash book of a year, oldest first, with a running balance; XLSX starts with the opening balance, and has rows of later ones',
  params: z.object({ year: yearParam }),
  query: z.object({ ...span, ...exportFormat }),
  ...exportOf([
    { key: 'tanggal', of: z.string(), title: 'Tanggal', kind: 'date', total: 'Total' },
    { key: 'bulan', of: z.string(), title: 'Bulan' },
    { key: 'jenis', of: z.string(), title: 'Jenis' },
    { key: 'keterangan', of: z.string(), title: 'Keterangan' },
    { key: 'pemasukan', of: z.number(), title: 'Pemasukan', kind: 'rupiah', total: sumOf('pemasukan') },
    { key: 'pengeluaran', of: z.number(), title: 'Pengeluaran', kind: 'rupiah', total: sumOf('pengeluaran') },
    {
      key: 'saldo',
      of: z.number(),
      title: 'Saldo',
      kind: 'rupiah',
      only: 'xlsx',
      total: (rows) => Number(rows.at(-1)?.saldo ?? 0),
    },
    { key: 'foto', of: z.nullable(z.string()), title: 'Foto', kind: 'link' },
    { key: 'kategori', of: z.string(), title: 'Kategori' },
    { key: 'saksi', of: z.nullable(z.string()), title: 'Saksi (tanpa bukti)' },
  ]),
});
export const getTotalIncome = endpoint('GET', '/api/total-income', {
  allow: 'cash-book.read',
  summary: 'Sum of all income in rupiah, without what was reversed: dues, other income, surpluses of counts',
  returns: one(z.object({ totalIncome: z.number() })),
});
