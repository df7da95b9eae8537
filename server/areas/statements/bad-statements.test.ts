/** Files that people or banks should not send: each ends in a sentence, stores nothing, and holds up nobody. */
import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getSettings } from '../../../contract/settings.ts';
import { importStatement, listStatementImports, listStatementLines } from '../../../contract/statements.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { bcaStatement, fileOf } from '../../testing/statement-recipes.ts';

let app: TestApp;
let admin: Person;
let ketua: Person;
beforeEach(async () => {
  app = await makeApp();
  app.clock.set('2026-11-12T03:00:00.000Z');
  [admin, ketua] = [await app.as.admin(), await app.as.ketua()];
});
afterEach(() => app.close());

type Content = string | Uint8Array<ArrayBuffer>;
const bank = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../testing/banks/${name}`, import.meta.url)));
const send = (content: Content, name?: string, by = admin) =>
  by.call(importStatement, { body: { akun_id: 1 }, files: { berkas: fileOf(content, name) } });
const stored = async () => {
  const lines = (await admin.call(listStatementLines, { query: { limit: 100 } })).body.data.length;
  const imports = (await admin.call(listStatementImports)).body.data.length;
  const files = await app.context.db
    .selectFrom('files')
    .select('nama')
    .where('kind', '=', 'statement')
    .execute();
  return [lines, imports, files.length];
};

const header = 'TGL_TRANSAKSI,JAM_TRANSAKSI,URAIAN_TRANSAKSI,DEBET,KREDIT';
const bsi = 'TrxId,Tanggal,Trx Time,D/K,Mutasi,Saldo,Keterangan';
const mandiri =
  'Account No,Date,Val. Date,Transaction Code,Description,Description,Reference No.,Debit,Credit';
const days = { from: '01/10/2026', to: '02/10/2026' };
const one = { day: '01/10', text: 'SETORAN TUNAI', amount: 100_000 };
const two = { day: '02/10', text: 'TRSF BUDI', amount: 150_000 };
const twoDays = bcaStatement([one, two], days);
const book = (sheet: string, more: Record<string, string> = {}) => {
  const parts = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    'xl/workbook.xml':
      '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': sheet,
    ...more,
  };
  return new Uint8Array(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])), {
      level: 9,
    }),
  );
};
const cell = (name: string) => `<c r="${name}" t="inlineStr"><is><t>x</t></is></c>`;
const formula = (x: string) =>
  `<${x}row r="1"><${x}c r="A1"><${x}f>1+1</${x}f><${x}v>2</${x}v></${x}c></${x}row>`;
/** Entities that would be a gigabyte if they were replaced. */
const laughs = `<!DOCTYPE worksheet [<!ENTITY a "${'ha'.repeat(50)}">${'bcdefgh'
  .split('')
  .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefg'[at]};`.repeat(10)}">`)
  .join(
    '',
  )}]><worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&h;</t></is></c></row></sheetData></worksheet>`;
/** Each character as so many bytes, the low one first. */
const wide = (text: string, bytes: number) =>
  Array.from(text, (one) => [one.charCodeAt(0), ...Array<number>(bytes - 1).fill(0)]).flat();
const random = new Uint8Array(200_000);
for (const [at] of random.entries()) random[at] = (at * 7_919 + (at >> 3)) % 256;

const bad: [what: string, content: Content, status: number, sentence: string][] = [
  ['one byte more than the largest', 'x'.repeat(5 * 1_048_576 + 1), 413, '5 MB'],
  ['larger than any upload', new Uint8Array(50 * 1_048_576), 413, 'MB'],
  ['of a million lines', 'a\n'.repeat(1_000_000), 413, '20.000 baris'],
  ['of a million lines in HTML', `<table>${'<tr>'.repeat(1_000_000)}</table>`, 422, ''],
  ['of one line as long as the file', `${header}\n${'9'.repeat(5_000_000)}`, 422, ''],
  ['of a million columns', `${','.repeat(1_000_000)}\n`, 422, ''],
  ['with a quote that never closes', `${header}\n"${'2026-10-01,08:00:00,A,0,1\n'.repeat(10_000)}`, 422, ''],
  ['of random bytes', random, 422, 'bukan daftar mutasi'],
  ['that is empty', '', 422, ''],
  ['without titles of columns', 'Halo, ini bukan mutasi\n2026-10-01,A,100\n', 422, 'bukan daftar mutasi'],
  [
    'that is a zip without a sheet',
    new Uint8Array(zipSync({ 'a.txt': strToU8('a') })),
    422,
    'bukan daftar mutasi',
  ],
  [
    'that is the beginning of a workbook',
    book(`<worksheet>${cell('A1')}</worksheet>`).slice(0, 300),
    422,
    '',
  ],
  [
    'with a cell at the far corner of the sheet',
    book(`<worksheet><sheetData><row r="1048576">${cell('XFD1048576')}</row></sheetData></worksheet>`),
    422,
    '',
  ],
  ['with entities that multiply', book(laughs), 422, ''],
  [
    'that unpacks to more than 60 MB',
    book(`<worksheet>${' '.repeat(60 * 1_048_576)}</worksheet>`),
    422,
    'terlalu besar setelah dibuka',
  ],
  [
    'of more than 200 parts',
    book(
      '<worksheet/>',
      Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`xl/media/${at}.png`, ''])),
    ),
    422,
    'terlalu besar setelah dibuka',
  ],
  ['with a formula', book(`<worksheet><sheetData>${formula('')}</sheetData></worksheet>`), 422, 'rumus'],
  [
    'with a formula whose tags have a prefix',
    book(
      `<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData>${formula('x:')}</x:sheetData></x:worksheet>`,
    ),
    422,
    'rumus',
  ],
  ['in UTF-32', new Uint8Array([0xff, 0xfe, 0, 0, ...wide(header, 4)]), 422, 'bukan daftar mutasi'],
  [
    'with half a character at its end in UTF-16',
    new Uint8Array([0xff, 0xfe, ...wide(header, 2), 0xd8]),
    422,
    '',
  ],
  ['with amounts that are no numbers', `${header}\n2026-10-01,08:00:00,A,0,1e9\n`, 422, 'Baris 2'],
  [
    'with amounts beyond every balance',
    `${header}\n2026-10-01,08:00:00,A,0,${'9'.repeat(30)}\n`,
    422,
    'Baris 2',
  ],
  [
    'with amounts of other groups than thousands',
    `${header}\n2026-10-01,08:00:00,A,0,1.50.000\n`,
    422,
    'Baris 2',
  ],
  ['with days that do not exist', `${header}\n2026-02-30,08:00:00,A,0,1\n`, 422, 'Baris 2'],
  ['with the empty day of Excel', `${header}\n1899-12-31,08:00:00,A,0,1\n`, 422, 'Baris 2'],
  ['that ends within a row before its amount', `${header}\n2026-10-01,08:00:00,A`, 422, 'terpotong'],
  [
    'that ends within a row before its account',
    `${mandiri}\n71,01/10/26,01/10/26,1,A,A,R1,,1\n7`,
    422,
    'Baris 3: File terpotong',
  ],
  ['that says neither in nor out', `${bsi}\n1,01/10/2026,08:00,?,100,100,A\n`, 422, 'Baris 2'],
  [
    'with the lines of two accounts',
    `${mandiri}\n0071,01/10/26,01/10/26,1,A,A,R1,,1\n71,02/10/26,02/10/26,1,A,A,R2,,1\n72,02/10/26,02/10/26,1,A,A,R3,,1\n`,
    422,
    'Baris 4: File ini berisi lebih dari satu rekening',
  ],
  ['without its first line', twoDays.replace(/.*SETORAN.*\n/, ''), 422, 'Baris 5: Saldonya'],
  ['without its last line', twoDays.replace(/.*BUDI.*\n/, ''), 422, 'Baris 7: Saldonya'],
  ['without a balance in one line', twoDays.replace('"1,250,000.00"', ''), 422, 'Baris 6: Jumlah'],
  ['with a day outside its period', twoDays.replace("'02/10,", "'03/10/2026,"), 422, 'Baris 6: Tanggal'],
];

test.each(bad)(
  'a file %s is refused, and others are served meanwhile',
  async (_, content, status, sentence) => {
    const [answer, other] = await Promise.all([send(content), ketua.call(getSettings)]);
    expect([answer.status, answer.refusal.message]).toEqual([status, expect.stringContaining(sentence)]);
    expect(answer.refusal.message).toMatch(/^[A-Z].{10,}/);
    expect(other.status).toBe(200);
    expect(await stored()).toEqual([0, 0, 0]);
    expect((await send(bank('bca-a.csv'))).body.data.baru).toBe(48);
  },
);

test.each(['mutasi.pdf', 'mutasi.exe', '../../../etc/passwd', '<img src=x>.csv', `${'a'.repeat(300)}.csv`])(
  'a statement by the name %s is read by its content',
  async (name) => {
    expect((await send(bank('bca-a.csv'), name)).body.data).toMatchObject({ bank: 'bca', baru: 48 });
    const kept = await app.context.db
      .selectFrom('files')
      .select('nama')
      .where('kind', '=', 'statement')
      .executeTakeFirstOrThrow();
    expect(kept.nama).toMatch(/^[\w-]+\.[a-z]+$/);
  },
);

test('what a bank takes back from its incoming column is money that went out', async () => {
  const taken = `${header}\n2026-10-01,08:00:00,SETORAN,0,100000\n2026-10-02,08:00:00,KOREKSI,0,-100000\n`;
  expect((await send(taken)).status).toBe(201);
  const lines = (await admin.call(listStatementLines, { query: { status: 'terbuka' } })).body.data;
  expect(lines.map(({ jumlah }) => jumlah)).toEqual([100_000, -100_000]);
});

test.each(['mandiri-mcm-utf16.csv', 'bri-1-cp1252.csv', 'bca-html.xls'])(
  'a statement in the encoding of %s gives its 48 lines, and none again',
  async (name) => {
    expect((await send(bank(name))).body.data.baru).toBe(48);
    expect((await send(bank(name))).body.data.baru).toBe(0);
  },
);

test('two people import two overlapping statements at once: each line is stored once', async () => {
  const answers = await Promise.all([
    send(bank('bca-a.csv')),
    send(bank('bca-a-overlap.csv'), undefined, ketua),
  ]);
  const lines = (await admin.call(listStatementLines, { query: { limit: 100 } })).body.data;
  // In either order, the second file joins the stored lines or is refused because it does not.
  expect(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 409)).toEqual(
    [],
  );
  for (const name of ['bca-a.csv', 'bca-a-overlap.csv']) expect((await send(bank(name))).status).toBe(201);
  expect((await admin.call(listStatementLines, { query: { limit: 100 } })).body.data).toHaveLength(56);
  expect(lines.length).toBeLessThanOrEqual(56);
});

test('a renamed column and a missing line leave what was imported before as it was', async () => {
  expect((await send(twoDays)).status).toBe(201);
  const renamed = twoDays.replace('Keterangan', 'Uraian');
  expect((await send(renamed)).refusal.message).toContain('Keterangan');
  expect((await send(bcaStatement([two], { ...days, opening: 1_100_000 }))).status).toBe(409);
  expect(await stored()).toEqual([2, 1, 1]);
});
