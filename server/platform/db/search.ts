/** Finds rows by a piece of their text, without reading all of them. */
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, SqliteAdapter, sql } from 'kysely';
import type { Scope } from '../../../contract/policy.ts';
import type { textIndexes } from './migrations/0006-text-search.ts';
import type { Db } from './open.ts';
import type { Schema } from './schema.ts';
import { contains, inBlock, inScope } from './scope.ts';
import { shortestIndexed, textIndexName } from './text-index.ts';

type Indexes = typeof textIndexes;

export interface Found {
  /** There are more than it is worth to look up one by one: a list that is read in its order soon meets enough. */
  isMany: boolean;
  /** Then about one row in so many is one of them. */
  oneIn: number;
  where: RawBuilder<SqlBool>;
}

/** Where nothing is searched for. */
export const everything: Found = { isMany: true, oneIn: 1, where: sql<SqlBool>`1 = 1` };

interface Wanted<Column> {
  q?: string | undefined;
  columns: readonly Column[];
  /** Where the statement that searches has the ids; the table's own column unless told. */
  ids?: string;
}

export function findTexts<T extends keyof Indexes>(
  db: Db,
  table: T,
  wanted: Wanted<Indexes[T]['columns'][number]>,
): Promise<Found> {
  return find(db, table, wanted, (columns, q) => proposed(db, table, columns, q));
}

/** The same of people. Many in the estate may be few in a scope or a block; those are read through. */
export async function findPeople(
  db: Db,
  scope: Scope,
  { blok, ...wanted }: Wanted<Indexes['users']['columns'][number]> & { blok?: string | undefined },
): Promise<Found> {
  const found = await findTexts(db, 'users', wanted);
  if (!found.isMany || (scope.reach === 'all' && blok === undefined)) return found;
  const there = blok === undefined ? inScope(scope) : sql`${inScope(scope)} AND ${inBlock(blok)}`;
  const near = await find(db, 'users', wanted, () => sql`users WHERE ${there}`, {
    few: 200,
    order: sql`ORDER BY users.urutan_blok, users.nama, users.id`, // an index's: not read among everybody
  });
  return { ...near, oneIn: found.oneIn };
}

/** What either of two searches found. */
export const foundByEither = (a: Found, b: Found): Found => ({
  isMany: a.isMany || b.isMany,
  oneIn: Math.min(a.oneIn, b.oneIn),
  where: sql<SqlBool>`(${a.where} OR ${b.where})`,
});

/** The rows that were found. Few of them come first in the join, which SQLite keeps to. */
export function selectFound<T extends keyof Indexes>(db: Db, table: T, found: Found) {
  const rows = db.selectFrom(table) as SelectQueryBuilder<Schema, T, object>;
  if (found.isMany) return rows.where(found.where);
  const few = sql`(SELECT id FROM ${sql.table(table)} WHERE ${found.where})`.as('found');
  const joined = db.selectFrom(few).crossJoin(table) as unknown as typeof rows;
  return joined.where(sql<SqlBool>`${sql.ref(`${table}.id`)} = found.id`);
}

/** Up to `few` rows are looked up one by one. */
async function find(
  db: Db,
  table: keyof Indexes,
  { q, columns, ids = `${table}.id` }: Wanted<string>,
  candidates: (columns: readonly string[], q: string) => RawBuilder<unknown>,
  { few = 1_000, order = sql`` } = {},
): Promise<Found> {
  if (q === undefined) return everything;
  const named = columns.map((column) => contains(`${table}.${column}`, q));
  const where = sql<SqlBool>`(${sql.join(named, sql` OR `)})`;
  const { rows } = await sql<{ id: number }>`SELECT id FROM ${candidates(columns, q)} AND ${where}
    ${order} LIMIT ${sql.lit(few + 1)}`.execute(db);
  const found = rows.map(({ id }) => id);
  // The first ones, more or less: up to the last of them all rows were looked at.
  const oneIn = Math.max(1, ...found) / Math.max(1, found.length);
  if (found.length > few) return { isMany: true, oneIn, where };
  return { isMany: false, oneIn, where: isAmong(db, ids, found) };
}

/** Rows that may match, as SQLite's index proposes them; PostgreSQL looks into its own by itself. */
function proposed(db: Db, table: string, columns: readonly string[], q: string): RawBuilder<unknown> {
  const text = q.trim();
  if (!isSqlite(db) || [...text].length < shortestIndexed) return sql`${sql.table(table)} WHERE 1 = 1`;
  const index = sql.table(textIndexName(table));
  const phrase = `{${columns.join(' ')}} : "${text.replaceAll('"', '""')}"`;
  return sql`${index} CROSS JOIN ${sql.table(table)} WHERE ${index} MATCH ${phrase} AND id = ${index}.rowid`;
}

/** In a statement whose text does not depend on how many ids there are. */
const isAmong = (db: Db, column: string, ids: readonly number[]) =>
  isSqlite(db)
    ? sql<SqlBool>`${sql.ref(column)} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
    : sql<SqlBool>`${sql.ref(column)} = ANY (${ids})`;

const isSqlite = (db: Db) => db.getExecutor().adapter instanceof SqliteAdapter;
