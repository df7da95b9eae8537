import type { Db } from './open.ts';
import type { Tx } from './write.ts';

export const backupJob = 'backup';
export const checkJob = 'invariants';

/** @param result stored as JSON; undefined keeps the previous result */
export async function finishJob(tx: Tx, nama: string, result?: unknown): Promise<void> {
  const done = { selesai: tx.now, ...(result === undefined ? {} : { hasil: JSON.stringify(result) }) };
  await tx.db
    .insertInto('jobs')
    .values({ nama, mulai: tx.now, ...done })
    .onConflict((conflict) => conflict.column('nama').doUpdateSet(done))
    .execute();
}

export async function lastResult<T>(db: Db, nama: string): Promise<T | null> {
  const row = await db.selectFrom('jobs').select('hasil').where('nama', '=', nama).executeTakeFirst();
  return row?.hasil ? (JSON.parse(row.hasil) as T) : null;
}
