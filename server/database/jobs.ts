/** Results of the daily jobs, one row each in `jobs`. */
import type { Db } from './open.ts';
import type { Tx } from './write.ts';

/** Names of the jobs whose results people see. */
export const backupJob = 'backup';
export const checkJob = 'invariants';

/** @param result kept as JSON in place of the last one; without it that stays */
export async function finish(tx: Tx, nama: string, result?: unknown): Promise<void> {
  const done = { selesai: tx.now, ...(result === undefined ? {} : { hasil: JSON.stringify(result) }) };
  await tx.db
    .insertInto('jobs')
    .values({ nama, mulai: tx.now, ...done })
    .onConflict((conflict) => conflict.column('nama').doUpdateSet(done))
    .execute();
}

/** What the last run with a result has left; null when there was none. */
export async function lastResult<T>(db: Db, nama: string): Promise<T | null> {
  const row = await db.selectFrom('jobs').select('hasil').where('nama', '=', nama).executeTakeFirst();
  return row?.hasil ? (JSON.parse(row.hasil) as T) : null;
}
