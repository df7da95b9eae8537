/**
 * What keeps rows from being changed by hand, against what the migrations make: tables with their constraints, indexes,
 * triggers and, on PostgreSQL, functions. The migrations run in memory, or in a schema that is rolled back.
 */
import BetterSqlite from 'better-sqlite3';
import { type QueryExecutorProvider, sql } from 'kysely';
import { allStatements } from '../../database/migrate.ts';
import type { Database } from '../../database/open.ts';
import type { Violation } from './violation.ts';

/** Definitions by kind and name. */
type Definitions = ReadonlyMap<string, string>;

/** Left for the start of a server by a migration, which then drops it. */
const beforeStart = 'audit_lama';

export async function checkSchema(
  database: Pick<Database, 'dialect' | 'writer' | 'read'>,
): Promise<Violation[]> {
  const { present, made } = await (database.dialect.name === 'sqlite'
    ? onSqlite(database)
    : onPostgres(database));
  const violations: Violation[] = [];
  const wrong = (id: string, says: string) =>
    violations.push({ invariant: 'schema', table: 'schema', id, says });
  for (const [name, definition] of made) {
    const is = present.get(name);
    if (is === undefined) wrong(name, 'dihapus dari database');
    else if (is !== definition) wrong(name, 'bukan lagi seperti yang dibuat Guyub');
  }
  for (const name of present.keys())
    if (isActive(name) && !made.has(name))
      wrong(name, 'bukan buatan Guyub, dan dapat mengubah data diam-diam');
  return violations;
}

/** Further tables and indexes change nothing. Triggers of a move to PostgreSQL refuse every write. */
const isActive = (name: string) => name.startsWith('trigger ') && !name.startsWith('trigger frozen_');

/** Frozen migrations make the same as long as the program runs: by version of the database. */
const madeOn = new Map<string, Definitions>();

interface Row {
  type: string;
  name: string;
  sql: string;
}

const select = `SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
  AND name NOT LIKE 'kysely\\_%' ESCAPE '\\'`;

async function onSqlite({ read }: Pick<Database, 'read'>) {
  const { rows } = await sql.raw<Row>(select).execute(read);
  const made = madeOn.get('sqlite') ?? makeOnSqlite();
  madeOn.set('sqlite', made);
  return { present: byName(rows), made };
}

function makeOnSqlite(): Definitions {
  const scratch = new BetterSqlite(':memory:');
  try {
    for (const statement of allStatements('sqlite')) scratch.exec(statement);
    scratch.exec(`DROP TABLE ${beforeStart}`);
    return byName(scratch.prepare<[], Row>(select).all());
  } finally {
    scratch.close();
  }
}

const byName = (rows: readonly Row[]): Definitions =>
  new Map(rows.map(({ type, name, sql: text }) => [`${type} ${name}`, text]));

class Undo extends Error {}

async function onPostgres({ writer, dialect }: Pick<Database, 'writer' | 'dialect'>) {
  const present = await definitionsOf(writer, (await dialect.currentSchema(writer)) ?? '');
  const { rows } = await sql<{ version: string }>`SELECT version()`.execute(writer);
  const version = rows[0]?.version ?? '';
  const made = madeOn.get(version) ?? (await makeOnPostgres(writer));
  madeOn.set(version, made);
  return { present, made };
}

async function makeOnPostgres(writer: Database['writer']): Promise<Definitions> {
  let made: Definitions | undefined;
  await writer
    .transaction()
    .execute(async (tx) => {
      const scratch = 'guyub_pembanding';
      await sql`CREATE SCHEMA ${sql.id(scratch)}`.execute(tx);
      await sql`SET LOCAL search_path TO ${sql.id(scratch)}`.execute(tx);
      await sql.raw([...allStatements('postgres'), `DROP TABLE ${beforeStart}`].join(';')).execute(tx);
      made = await definitionsOf(tx, scratch);
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  if (!made) throw new Error('the schema was not compared');
  return made;
}

/** Names in them are written without the schema. */
async function definitionsOf(db: QueryExecutorProvider, schema: string): Promise<Definitions> {
  const { rows } = await sql<{ name: string; definition: string }>`
    SELECT 'column ' || c.relname || '.' || a.attname AS name,
      format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull || ' ' || a.attgenerated::text || a.attidentity::text
        || coalesce(' ' || pg_get_expr(d.adbin, d.adrelid), '') AS definition
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace = ${schema}::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
    UNION ALL
    SELECT 'constraint ' || k.conrelid::regclass::text || '.' || k.conname,
      pg_get_constraintdef(k.oid) || ' ' || k.convalidated
    FROM pg_constraint k WHERE k.connamespace = ${schema}::regnamespace AND k.contype <> 'n' AND k.conrelid <> 0
    UNION ALL
    SELECT 'index ' || c.relname, pg_get_indexdef(i.indexrelid) || ' ' || i.indisvalid
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE c.relnamespace = ${schema}::regnamespace
    UNION ALL
    SELECT 'trigger ' || c.relname || '.' || t.tgname, t.tgenabled::text || ' ' || pg_get_triggerdef(t.oid)
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE c.relnamespace = ${schema}::regnamespace AND (NOT t.tgisinternal OR t.tgenabled <> 'O')
    UNION ALL
    SELECT 'function ' || p.proname, p.prosrc FROM pg_proc p WHERE p.pronamespace = ${schema}::regnamespace`.execute(
    db,
  );
  const plain = (text: string) => text.replaceAll(new RegExp(`"?\\b${schema}"?\\.`, 'g'), '');
  return new Map(rows.map(({ name, definition }) => [plain(name), plain(definition)]));
}
