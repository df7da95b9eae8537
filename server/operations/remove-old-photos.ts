/**
 * Removes photos 90 days after their post or complaint was deleted, or the photo was replaced. The audit log
 * keeps who deleted what. Files about money are never removed.
 */

import { setImmediate } from 'node:timers/promises';
import { type SqlBool, sql } from 'kysely';
import { daysAfter } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/open.ts';
import type { FileKind } from '../database/schema.ts';
import type { Tx } from '../database/write.ts';

const kinds: readonly FileKind[] = ['post', 'complaint', 'answer'];
const keptDays = 90;
const atOnce = 500;

/** Removes the references; the orphan sweep then deletes the files. */
export async function removeOldPhotos({ db, write, clock }: Pick<Context, 'db' | 'write' | 'clock'>) {
  const before = daysAfter(clock(), -keptDays);
  for (const kind of kinds) {
    for (let after = '', names; (names = await listNames(db, kind, after)).length > 0; ) {
      const unused = await listUnused(db, names, before);
      if (unused.length > 0) await write('system', (tx) => removeNames(tx, unused));
      after = names.at(-1) ?? after;
      await setImmediate();
    }
  }
}

async function listNames(db: Db, kind: FileKind, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('nama')
    .where('kind', '=', kind)
    .where('nama', '>', after)
    .orderBy('nama')
    .limit(atOnce)
    .execute();
  return rows.map(({ nama }) => nama);
}

async function listUnused(db: Db, names: readonly string[], before: string): Promise<string[]> {
  const shownBy = (table: 'posts' | 'complaints', column: 'foto' | 'foto_jawaban') =>
    sql<SqlBool>`EXISTS (SELECT 1 FROM ${sql.table(table)} WHERE ${sql.ref(column)} = files.nama
      AND (dihapus_pada IS NULL OR dihapus_pada >= ${before}))`;
  const rows = await db
    .selectFrom('files')
    .select('nama')
    .where('nama', 'in', names)
    .where('dibuat', '<', before)
    .where(({ not, or }) =>
      not(
        or([shownBy('posts', 'foto'), shownBy('complaints', 'foto'), shownBy('complaints', 'foto_jawaban')]),
      ),
    )
    .execute();
  return rows.map(({ nama }) => nama);
}

async function removeNames({ db }: Tx, names: readonly string[]): Promise<void> {
  await db.updateTable('posts').set({ foto: null }).where('foto', 'in', names).execute();
  await db.updateTable('complaints').set({ foto: null }).where('foto', 'in', names).execute();
  await db.updateTable('complaints').set({ foto_jawaban: null }).where('foto_jawaban', 'in', names).execute();
  await db.deleteFrom('files').where('nama', 'in', names).execute();
}
