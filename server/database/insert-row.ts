import type { Generated, Insertable } from 'kysely';
import type { Schema } from './schema.ts';
import type { Tx } from './write.ts';

/** Tables whose rows have a number. */
export type Numbered = {
  [Table in keyof Schema]: Schema[Table] extends { id: Generated<number> } ? Table : never;
}[keyof Schema];

/** @returns the id of the new row */
export async function insertRow<Table extends Numbered>(
  { db }: Pick<Tx, 'db'>,
  table: Table,
  row: Insertable<Schema[Table]>,
): Promise<number> {
  const { id } = await db.insertInto<Numbered>(table).values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}
