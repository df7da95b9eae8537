/** SQL about an estate as a whole. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Balance } from '../../../contract/cash-book.ts';
import type { Db } from '../../database/open.ts';
import type { Tx } from '../../database/write.ts';
import { backupJob } from '../../database/jobs.ts';

/**
 * What belongs to where an estate was served, and not to the estate: a session that has ended since must not come
 * back, nor what a process had begun. Of what it did by itself the last backup is still true.
 */
export async function forgetWhereItWas(tx: Tx): Promise<void> {
  await tx.db.deleteFrom('sessions').execute();
  await tx.db.deleteFrom('jobs').where('nama', '<>', backupJob).execute();
}

/** The balance, row by row: a database of an older schema keeps no sums. */
export async function addUpMoney(db: Db): Promise<Balance> {
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
