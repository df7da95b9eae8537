/** The few places where SQLite and PostgreSQL differ, by name. */
import {
  type Kysely,
  type QueryExecutorProvider,
  type SelectQueryBuilder,
  sql,
  type Transaction,
} from 'kysely';
import type { Schema } from './schema.ts';

/** What an embedded database answers to every write once its estate has begun to move (`move.ts`). */
export const frozen = 'this estate is moving to another database';

/** The comment of tables that a migration has made: an older program knows by it that they are ours. */
export const ours = 'guyub';

export type DialectName = 'sqlite' | 'postgres';

/** Of the advisory locks of PostgreSQL; a transaction that needs several takes them in this order. */
export const lockNumbers = { accounts: 7_001, settings: 7_002 } as const;

export interface Dialect {
  readonly name: DialectName;

  /**
   * Makes concurrent transactions that name the same rule wait for each other. SQLite has one writer at a time
   * anyway; PostgreSQL takes an advisory lock until the end of the transaction.
   */
  serialize(tx: Transaction<Schema>, rule: keyof typeof lockNumbers): Promise<void>;
  /**
   * Keeps everybody else from changing or relying on the account until the end of the transaction. Must come before any
   * other lock. Changes of accounts wait for one another: two officers may change each other.
   */
  lockAccount(tx: Transaction<Schema>, id: number): Promise<void>;
  /** Rows that a transaction reads stay as they are until its end; with SQLite's one writer they do so anyway. */
  hold<T extends keyof Schema, O>(query: SelectQueryBuilder<Schema, T, O>): SelectQueryBuilder<Schema, T, O>;
  /** Where names without a schema lead; undefined where there are no schemas. */
  currentSchema(db: QueryExecutorProvider): Promise<string | undefined>;
  /** All migrations or none, and one process at a time; on PostgreSQL Kysely sees to both by itself. */
  migrating(db: Kysely<Schema>, work: (db: Kysely<Schema>) => Promise<void>): Promise<void>;
  /** Marks the tables that a migration makes, where other programs may have tables beside them. */
  claiming(db: Kysely<Schema>, work: () => Promise<void>): Promise<void>;
  /** What the database finds wrong with its own files and references; reads all of it. PostgreSQL sees to itself. */
  findDamage(db: QueryExecutorProvider): Promise<string[]>;
  /** Whether the error is a violated unique constraint or index, and of which name or columns. */
  uniqueViolation(error: unknown): string | null;
}

const sqlite: Dialect = {
  name: 'sqlite',
  serialize: async () => {},
  lockAccount: async () => {},
  hold: (query) => query,
  currentSchema: async () => undefined,
  migrating: (db, work) => db.transaction().execute(work),
  claiming: (_db, work) => work(),
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
  hold: (query) => query.forShare(),
  currentSchema: async (db) => {
    const { rows } = await sql<{ name: string }>`SELECT current_schema() AS name`.execute(db);
    return rows[0]?.name;
  },
  migrating: (db, work) => work(db),
  claiming: async (db, work) => {
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
