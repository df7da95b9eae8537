import { type Selectable, sql } from 'kysely';
import { insertRow } from '../../database/insert-row.ts';
import type { Db } from '../../database/open.ts';
import type { Schema } from '../../database/schema.ts';
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

export type LogOrigin = Pick<Selectable<Schema['log_asal']>, 'id' | 'asal'>;

export const findOrigin = (db: Db, asal: string): Promise<LogOrigin | undefined> =>
  db.selectFrom('log_asal').select(['id', 'asal']).where('asal', '=', asal).executeTakeFirst();

export const insertOrigin = (tx: Tx, asal: string) => insertRow(tx, 'log_asal', { asal, dibuat: tx.now });

export const insertKey = (tx: Tx, key: { asal_id: number; kunci_publik: string }) =>
  insertRow(tx, 'log_kunci', { ...key, dibuat: tx.now });

export async function countLeaves(db: Db, asal_id: number): Promise<number> {
  const { total } = await db
    .selectFrom('log_daun')
    .select(sql<number>`coalesce(max(indeks), -1) + 1`.as('total'))
    .where('asal_id', '=', asal_id)
    .executeTakeFirstOrThrow();
  return total;
}

/** Bytes of leaves as text, in order. */
export async function listLeaves(db: Db, asal_id: number, first: number, count: number): Promise<string[]> {
  const rows = await db
    .selectFrom('log_daun')
    .select('isi')
    .where('asal_id', '=', asal_id)
    .where('indeks', '>=', first)
    .where('indeks', '<', first + count)
    .orderBy('indeks')
    .execute();
  return rows.map(({ isi }) => isi);
}

export async function listNodes(
  db: Db,
  asal_id: number,
  tingkat: number,
  first: number,
  count: number,
): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('log_simpul')
    .select('hash')
    .where('asal_id', '=', asal_id)
    .where('tingkat', '=', tingkat)
    .where('nomor', '>=', first)
    .where('nomor', '<', first + count)
    .orderBy('nomor')
    .execute();
  return rows.map(({ hash }) => Buffer.from(hash, 'base64'));
}

export async function countNodes(db: Db, asal_id: number, tingkat: number): Promise<number> {
  const { total } = await db
    .selectFrom('log_simpul')
    .select(sql<number>`coalesce(max(nomor), -1) + 1`.as('total'))
    .where('asal_id', '=', asal_id)
    .where('tingkat', '=', tingkat)
    .executeTakeFirstOrThrow();
  return total;
}

export async function insertNodes(
  tx: Tx,
  at: { asal_id: number; tingkat: number; first: number },
  hashes: readonly Buffer[],
): Promise<void> {
  const { first, ...level } = at;
  const rows = hashes.map((hash, place) => ({
    ...level,
    nomor: first + place,
    hash: hash.toString('base64'),
  }));
  await tx.db.insertInto('log_simpul').values(rows).execute();
}

export async function isAnyLeafWaiting(db: Db): Promise<boolean> {
  const row = await db.selectFrom('log_antrean').select('audit_id').limit(1).executeTakeFirst();
  return row !== undefined;
}

type WaitingLeaf = Schema['log_antrean'];

export const listWaiting = (db: Db): Promise<WaitingLeaf[]> =>
  db.selectFrom('log_antrean').select(['audit_id', 'isi']).orderBy('audit_id').execute();

export async function removeWaiting(tx: Tx): Promise<WaitingLeaf[]> {
  const waiting = await listWaiting(tx.db);
  await tx.db.deleteFrom('log_antrean').execute();
  return waiting;
}

export async function insertWaiting(tx: Tx, waiting: readonly WaitingLeaf[]): Promise<void> {
  for (const leaf of waiting) await tx.db.insertInto('log_antrean').values(leaf).execute();
}

/** Behind those that the other log has already. */
export async function copyLeaves(tx: Tx, { from, to }: { from: number; to: number }): Promise<void> {
  const first = await countLeaves(tx.db, to);
  await tx.db
    .insertInto('log_daun')
    .columns(['asal_id', 'indeks', 'audit_id', 'isi'])
    .expression((eb) =>
      eb
        .selectFrom('log_daun')
        .select([
          sql<number>`${sql.lit(to)}`.as('asal_id'),
          sql<number>`indeks + ${sql.lit(first)}`.as('indeks'),
          'audit_id',
          'isi',
        ])
        .where('asal_id', '=', from)
        .orderBy('indeks'),
    )
    .execute();
}

const auditedAs = (db: Db, aksi: 'log.restored' | 'log.rotated') =>
  db.selectFrom('audit').select(['id', 'sesudah']).where('entitas', '=', 'log').where('aksi', '=', aksi);

/** Rows of the audit log about former logs, newest first. */
export const listRestored = (db: Db) => auditedAs(db, 'log.restored').orderBy('id', 'desc').execute();

/** Needed after a change of the log's key, with which sessions are signed. */
export async function endAllSessions(tx: Tx): Promise<void> {
  await tx.db.deleteFrom('sessions').execute();
}

/** Rows of the audit log about a new key, oldest first. */
export const listRotations = (db: Db) => auditedAs(db, 'log.rotated').orderBy('id').execute();

export const findLeafOf = (db: Db, asal_id: number, audit_id: number) =>
  db
    .selectFrom('log_daun')
    .select(['indeks', 'isi'])
    .where('asal_id', '=', asal_id)
    .where('audit_id', '=', audit_id)
    .executeTakeFirst();

const checkpoints = (db: Db, asal_id: number) =>
  db.selectFrom('log_kepala').selectAll().where('asal_id', '=', asal_id);
export type KeptCheckpoint = NonNullable<Awaited<ReturnType<typeof findCheckpoint>>>;

export const findCheckpoint = (db: Db, asal_id: number, ukuran: number) =>
  checkpoints(db, asal_id).where('ukuran', '=', ukuran).executeTakeFirst();

export const findLastCheckpoint = (db: Db, asal_id: number) =>
  checkpoints(db, asal_id).orderBy('ukuran', 'desc').limit(1).executeTakeFirst();

/** Of the origin in use. */
export const findNewestCheckpoint = (db: Db) =>
  db
    .selectFrom('log_kepala')
    .select('catatan')
    .orderBy('asal_id', 'desc')
    .orderBy('ukuran', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function insertCheckpoint(
  tx: Tx,
  checkpoint: { asal_id: number; ukuran: number; catatan: string },
): Promise<KeptCheckpoint> {
  const row = { ...checkpoint, dibuat: tx.now };
  await tx.db.insertInto('log_kepala').values(row).execute();
  return row;
}

/** The newest up to a size, in ascending order. */
export async function listCheckpoints(
  db: Db,
  { asal_id, upTo, limit }: { asal_id: number; upTo: number; limit: number },
): Promise<KeptCheckpoint[]> {
  const rows = await checkpoints(db, asal_id)
    .where('ukuran', '<=', upTo)
    .where('ukuran', '>', 0)
    .orderBy('ukuran', 'desc')
    .limit(limit)
    .execute();
  return rows.toReversed();
}

export const listCosignatures = (db: Db, asal_id: number, ukuran: number) =>
  db
    .selectFrom('log_saksi')
    .innerJoin('users', 'users.id', 'log_saksi.user_id')
    .select(['users.nama', 'log_saksi.kunci', 'log_saksi.tanda', 'log_saksi.dibuat as pada'])
    .where('asal_id', '=', asal_id)
    .where('ukuran', '=', ukuran)
    .orderBy('log_saksi.id')
    .execute();

/** @returns undefined for a key that never cosigned */
export const findCosigner = (db: Db, kunci: string) =>
  db.selectFrom('log_saksi').select('user_id').where('kunci', '=', kunci).limit(1).executeTakeFirst();

export const hasCosigned = async (db: Db, asal_id: number, ukuran: number, kunci: string) =>
  (await db
    .selectFrom('log_saksi')
    .select('id')
    .where('asal_id', '=', asal_id)
    .where('ukuran', '=', ukuran)
    .where('kunci', '=', kunci)
    .executeTakeFirst()) !== undefined;

export const insertCosignature = (
  tx: Tx,
  cosignature: { asal_id: number; ukuran: number; user_id: number; kunci: string; tanda: string },
) => insertRow(tx, 'log_saksi', { ...cosignature, dibuat: tx.now });

export async function listCosignedSizes(db: Db, asal_id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('log_saksi')
    .select('ukuran')
    .distinct()
    .where('asal_id', '=', asal_id)
    .execute();
  return rows.map(({ ukuran }) => ukuran);
}
