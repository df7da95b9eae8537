/** A Scope as a WHERE clause. Queries about people's data pass through here. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { blockSortKey } from '../../contract/people.ts';
import type { Scope } from '../../contract/policy.ts';

/** The columns of `users` that hold what a reach compares (`reachKeys`). */
const columns = { block: 'huruf_blok', own: 'id' } as const;

/** @param users the alias under which the owner's row is joined */
export function inScope(scope: Scope, users = 'users'): RawBuilder<SqlBool> {
  if (scope.reach === 'all') return sql<SqlBool>`1 = 1`;
  return sql<SqlBool>`${sql.ref(`${users}.${columns[scope.reach]}`)} = ${scope.key}`;
}

/** The same, narrowed to a `blok`: a letter or a whole house. */
export function inBlock(scope: Scope, blok: string | undefined, users = 'users'): RawBuilder<SqlBool> {
  if (blok === undefined) return inScope(scope, users);
  const value = blok.trim().toUpperCase();
  const asked =
    value.length === 1
      ? sql`${sql.ref(`${users}.${columns.block}`)} = ${value}`
      : sql`${sql.ref(`${users}.blok`)} = ${value} AND ${sql.ref(`${users}.urutan_blok`)} = ${blockSortKey(value)}`;
  return sql<SqlBool>`(${inScope(scope, users)} AND ${asked})`;
}

/** The same of records without their owner's row: for sums, which a join would make many times slower. */
export function ownedInScope(scope: Scope, owner: string, blok?: string): RawBuilder<SqlBool> {
  if (scope.reach === 'all' && blok === undefined) return sql<SqlBool>`1 = 1`;
  return sql<SqlBool>`${sql.ref(owner)} IN (SELECT id FROM users WHERE ${inBlock(scope, blok)})`;
}

/** What a file of it is called besides: the block asked for, else the only one in scope; `''` where there are all. */
export function blockInTitle(scope: Scope, blok: string | undefined): string {
  const block = blok?.trim().toUpperCase() ?? (scope.reach === 'block' ? scope.key : '');
  return block && `Blok ${block}`;
}
