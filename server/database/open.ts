/** Opens SQLite with one writing and one read-only connection, or PostgreSQL with a pool for each. */
import { mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import BetterSqlite, { type Statement } from 'better-sqlite3';
import { Kysely, PostgresDialect, type PostgresPool, type SqliteDatabase } from 'kysely';
import { fold } from '../../contract/search.ts';
import { type Dialect, dialects } from './dialect.ts';
import { type OpenPool, openPostgresPool } from './postgres-pool.ts';
import type { Schema } from './schema.ts';
import { ReadingSqliteDialect, WritingSqliteDialect } from './sqlite-dialect.ts';

export type Db = Pick<Kysely<Schema>, 'selectFrom' | 'selectNoFrom' | 'with' | 'fn' | 'getExecutor'>;

export interface Database {
  readonly dialect: Dialect;
  readonly read: Db;
  readonly writer: Kysely<Schema>;
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface Location {
  dataDir: string;
  databaseUrl: string | undefined;
}

/**
 * Connection errors surface at the first query.
 * @param answerWithin statement timeout of PostgreSQL in milliseconds; none by default
 */
export function openDatabase(
  { dataDir, databaseUrl }: Location,
  answerWithin?: number,
  openPool: OpenPool = openPostgresPool,
): Database {
  return databaseUrl
    ? openPostgres((max) => openPool(databaseUrl, { max, answerWithin }))
    : openSqlite(dataDir);
}

/** Opens a database for some work only. */
export async function withDatabase<Result>(
  location: Location,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(location);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

export const sqliteFile = (dataDir: string) => join(dataDir, 'guyub.db');

function openSqlite(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true });
  // Temporary files go to the data folder: on a hardened machine it may be the only writable one, and /tmp
  // may be in memory.
  process.env.SQLITE_TMPDIR ??= resolve(dataDir);
  const file = sqliteFile(dataDir);
  const main = new BetterSqlite(file, { timeout: 5_000 });
  main.pragma('journal_mode = WAL');
  main.pragma('synchronous = FULL');
  main.pragma('foreign_keys = ON');
  const readOnly = new BetterSqlite(file, { readonly: true, timeout: 5_000 });
  // SQLite's own waiting blocks the process. The dialect waits asynchronously instead.
  for (const handle of [main, readOnly]) handle.pragma(`busy_timeout = ${shortWait}`);
  const writer = new Kysely<Schema>({
    dialect: new WritingSqliteDialect({ database: withStatementCache(main) }, isSameFile(file)),
  });
  readOnly.function('fold', { deterministic: true }, (text) =>
    typeof text === 'string' ? fold(text) : text,
  );
  const read = new Kysely<Schema>({
    dialect: new ReadingSqliteDialect({ database: withStatementCache(readOnly) }),
  });
  return {
    dialect: dialects.sqlite,
    read,
    writer,
    snapshot: (work) => readSqliteSnapshot(dataDir, work),
    close: async () => {
      await read.destroy();
      await writer.destroy();
      readOnly.close();
      main.close();
    },
  };
}

const shortWait = 50;

/** A database file that was moved or deleted while open still accepts writes, which would be lost. */
function isSameFile(file: string): () => boolean {
  const identity = () => statSync(file, { throwIfNoEntry: false })?.ino;
  const opened = identity();
  return () => identity() === opened;
}

/** Needs its own connection, because the transaction stays open while others read. */
async function readSqliteSnapshot<T>(dataDir: string, work: (db: Db) => Promise<T>): Promise<T> {
  const handle = new BetterSqlite(sqliteFile(dataDir), { readonly: true, timeout: 5_000 });
  try {
    handle.exec('BEGIN; SELECT 1 FROM sqlite_master'); // the first read starts the snapshot
    return await work(
      new Kysely<Schema>({ dialect: new ReadingSqliteDialect({ database: withStatementCache(handle) }) }),
    );
  } finally {
    handle.close();
  }
}

/**
 * Kysely prepares each query anew; the cache saves time and memory. BEGIN IMMEDIATE makes a transaction wait
 * for a writer of another process at its start instead of failing later.
 */
function withStatementCache(database: BetterSqlite.Database): SqliteDatabase {
  const cache = new Map<string, Statement>();
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const text = sql === 'begin' ? 'begin immediate' : sql;
      let statement = cache.get(text);
      if (!statement) {
        if (cache.size > 500) cache.clear();
        statement = database.prepare(text);
        cache.set(text, statement);
      }
      return statement;
    },
  };
}

/** Per process. Separate pools, so that waiting writes cannot take the connections of reads. */
const connections = { reading: 6, writing: 4 };

function openPostgres(openPool: (max: number) => PostgresPool): Database {
  const open = (max: number) => new Kysely<Schema>({ dialect: new PostgresDialect({ pool: openPool(max) }) });
  const read = open(connections.reading);
  const writer = open(connections.writing);
  return {
    dialect: dialects.postgres,
    read,
    writer,
    snapshot: (work) =>
      read.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    close: async () => {
      await read.destroy();
      await writer.destroy();
    },
  };
}
