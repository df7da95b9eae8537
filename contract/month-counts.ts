import * as z from 'zod/mini';

/** Residents and payments of a month, by status. */
export const MonthCounts = z.object({
  belum_bayar: z.number(),
  menunggu_konfirmasi: z.number(),
  dikonfirmasi: z.number(),
  ditolak: z.number(),
  /** Rupiah received. */
  terkumpul: z.number(),
  /** Waiting payments without the actor's own, which somebody else must review. */
  untuk_diperiksa: z.number(),
});
export type MonthCounts = z.output<typeof MonthCounts>;
