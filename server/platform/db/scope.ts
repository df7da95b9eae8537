/** A Scope as a WHERE clause. Queries about people's data join `users` and pass through here. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { blockSortKey } from '../../../contract/people.ts';
import type { Scope } from '../../../contract/policy.ts';

/** @param users the alias under which the owner's row is joined */
export function inScope(scope: Scope, users = 'users'): RawBuilder<SqlBool> {
  switch (scope.reach) {
    case 'all':
      return sql<SqlBool>`1 = 1`;
    case 'block':
      return sql<SqlBool>`${sql.ref(`${users}.huruf_blok`)} = ${scope.letter}`;
    case 'own':
      return sql<SqlBool>`${sql.ref(`${users}.id`)} = ${scope.userId}`;
  }
}

/** The `blok` filter of lists: a letter or a whole house. */
export function inBlock(blok: string, users = 'users'): RawBuilder<SqlBool> {
  const value = blok.trim().toUpperCase();
  if (value.length === 1) return sql<SqlBool>`${sql.ref(`${users}.huruf_blok`)} = ${value}`;
  return sql<SqlBool>`(${sql.ref(`${users}.blok`)} = ${value}
    AND ${sql.ref(`${users}.urutan_blok`)} = ${blockSortKey(value)})`;
}

/** One person, or those of one house. */
export const isOfPeople = (scope: Scope, blok: string | undefined) =>
  scope.reach === 'own' || (blok !== undefined && blok.trim().length !== 1);

/** Of the block in scope and of the one asked for, in a table that carries the letter. */
export function ofLetter(table: string, scope: Scope, blok: string | undefined): RawBuilder<SqlBool> {
  const own = scope.reach === 'block' ? scope.letter : undefined;
  const asked = blok?.trim().toUpperCase() ?? own;
  if (asked === undefined) return sql<SqlBool>`1 = 1`;
  if (own !== undefined && asked !== own) return sql<SqlBool>`1 = 0`;
  return sql<SqlBool>`${sql.ref(`${table}.huruf_blok`)} = ${asked}`;
}

/** Of rows that carry their person's letter, joined with `users`: what is in scope and of the `blok` asked for. */
export function inReach(
  table: 'payments' | 'complaints',
  scope: Scope,
  blok: string | undefined,
): RawBuilder<SqlBool> {
  if (!isOfPeople(scope, blok)) return ofLetter(table, scope, blok);
  return blok === undefined ? inScope(scope) : sql<SqlBool>`(${inScope(scope)} AND ${inBlock(blok)})`;
}

/** What a file of it is called besides: the block asked for, else the only one in scope; `''` where there are all. */
export function blockInTitle(scope: Scope, blok: string | undefined): string {
  const block = blok?.trim().toUpperCase() ?? (scope.reach === 'block' ? scope.letter : '');
  return block && `Blok ${block}`;
}

/** Rows whose column contains the text, whatever its case; `%` and `_` mean themselves. */
export function contains(column: string, text: string): RawBuilder<SqlBool> {
  const pattern = `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`lower(${sql.ref(column)}) LIKE lower(${pattern}) ESCAPE '\\'`;
}
