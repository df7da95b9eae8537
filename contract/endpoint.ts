/**
 * Endpoint definitions: method, path, required permission, input and output schemas. The server's router, the client's
 * `call()`, the tests and the OpenAPI document all use the same object.
 */
import * as z from 'zod/mini';
import type { Action } from './policy.ts';
import type { successes } from './successes.ts';

export type Allow = Action | 'signed-in' | 'public';

export interface FileRule {
  /** `proof`: a picture or a PDF. `statement`: anything; its reader decides. */
  accept: 'image' | 'document' | 'proof' | 'statement';
  /** Error message if the file is missing; without it the file is optional. */
  required?: string;
  /** The file is not required if a field of the body has this value. */
  unless?: Readonly<Record<string, string>>;
}

export interface ExportColumn {
  key: string;
  title: string;
  kind?: 'text' | 'number' | 'rupiah' | 'date' | 'phone' | 'link';
  /** The CSV columns are fixed by the specification; extra ones exist only in XLSX. */
  only?: 'xlsx';
  /** Cell of the totals row (XLSX only): a fixed text, or what is computed from the rows. */
  total?: string | ((rows: readonly ExportRow[]) => string | number);
}
export type ExportRow = Readonly<Record<string, unknown>>;

export const sumOf =
  (key: string, counts: (row: ExportRow) => boolean = () => true) =>
  (rows: readonly ExportRow[]): number =>
    rows.filter(counts).reduce((sum, row) => sum + Number(row[key] ?? 0), 0);

type Shape = Record<string, z.core.$ZodType>;
type ObjectSchema = z.ZodMiniObject<Shape>;

interface Definition {
  allow: Allow;
  /** Needs no session while this setting of the estate is on. */
  openWhile?: 'logPublik';
  /** Also with the session's cookie, if the header is `cookieAuthorization`, which no foreign page can send. */
  byCookie?: true;
  summary: string;
  params?: ObjectSchema;
  query?: ObjectSchema;
  body?: ObjectSchema;
  /** If set, the body is multipart/form-data; JSON is also accepted if every file is optional. */
  files?: Record<string, FileRule>;
  returns: ObjectSchema;
  /** Limit of a JSON body in bytes; default 256 KB. */
  maxBytes?: number;
  /** Creates a record: responds 201 with the record and this message, and supports `keyHeader`. */
  creates?: keyof typeof successes;
  /** The message instead if this field of the new record has this value. */
  createsInstead?: { field: string; is: unknown; message: keyof typeof successes };
  /**
   * Which rate limits a write counts towards; default: per minute and per day. `minute`: not per day. `never`: must work
   * even after somebody else has exhausted the limits of the account.
   */
  counts?: 'minute' | 'never';
  /** If set, the answer is plain text to be saved under this name. */
  text?: string;
  /** Field of `data` that is the whole answer for `Accept: text/plain`. */
  plain?: string;
  /** If set, the answer is bytes; `*` in the path stands for several segments, in `params` under that name. */
  bytes?: true;
  /** Columns for `?format=csv` and `?format=xlsx` of the rows in `data`. */
  exports?: readonly ExportColumn[];
}

export interface Endpoint extends Definition {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/${string}`;
}

/** For a browser that has left a session without a connection: of its token only the cookie, which is HttpOnly, remains. */
export const cookieAuthorization = 'Cookie';

/**
 * Idempotency header of creating endpoints: a UUID that the client generates per record. Repeats within `keyDays` get
 * the first response again. A refused request does not consume the key; the same key with different content is refused
 * (422 `key_reused`).
 */
export const keyHeader = 'idempotency-key';
export const isKey = (value: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
export const keyDays = 30;

export const endpoint = <
  const M extends Endpoint['method'],
  const P extends Endpoint['path'],
  const D extends Definition,
>(
  method: M,
  path: P,
  definition: D,
) => ({ method, path, ...definition });

export function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' && value !== null && 'allow' in value && 'returns' in value && 'path' in value
  );
}

type OutputOf<S> = S extends z.core.$ZodType ? z.output<S> : Record<never, never>;
type InputOf<S> = S extends z.core.$ZodType ? z.input<S> : never;

/** `F` is `Blob` in the client and `Upload` on the server. */
type FilesOf<E extends Endpoint, F> =
  E['files'] extends Record<string, FileRule>
    ? { [K in keyof E['files'] as E['files'][K] extends Demanded ? K : never]: F } & {
        [K in keyof E['files'] as E['files'][K] extends Demanded ? never : K]?: F | undefined;
      }
    : Record<never, never>;
type Demanded = { required: string; unless?: never };

type Part<Name extends string, T> = [T] extends [never]
  ? Record<never, never>
  : Record<never, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T };

export type CallInput<E extends Endpoint, F = Blob> = Part<'params', InputOf<E['params']>> &
  Part<'query', InputOf<E['query']>> &
  Part<'body', InputOf<E['body']>> &
  Part<'files', E['files'] extends Record<string, FileRule> ? FilesOf<E, F> : never>;

export interface HandlerInput<E extends Endpoint, F> {
  params: OutputOf<E['params']>;
  query: OutputOf<E['query']>;
  body: OutputOf<E['body']>;
  files: FilesOf<E, F>;
}

export type Answer<E extends Endpoint> = z.output<E['returns']>;

export const one = <S extends z.core.$ZodType>(data: S) => z.object({ data });

export const list = <S extends z.core.$ZodType>(item: S) => z.object({ data: z.array(item) });

/** `nextCursor` is null on the last page. */
export const page = <S extends z.core.$ZodType>(item: S) =>
  z.object({ data: z.array(item), nextCursor: z.nullable(z.string()) });

export const created = <S extends z.core.$ZodType>(data: S) =>
  z.object({ id: z.number(), data, message: z.string() });

export const changed = <S extends z.core.$ZodType>(data: S) => z.object({ data, message: z.string() });

export const done = z.object({ message: z.string() });

export const exported = <S extends z.core.$ZodType>(row: S) =>
  z.object({ title: z.string(), data: z.array(row) });

/** What an export returns, and how its files show it: in a column for each field. */
export function exportOf<const Columns extends readonly (ExportColumn & { of: z.core.$ZodType })[]>(
  exports: Columns,
) {
  const shape = Object.fromEntries(exports.map(({ key, of }) => [key, of]));
  type Row = { [Column in Columns[number] as Column['key']]: Column['of'] };
  return { returns: exported(z.object(shape as Row)), exports };
}

const digits = (max: number) =>
  z.string().check(
    z.regex(/^(0|[1-9][0-9]{0,15})$/, 'Harus berupa angka'),
    z.refine((value) => Number(value) <= max, 'Angka terlalu besar'),
  );
const asNumber = z.transform((value: string) => Number(value));
export const pathNumber = (min: number, max: number) =>
  z.pipe(
    z.pipe(
      z.transform((value: number | string) => String(value)),
      digits(max).check(z.refine((value) => Number(value) >= min, 'Angka terlalu kecil')),
    ),
    asNumber,
  );

/** Ids are 32-bit signed integers in PostgreSQL. */
export const maxId = 2_147_483_647;
/** Clamps larger ids to `maxId`, which no record has: the response is 404, not a database error. */
export const idParam = z.pipe(
  pathNumber(1, Number.MAX_SAFE_INTEGER),
  z.transform((id: number) => Math.min(id, maxId)),
);
export const idParams = z.object({ id: idParam });
export const yearParam = pathNumber(2000, 2100);
export const monthParam = pathNumber(1, 12);

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
  // A cursor may contain a name of 100 characters at three bytes each: up to about 500 characters encoded.
  cursor: z.optional(z.string().check(z.maxLength(600, 'cursor tidak valid'))),
};

export const exportFormat = { format: z.optional(z.enum(['json', 'csv', 'xlsx'])) };
export type ExportFormat = 'csv' | 'xlsx';
