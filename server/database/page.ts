/** Keyset pagination: the cursor is the sort key of the last row, so later pages are as fast as the first. */
import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, type SelectQueryBuilder, type Simplify, type SqlBool, sql } from 'kysely';
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

/** Maximum number of rows of a request without `limit`. */
const wholeList = 10_000;

type Key = readonly (string | number)[];

/** Sort order of a list; `columns` must be unique together. The cursor contains `name`. */
export interface Order<Row> {
  name: string;
  columns: readonly (string | RawBuilder<unknown>)[];
  kinds: readonly ('text' | 'id')[];
  descending: boolean;
  keyOf(row: Row): Key;
}

/** `behind`: WHERE clause for rows after the cursor. `fetch`: one more, to detect the last page. */
export function pageOf<Row>(
  order: Order<Row>,
  request: PageRequest,
): { behind: RawBuilder<SqlBool>; fetch: number } {
  const fetch = (request.limit ?? wholeList) + 1;
  if (request.cursor === undefined) return { behind: sql<SqlBool>`1 = 1`, fetch };
  const key = keyIn(order, request.cursor);
  const comparison = sql.raw(order.descending ? '<' : '>');
  return { behind: sql<SqlBool>`(${sql.join(columnsOf(order))}) ${comparison} (${sql.join(key)})`, fetch };
}

const columnsOf = <Row>({ columns }: Order<Row>) =>
  columns.map((column) => (typeof column === 'string' ? sql.ref(column) : column));

/** A query in the order of a list, to read it whole. */
export function inOrder<DB, TB extends keyof DB, Row, Sorted>(
  query: SelectQueryBuilder<DB, TB, Row>,
  order: Order<Sorted>,
): SelectQueryBuilder<DB, TB, Row> {
  const direction = order.descending ? 'desc' : undefined;
  return columnsOf(order).reduce((sorted, column) => sorted.orderBy(column, direction), query);
}

/** A page of the rows that a query finds. */
export async function readPage<DB, TB extends keyof DB, Sorted, Row extends Sorted>(
  query: SelectQueryBuilder<DB, TB, Row>,
  order: Order<Sorted>,
  request: PageRequest,
): Promise<Page<Simplify<Row>>> {
  const { behind, fetch } = pageOf(order, request);
  const rows = await inOrder(query, order).where(behind).limit(fetch).execute();
  return cutPage(order as Order<Simplify<Row>>, rows, fetch);
}

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

/** Rows that one statement of a whole list reads; 1,000 of the cash book took SQLite up to 16 ms. */
const rowsAtOnce = 500;

/** All rows of a list, in portions, so that others are served in between. */
export async function allPages<Row>(read: (request: PageRequest) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data, nextCursor } = await read({ limit: rowsAtOnce, cursor });
    rows.push(...data);
    if (nextCursor === null) return rows;
    cursor = nextCursor;
    await setImmediate();
  }
}

const encode = <Row>(order: Order<Row>, key: Key) =>
  Buffer.from(JSON.stringify([order.name, ...key])).toString('base64url');

const holds = {
  text: (value: unknown) => typeof value === 'string' && !value.includes('\0'),
  id: (value: unknown) => Number.isInteger(value) && Math.abs(Number(value)) <= maxId,
};

/** @throws Refusal 422 for a cursor of another list */
function keyIn<Row>(order: Order<Row>, cursor: string): Key {
  try {
    const [name, ...key] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Key;
    const fits = order.kinds.every((kind, index) => holds[kind](key[index]));
    if (name === order.name && key.length === order.kinds.length && fits) return key;
  } catch {}
  throw new Refusal('invalid_fields', { errors: { cursor: 'cursor tidak valid' } });
}

export const newestFirst = <Row extends { id: number }>(table: string): Order<Row> => ({
  name: table,
  columns: [`${table}.id`],
  kinds: ['id'],
  descending: true,
  keyOf: (row) => [row.id],
});

/** Entries of the book. */
export const latestDayFirst = (name: string): Order<{ tanggal: string; nomor: number }> => ({
  name,
  columns: ['kas_entri.tanggal', 'kas_entri.nomor'],
  kinds: ['text', 'id'],
  descending: true,
  keyOf: ({ tanggal, nomor }) => [tanggal, nomor],
});

export const oldestFirst = <Row extends { id: number }>(table: string): Order<Row> => ({
  ...newestFirst<Row>(table),
  name: `${table}-oldest`,
  descending: false,
});
