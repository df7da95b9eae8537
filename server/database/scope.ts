import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { blockSortKey } from '../../contract/people.ts';
import type { Scope } from '../../contract/policy.ts';

const columns = { block: sql.ref('users.huruf_blok'), own: sql.ref('users.id') };

export function inScope(scope: Scope): RawBuilder<SqlBool> {
  if (scope.reach === 'all') return sql<SqlBool>`1 = 1`;
  return sql<SqlBool>`${columns[scope.reach]} = ${scope.key}`;
}

/** `inScope`, restricted to `blok`: a letter or a whole house. */
export function inBlock(scope: Scope, blok: string | undefined): RawBuilder<SqlBool> {
  if (blok === undefined) return inScope(scope);
  const value = blok.trim().toUpperCase();
  const asked =
    value.length === 1
      ? sql`${columns.block} = ${value}`
      : sql`users.blok = ${value} AND users.urutan_blok = ${blockSortKey(value)}`;
  return sql<SqlBool>`(${inScope(scope)} AND ${asked})`;
}

/** Like `inBlock`, for queries that do not join the owner: joining is many times slower for sums. */
export function ownedInScope(scope: Scope, owner: string, blok?: string): RawBuilder<SqlBool> {
  if (scope.reach === 'all' && blok === undefined) return sql<SqlBool>`1 = 1`;
  return sql<SqlBool>`${sql.ref(owner)} IN (SELECT id FROM users WHERE ${inBlock(scope, blok)})`;
}

/** Block suffix for the title of an export; '' for the whole estate. */
export function blockInTitle(scope: Scope, blok: string | undefined): string {
  const block = blok?.trim().toUpperCase() ?? (scope.reach === 'block' ? scope.key : '');
  return block && `Blok ${block}`;
}
