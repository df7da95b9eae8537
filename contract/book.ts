/** The book of the estate's money: what changes it besides payments and expenses. */
import * as z from 'zod/mini';
import { Approval } from './approvals.ts';
import { changed, endpoint } from './endpoint.ts';
import { amount, calendarDate, personId, text } from './fields.ts';
import { placeFields } from './places.ts';

/** `nomor` is the new entry, or null while `persetujuan` waits for a second person. */
const Booked = z.object({ nomor: z.nullable(z.number()), persetujuan: z.nullable(Approval) });

const reason = text('Alasan', 500).check(z.minLength(10, 'Alasan minimal 10 karakter'));

export const reverseEntry = endpoint('POST', '/api/kas/pembatalan', {
  allow: 'book.write',
  summary:
    'Reverse a whole entry, dated today. An entry of an earlier month waits for a second person. A reversed payment becomes `ditolak`',
  body: z.object({ nomor: personId('Nomor'), alasan: reason }),
  returns: changed(Booked),
});
export const setOpeningBalance = endpoint('POST', '/api/kas/saldo-awal', {
  allow: 'book.write',
  summary:
    'What lay in an account for a fund before the first entry there, once; waits for a second person and is no income',
  body: z.object({ jumlah: amount, tanggal: calendarDate('Tanggal'), ...placeFields }),
  returns: changed(Booked),
});

export const bookAudit = {
  subjects: { entries: 'Buku kas' },
  actions: {
    'entry.booked': 'Membukukan',
    'entry.reversed': 'Membatalkan transaksi',
    'balance.opened': 'Mencatat saldo awal',
  },
} as const;
