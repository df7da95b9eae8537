/**
 * Moves an estate from SQLite to PostgreSQL while it is in use. The SQLite database becomes read-only, so
 * that no acknowledged write can be lost; then all rows are copied in one transaction. A row in `jobs` of
 * both databases stores the progress, so every step can be repeated after a failure.
 */
import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { frozen } from '../../database/dialect.ts';
import { type Database, type Location, sqliteFile, withDatabase } from '../../database/open.ts';
import type { Tx, Write } from '../../database/write.ts';
import { countRows, fill, sourceOf } from './copy.ts';
import { type Fingerprint, fingerprints } from './fingerprint.ts';

const mark = 'move-to-postgres';
const triggers = sql<{ name: string }>`SELECT name FROM sqlite_master
  WHERE type = 'trigger' AND name LIKE 'frozen\\_%' ESCAPE '\\'`;

/** All writes that begin after this commit are refused. */
export async function freeze(source: Database, write: Write): Promise<void> {
  await write('system', async (tx) => {
    if ((await triggers.execute(tx.db)).rows.length > 0) return;
    await tx.db
      .insertInto('jobs')
      .values({ nama: mark, mulai: tx.now })
      .onConflict((conflict) => conflict.column('nama').doUpdateSet({ mulai: tx.now, selesai: null }))
      .execute();
    for (const { name } of (await sourceOf(source.read, 'sqlite')).tables)
      for (const verb of ['INSERT', 'UPDATE', 'DELETE'] as const) await forbid(tx, verb, name);
  });
}

async function forbid(tx: Tx, verb: 'INSERT' | 'UPDATE' | 'DELETE', table: string): Promise<void> {
  await sql`CREATE TRIGGER ${triggerOf(verb, table)} BEFORE ${sql.raw(verb)} ON ${sql.table(table)}
    BEGIN SELECT RAISE(ABORT, ${sql.lit(frozen)}); END`.execute(tx.db);
}

const triggerOf = (verb: string, table: string) => sql.id(`frozen_${table}_${verb.toLowerCase()}`);

export async function unfreeze(write: Write): Promise<void> {
  await write('system', async (tx) => {
    for (const { name } of (await triggers.execute(tx.db)).rows) {
      await sql`DROP TRIGGER ${sql.id(name)}`.execute(tx.db);
    }
    await tx.db.deleteFrom('jobs').where('nama', '=', mark).execute();
  });
}

/** `mulai` is when the source was frozen, the same on both sides; `selesai` is null until everything has arrived. */
export const readMark = (database: Pick<Database, 'read'>) =>
  database.read.selectFrom('jobs').select(['mulai', 'selesai']).where('nama', '=', mark).executeTakeFirst();

async function arrivalAt(target: Database): Promise<'none' | 'half' | 'whole'> {
  const found = await readMark(target);
  if (!found) return 'none';
  return found.selesai === null ? 'half' : 'whole';
}

/** The first account, the first fund and the categories of every estate. */
const fromMigrations = new Set(['akun', 'dana', 'kategori']);

export async function refuseForeign(target: Database): Promise<void> {
  if ((await arrivalAt(target)) !== 'none') return;
  const counts = Object.entries(await countRows(target.read, 'postgres'));
  const filled = counts
    .filter(([table, rows]) => rows > 0 && !fromMigrations.has(table))
    .map(([table]) => table);
  if (filled.length > 0)
    throw new Error(`The target already holds rows (${filled.join(', ')}); nothing was changed.`);
}

/** @throws Error if a table differs after the copy; the move is not marked as finished then */
export async function moveRows(source: Database, target: Database): Promise<Map<string, Fingerprint>> {
  const left = await source.snapshot(async (db) => {
    await fill(target, await sourceOf(db, 'sqlite'));
    return await fingerprints(db, 'sqlite');
  });
  const arrived = await target.snapshot((db) => fingerprints(db, 'postgres'));
  for (const [table, { rows, money, digest }] of left) {
    const there = arrived.get(table);
    if (there?.rows === rows && there.money === money && there.digest === digest) continue;
    throw new Error(`${table} did not arrive as it left: ${there?.rows} of ${rows} rows`);
  }
  return left;
}

/** The source stays frozen, and knows that everything has left it. */
export async function finishLeaving(write: Write): Promise<void> {
  await write('system', async (tx) => {
    await sql`DROP TRIGGER ${triggerOf('UPDATE', 'jobs')}`.execute(tx.db);
    await finishMove(tx);
    await forbid(tx, 'UPDATE', 'jobs');
  });
}

export async function finishMove(tx: Tx): Promise<void> {
  await tx.db.updateTable('jobs').set({ selesai: tx.now }).where('nama', '=', mark).execute();
}

class MovedAway extends Error {
  constructor() {
    super(
      'This estate has moved to PostgreSQL, or is about to: set DATABASE_URL to serve it from there. ' +
        'To keep it on the embedded database: npm run move -- to-postgres --undo',
    );
  }
}

/** @throws MovedAway for a database that was moved away from; Error if it is not completely moved into */
export async function refuseMoved(database: Database): Promise<void> {
  const arrival = await arrivalAt(database);
  if (database.dialect.name === 'sqlite' && arrival !== 'none') throw new MovedAway();
  if (database.dialect.name === 'postgres' && arrival === 'half') {
    throw new Error('The estate has not arrived completely: run npm run move -- to-postgres again.');
  }
}

/**
 * Before the live data are exchanged, which may be missing or damaged.
 * @throws MovedAway
 */
export async function refuseExchangeOfMoved(location: Location): Promise<void> {
  if (location.databaseUrl || !existsSync(sqliteFile(location.dataDir))) return;
  const mark = await withDatabase(location, (database) => readMark(database).catch(() => undefined));
  if (mark) throw new MovedAway();
}
