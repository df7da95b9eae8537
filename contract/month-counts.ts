import * as z from 'zod/mini';

/** Residents and payments of a month, by status. */
export const MonthCounts = z.object({
  belum_bayar: z.number(),
  menunggu_konfirmasi: z.number(),
  dikonfirmasi: z.number(),
  ditolak: z.number(),
  /** Rupiah received. */
  terkumpul: z.number(),
  /** Waiting payments without those that somebody else must review, such as the own ones. */
  untuk_diperiksa: z.number(),
});
export type MonthCounts = z.output<typeof MonthCounts>;
