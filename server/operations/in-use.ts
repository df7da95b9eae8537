/**
 * Who uses an estate: servers and backups share it, restoring needs it for itself. Nothing has to be cleaned up after
 * a crash, because it is the operating system and PostgreSQL that forget who is gone.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type pg from 'pg';
import type { Location } from '../database/open.ts';
import { connectAlone } from '../database/own-connection.ts';
import { databaseUnavailable } from '../database/postgres-dialect.ts';

export type Release = () => Promise<void>;

class InUse extends Error {}

const refusals = {
  alone: 'The estate is in use: stop every server first, and wait for a backup under way.',
  shared: 'The estate is being restored: wait until that is done.',
};

/** @throws InUse when a restore is under way, or, for `alone`, when anybody uses the estate */
export async function holdEstate(location: Location, how: 'shared' | 'alone'): Promise<Release> {
  const releaseFolder = lockFolder(location.dataDir, how);
  if (!location.databaseUrl) return async () => releaseFolder();
  try {
    const releaseDatabase = await lockPostgres(location.databaseUrl, how);
    return async () => {
      await releaseDatabase();
      releaseFolder();
    };
  } catch (error) {
    releaseFolder();
    throw error;
  }
}

/**
 * SQLite's own locks on an empty file: other than a note of a process number, they end with the process, and are
 * respected by every container that shares the folder.
 * @param refusal for whoever comes second
 * @throws InUse
 */
export function lockFolder(folder: string, how: 'shared' | 'alone', refusal = refusals[how]): () => void {
  mkdirSync(folder, { recursive: true });
  const lock = new BetterSqlite(join(folder, 'in-use.lock'), { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = MEMORY'); // nothing to write, so that a full disk locks as well
    lock.exec(how === 'alone' ? 'BEGIN EXCLUSIVE' : 'BEGIN; SELECT count(*) FROM sqlite_master');
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code === 'SQLITE_BUSY') throw new InUse(refusal);
    throw error;
  }
  return () => lock.close();
}

/** Any number that no other program uses on this database. */
const lockNumber = 7_010;
const reconnectAfter = 5_000;

/**
 * Held by a connection of its own, made anew when it breaks: other machines may serve the same database.
 * @throws InUse
 */
export async function lockPostgres(connectionString: string, how: 'shared' | 'alone'): Promise<Release> {
  let released = false;
  let held: pg.Client | undefined;
  const connect = async () => {
    const client = await connectAlone(connectionString).catch((error: unknown) => {
      throw databaseUnavailable(error);
    });
    client.once('end', () => {
      if (client === held) again();
    });
    const kind = how === 'alone' ? '' : '_shared';
    const lock = `SELECT pg_try_advisory_lock${kind}(${lockNumber}) AS won`;
    const { rows } = await client.query<{ won: boolean }>(lock);
    if (rows[0]?.won && !released) {
      held = client;
      return;
    }
    await client.end();
    throw new InUse(refusals[how]);
  };
  const again = () => {
    if (!released) setTimeout(() => void connect().catch(again), reconnectAfter).unref();
  };
  await connect();
  return async () => {
    released = true;
    await held?.end();
  };
}
