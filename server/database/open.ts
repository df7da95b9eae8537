/** Opens the database: embedded SQLite with a writing and a read-only handle, or a PostgreSQL pool. */
import { mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import BetterSqlite, { type Statement } from 'better-sqlite3';
import { Kysely, type SqliteDatabase } from 'kysely';
import { fold } from '../../contract/search.ts';
import { type Dialect, dialects } from './dialect.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { ReadingSqliteDialect, WritingSqliteDialect } from './sqlite-dialect.ts';
import type { Schema } from './schema.ts';

/** A handle that can only read; writing goes through `write()` (law 4). */
export type Db = Pick<Kysely<Schema>, 'selectFrom' | 'selectNoFrom' | 'with' | 'fn' | 'getExecutor'>;

export interface Database {
  readonly dialect: Dialect;
  readonly read: Db;
  /** For `write()` and migrations alone. */
  readonly writer: Kysely<Schema>;
  /** Reads that all see the database as it is at this moment, whatever is written meanwhile. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface Location {
  dataDir: string;
  databaseUrl: string | undefined;
}

/**
 * Errors of the driver surface at the first query, not here.
 * @param answerWithin milliseconds that a statement of PostgreSQL may take; as many as it wants when absent
 */
export function openDatabase(location: Location, answerWithin?: number): Database {
  return location.databaseUrl
    ? openPostgres(location.databaseUrl, answerWithin)
    : openSqlite(location.dataDir);
}

export const sqliteFile = (dataDir: string) => join(dataDir, 'guyub.db');

function openSqlite(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true });
  // What a sort or a large statement cannot keep in memory goes to the disk of the data: a hardened machine may let
  // nothing else be written, and its /tmp may be memory.
  process.env.SQLITE_TMPDIR ??= resolve(dataDir);
  const file = sqliteFile(dataDir);
  const main = new BetterSqlite(file, { timeout: 5_000 });
  main.pragma('journal_mode = WAL');
  main.pragma('synchronous = FULL');
  main.pragma('foreign_keys = ON');
  const readOnly = new BetterSqlite(file, { readonly: true, timeout: 5_000 });
  // SQLite waits with the whole process; from here on the dialect waits, and people are served meanwhile.
  for (const handle of [main, readOnly]) handle.pragma(`busy_timeout = ${shortWait}`);
  const writer = new Kysely<Schema>({
    dialect: new WritingSqliteDialect({ database: withStatementCache(main) }, isStillThere(file)),
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
    snapshot: (work) => readSqliteAsItIs(dataDir, work),
    close: async () => {
      await read.destroy();
      await writer.destroy();
      readOnly.close();
      main.close();
    },
  };
}

/** Milliseconds. */
const shortWait = 50;

/** A file that is moved or deleted under an open handle goes on taking writes, which nobody would ever find again. */
function isStillThere(file: string): () => boolean {
  const identity = () => statSync(file, { throwIfNoEntry: false })?.ino;
  const opened = identity();
  return () => identity() === opened;
}

/** A handle of its own, because a transaction stays open on it while others read. */
async function readSqliteAsItIs<T>(dataDir: string, work: (db: Db) => Promise<T>): Promise<T> {
  const handle = new BetterSqlite(sqliteFile(dataDir), { readonly: true, timeout: 5_000 });
  try {
    handle.exec('BEGIN; SELECT 1 FROM sqlite_master'); // the first read fixes what all see
    return await work(
      new Kysely<Schema>({ dialect: new ReadingSqliteDialect({ database: withStatementCache(handle) }) }),
    );
  } finally {
    handle.close();
  }
}

/**
 * Kysely prepares each query anew; the cache spares that, and memory. Transactions begin IMMEDIATE, so that a
 * writer of another process makes this one wait instead of failing it half-way.
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

/** Of one process. Writes wait for one another, and must not take the connections of those who only read. */
const connections = { reading: 6, writing: 4 };

function openPostgres(url: string, answerWithin?: number): Database {
  const open = (max: number) => new Kysely<Schema>({ dialect: postgresDialect(url, { max, answerWithin }) });
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
