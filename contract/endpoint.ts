/**
 * The kernel of the contract: one object per call says method, path, who, what goes in and what comes out.
 * The server's binder, the client's `call()`, the tests and the OpenAPI document all read the same object.
 */
import * as z from 'zod/mini';
import type { successes } from './messages.ts';
import type { Action } from './policy.ts';

/** Who may call: an action of the policy table, anyone signed in, or everyone. */
export type Allow = Action | 'signed-in' | 'public';

export interface FileRule {
  accept: 'image' | 'document';
  /** The sentence when the file is missing; a file without one is optional. */
  required?: string;
}

/** How a column of an export looks in a spreadsheet: `rupiah` and `number` as numbers, `date` as a date. */
export interface ExportColumn {
  key: string;
  title: string;
  kind?: 'text' | 'number' | 'rupiah' | 'date' | 'phone';
}

type Shape = Record<string, z.core.$ZodType>;
type ObjectSchema = z.ZodMiniObject<Shape>;

interface Definition {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/${string}`;
  allow: Allow;
  /** One line for the API document. */
  summary: string;
  params?: ObjectSchema;
  query?: ObjectSchema;
  body?: ObjectSchema;
  /** Present = multipart/form-data; when every file is optional, JSON is accepted, too. */
  files?: Record<string, FileRule>;
  /** Everything of the answer beside `status`. */
  returns: ObjectSchema;
  /** Bytes a JSON body may have; 256 KB unless told. */
  maxBytes?: number;
  /** Makes a record: answers 201 with the record and this sentence, and honours `keyHeader`. */
  creates?: keyof typeof successes;
  /** The rows of `data` can also be had as `?format=csv` and `?format=xlsx`. */
  exports?: readonly ExportColumn[];
}

export type Endpoint = Definition;

/**
 * Request header of creating calls: a UUID that the sender makes for each thing to be created. However often the call
 * comes under it, it happens once, and every repeat gets the first answer. A refusal does not use it up; the same key
 * with another content is refused (422 `key_reused`).
 */
export const keyHeader = 'idempotency-key';
export const isKey = (value: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
/** How long a repeat is recognised. */
export const keyDays = 30;

export function endpoint<const D extends Definition>(definition: D): D {
  return definition;
}

export function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' && value !== null && 'allow' in value && 'returns' in value && 'path' in value
  );
}

type OutputOf<S> = S extends z.core.$ZodType ? z.output<S> : Record<never, never>;
type InputOf<S> = S extends z.core.$ZodType ? z.input<S> : never;

/** A file field is a `File` on the calling side; the server sees its own kind of upload. */
type FilesOf<E extends Endpoint, F> =
  E['files'] extends Record<string, FileRule>
    ? { [K in keyof E['files'] as E['files'][K] extends { required: string } ? K : never]: F } & {
        [K in keyof E['files'] as E['files'][K] extends { required: string } ? never : K]?: F | undefined;
      }
    : Record<never, never>;

type Part<Name extends string, T> = [T] extends [never]
  ? Record<never, never>
  : Record<never, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T };

/** What a caller passes. */
export type CallInput<E extends Endpoint, F = Blob> = Part<'params', InputOf<E['params']>> &
  Part<'query', InputOf<E['query']>> &
  Part<'body', InputOf<E['body']>> &
  Part<'files', E['files'] extends Record<string, FileRule> ? FilesOf<E, F> : never>;

/** What a handler receives, parsed. */
export interface HandlerInput<E extends Endpoint, F> {
  params: OutputOf<E['params']>;
  query: OutputOf<E['query']>;
  body: OutputOf<E['body']>;
  files: FilesOf<E, F>;
}

/** What a handler returns and a caller gets, beside `status`. */
export type Answer<E extends Endpoint> = z.output<E['returns']>;

// Shapes of answers that many calls share (decisions §2).

/** `{ data }` */
export const one = <S extends z.core.$ZodType>(data: S) => z.object({ data });

/** `{ data: [...] }` */
export const list = <S extends z.core.$ZodType>(item: S) => z.object({ data: z.array(item) });

/** `{ data: [...], nextCursor }` for lists that page; `nextCursor` is null at the end. */
export const page = <S extends z.core.$ZodType>(item: S) =>
  z.object({ data: z.array(item), nextCursor: z.nullable(z.string()) });

/** `{ id, data, message }` of a creation. */
export const created = <S extends z.core.$ZodType>(data: S) =>
  z.object({ id: z.number(), data, message: z.string() });

/** `{ data, message }` of a change. */
export const changed = <S extends z.core.$ZodType>(data: S) => z.object({ data, message: z.string() });

/** `{ message }` */
export const done = z.object({ message: z.string() });

/** `{ title, data }` of an export. */
export const exported = <S extends z.core.$ZodType>(row: S) =>
  z.object({ title: z.string(), data: z.array(row) });

// Path and query pieces that many calls share.

const digits = (max: number) =>
  z.string().check(
    z.regex(/^[1-9][0-9]{0,15}$/),
    z.refine((value) => Number(value) <= max),
  );
const asNumber = z.transform((value: string) => Number(value));
/** On the calling side a number or its digits; on the wire digits. */
const pathNumber = (min: number, max: number) =>
  z.pipe(
    z.pipe(
      z.transform((value: number | string) => String(value)),
      digits(max).check(z.refine((value) => Number(value) >= min)),
    ),
    asNumber,
  );

/** The database's ids have four bytes. */
export const maxId = 2_147_483_647;
/** An id beyond the database's is one that nothing has: it names the last one, and is not found. */
export const idParam = z.pipe(
  pathNumber(1, Number.MAX_SAFE_INTEGER),
  z.transform((id: number) => Math.min(id, maxId)),
);
export const yearParam = pathNumber(2000, 2100);
export const monthParam = pathNumber(1, 12);

/** `limit` and `cursor` of a list that pages. */
export const paging = {
  limit: z.optional(
    z.pipe(
      z.transform((value: number | string) => String(value)),
      z.pipe(
        z
          .string()
          .check(
            z.refine(
              (value) => /^[0-9]{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= 200,
              'limit harus antara 1 dan 200',
            ),
          ),
        asNumber,
      ),
    ),
  ),
  // The longest names, in scripts of three bytes a letter, make the longest ones: some 500.
  cursor: z.optional(z.string().check(z.maxLength(600, 'cursor tidak valid'))),
};

/** `?format=csv|xlsx` of an export; without it the rows come as JSON. */
export const exportFormat = { format: z.optional(z.enum(['json', 'csv', 'xlsx'])) };
export type ExportFormat = 'csv' | 'xlsx';
