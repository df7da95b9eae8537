import fc, { type Arbitrary } from 'fast-check';
import type { Role } from '../../../contract/people.ts';

export type Schema = Record<string, unknown>;

export interface Known {
  tokens: Readonly<Record<Role, string>>;
  files: readonly string[];
  year: number;
}

export const weighted = <T>(...choices: [weight: number, arbitrary: Arbitrary<T>][]): Arbitrary<T> =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const nasty = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '\ufeff',
  '\ufffe',
  '\u202eexe.gpj',
  '٣٤',
  'عربى',
  '🏡👨‍👩‍👧‍👦',
  'e\u0301'.repeat(50),
  '\r\nset-cookie: a=b',
  "' OR '1'='1",
  "'; DROP TABLE payments; --",
  '" UNION SELECT password_hash FROM users --',
  '\\',
  '%',
  '_%',
  '%00',
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '=HYPERLINK("http://x")',
  '../../../etc/passwd',
  '..\\..\\guyub.db',
  '/dev/null',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '0',
  '1e309',
  '0x10',
  '99999999999999999999',
  '2147483648',
  '9007199254740993',
  '2026-02-30',
  '0000-00-00',
  'data:image/png;base64,AAAA',
  'data:text/html,x',
];

export const hostileText: Arbitrary<string> = weighted(
  [6, fc.constantFrom(...nasty)],
  [2, fc.string({ unit: 'binary', maxLength: 40 })],
  [2, fc.string({ unit: 'grapheme', maxLength: 40 })],
  [1, fc.constantFrom(100, 501, 5_001, 70_000).map((length) => 'x'.repeat(length))],
  [1, fc.constantFrom(60, 2_600).map((length) => '👪'.repeat(length))],
);

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const nastyJson = [
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e999',
  '-1e999',
  '9007199254740993',
  '2147483648',
  '[]',
  '{}',
  '[null]',
  '[1,"2",[3]]',
  '{"$ne":null}',
  '{"toString":1,"length":1e9}',
  '{"__proto__":{"jenis":"ketua"}}',
  '{"constructor":{"prototype":{"jenis":"ketua"}}}',
  '"\\ud800"',
  '"\\u0000"',
  nested(30),
  nested(20_000),
  `[${'1,'.repeat(5_000)}1]`,
];

export const hostileJson: Arbitrary<string> = weighted(
  [3, fc.constantFrom(...nastyJson)],
  [2, hostileText.map((text) => JSON.stringify(text))],
  [1, fc.json({ maxDepth: 3 })],
);

/** Values by name: a name has the same meaning in the whole contract. */
function byName(name: string, { year }: Known): Arbitrary<unknown> | undefined {
  const small = fc.integer({ min: 1, max: 40 });
  const names: Record<string, Arbitrary<unknown>> = {
    id: small,
    user_id: small,
    userId: small,
    ids: fc.array(small, { maxLength: 5 }),
    year: fc.constant(year),
    tahun: fc.constant(year),
    month: fc.integer({ min: 1, max: 12 }),
    bulan: fc.integer({ min: 1, max: 12 }),
    jumlah: fc.integer({ min: 1, max: 1_000_000 }),
    duesAmount: fc.integer({ min: 1_000, max: 200_000 }),
    limit: fc.integer({ min: 1, max: 200 }),
    cursor: fc.constantFrom(...cursors),
    format: fc.constantFrom('json', 'csv', 'xlsx'),
    include: fc.constant('unpaid'),
    q: fc.constantFrom('Siti', 'a', '08'),
    email: fc.integer({ min: 1, max: 99_999 }).map((number) => `warga.${number}@contoh.id`),
    no_hp: fc.integer({ min: 10_000_000, max: 99_999_999 }).map((number) => `0812${number}`),
    blok: fc.constantFrom('A1-1', 'C2', 'P16-3', 'A'),
    blockLetters: fc.constant('ABCDEFGHIJKLMNOP'),
    tanggal_digunakan: fc.constant(`${year}-07-01`),
    password: fc.constantFrom('rahasia1', 'mangga-muda-7'),
    currentPassword: fc.constant('rahasia1'),
    newPassword: fc.constant('rahasia1'),
  };
  return Object.hasOwn(names, name) ? names[name] : undefined;
}

const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const cursors = [
  'x',
  '%%%',
  'x'.repeat(301),
  cursorOf(null),
  cursorOf(['notifications']),
  cursorOf(['posts', 5]),
  cursorOf(['payments', '2026', 1, -1]),
  cursorOf(['residents', 'A', 'Siti', 1e300]),
  cursorOf(['cash-book', '2026-01-01', {}, []]),
];

export function honest(name: string, schema: Schema, known: Known): Arbitrary<unknown> {
  const named = byName(name, known);
  if (named) return named;
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (choices) return fc.oneof(...choices.map((choice) => honest(name, choice, known)));
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'number' || schema.type === 'integer') return fc.integer({ min: 0, max: 50 });
  if (schema.type === 'null') return fc.constant(null);
  return fc.constantFrom('Lampu taman', 'Iuran bulan Juli', 'Baik, terima kasih.');
}

export const jsonValue = (name: string, schema: Schema, known: Known): Arbitrary<string> =>
  weighted([7, honest(name, schema, known).map((value) => JSON.stringify(value))], [2, hostileJson]);

export const textValue = (name: string, schema: Schema, known: Known): Arbitrary<string> =>
  weighted([7, honest(name, schema, known).map(String)], [2, hostileText]);
