/** The whole book, entry by entry, for those who may read all of it. */
import * as z from 'zod/mini';
import { entryKinds } from './cash-book.ts';
import { endpoint, idParam, one, page, paging } from './endpoint.ts';
import { calendarDate, line, oneOf, search } from './fields.ts';

/**
 * `jumlah` in rupiah, signed. `saldo` is what lay in the filtered account and fund after the entry, in the order of days;
 * null where the filter leaves entries out. `pasangan` is the other side of a transfer,
 * and `pembatalan_menunggu` says that somebody has proposed to reverse the entry.
 */
export const JournalEntry = z.object({
  nomor: z.number(),
  tanggal: z.string(),
  jenis: z.enum(entryKinds),
  kategori: z.string(),
  akun_id: z.number(),
  dana_id: z.number(),
  jumlah: z.number(),
  saldo: z.nullable(z.number()),
  keterangan: z.string(),
  nama: z.nullable(z.string()),
  blok: z.nullable(z.string()),
  pasangan: z.nullable(z.number()),
  membatalkan: z.nullable(z.number()),
  dibatalkan_oleh: z.nullable(z.number()),
  dibuat_oleh_nama: z.nullable(z.string()),
  dibuat_pada: z.string(),
  pembatalan_menunggu: z.boolean(),
});
export type JournalEntry = z.output<typeof JournalEntry>;

const filter = {
  dari: z.optional(calendarDate('Tanggal awal')),
  sampai: z.optional(calendarDate('Tanggal akhir')),
  akun: z.optional(idParam),
  dana: z.optional(idParam),
  jenis: z.optional(oneOf('Jenis', entryKinds)),
  kategori: z.optional(line('Kategori', 60)),
  q: search,
};
export const listEntries = endpoint('GET', '/api/kas/entri', {
  allow: 'book.read',
  summary:
    'Entries of the book, newest first, 200 unless `limit` says more; a search without `dari` covers one year',
  query: z.object({ ...filter, ...paging }),
  returns: page(JournalEntry),
});
export const countEntries = endpoint('GET', '/api/kas/entri/jumlah', {
  allow: 'book.read',
  summary: 'Number of entries that match; counted up to 10,000',
  query: z.object(filter),
  returns: one(z.object({ total: z.number(), lebih: z.boolean() })),
});
export type JournalFilter = z.output<typeof countEntries.query>;
export const exportJournal = endpoint('GET', '/api/kas/jurnal', {
  allow: 'book.read',
  summary: 'The whole book as plain text that hledger reads',
  text: 'jurnal.journal',
  returns: z.object({}),
});
