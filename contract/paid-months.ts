/** Which months one payment proof is for: one (`tahun`, `bulan`) or several (`bulan[]`, each `YYYY-MM`). */
import * as z from 'zod/mini';
import { month, monthsOfBook, year } from './fields.ts';
import { mostMonths, type PaidMonths } from './payment-months.ts';

export const paidMonths = {
  tahun: z.optional(year),
  bulan: z.optional(month),
  'bulan[]': z.optional(monthsOfBook(mostMonths, 'dengan satu bukti')),
};

const needsMonth = (field: 'tahun' | 'bulan', label: string) =>
  z.refine<PaidMonths>((body) => Boolean(body['bulan[]']) || body[field] !== undefined, {
    path: [field],
    error: `${label} wajib diisi`,
    when: () => true, // also beside other faults of the body
  });

/** Checks of a body with `paidMonths`. */
export const namesMonths = [needsMonth('tahun', 'Tahun'), needsMonth('bulan', 'Bulan')] as const;
