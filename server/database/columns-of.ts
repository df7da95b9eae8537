import type * as z from 'zod/mini';
import type { Schema } from './schema.ts';

/** Columns of a table for the fields of what a query returns: they have the same names. `except`: fields made otherwise. */
export function columnsOf<
  Table extends keyof Schema,
  Shape extends z.core.$ZodShape,
  Except extends keyof Shape & string = never,
>(table: Table, { shape }: z.ZodMiniObject<Shape>, except: readonly Except[] = []) {
  const made: readonly string[] = except;
  const fields = Object.keys(shape).filter((field) => !made.includes(field));
  return fields.map((field) => `${table}.${field}` as `${Table}.${Exclude<keyof Shape & string, Except>}`);
}
