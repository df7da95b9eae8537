/**
 * Copies whole databases in either direction, for backups, restores and the move to PostgreSQL. Tables and
 * columns are read from the database, so none can be forgotten.
 */
import { CompiledQuery, sql, type Transaction } from 'kysely';
import type { DialectName } from '../../database/dialect.ts';
import type { Database, Db } from '../../database/open.ts';
import type { Schema } from '../../database/schema.ts';
import { type CopyDialect, copyDialects, type Table } from './copy-dialect.ts';

export type Row = readonly (string | number | null)[];

export interface SourceTable {
  name: string;
  columns: readonly string[];
  /** Last assigned id, so that ids are not reused; undefined for tables without ids. */
  lastId?: number | undefined;
}

export interface Source {
  tables: readonly SourceTable[];
  rows(table: SourceTable): AsyncIterable<readonly Row[]>;
}

const rowsAtOnce = 1_000;
/** Below the parameter limits of both databases. */
const valuesAtOnce = 15_000;

/** @param db a snapshot, so that the tables are consistent */
export async function sourceOf(db: Db, dialect: DialectName): Promise<Source> {
  const tables = await copyDialects[dialect].listTables(db);
  const lastIds = await copyDialects[dialect].lastIds(db);
  const byName = new Map(tables.map((table) => [table.name, table]));
  return {
    tables: tables.map(({ name, columns }) => ({ name, columns, lastId: lastIds[name] })),
    rows: ({ name }) => readTable(db, byName.get(name) ?? missing(name)),
  };
}

async function* readTable(db: Db, { name, columns, key }: Table): AsyncGenerator<Row[]> {
  const refs = (names: readonly string[]) => sql.join(names.map((column) => sql.ref(column)));
  const places = key.map((column) => columns.indexOf(column));
  for (let behind = sql``, full = true; full; ) {
    const { rows } = await sql<
      Record<string, Row[number]>
    >`SELECT ${refs(columns)} FROM ${sql.table(name)} ${behind}
      ORDER BY ${refs(key)} LIMIT ${sql.lit(rowsAtOnce)}`.execute(db);
    const portion = rows.map((row) => columns.map((column) => row[column] ?? null));
    if (portion.length > 0) yield portion;
    full = portion.length === rowsAtOnce;
    const last = portion.at(-1) ?? [];
    behind = sql`WHERE (${refs(key)}) > (${sql.join(places.map((place) => last[place]))})`;
  }
}

/**
 * Fills a migrated, unused database in one transaction.
 * @throws Error for unknown tables or columns and for violated constraints
 */
export async function fill(target: Database, source: Source): Promise<void> {
  const dialect = copyDialects[target.dialect.name];
  await dialect.withoutConstraints(target.writer, async (tx) => {
    const known = new Map((await dialect.listTables(tx)).map((table) => [table.name, table]));
    for (const table of source.tables) {
      const { columns } = known.get(table.name) ?? missing(table.name);
      for (const column of table.columns) if (!columns.includes(column)) missing(`${table.name}.${column}`);
      await sql`DELETE FROM ${sql.table(table.name)}`.execute(tx);
      for await (const rows of source.rows(table)) await insert(tx, dialect, table, rows);
      // SQLite notes 0 after an INSERT of no rows; sequences of PostgreSQL begin at 1.
      if (table.lastId) await dialect.setLastId(tx, table.name, table.lastId);
    }
  });
}

/** Plain SQL: the query builder takes longer to build the statement than the database to run it. */
async function insert(
  tx: Transaction<Schema>,
  dialect: CopyDialect,
  table: SourceTable,
  rows: readonly Row[],
) {
  const quoted = table.columns.map((column) => `"${column}"`).join();
  const width = table.columns.length;
  const portion = Math.max(1, Math.floor(valuesAtOnce / width));
  for (let start = 0; start < rows.length; start += portion) {
    const some = rows.slice(start, start + portion);
    const blanks = some.map((_, row) =>
      table.columns.map((_, place) => dialect.placeholder(row * width + place + 1)),
    );
    const text = `INSERT INTO "${table.name}" (${quoted}) VALUES ${blanks.map((row) => `(${row.join()})`).join()}`;
    await tx.executeQuery(CompiledQuery.raw(text, some.flat()));
  }
}

export async function countRows(db: Db, dialect: DialectName): Promise<Record<string, number>> {
  const counts: [string, number][] = [];
  for (const { name } of await copyDialects[dialect].listTables(db)) {
    const { rows } = await sql<{ total: number }>`SELECT count(*) AS total FROM ${sql.table(name)}`.execute(
      db,
    );
    counts.push([name, rows[0]?.total ?? 0]);
  }
  return Object.fromEntries(counts);
}

function missing(what: string): never {
  throw new Error(`The database has no ${what}: it is of another version.`);
}
