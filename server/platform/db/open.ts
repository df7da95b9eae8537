/** Opens the database: embedded SQLite with a writing and a read-only handle, or a PostgreSQL pool. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite, { type Statement } from 'better-sqlite3';
import { Kysely, PostgresDialect, type SqliteDatabase } from 'kysely';
import pg from 'pg';
import { type Dialect, dialects } from './dialect.ts';
import { ReadingSqliteDialect, SteadySqliteDialect } from './sqlite-dialect.ts';
import type { Schema } from './schema.ts';

/** A handle that can only read; writing goes through `write()` (law 4). */
export type Db = Pick<Kysely<Schema>, 'selectFrom' | 'selectNoFrom' | 'with' | 'fn' | 'getExecutor'>;

export interface Database {
  readonly dialect: Dialect;
  readonly read: Db;
  /** For `write()` and migrations alone. */
  readonly writer: Kysely<Schema>;
  close(): Promise<void>;
}

export interface Location {
  dataDir: string;
  databaseUrl: string | undefined;
}

/** Errors of the driver surface at the first query, not here. */
export function openDatabase(location: Location): Database {
  return location.databaseUrl ? openPostgres(location.databaseUrl) : openSqlite(location.dataDir);
}

export const sqliteFile = (dataDir: string) => join(dataDir, 'guyub.db');

function openSqlite(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true });
  const main = new BetterSqlite(sqliteFile(dataDir), { timeout: 5_000 });
  main.pragma('journal_mode = WAL');
  main.pragma('synchronous = FULL');
  main.pragma('foreign_keys = ON');
  const readOnly = new BetterSqlite(sqliteFile(dataDir), { readonly: true, timeout: 5_000 });
  const writer = new Kysely<Schema>({
    dialect: new SteadySqliteDialect({ database: withStatementCache(main) }),
  });
  const read = new Kysely<Schema>({
    dialect: new ReadingSqliteDialect({ database: withStatementCache(readOnly) }),
  });
  return {
    dialect: dialects.sqlite,
    read,
    writer,
    close: async () => {
      await read.destroy();
      await writer.destroy();
      readOnly.close();
      main.close();
    },
  };
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

const int8 = 20;
const numeric = 1700;

function openPostgres(connectionString: string): Database {
  const types = {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      oid === int8 || oid === numeric
        ? Number
        : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  };
  const pool = new pg.Pool({ connectionString, max: 10, types, application_name: 'guyub' });
  // An idle connection that breaks is replaced by the pool; without a listener the process would die of it.
  pool.on('error', () => {});
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return { dialect: dialects.postgres, read: db, writer: db, close: () => db.destroy() };
}
