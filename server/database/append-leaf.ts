/** Stores an audit row, the values it commits to, and its leaf: now on SQLite, where transactions follow one another. */
import { sql, type Transaction } from 'kysely';
import { commit, leafOf, type ReadableRow } from './audit-leaf.ts';
import type { Dialect } from './dialect.ts';
import { insertion, insertNumbered } from './insertion.ts';
import type { Schema } from './schema.ts';

/** Before the first start of a server no origin has a name; its number is 1. */
export const origin = sql<number>`(SELECT coalesce(max(id), 1) FROM log_asal)`;

export const nextIndex = sql<number>`(SELECT coalesce(max(indeks), -1) + 1 FROM log_daun WHERE asal_id = ${origin})`;

export async function appendAudit(
  db: Transaction<Schema>,
  dialect: Dialect,
  readable: ReadableRow,
): Promise<void> {
  const { row, values } = commit(readable);
  const audit_id = await insertNumbered(db, 'audit', row, 'id');
  if (values.nama !== null || values.isi !== null)
    await insertion('audit_nilai', { audit_id, ...values }).execute(db);
  const isi = leafOf(audit_id, row);
  const leaf =
    dialect.name === 'sqlite'
      ? insertion('log_daun', { audit_id, isi, asal_id: origin, indeks: nextIndex })
      : insertion('log_antrean', { audit_id, isi });
  await leaf.execute(db);
}

const leavesAtOnce = 500;

/** Gives leaves that wait an index, in the order of their rows. @returns how many */
export async function takeFromQueue(db: Transaction<Schema>, dialect: Dialect): Promise<number> {
  await dialect.serialize(db, 'log');
  const waiting = await db
    .selectFrom('log_antrean')
    .selectAll()
    .orderBy('audit_id')
    .limit(leavesAtOnce)
    .execute();
  if (waiting.length === 0) return 0;
  const { asal_id, next } = await db
    .selectNoFrom([origin.as('asal_id'), nextIndex.as('next')])
    .executeTakeFirstOrThrow();
  await db
    .insertInto('log_daun')
    .values(waiting.map((leaf, at) => ({ ...leaf, asal_id, indeks: next + at })))
    .execute();
  const ids = waiting.map(({ audit_id }) => audit_id);
  await db.deleteFrom('log_antrean').where('audit_id', 'in', ids).execute();
  return waiting.length;
}
