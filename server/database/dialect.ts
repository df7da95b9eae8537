import {
  type Kysely,
  type QueryExecutorProvider,
  type SelectQueryBuilder,
  sql,
  type Transaction,
} from 'kysely';
import type { Schema } from './schema.ts';

/** Raised by triggers of an estate that is moving to PostgreSQL (`move.ts`). */
export const frozen = 'this estate is moving to another database';

/** Comment on tables that migrations created, so that older versions recognize newer tables. */
export const ours = 'guyub';

export type DialectName = 'sqlite' | 'postgres';

/** Advisory locks of PostgreSQL. Transactions take them in this order, to prevent deadlocks. */
export const lockNumbers = {
  estate: 7_010, // held by each server as long as it runs (operations/in-use.ts)
  accounts: 7_001,
  houses: 7_011,
  settings: 7_002,
  bills: 7_007,
  statements: 7_006,
  waivers: 7_008,
  book: 7_003,
  log: 7_004,
  receipts: 7_005,
  push: 7_009,
} as const;

export interface Dialect {
  readonly name: DialectName;

  /**
   * Serializes concurrent transactions that use the same lock. A no-op on SQLite, which has one writer at a
   * time; an advisory lock until the end of the transaction on PostgreSQL.
   */
  serialize(tx: Transaction<Schema>, rule: Exclude<keyof typeof lockNumbers, 'estate'>): Promise<void>;
  /** Serializes account updates. Must be taken before any other lock. */
  lockAccount(tx: Transaction<Schema>, id: number): Promise<void>;
  /** Locks the selected rows for share (FOR SHARE) until the end of the transaction. */
  forShare<T extends keyof Schema, O>(
    query: SelectQueryBuilder<Schema, T, O>,
  ): SelectQueryBuilder<Schema, T, O>;
  /** Schema of unqualified table names; undefined on SQLite. */
  currentSchema(db: QueryExecutorProvider): Promise<string | undefined>;
  /** Runs migrations in one transaction. On PostgreSQL Kysely itself does this and takes a lock. */
  runMigrations(db: Kysely<Schema>, work: (db: Kysely<Schema>) => Promise<void>): Promise<void>;
  /** Adds the comment `ours` to created tables: other programs may use the same PostgreSQL schema. */
  markingTables(db: Kysely<Schema>, work: () => Promise<void>): Promise<void>;
  /** Damaged pages and broken foreign keys; PostgreSQL verifies its own files. */
  findDamage(db: QueryExecutorProvider): Promise<string[]>;
  /** Name or columns of the violated unique constraint; null for other errors. */
  uniqueViolation(error: unknown): string | null;
}

const sqlite: Dialect = {
  name: 'sqlite',
  serialize: async () => {},
  lockAccount: async () => {},
  forShare: (query) => query,
  currentSchema: async () => undefined,
  runMigrations: (db, work) => db.transaction().execute(work),
  markingTables: (_db, work) => work(),
  findDamage: async (db) => {
    const { rows: damage } = await sql<{ integrity_check: string }>`PRAGMA integrity_check`.execute(db);
    const { rows: lost } = await sql<{
      table: string;
      rowid: number;
      parent: string;
    }>`PRAGMA foreign_key_check`.execute(db);
    return [
      ...damage.map((row) => row.integrity_check).filter((line) => line !== 'ok'),
      ...lost.map(
        ({ table, rowid, parent }) => `${table} ${rowid} refers to a row that ${parent} does not have`,
      ),
    ];
  },
  uniqueViolation: (error) => {
    const code = (error as { code?: string }).code;
    return code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
      ? (error as Error).message
      : null;
  },
};

const postgres: Dialect = {
  name: 'postgres',
  serialize: async (tx, rule) => {
    await sql`SELECT pg_advisory_xact_lock(${lockNumbers[rule]})`.execute(tx);
  },
  lockAccount: async (tx, id) => {
    await postgres.serialize(tx, 'accounts');
    await tx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  },
  forShare: (query) => query.forShare(),
  currentSchema: async (db) => {
    const { rows } = await sql<{ name: string }>`SELECT current_schema() AS name`.execute(db);
    return rows[0]?.name;
  },
  runMigrations: (db, work) => work(db),
  markingTables: async (db, work) => {
    const listTables = async () =>
      (
        await sql<{ name: string }>`SELECT tablename AS name FROM pg_tables
          WHERE schemaname = current_schema()`.execute(db)
      ).rows.map(({ name }) => name);
    const before = new Set(await listTables());
    await work();
    for (const name of await listTables())
      if (!before.has(name)) await sql`COMMENT ON TABLE ${sql.table(name)} IS ${sql.lit(ours)}`.execute(db);
  },
  findDamage: async () => [],
  uniqueViolation: (error) => {
    const { code, constraint } = error as { code?: string; constraint?: string };
    return code === '23505' ? (constraint ?? '') : null;
  },
};

export const dialects: Record<DialectName, Dialect> = { sqlite, postgres };
