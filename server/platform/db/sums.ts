/** Reads the sums that the database keeps. */
import { type AliasedRawBuilder, sql } from 'kysely';
import type { Scope } from '../../../contract/policy.ts';
import { keptSums } from './migrations/0008-debtor-history.ts';
import type { SumTables } from './schema.ts';
import { inBlock, isOfPeople, ofLetter } from './scope.ts';
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
    return sql<SumTables[T]>`(SELECT * FROM ${sql.table(table)} WHERE ${ofLetter(table, scope, blok)})`.as(
      table,
    );
  const sum: KeptSum = keptSums[table];
  const person = sum.owner ? 'u' : 's';
  const pieces = recomputed(sum, here)
    .split(here)
    .map((text) => sql.raw(text));
  return sql<SumTables[T]>`(${sql.join(pieces, inBlock(scope, blok, person))})`.as(table);
}
