import type { Db } from '../../database/open.ts';
import type { Tx } from '../../database/write.ts';

const keys = (db: Db) =>
  db
    .selectFrom('log_kunci')
    .innerJoin('log_asal', 'log_asal.id', 'log_kunci.asal_id')
    .select(['log_asal.asal', 'log_kunci.asal_id', 'log_kunci.kunci_publik', 'log_kunci.dibuat as sejak'])
    .orderBy('log_kunci.id', 'desc');
export type LogKey = Awaited<ReturnType<typeof listKeys>>[number];

/** Newest first, also of earlier origins. */
export const listKeys = (db: Db) => keys(db).execute();

/** The one in use. */
export const findKey = (db: Db) => keys(db).limit(1).executeTakeFirst();

export async function insertOrigin(tx: Tx, asal: string): Promise<number> {
  const { id } = await tx.db
    .insertInto('log_asal')
    .values({ asal, dibuat: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertKey(tx: Tx, key: { asal_id: number; kunci_publik: string }): Promise<void> {
  await tx.db
    .insertInto('log_kunci')
    .values({ ...key, dibuat: tx.now })
    .execute();
}
