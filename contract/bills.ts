/**
 * Bills with a unique code: for some months a house transfers their dues, less its credit, plus 1 to 999 rupiah, so that
 * the amount alone says whose transfer it is. The code becomes the credit of the house.
 */
import * as z from 'zod/mini';
import { endpoint, one } from './endpoint.ts';
import { personId } from './fields.ts';
import { namesMonths, paidMonths } from './paid-months.ts';

export const highestCode = 999;
/** Days after which the amount of a closed bill is free again. */
export const reservedDays = 14;
/** Days after which an unpaid bill is closed. */
export const openDays = 60;
/** Of one house; a further one closes the oldest. */
export const mostOpenBills = 10;

/** Without a code (`id` and `kode` null) the bill is the plain dues: codes are switched off, or none is free. */
export const Bill = z.object({
  id: z.nullable(z.number()),
  /** `YYYY-MM`, oldest first. */
  bulan: z.array(z.string()),
  /** Rupiah to transfer. */
  jumlah: z.number(),
  kode: z.nullable(z.number()),
  /** Rupiah paid too much before, which the bill is lower by; below zero: paid too little. */
  kredit: z.number(),
});
export type Bill = z.output<typeof Bill>;

/** Of a payment that was made for a bill with a code. */
export const PaidBill = z.object({ kode: z.number(), kredit: z.number() });

/**
 * What each month is paid with: one of them carries code and credit.
 * @param dues of each month, above 0
 * @returns undefined if each costs no more than the credit
 */
export function billedAmounts(
  dues: readonly number[],
  { kode, kredit }: { kode: number; kredit: number },
): number[] | undefined {
  const carrier = dues.findIndex((iuran) => iuran > kredit);
  if (carrier < 0) return undefined;
  return dues.map((iuran, at) => (at === carrier ? iuran - kredit + kode : iuran));
}

/** Round amounts are what people send without a code. */
export const isCodedAmount = (jumlah: number) => jumlah % 500 !== 0;

/** Of an upload, the bill whose amount was transferred; without it, the dues were. */
export const ofBill = { tagihan: z.optional(personId('Tagihan')) };

export const askForBill = endpoint('POST', '/api/tagihan', {
  allow: 'bills.own',
  counts: 'minute',
  summary:
    'The own bill for one month or several, with a unique code if those are switched on; the same again for the same months',
  body: z.object(paidMonths).check(...namesMonths),
  returns: one(Bill),
});

export const billAudit = {
  subjects: { bills: 'Tagihan' },
  actions: {
    'bill.made': 'Membuat tagihan dengan kode unik',
    'bill.closed': 'Menutup tagihan',
    'bill.reopened': 'Membuka lagi tagihan',
  },
} as const;
