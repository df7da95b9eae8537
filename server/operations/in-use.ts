/** Locks of an estate: shared by servers and backups, exclusive for a restore. End with the process. */
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type pg from 'pg';
import { connectWithHeartbeat } from '../database/dedicated-connection.ts';
import { lockNumbers } from '../database/dialect.ts';
import type { Location } from '../database/open.ts';
import { databaseUnavailable } from '../database/postgres-pool.ts';
import { DatabaseUnavailable } from '../failures.ts';
import { makeFolder } from '../make-folder.ts';

type Release = () => Promise<void>;

class InUse extends Error {}

const refusals = {
  alone: 'The estate is in use: stop every server first, and wait for a backup under way.',
  shared: 'The estate is being restored: wait until that is done.',
};

/** @throws InUse during a restore; with `alone` also if anything else uses the estate */
export async function lockEstate(location: Location, how: 'shared' | 'alone'): Promise<Release> {
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
 * With SQLite for one server alone: two would not receive each other's messages, nor count towards the same limits.
 * @throws InUse
 */
export async function lockServer(location: Location): Promise<Release> {
  const { dataDir, databaseUrl } = location;
  const running = `Guyub is running already with the data in ${dataDir}: stop that one.`;
  const releaseFolder = databaseUrl ? () => {} : lockFolder(dataDir, 'alone', running, 'serving.lock');
  const release = await lockEstate(location, 'shared');
  return async () => {
    await release();
    releaseFolder();
  };
}

/** @throws InUse as `lockEstate` */
export async function whileLocked<Result>(
  location: Location,
  how: 'shared' | 'alone',
  work: () => Promise<Result>,
): Promise<Result> {
  const release = await lockEstate(location, how);
  try {
    return await work();
  } finally {
    await release();
  }
}

/**
 * Uses SQLite's lock on an empty file: unlike a PID file it ends with the process, and it works between
 * containers that share the folder.
 * @param refusal message for the second process
 * @throws InUse
 */
export function lockFolder(
  folder: string,
  how: 'shared' | 'alone',
  refusal = refusals[how],
  file = 'in-use.lock',
): () => void {
  makeFolder(folder);
  const lock = new BetterSqlite(join(folder, file), { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = MEMORY'); // no journal file, so that locking works on a full disk
    lock.exec(how === 'alone' ? 'BEGIN EXCLUSIVE' : 'BEGIN; SELECT count(*) FROM sqlite_master');
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code === 'SQLITE_BUSY') throw new InUse(refusal);
    throw error;
  }
  return () => lock.close();
}

const reconnectAfter = 5_000;

/**
 * Uses a dedicated connection and reconnects if it breaks, because servers on other machines may use the
 * database.
 * @throws InUse; DatabaseUnavailable behind a pooler in transaction mode, or in another encoding than UTF-8
 */
export async function lockPostgres(connectionString: string, how: 'shared' | 'alone'): Promise<Release> {
  let released = false;
  let held: pg.Client | undefined;
  const connect = async () => {
    const client = await openClient(connectionString);
    client.once('end', () => {
      if (client === held) again();
    });
    try {
      await refusePooler(client, connectionString);
      await refuseOtherEncoding(client);
      const kind = how === 'alone' ? '' : '_shared';
      const lock = `SELECT pg_try_advisory_lock${kind}(${lockNumbers.estate}) AS won`;
      const { rows } = await client.query<{ won: boolean }>(lock);
      if (!rows[0]?.won || released) throw new InUse(refusals[how]);
    } catch (error) {
      await client.end();
      throw error;
    }
    held = client;
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

const openClient = (connectionString: string) =>
  connectWithHeartbeat(connectionString).catch((error: unknown) => {
    throw databaseUnavailable(error);
  });

/**
 * In transaction mode a pooler runs each transaction on whichever of its database connections is free. Advisory locks and
 * LISTEN belong to one connection, so they would not stay with this server. Direct connections keep different server
 * processes; of a pooler's, two clients in turn get the same one, or one client gets another one.
 * @throws DatabaseUnavailable
 */
async function refusePooler(client: pg.Client, connectionString: string): Promise<void> {
  const other = await openClient(connectionString);
  try {
    const before = await serverProcess(client);
    await other.query('BEGIN');
    const others = await serverProcess(other);
    const after = await serverProcess(client);
    if (before === others || before !== after) throw new DatabaseUnavailable(pooled);
  } finally {
    await other.end();
  }
}

const pooled =
  'DATABASE_URL leads to a pooler in transaction mode, such as PgBouncer: use its session mode, or the address of PostgreSQL itself';

async function refuseOtherEncoding(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('SHOW server_encoding');
  const encoding = rows[0]?.server_encoding;
  if (encoding !== 'UTF8')
    throw new DatabaseUnavailable(
      `The database stores text as ${encoding}, in which names and notes may be lost: make it with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0`,
    );
}

async function serverProcess(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
}
