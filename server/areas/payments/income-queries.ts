/** Maintains the sum of confirmed payments per month: at the design size there are too many to sum per request. */
import { sql } from 'kysely';
import type { Tx } from '../../database/write.ts';

/** Must be called once per confirmed payment. Confirmed payments cannot be deleted, so sums never shrink. */
export async function bookIncome(
  tx: Tx,
  { tanggal_kas, jumlah }: { tanggal_kas: string; jumlah: number },
): Promise<void> {
  await tx.db
    .insertInto('income_by_month')
    .values({ bulan_kas: tanggal_kas.slice(0, 'YYYY-MM'.length), banyak: 1, jumlah })
    .onConflict((conflict) =>
      conflict.column('bulan_kas').doUpdateSet({
        banyak: sql`income_by_month.banyak + 1`,
        jumlah: sql`income_by_month.jumlah + excluded.jumlah`,
      }),
    )
    .execute();
}

/** Recomputes all sums; for bulk-loaded estates. */
export async function bookAllIncome(tx: Pick<Tx, 'db'>): Promise<void> {
  await tx.db.deleteFrom('income_by_month').execute();
  await sql`INSERT INTO income_by_month (bulan_kas, banyak, jumlah)
    SELECT substr(tanggal_kas, 1, 7), count(*), sum(jumlah) FROM payments
    WHERE status = 'dikonfirmasi' GROUP BY substr(tanggal_kas, 1, 7)`.execute(tx.db);
}
