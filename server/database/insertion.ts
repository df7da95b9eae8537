/** Inserts without the query builder, which takes several times as long: for rows that every booking writes. */
import { type InsertObject, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Schema } from './schema.ts';

export function insertion<Table extends keyof Schema>(
  table: Table,
  row: InsertObject<Schema, Table>,
): RawBuilder<unknown> {
  const columns = sql.join(Object.keys(row).map((column) => sql.id(column)));
  return sql`INSERT INTO ${sql.id(table)} (${columns}) VALUES (${sql.join(Object.values(row))})`;
}

/** @returns the number that the row got in this column */
export async function insertNumbered<Table extends keyof Schema>(
  db: Transaction<Schema>,
  table: Table,
  row: InsertObject<Schema, Table>,
  column: 'id' | 'nomor',
): Promise<number> {
  const { rows } = await sql<{ number: number }>`${insertion(table, row)}
    RETURNING ${sql.id(column)} AS number`.execute(db);
  if (!rows[0]) throw new Error(`${table} has no new row`);
  return rows[0].number;
}
