/** Finds rows by a piece of their text, without reading all of them. */
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, SqliteAdapter, sql } from 'kysely';
import type { Scope } from '../../../contract/policy.ts';
import type { textIndexes } from './migrations/0006-text-search.ts';
import type { Db } from './open.ts';
import type { Schema } from './schema.ts';
import { contains, inBlock } from './scope.ts';
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
  return await find(db, 'users', wanted, () => sql`users WHERE ${inBlock(scope, blok)}`, {
    atMost: sample,
    order: sql`ORDER BY users.urutan_blok, users.nama, users.id`, // an index's: not read among everybody
  });
}

/** What either of two searches found. */
export const foundByEither = (a: Found, b: Found): Found => ({
  isMany: a.isMany || b.isMany,
  where: sql<SqlBool>`(${a.where} OR ${b.where})`,
});

/** The rows that were found. Few of them come first in the join, which SQLite keeps to. */
export function selectFound<T extends keyof Indexes>(db: Db, table: T, found: Found) {
  const rows = db.selectFrom(table) as SelectQueryBuilder<Schema, T, object>;
  if (found.isMany) return rows.where(found.where);
  const ids = sql`(SELECT id FROM ${sql.table(table)} WHERE ${found.where})`.as('found');
  const joined = db.selectFrom(ids).crossJoin(table) as unknown as typeof rows;
  return joined.where(sql<SqlBool>`${sql.ref(`${table}.id`)} = found.id`);
}

/** Up to so many rows that were found are looked up one by one … */
const few = 1_000;
/** … and so many foretell how many there are: roughly, since those of one block may have come one after the other. */
const sample = 200;
const farMore = 10;

async function find(
  db: Db,
  table: keyof Indexes,
  { q, columns, ids = `${table}.id` }: Wanted<string>,
  candidates: (columns: readonly string[], q: string) => RawBuilder<unknown>,
  { atMost = few, order = sql`` } = {},
): Promise<Found> {
  if (q === undefined) return everything;
  const named = columns.map((column) => contains(`${table}.${column}`, q));
  const where = sql<SqlBool>`(${sql.join(named, sql` OR `)})`;
  const read = async (count: number) => {
    const { rows } = await sql<Match>`SELECT id, (SELECT max(id) FROM ${sql.table(table)}) AS last
      FROM ${candidates(columns, q)} AND ${where} ${order} LIMIT ${sql.lit(count + 1)}`.execute(db);
    return rows;
  };
  let found = await read(sample);
  let isMany = found.length > sample;
  if (isMany && atMost > sample && foretold(found) < farMore * atMost) {
    found = await read(atMost);
    isMany = found.length > atMost;
  }
  return { isMany, where: isMany ? where : isAmong(db, ids, found) };
}

interface Match {
  id: number;
  /** Of the whole table. */
  last: number;
}

/** How many there are in all, if the rest holds as many as the rows up to the last of the first ones. */
function foretold(first: readonly Match[]): number {
  const share = first.length / Math.max(...first.map(({ id }) => id));
  return share * (first[0]?.last ?? 0);
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
function isAmong(db: Db, column: string, found: readonly Match[]) {
  const ids = found.map(({ id }) => id);
  return isSqlite(db)
    ? sql<SqlBool>`${sql.ref(column)} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
    : sql<SqlBool>`${sql.ref(column)} = ANY (${ids})`;
}

const isSqlite = (db: Db) => db.getExecutor().adapter instanceof SqliteAdapter;
