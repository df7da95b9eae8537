/** Finds rows by a piece of their text, without reading all of them. */
import { type RawBuilder, type SqlBool, SqliteAdapter, sql } from 'kysely';
import type { Scope } from '../../../contract/policy.ts';
import type { textIndexes } from './migrations/0006-text-search.ts';
import type { Db } from './open.ts';
import { contains, inBlock, inScope } from './scope.ts';
import { shortestIndexed, textIndexName } from './text-index.ts';

type Indexes = typeof textIndexes;

export interface Found {
  /** There are more than it is worth to look up one by one: a list that is read in its order soon meets enough. */
  isMany: boolean;
  where: RawBuilder<SqlBool>;
}

/** Where nothing is searched for. */
export const everything: Found = { isMany: true, where: sql<SqlBool>`1 = 1` };

interface Wanted<Column> {
  q?: string | undefined;
  columns: readonly Column[];
  /** Up to how many rows are looked up one by one. */
  few?: number;
  /** Where the statement that searches has the ids; the table's own column unless told. */
  ids?: string;
}

export function findTexts<T extends keyof Indexes>(
  db: Db,
  table: T,
  wanted: Wanted<Indexes[T]['columns'][number]>,
): Promise<Found> {
  return find(db, table, wanted, (columns, q) => indexed(db, table, columns, q));
}

/** People in a scope and, where a block is named, of that block: those are few enough to read them all. */
export function findPeople(
  db: Db,
  scope: Scope,
  { blok, ...wanted }: Wanted<Indexes['users']['columns'][number]> & { blok?: string | undefined },
): Promise<Found> {
  if (scope.reach === 'all' && blok === undefined) return findTexts(db, 'users', wanted);
  const there = blok === undefined ? inScope(scope) : sql`${inScope(scope)} AND ${inBlock(blok)}`;
  return find(db, 'users', wanted, () => there);
}

/** What either of two searches found. */
export const foundByEither = (a: Found, b: Found): Found => ({
  isMany: a.isMany || b.isMany,
  where: sql<SqlBool>`(${a.where} OR ${b.where})`,
});

async function find(
  db: Db,
  table: keyof Indexes,
  { q, columns, few = 1_000, ids = `${table}.id` }: Wanted<string>,
  candidates: (columns: readonly string[], q: string) => RawBuilder<unknown>,
): Promise<Found> {
  if (q === undefined) return everything;
  const named = columns.map((column) => contains(`${table}.${column}`, q));
  const where = sql<SqlBool>`(${sql.join(named, sql` OR `)})`;
  const { rows } = await sql<{ id: number }>`SELECT id FROM ${sql.table(table)}
    WHERE ${candidates(columns, q)} AND ${where} LIMIT ${sql.lit(few + 1)}`.execute(db);
  if (rows.length > few) return { isMany: true, where };
  return {
    isMany: false,
    where: isAmong(
      db,
      ids,
      rows.map(({ id }) => id),
    ),
  };
}

/** Rows that may match, by SQLite's index; PostgreSQL looks into its own by itself. */
function indexed(db: Db, table: string, columns: readonly string[], q: string): RawBuilder<SqlBool> {
  const text = q.trim();
  if (!isSqlite(db) || [...text].length < shortestIndexed) return sql<SqlBool>`1 = 1`;
  const index = sql.table(textIndexName(table));
  const phrase = `{${columns.join(' ')}} : "${text.replaceAll('"', '""')}"`;
  return sql<SqlBool>`id IN (SELECT rowid FROM ${index} WHERE ${index} MATCH ${phrase})`;
}

/** In a statement whose text does not depend on how many ids there are. */
const isAmong = (db: Db, column: string, ids: readonly number[]) =>
  isSqlite(db)
    ? sql<SqlBool>`${sql.ref(column)} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
    : sql<SqlBool>`${sql.ref(column)} = ANY (${ids})`;

const isSqlite = (db: Db) => db.getExecutor().adapter instanceof SqliteAdapter;
