/** Issued receipts. Their text and its verification are in `receipt.ts`. */
import * as z from 'zod/mini';
import { endpoint, idParam, one } from './endpoint.ts';
import { paymentMethods } from './payments.ts';

/** An entry that reversed a payment since. */
const Reversal = z.object({ nomor: z.number(), tanggal: z.string() });

/**
 * `catatan` is the signed note; the other fields stand in it, too, except `metode`, `dibatalkan` and `tunggakan`.
 * `untuk` and `entri` are those of the first month.
 */
const IssuedReceipt = z.object({
  nomor: z.number(),
  perumahan: z.string(),
  rumah: z.nullable(z.string()),
  untuk: z.object({ tahun: z.number(), bulan: z.number() }),
  jumlah: z.number(),
  tanggal: z.string(),
  entri: z.number(),
  catatan: z.string(),
  metode: z.enum(paymentMethods),
  /** Each month, oldest first. */
  rincian: z.array(
    z.object({ tahun: z.number(), bulan: z.number(), entri: z.number(), dibatalkan: z.nullable(Reversal) }),
  ),
  /** The last reversal, once all months are reversed. */
  dibatalkan: z.nullable(Reversal),
  /** Overdue months of the payer on the day of the request, and rupiah. */
  tunggakan: z.object({ bulan: z.number(), jumlah: z.number(), per: z.string() }),
});
export type IssuedReceipt = z.output<typeof IssuedReceipt>;

export const getReceipt = endpoint('GET', '/api/kuitansi/:payment_id', {
  allow: 'receipts.read',
  summary:
    'Receipt of a confirmed payment, with the other months of its proof that were confirmed together: always the same bytes. The first request gives it its number, which is logged',
  params: z.object({ payment_id: idParam }),
  returns: one(IssuedReceipt),
});

export const receiptAudit = {
  subjects: { receipts: 'Kuitansi' },
  actions: { 'receipt.issued': 'Menerbitkan kuitansi' },
} as const;
