/** The field kinds of the product: one limit and one Indonesian sentence each (decisions §10). */
import * as z from 'zod/mini';
import { maxId } from './endpoint.ts';
import { formatCount } from './format.ts';
import { blockPattern, normalizePhone, phonePattern } from './people.ts';

/**
 * Without what no database or spreadsheet holds and no person types: control characters, halves of broken emoji, and
 * the two that turn round whatever stands behind them, also the sum beside a name.
 */
const storable = (value: string) =>
  value.isWellFormed() && !/(?![\t\n\r])[\p{Cc}\u202D\u202E\uFFFE\uFFFF]/u.test(value);

/** Blanks that are none to a trim: those without width, and the fillers of "empty names". */
const isVisible = (value: string) => /[^\s\p{Cf}\p{M}\u115F\u1160\u2800\u3164\uFFA0]/u.test(value);

const string = (label: string) =>
  z.string({
    error: (issue) => (issue.input == null ? `${label} wajib diisi` : `${label} harus berupa teks`),
  });

/** Required text, trimmed at the ends, at most `max` characters. */
export const text = (label: string, max: number) =>
  string(label).check(
    z.trim(),
    z.minLength(1, `${label} wajib diisi`),
    z.refine(isVisible, `${label} wajib diisi`),
    z.maxLength(max, `${label} maksimal ${formatCount(max)} karakter`),
    z.refine(storable, `${label} berisi karakter yang tidak didukung`),
  );

/** Text that may be missing or blank; blank and null arrive as ''. */
export const optionalText = (label: string, max: number) =>
  z.optional(
    z.pipe(
      z.nullable(
        string(label).check(
          z.trim(),
          z.maxLength(max, `${label} maksimal ${formatCount(max)} karakter`),
          z.refine(storable, `${label} berisi karakter yang tidak didukung`),
        ),
      ),
      z.transform((value) => value ?? ''),
    ),
  );

export const personName = text('Nama', 100);

const emailPattern = /^[^\s@"(),:;<>[\\\]]+@[^\s@"(),:;<>[\\\]]+\.[^\s@"(),:;<>[\\\].]+$/;

export const email = string('Email').check(
  z.trim(),
  z.toLowerCase(),
  z.minLength(1, 'Email wajib diisi'),
  z.maxLength(254, 'Email maksimal 254 karakter'),
  z.regex(emailPattern, 'Format email tidak valid'),
  z.refine(storable, 'Email berisi karakter yang tidak didukung'),
);

/** An Indonesian mobile number in any usual spelling, stored as 08…; '' when absent. */
export const phone = z.optional(
  z.pipe(
    z.nullable(string('No HP')),
    z.pipe(
      z.transform((value: string | null) => normalizePhone(value ?? '')),
      z
        .string()
        .check(
          z.refine(
            (value) => value === '' || phonePattern.test(value),
            'No HP harus nomor ponsel Indonesia, contoh 081234567890',
          ),
        ),
    ),
  ),
);

export const block = string('Blok').check(
  z.trim(),
  z.toUpperCase(),
  z.minLength(1, 'Blok wajib diisi'),
  z.regex(blockPattern, 'Format blok: huruf dan nomor, contoh A1 atau A1-1'),
);

export const optionalBlock = z.optional(
  z.pipe(
    z.nullable(string('Blok').check(z.trim(), z.toUpperCase())),
    z.pipe(
      z.transform((value: string | null) => value ?? ''),
      z
        .string()
        .check(
          z.refine(
            (value) => value === '' || blockPattern.test(value),
            'Format blok: huruf dan nomor, contoh A1 atau A1-1',
          ),
        ),
    ),
  ),
);

/** Passwords are never trimmed; 200 characters bound the work of hashing them. */
export const newPassword = string('Password').check(
  z.minLength(6, 'Password minimal 6 karakter'),
  z.maxLength(200, 'Password maksimal 200 karakter'),
  z.refine(storable, 'Password berisi karakter yang tidak didukung'),
);

export const presentPassword = (label: string) =>
  string(label).check(
    z.minLength(1, `${label} wajib diisi`),
    z.maxLength(200, `${label} maksimal 200 karakter`),
  );

/** A whole number; multipart and query fields carry it as digits, JSON as a number. */
const integer = (label: string, min: number, max: number, range: string) => {
  const message = `${label} ${range}`;
  const error: z.core.$ZodErrorMap = ({ input }) =>
    input == null || input === '' ? `${label} wajib diisi` : `${label} harus berupa angka`;
  return z.pipe(
    z.union([z.number({ error }), z.string({ error }).check(z.regex(/^-?[0-9]{1,15}$/, { error }))], {
      error,
    }),
    z.pipe(
      z.transform((value: number | string) => Number(value)),
      z.int(`${label} harus bilangan bulat`).check(z.minimum(min, message), z.maximum(max, message)),
    ),
  );
};

export const year = integer('Tahun', 2000, 2100, 'tidak valid');
export const month = integer('Bulan', 1, 12, 'harus antara 1 dan 12');

/** A positive amount in whole rupiah, at most ten billion: beyond any estate's single entry. */
export const amount = integer('Jumlah', 1, 10_000_000_000, 'harus antara Rp 1 dan Rp 10.000.000.000');
export const personId = (label: string) => integer(label, 1, maxId, 'tidak valid');
export const count = (label: string, max: number) => integer(label, 0, max, `harus antara 0 dan ${max}`);

function isCalendarDate(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** A calendar date `YYYY-MM-DD` that exists. */
export const calendarDate = (label: string) =>
  string(label).check(
    z.minLength(1, `${label} wajib diisi`),
    z.refine(
      (value) => /^[12][0-9]{3}-[0-9]{2}-[0-9]{2}$/.test(value) && isCalendarDate(value),
      `${label} tidak valid`,
    ),
  );

export const oneOf = <const T extends readonly [string, ...string[]]>(label: string, values: T) =>
  z.enum(values, {
    error: (issue) =>
      issue.input == null || issue.input === '' ? `${label} wajib diisi` : `${label} tidak valid`,
  });

const filterText = (max: number, message: string) =>
  z.string().check(z.maxLength(max, message), z.refine(storable, message));

/** `?blok=` of a list: a block letter or a whole house; blank means every one. */
export const blockFilter = z.optional(
  z.pipe(
    filterText(20, 'Blok tidak valid'),
    z.transform((value: string) => value.trim() || undefined),
  ),
);

/** `?q=` of a list. */
export const search = z.optional(filterText(100, 'Pencarian maksimal 100 karakter'));
