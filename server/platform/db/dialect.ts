/** The few places where SQLite and PostgreSQL differ, by name. */
import { type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import type { Schema } from './schema.ts';

export type DialectName = 'sqlite' | 'postgres';

export interface Dialect {
  readonly name: DialectName;

  /** Statements that make a table refuse UPDATE and DELETE. */
  appendOnly(table: string): string[];
  /**
   * Makes concurrent transactions that name the same rule wait for each other. SQLite has one writer at a time
   * anyway; PostgreSQL takes an advisory lock until the end of the transaction.
   */
  serialize(tx: Transaction<Schema>, rule: 'last-ketua' | 'settings'): Promise<void>;
  /** Rows that a transaction reads stay as they are until its end; with SQLite's one writer they do so anyway. */
  hold<T extends keyof Schema, O>(query: SelectQueryBuilder<Schema, T, O>): SelectQueryBuilder<Schema, T, O>;
  /** Whether the error is a violated unique constraint or index, and of which name or columns. */
  uniqueViolation(error: unknown): string | null;
}

const sqlite: Dialect = {
  name: 'sqlite',
  appendOnly: (table) => {
    const refuse = `BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END`;
    return [
      `CREATE TRIGGER ${table}_no_update BEFORE UPDATE ON ${table} ${refuse}`,
      `CREATE TRIGGER ${table}_no_delete BEFORE DELETE ON ${table} ${refuse}`,
      // INSERT OR REPLACE deletes without asking the trigger of DELETE.
      `CREATE TRIGGER ${table}_no_replace BEFORE INSERT ON ${table} WHEN EXISTS (SELECT 1 FROM ${table} WHERE id = new.id) ${refuse}`,
    ];
  },
  serialize: async () => {},
  hold: (query) => query,
  uniqueViolation: (error) => {
    const code = (error as { code?: string }).code;
    return code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
      ? (error as Error).message
      : null;
  },
};

const lockNumbers = { 'last-ketua': 7_001, settings: 7_002 } as const;

const postgres: Dialect = {
  name: 'postgres',
  appendOnly: (table) => [
    `CREATE FUNCTION ${table}_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '${table} is append-only'; END $$`,
    `CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table} EXECUTE FUNCTION ${table}_refuse()`,
  ],
  serialize: async (tx, rule) => {
    await sql`SELECT pg_advisory_xact_lock(${lockNumbers[rule]})`.execute(tx);
  },
  hold: (query) => query.forShare(),
  uniqueViolation: (error) => {
    const { code, constraint } = error as { code?: string; constraint?: string };
    return code === '23505' ? (constraint ?? '') : null;
  },
};

export const dialects: Record<DialectName, Dialect> = { sqlite, postgres };
