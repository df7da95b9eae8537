import { monthKey, type Period, shiftMonth } from '../../../contract/format.ts';

interface Span {
  dari: string;
  sampai: string;
}

/** Lengths of a report in months; a term has any. */
export const lengths = { bulan: 1, triwulan: 3, semester: 6, tahun: 12 } as const;
export type Length = keyof typeof lengths | 'masa';

/** The quarter, half year … that a month lies in. */
export function spanAround({ tahun, bulan }: Period, length: keyof typeof lengths): Span {
  const months = lengths[length];
  const first = { tahun, bulan: Math.floor((bulan - 1) / months) * months + 1 };
  return { dari: monthKey(first), sampai: monthKey(shiftMonth(first, months - 1)) };
}
