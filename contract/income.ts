/** Income that is no dues: donations, rent, interest, help from the government. */
import * as z from 'zod/mini';
import { categoryField } from './categories.ts';
import { created, endpoint } from './endpoint.ts';
import { amount, calendarDate, line } from './fields.ts';
import { ofLine, placeFields } from './places.ts';

/** `nomor` is its entry in the book. `bukti` names a picture, or a PDF where it ends so. */
export const Income = z.object({
  id: z.number(),
  nomor: z.number(),
  judul: z.string(),
  kategori: z.string(),
  tanggal: z.string(),
  jumlah: z.number(),
  bukti: z.nullable(z.string()),
  admin_nama: z.string(),
});

export const addIncome = endpoint('POST', '/api/kas/penerimaan', {
  allow: 'book.write',
  counts: 'minute',
  summary: 'Enter income that is no dues, with an optional proof (picture or PDF)',
  body: z.object({
    judul: line('Judul', 150),
    kategori: categoryField,
    tanggal: calendarDate('Tanggal'),
    jumlah: amount,
    ...placeFields,
    ...ofLine,
  }),
  files: { bukti: { accept: 'proof' } },
  returns: created(Income),
  creates: 'incomeAdded',
});

export const incomeAudit = {
  subjects: { penerimaan: 'Penerimaan' },
  actions: {
    'income.added': 'Mencatat penerimaan',
    'income.reversed': 'Membatalkan penerimaan',
  },
} as const;
