/** Lists that page by key: a cursor holds the sort key of the last row, so no page is slower than the first. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { maxId } from '../../contract/endpoint.ts';
import { Refusal } from '../http/refusal.ts';

export interface PageRequest {
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface Page<Row> {
  data: Row[];
  nextCursor: string | null;
}

/** Rows of a list without `limit`. */
const wholeList = 10_000;

type Key = readonly (string | number)[];

/** How a list is sorted: `name` ties cursors to it, `columns` are its unique sort key and `kinds` what they hold. */
export interface Order<Row> {
  name: string;
  columns: readonly (string | RawBuilder<unknown>)[];
  kinds: readonly ('text' | 'id')[];
  descending: boolean;
  keyOf(row: Row): Key;
}

/** The WHERE clause of rows behind the cursor, and how many rows to fetch: one more than asked, to see the end. */
export function pageOf<Row>(
  order: Order<Row>,
  request: PageRequest,
): { behind: RawBuilder<SqlBool>; fetch: number } {
  const fetch = (request.limit ?? wholeList) + 1;
  if (request.cursor === undefined) return { behind: sql<SqlBool>`1 = 1`, fetch };
  const key = keyIn(order, request.cursor);
  const columns = sql.join(
    order.columns.map((column) => (typeof column === 'string' ? sql.ref(column) : column)),
  );
  const comparison = sql.raw(order.descending ? '<' : '>');
  return { behind: sql<SqlBool>`(${columns}) ${comparison} (${sql.join(key)})`, fetch };
}

/** @param rows as fetched with `fetch` */
export function cutPage<Sorted, Row extends Sorted>(
  order: Order<Sorted>,
  rows: Row[],
  fetch: number,
): Page<Row> {
  if (rows.length < fetch) return { data: rows, nextCursor: null };
  const data = rows.slice(0, fetch - 1);
  const last = data.at(-1);
  return { data, nextCursor: last === undefined ? null : encode(order, order.keyOf(last)) };
}

const encode = <Row>(order: Order<Row>, key: Key) =>
  Buffer.from(JSON.stringify([order.name, ...key])).toString('base64url');

/** What no column holds would make PostgreSQL fail instead of finding nothing. */
const holds = {
  text: (value: unknown) => typeof value === 'string' && !value.includes('\0'),
  id: (value: unknown) => Number.isInteger(value) && Math.abs(Number(value)) <= maxId,
};

/** @throws Refusal 422 for a cursor of something else */
export function keyIn<Row>(order: Order<Row>, cursor: string): Key {
  try {
    const [name, ...key] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Key;
    const fits = order.kinds.every((kind, index) => holds[kind](key[index]));
    if (name === order.name && key.length === order.kinds.length && fits) return key;
  } catch {
    // Not JSON: falls through to the refusal.
  }
  throw new Refusal('invalid_fields', { errors: { cursor: 'cursor tidak valid' } });
}

/** Newest first, by a table's ids. */
export const newestFirst = <Row extends { id: number }>(table: string): Order<Row> => ({
  name: table,
  columns: [`${table}.id`],
  kinds: ['id'],
  descending: true,
  keyOf: (row) => [row.id],
});

export const oldestFirst = <Row extends { id: number }>(table: string): Order<Row> => ({
  ...newestFirst<Row>(table),
  name: `${table}-oldest`,
  descending: false,
});
