import * as z from 'zod/mini';
import { maxId } from './endpoint.ts';
import { formatCount, isCalendarDate } from './format.ts';
import { hasNoInvisibleCharacters, isOfOneScript, isOneLine } from './names.ts';
import { blockPattern, normalizeHouse, normalizePhone, phonePattern } from './people.ts';
import { longestSearch, mostWords, wordsOf } from './search.ts';

/** More accents than a letter has in any script: they would be painted over the lines around, of other people too. */
const piledUp = /(?:\p{M}\p{Cf}*){9}/u;

/**
 * Rejects control characters, lone surrogates (databases and spreadsheets cannot store them), piled up accents and the
 * two bidi overrides, which would reverse the text that follows, such as the amount next to a name.
 */
const storable = (value: string) =>
  value.isWellFormed() &&
  !/(?![\t\n\r])[\p{Cc}\u202D\u202E\uFFFE\uFFFF]/u.test(value) &&
  !piledUp.test(value);

/** False for text of invisible characters only: `trim` keeps zero-width spaces and Hangul fillers. */
const isVisible = (value: string) => /[^\s\p{Cf}\p{M}\u115F\u1160\u2800\u3164\uFFA0]/u.test(value);

const string = (label: string) =>
  z.string({
    error: (issue) => (issue.input == null ? `${label} wajib diisi` : `${label} harus berupa teks`),
  });

export const text = (label: string, max: number) =>
  string(label).check(
    z.trim(),
    z.minLength(1, `${label} wajib diisi`),
    z.refine(isVisible, `${label} wajib diisi`),
    z.maxLength(max, `${label} maksimal ${formatCount(max)} karakter`),
    z.refine(storable, `${label} berisi karakter yang tidak didukung`),
  );

const blankable = (label: string, max: number) =>
  string(label).check(
    z.trim(),
    z.maxLength(max, `${label} maksimal ${formatCount(max)} karakter`),
    z.refine(storable, `${label} berisi karakter yang tidak didukung`),
  );

/** Absent stays absent; null, blank and what nobody can see become ''. */
const optional = (field: ReturnType<typeof blankable>) =>
  z.optional(
    z.pipe(
      z.nullable(field),
      z.transform((value) => (value !== null && isVisible(value) ? value : '')),
    ),
  );

export const optionalText = (label: string, max: number) => optional(blankable(label, max));

const refineLine = (label: string, isLine: (value: string) => boolean) =>
  z.refine<string>(isLine, `${label} harus satu baris, tanpa karakter yang tidak terlihat`);

export const line = (label: string, max: number) => text(label, max).check(refineLine(label, isOneLine));
export const optionalLine = (label: string, max: number) =>
  optional(blankable(label, max).check(refineLine(label, isOneLine)));

const nameChecks = (label: string) =>
  [
    // Text copied from documents contains non-breaking and other special spaces.
    z.overwrite((value: string) => value.replace(/\p{Zs}/gu, ' ')),
    refineLine(label, hasNoInvisibleCharacters),
    z.refine<string>(
      isOfOneScript,
      `${label} hanya boleh berisi huruf dari satu aksara, angka, spasi, dan tanda baca`,
    ),
  ] as const;

/** Name of a person, an estate or an account: rejects look-alike characters, which would allow impersonation. */
export const name = (label: string, max: number) => text(label, max).check(...nameChecks(label));
export const optionalName = (label: string, max: number) =>
  optional(blankable(label, max).check(...nameChecks(label)));

export const personName = name('Nama', 100);

const emailPattern = /^[^\s@"(),:;<>[\\\]]+@[^\s@"(),:;<>[\\\]]+\.[^\s@"(),:;<>[\\\].]+$/;

export const email = string('Email').check(
  z.trim(),
  z.toLowerCase(),
  z.minLength(1, 'Email wajib diisi'),
  z.maxLength(254, 'Email maksimal 254 karakter'),
  z.regex(emailPattern, 'Format email tidak valid'),
  z.refine(hasNoInvisibleCharacters, 'Format email tidak valid'),
  z.refine(storable, 'Email berisi karakter yang tidak didukung'),
);

/** An Indonesian mobile number in any common notation, normalized to 08…; null and blank become ''. */
export const phone = optional(
  string('No HP').check(
    z.overwrite(normalizePhone),
    z.refine(
      (value) => value === '' || phonePattern.test(value),
      'No HP harus nomor HP Indonesia, contoh 081234567890',
    ),
  ),
);

const wrongBlock = 'Format blok: huruf dan nomor, contoh A1 atau A1-1';

export const block = string('Blok').check(
  z.overwrite(normalizeHouse),
  z.minLength(1, 'Blok wajib diisi'),
  z.regex(blockPattern, wrongBlock),
);

export const optionalBlock = optional(
  string('Blok').check(
    z.overwrite(normalizeHouse),
    z.refine((value) => value === '' || blockPattern.test(value), wrongBlock),
  ),
);

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

/** Accepts digits too, because multipart and query fields are strings. */
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

/** Whole rupiah. */
export const amount = integer('Jumlah', 1, 10_000_000_000, 'harus antara Rp 1 dan Rp 10.000.000.000');
/** What was counted in cash or stands on a statement, in whole rupiah. */
export const countedMoney = integer(
  'Jumlah',
  0,
  1_000_000_000_000,
  'harus antara Rp 0 dan Rp 1.000.000.000.000',
);
export const personId = (label: string) => integer(label, 1, maxId, 'tidak valid');
export const count = (label: string, max: number) => integer(label, 0, max, `harus antara 0 dan ${max}`);

/** `YYYY-MM-DD`. */
export const calendarDate = (label: string) =>
  string(label).check(
    z.minLength(1, `${label} wajib diisi`),
    z.refine(
      (value) => /^[12][0-9]{3}-[0-9]{2}-[0-9]{2}$/.test(value) && isCalendarDate(value),
      `${label} tidak valid`,
    ),
  );

/** `YYYY-MM`. */
export const monthOfBook = string('Bulan').check(
  z.minLength(1, 'Bulan wajib diisi'),
  z.regex(/^20[0-9]{2}-(0[1-9]|1[0-2])$/, 'Bulan tidak valid'),
);

/** Of months, each once. @param most with what they belong to: `24 bulan dengan satu bukti` */
export const monthsOfBook = (most: number, context: string) =>
  z.array(monthOfBook, 'Bulan harus berupa daftar').check(
    z.minLength(1, 'Pilih minimal satu bulan'),
    z.maxLength(most, `Maksimal ${most} bulan ${context}`),
    z.refine((keys) => new Set(keys).size === keys.length, 'Setiap bulan hanya boleh dipilih satu kali'),
  );

export const oneOf = <const T extends readonly [string, ...string[]]>(label: string, values: T) =>
  z.enum(values, {
    error: (issue) =>
      issue.input == null || issue.input === '' ? `${label} wajib diisi` : `${label} tidak valid`,
  });

/**
 * `hanya` lists the fields to change; default: all that are sent. Forms send every required field but list only the
 * edited ones, so that they do not overwrite concurrent changes of others.
 */
export const onlyThese = <const T extends readonly [string, ...string[]]>(fields: T) =>
  z.optional(z.array(oneOf('hanya', fields), 'hanya harus berupa daftar'));

const filterText = (max: number, message: string) =>
  z.string().check(z.maxLength(max, message), z.refine(storable, message));

export const blockFilter = z.optional(
  z.pipe(
    filterText(20, 'Blok tidak valid'),
    z.transform((value: string) => value.trim() || undefined),
  ),
);

export const search = z.optional(
  filterText(longestSearch, `Pencarian maksimal ${longestSearch} karakter`).check(
    z.refine((q) => wordsOf(q).length <= mostWords, `Pencarian maksimal ${mostWords} kata`),
  ),
);
