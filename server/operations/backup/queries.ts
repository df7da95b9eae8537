import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Balance } from '../../../contract/cash-book.ts';
import { balanceOf } from '../../areas/cash-book/queries.ts';
import { backupJob } from '../../database/jobs.ts';
import type { Db } from '../../database/open.ts';
import type { Tx } from '../../database/write.ts';
import { addUpBook } from '../doctor/add-up-book.ts';

/**
 * Clears the state of the previous installation: ended sessions must not become valid again, and running jobs
 * do not continue. The result of the last backup stays valid.
 */
export async function clearInstallationState(tx: Tx): Promise<void> {
  await tx.db.deleteFrom('sessions').execute();
  await tx.db.deleteFrom('jobs').where('nama', '<>', backupJob).execute();
}

/** The balance, added up row by row; from payments and expenses where the schema is older than the book. */
export async function sumMoney(db: Db, schema: string): Promise<Balance> {
  if (schema >= '0004-book') return balanceOf([...(await addUpBook(db)).values()]);
  const add = async (table: 'payments' | 'expenses', counts: RawBuilder<SqlBool>) => {
    const { total } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('jumlah'), sql<number>`0`).as('total'))
      .where(counts)
      .executeTakeFirstOrThrow();
    return total;
  };
  return balanceOf([
    { side: 'pemasukan', jumlah: await add('payments', sql`status = 'dikonfirmasi'`) },
    { side: 'pengeluaran', jumlah: -(await add('expenses', sql`dihapus_pada IS NULL`)) },
  ]);
}

/** Entries of the book since the newest restore or its undoing that the audit rows tell of; none without such a row. */
export async function countBookedSinceExchange(db: Db): Promise<{ banyak: number; jumlah: number }> {
  const { since } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.max<string | null>('tanggal').as('since'))
    .where('aksi', 'in', ['estate.restored', 'estate.undone', 'log.restored'])
    .executeTakeFirstOrThrow();
  if (since === null) return { banyak: 0, jumlah: 0 };
  return await db
    .selectFrom('kas_entri')
    .select((eb) => eb.fn.countAll<number>().as('banyak'))
    .select(sql<number>`coalesce(sum(abs(jumlah)), 0)`.as('jumlah'))
    .where('dibuat_pada', '>', since)
    .executeTakeFirstOrThrow();
}
