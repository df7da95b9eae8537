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

/** The same, narrowed to a `blok`: a letter or a whole house. */
export function inBlock(scope: Scope, blok: string | undefined, users = 'users'): RawBuilder<SqlBool> {
  if (blok === undefined) return inScope(scope, users);
  const value = blok.trim().toUpperCase();
  const asked =
    value.length === 1
      ? sql`${sql.ref(`${users}.huruf_blok`)} = ${value}`
      : sql`${sql.ref(`${users}.blok`)} = ${value} AND ${sql.ref(`${users}.urutan_blok`)} = ${blockSortKey(value)}`;
  return sql<SqlBool>`(${inScope(scope, users)} AND ${asked})`;
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

/** The same as `inBlock` of rows that carry their person's letter, joined with `users`. */
export const inReach = (table: 'payments' | 'complaints', scope: Scope, blok: string | undefined) =>
  isOfPeople(scope, blok) ? inBlock(scope, blok) : ofLetter(table, scope, blok);

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
