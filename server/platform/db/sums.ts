/** Reads the sums that the database keeps. */
import { type AliasedRawBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Scope } from '../../../contract/policy.ts';
import { keptSums } from './migrations/0008-debtor-history.ts';
import type { Db } from './open.ts';
import type { SumTables } from './schema.ts';
import { inBlock, inScope } from './scope.ts';
import { type KeptSum, recomputed } from './sum-tables.ts';

/** What is kept by the letter of people's houses. */
type Scoped = {
  [K in keyof SumTables]: SumTables[K] extends { huruf_blok: string } ? K : never;
}[keyof SumTables];

/** Where a condition with values comes into a statement. */
const here = '/* here */';

/**
 * A kept sum as far as the scope and the `blok` filter reach. Of one person or one house nothing is kept: there it is
 * summed up from their few rows, with the same columns.
 */
export function sumsIn<T extends Scoped>(
  table: T,
  scope: Scope,
  blok?: string,
): AliasedRawBuilder<SumTables[T], T> {
  if (!isOfPeople(scope, blok))
    return sql<SumTables[T]>`(SELECT * FROM ${sql.table(table)} WHERE ${ofLetters(scope, blok)})`.as(table);
  const sum: KeptSum = keptSums[table];
  const person = sum.owner ? 'u' : 's';
  const inFilter = blok === undefined ? sql`1 = 1` : inBlock(blok, person);
  const pieces = recomputed(sum, here)
    .split(here)
    .map((text) => sql.raw(text));
  return sql<SumTables[T]>`(${sql.join(pieces, sql`${inScope(scope, person)} AND ${inFilter}`)})`.as(table);
}

/** One person, or those of one house. */
const isOfPeople = (scope: Scope, blok: string | undefined) =>
  scope.reach === 'own' || (blok !== undefined && blok.trim().length !== 1);

function ofLetters(scope: Scope, blok: string | undefined): RawBuilder<SqlBool> {
  const letters = [scope.reach === 'block' ? scope.letter : undefined, blok?.trim().toUpperCase()];
  const of = letters.map((letter) => (letter === undefined ? sql`1 = 1` : sql`huruf_blok = ${letter}`));
  return sql<SqlBool>`(${sql.join(of, sql` AND `)})`;
}

export interface Wanted {
  scope: Scope;
  blok: string | undefined;
  /** What else the list is narrowed to, by column of the sum. */
  equals: Readonly<Record<string, string | number | undefined>>;
  /** How many are wanted; more where only some of them will do. */
  rows: number;
}

/**
 * How the rows of a list, newest first, are found with the least reading: through the people they belong to, or along
 * the list until enough have come by. SQLite knows nothing of its tables' contents; the kept sums do.
 */
export async function wayTo(
  db: Db,
  table: 'payment_sums' | 'complaint_sums',
  { scope, blok, equals, rows }: Wanted,
): Promise<'people' | 'list' | 'nothing'> {
  if (isOfPeople(scope, blok)) return 'people';
  if (scope.reach === 'all' && blok === undefined) return 'list';
  const own = ofLetters(scope, blok);
  const given = Object.entries(equals).filter(([, value]) => value !== undefined);
  const fits = sql`(${sql.join([sql`1 = 1`, ...given.map(([column, value]) => sql`${sql.ref(column)} = ${value}`)], sql` AND `)})`;
  const count = (condition: RawBuilder<unknown>) =>
    sql<number>`coalesce(sum(CASE WHEN ${condition} THEN banyak END), 0)`;
  const { theirs, fitting, all } = await db
    .selectFrom(table)
    .select([count(own).as('theirs'), count(sql`${own} AND ${fits}`).as('fitting'), count(fits).as('all')])
    .executeTakeFirstOrThrow();
  if (fitting === 0) return 'nothing';
  return theirs < (rows * all) / fitting ? 'people' : 'list';
}
