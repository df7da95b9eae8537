/**
 * An audit row as it is stored and logged: personal values stand there only as SHA-256 of 16 random bytes and the value.
 * Salts and values lie beside it, where they can be erased.
 */
import { hash, randomBytes } from 'node:crypto';
import type { AuditSubject } from '../../contract/audit.ts';
import { isPlain } from './plain-fields.ts';

export interface ReadableRow {
  tanggal: string;
  user_id: number | null;
  nama: string | null;
  aksi: string;
  entitas: AuditSubject;
  entitas_id: number | null;
  sebelum: Readonly<Record<string, unknown>> | null;
  sesudah: Readonly<Record<string, unknown>> | null;
}

/** `nama`, and the personal values in `sebelum` and `sesudah`, are commitments in base 64. */
export interface StoredRow extends Omit<ReadableRow, 'sebelum' | 'sesudah'> {
  sebelum: string | null;
  sesudah: string | null;
}

export interface StoredValues {
  nama: string | null;
  isi: string | null;
}

/** Values as they are hashed: text as it is, anything else as canonical JSON. */
const bytesOf = (value: unknown) => (typeof value === 'string' ? value : canonical(value));

const commitmentOf = (salt: string, value: unknown): string =>
  hash('sha256', Buffer.concat([Buffer.from(salt, 'base64'), Buffer.from(bytesOf(value))]), 'base64');

const saltLength = 16;
/** For many salts at once: each call of the generator takes longer than the hash. */
let unused = Buffer.alloc(0);

function newSalt(): string {
  if (unused.length === 0) unused = randomBytes(256 * saltLength);
  const salt = unused.toString('base64', 0, saltLength).replaceAll('=', '');
  unused = unused.subarray(saltLength);
  return salt;
}

export function commit(row: ReadableRow): { row: StoredRow; values: StoredValues } {
  const values: unknown[] = [];
  const hide = (value: unknown, into: unknown[]) => {
    const salt = newSalt();
    into.push(salt, value);
    return commitmentOf(salt, value);
  };
  const hideFields = (fields: ReadableRow['sebelum']) =>
    fields &&
    canonicalFields(fields, (value, field) =>
      isPlain(row.entitas, field, value) ? canonical(value) : `{"sha256":"${hide(value, values)}"}`,
    );
  const author: unknown[] = [];
  const stored = {
    ...row,
    nama: row.nama === null ? null : hide(row.nama, author),
    sebelum: hideFields(row.sebelum),
    sesudah: hideFields(row.sesudah),
  };
  const json = (list: unknown[]) => (list.length === 0 ? null : JSON.stringify(list));
  return { row: stored, values: { nama: json(author), isi: json(values) } };
}

/** The bytes of a leaf: RFC 8785 over the stored row. */
export function leafOf(id: number, { sebelum, sesudah, ...row }: StoredRow): string {
  const { aksi, entitas, entitas_id, nama, tanggal, user_id } = row;
  const text = (value: string | null) => JSON.stringify(value);
  // In the order of RFC 8785; both are canonical already.
  return (
    `{"aksi":${text(aksi)},"entitas":${text(entitas)},"entitas_id":${entitas_id},"id":${id},"nama":${text(nama)},` +
    `"sebelum":${sebelum},"sesudah":${sesudah},"tanggal":${text(tanggal)},"user_id":${user_id}}`
  );
}

/** The values that a stored row commits to; of an erased one the fields are left out. */
export function reveal(
  row: Pick<StoredRow, 'nama' | 'sebelum' | 'sesudah'>,
  { nama, isi }: StoredValues,
): Pick<ReadableRow, 'nama' | 'sebelum' | 'sesudah'> {
  const values = (isi === null ? [] : JSON.parse(isi)) as unknown[];
  let at = 1;
  const show = (json: string | null) => {
    if (json === null) return null;
    const fields = JSON.parse(json) as Record<string, unknown>;
    for (const [field, value] of Object.entries(fields)) {
      if (!isCommitment(value)) continue;
      const hidden = values[at] ?? null;
      at += 2;
      if (hidden === null) delete fields[field];
      else fields[field] = hidden;
    }
    return fields;
  };
  const author = nama === null ? null : ((JSON.parse(nama) as string[])[1] ?? null);
  return { nama: author, sebelum: show(row.sebelum), sesudah: show(row.sesudah) };
}

/** Fields with commitments, in the order of the values. */
function commitmentsIn({ sebelum, sesudah }: Pick<StoredRow, 'sebelum' | 'sesudah'>) {
  const commitments: { field: string; sha256: string }[] = [];
  for (const json of [sebelum, sesudah])
    for (const [field, value] of Object.entries(JSON.parse(json ?? '{}') as Record<string, unknown>))
      if (isCommitment(value)) commitments.push({ field, sha256: value.sha256 });
  return commitments;
}

/** Which values of a row were erased. */
export interface Erased {
  nama: boolean;
  fields: readonly string[];
}

/** @returns null if a value is not the one that the row commits to */
export function erasedIn(
  row: Pick<StoredRow, 'nama' | 'sebelum' | 'sesudah'>,
  values: StoredValues,
): Erased | null {
  const missing = (json: string | null, expected: readonly { field: string; sha256: string }[]) => {
    if (json === null) return expected.map(({ field }) => field);
    const pairs = JSON.parse(json) as unknown[];
    if (pairs.length !== 2 * expected.length) return null;
    const absent: string[] = [];
    for (const [at, { field, sha256 }] of expected.entries()) {
      const [salt, value] = pairs.slice(2 * at, 2 * at + 2);
      if (salt === null && value === null) absent.push(field);
      else if (sha256 !== commitmentOf(String(salt), value)) return null;
    }
    return absent;
  };
  const nama = missing(values.nama, row.nama === null ? [] : [{ field: 'nama', sha256: row.nama }]);
  const fields = missing(values.isi, commitmentsIn(row));
  return nama && fields && { nama: nama.length > 0, fields };
}

/** The values without those to erase, and without their salts. */
export function withoutValues(
  row: Pick<StoredRow, 'sebelum' | 'sesudah'>,
  { nama, isi }: StoredValues,
  erase: { nama: boolean; isErased: (field: string) => boolean },
): StoredValues {
  const pairs = (isi === null ? [] : JSON.parse(isi)) as unknown[];
  for (const [at, { field }] of commitmentsIn(row).entries())
    if (erase.isErased(field)) pairs.splice(2 * at, 2, null, null);
  return {
    nama: erase.nama ? null : nama,
    isi: isi === null || pairs.every((part) => part === null) ? null : JSON.stringify(pairs),
  };
}

const isCommitment = (value: unknown): value is { sha256: string } =>
  typeof value === 'object' && value !== null && 'sha256' in value;

/** By UTF-16 code units, as RFC 8785 demands. */
const sorted = (fields: object) =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

/** RFC 8785 for what audit rows hold: no fractions. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return canonicalFields(value, canonical);
}

const canonicalFields = (fields: object, textOf: (value: unknown, field: string) => string) =>
  `{${sorted(fields)
    .map(([field, value]) => `${JSON.stringify(field)}:${textOf(value, field)}`)
    .join()}}`;
