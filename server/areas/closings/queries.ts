import type { Db } from '../../database/open.ts';

/** The last closed month (`YYYY-MM`); months are closed in order. */
export async function lastClosedMonth(db: Db): Promise<string | null> {
  const last = await db
    .selectFrom('tutup_buku')
    .select('bulan')
    .orderBy('bulan', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.bulan ?? null;
}
