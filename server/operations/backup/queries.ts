import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Balance } from '../../../contract/cash-book.ts';
import type { Db } from '../../database/open.ts';
import type { Tx } from '../../database/write.ts';
import { backupJob } from '../../database/jobs.ts';

/**
 * Clears the state of the previous installation: ended sessions must not become valid again, and running jobs
 * do not continue. The result of the last backup stays valid.
 */
export async function clearInstallationState(tx: Tx): Promise<void> {
  await tx.db.deleteFrom('sessions').execute();
  await tx.db.deleteFrom('jobs').where('nama', '<>', backupJob).execute();
}

/** Sums the rows: databases with an older schema have no precomputed sums. */
export async function sumMoney(db: Db): Promise<Balance> {
  const add = async (table: 'payments' | 'expenses', counts: RawBuilder<SqlBool>) => {
    const { total } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('jumlah'), sql<number>`0`).as('total'))
      .where(counts)
      .executeTakeFirstOrThrow();
    return total;
  };
  const totalPemasukan = await add('payments', sql`status = 'dikonfirmasi'`);
  const totalPengeluaran = await add('expenses', sql`dihapus_pada IS NULL`);
  return { totalPemasukan, totalPengeluaran, saldo: totalPemasukan - totalPengeluaran };
}
