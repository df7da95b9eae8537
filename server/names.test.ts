/**
 * Single-line fields reject invisible characters; names also reject mixed scripts. The list of fields is
 * written by hand.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import { type Role, roles } from '../contract/people.ts';
import { can } from '../contract/policy.ts';
import { changeProfileWarga } from '../contract/profile.ts';
import { endpoints } from './areas.ts';
import { makeApp, type TestApp } from './testing/app.ts';
import type { Person } from './testing/people.ts';
import type { Recipe } from './testing/recipe.ts';
import { makeRecipes } from './testing/recipes.ts';

const names: Record<string, string[]> = {
  'POST /api/warga': ['nama'],
  'PUT /api/warga/:id': ['nama'],
  'POST /api/users': ['nama'],
  'PUT /api/users/:id': ['nama'],
  'POST /api/warga/update-profile': ['nama'],
  'POST /api/auth/update-profile': ['nama'],
  'PUT /api/warga/profile': ['nama'],
  'POST /api/kas/akun': ['nama'],
  'PUT /api/kas/akun/:id': ['nama'],
  'POST /api/kas/dana': ['nama'],
  'PUT /api/kas/dana/:id': ['nama'],
  'PUT /api/settings': [
    'estateName',
    'bankName',
    'bankHolder',
    'developerName',
    'donationBank',
    'donationHolder',
  ],
};
const lines: Record<string, string[]> = {
  'POST /api/aduan': ['judul'],
  'PUT /api/aduan/:id': ['judul'],
  'POST /api/pengeluaran': ['judul'],
  'POST /api/kas/penerimaan': ['judul'],
  'POST /api/kas/kategori': ['nama'],
  'PUT /api/kas/kategori/:id': ['nama'],
  'POST /api/dokumen': ['judul'],
  'PUT /api/dokumen/:id': ['judul'],
  'PUT /api/settings': ['bankAccount', 'donationAccount'],
};
/** Fields with these names must be in the list. */
const isNamed = (field: string) => /^nama|judul|[nN]ame$|Holder$|Bank$|Account$/.test(field);

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const casesOf = (table: Record<string, string[]>) =>
  Object.entries(table).flatMap(([call, fields]) => fields.map((field) => ({ call, field })));
const fieldsOf = ({ body }: Endpoint) =>
  Object.keys((body as { shape?: Record<string, unknown> } | undefined)?.shape ?? {});

const moreThanALine = [
  'Budi\nSantoso',
  'Budi\r\nSantoso',
  'Budi\tSantoso',
  'Budi\u0085Santoso',
  'Budi\u2028Santoso',
  'Budi\u2029Santoso',
];
const piledUp = [`Bu${'\u0301'.repeat(9)}di`, `Bu${'\u0301\u200d'.repeat(9)}di`];
const unseen = Array.from(
  '\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2066\u2067\u2068\u2069\u206a\ufeff',
  (character) => `Bu${character}di`,
);
const unseenInNames = ['\u034f', '\u115f', '\u200d', '\u3164', '\ufe0f', '\uffa0', '\u{e0061}'].map(
  (character) => `Bu${character}di`,
);
const mixed = [
  'Bu\u0434i',
  '\u0412udi',
  'Budi عبد',
  'Budi 宅',
  'Вася Ω',
  'Ｂｕｄｉ',
  '𝐁𝐮𝐝𝐢',
  'Ⓑudi',
  'ﬁna',
  'Budi ²',
  'Ketua ✅',
  'Budi 👍',
  'a٣',
];

let app: TestApp;
let people: Record<Role, Person>;
let recipes: Map<string, Recipe>;
beforeAll(async () => {
  app = await makeApp({ CHANGES_PER_MINUTE: '10000' });
  people = {
    ketua: await app.as.ketua(),
    admin: await app.as.admin(),
    koordinator_perblok: await app.as.koordinator('A'),
    warga: await app.as.warga('A1'),
  };
  recipes = new Map(makeRecipes(app).map((recipe) => [nameOf(recipe.endpoint), recipe]));
});
afterAll(() => app.close());

async function send(name: string, field: string, value: string) {
  const { endpoint, cook, owned } = recipes.get(name) as Recipe;
  const actor = people[roles.find((jenis) => can({ jenis }, endpoint.allow as never)) ?? 'warga'];
  const owner = owned && name.includes('aduan') ? actor : people.warga;
  const { input } = (await cook(owner, actor)) as { input: { body?: object } };
  return await actor.call(endpoint, { ...input, body: { ...input.body, [field]: value } });
}

async function expectRefused(name: string, field: string, values: readonly string[], sentence: RegExp) {
  for (const value of values) {
    const { status, refusal } = await send(name, field, value);
    expect([JSON.stringify(value), status, refusal.errors?.[field]]).toEqual([
      JSON.stringify(value),
      422,
      expect.stringMatching(sentence) as string,
    ]);
  }
}

test('every name or title field of the contract is listed', () => {
  const inContract = endpoints.flatMap((endpoint) =>
    fieldsOf(endpoint)
      .filter(isNamed)
      .map((field) => `${nameOf(endpoint)} ${field}`),
  );
  const inTables = [...casesOf(names), ...casesOf(lines)].map(({ call, field }) => `${call} ${field}`);
  expect(inContract.toSorted()).toEqual(inTables.toSorted());
});

describe('refused with its own sentence', () => {
  const fields = [...casesOf(names), ...casesOf(lines)];
  test.each(fields)('$call: line breaks and invisible characters in $field', async ({ call, field }) => {
    await expectRefused(
      call,
      field,
      [...moreThanALine, ...unseen, ...piledUp],
      /harus satu baris|yang tidak didukung/,
    );
  });

  test.each(casesOf(names))('$call: joiners, fillers and letters of two scripts in $field', async (where) => {
    const { call, field } = where;
    await expectRefused(call, field, unseenInNames, /tanpa karakter yang tidak terlihat/);
    await expectRefused(call, field, mixed, /huruf dari satu aksara/);
  });
});

describe('taken as it was sent', () => {
  test.each([
    ['H. Muh. Ma’ruf, S.Pd., M.M.'],
    ["D'Angelo–Ó Brien (RT 05/RW 12) & Co. #2"],
    ['Élan Nguyễn Ümit Re\u0301mi'],
    ['ꦧꦸꦢꦶ'],
    ['عبد الرحمن'],
    ['مُحَمَّد 2'],
    ['田中さくら'],
    ['김철수'],
    ['Иван'],
    ['தமிழ்'],
  ])('the name %s', async (nama) => {
    const { body } = await people.warga.call(changeProfileWarga, { body: { nama } });
    expect(body.user.nama).toBe(nama);
  });

  test('a title with joined emoji and two scripts', async () => {
    const judul = 'Kerja bakti ❤️ 👨\u200d👩\u200d👧: 宅';
    expect((await send('POST /api/dokumen', 'judul', judul)).body).toMatchObject({ data: { judul } });
  });
});

test('special spaces in a name become normal ones', async () => {
  const { body } = await people.warga.call(changeProfileWarga, {
    body: { nama: '\u00a0Budi\u2003Santoso ' },
  });
  expect(body.user.nama).toBe('Budi Santoso');
});
