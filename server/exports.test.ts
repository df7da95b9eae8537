/**
 * Every export as parsed by a spreadsheet program: columns, types, dates in the estate's time zone, and no
 * executable formulas.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import { getLpj } from '../contract/lpj.ts';
import { normalizePhone, type Role, roles } from '../contract/people.ts';
import { can } from '../contract/policy.ts';
import { createResident } from '../contract/residents.ts';
import { endpoints } from './areas.ts';
import { makeApp, startOfTests, type TestApp } from './testing/app.ts';
import type { Person } from './testing/people.ts';
import { type Cell, readCsv, readWorkbook } from './testing/spreadsheets.ts';

/** Written by hand. `#` number, `@` date, `+` phone number, otherwise text; leading `x`: XLSX only. */
const columns: Record<string, string[]> = {
  'GET /api/warga/payments/export/:year': ['#No', 'Bulan', 'Status', 'x#Jumlah', 'Bukti', 'xCara Bayar'],
  'GET /api/user/payments/export/:year': ['#No', 'Bulan', 'Status', 'x#Jumlah', 'Bukti', 'xCara Bayar'],
  'GET /api/admin/payments/export/:year/:month': [
    'Nama',
    'Blok',
    '+No HP',
    'Status',
    'x#Jumlah',
    'Bukti',
    'xCara Bayar',
    '@Tanggal Upload',
  ],
  'GET /api/tunggakan/export': ['Nama', 'Blok', '+No HP', '#Banyak Bulan', '#Jumlah', 'Sejak', 'Umur'],
  'GET /api/pengeluaran/export/:year': [
    '@Tanggal Dibuat',
    '@Tanggal Digunakan',
    'Bulan',
    'Judul',
    '#Jumlah',
    'Deskripsi',
    'Admin',
    'Foto',
    'Kategori',
    'Saksi (tanpa bukti)',
    '@Dibatalkan',
  ],
  'GET /api/buku-kas/export/:year': [
    '@Tanggal',
    'Bulan',
    'Jenis',
    'Keterangan',
    '#Pemasukan',
    '#Pengeluaran',
    'x#Saldo',
    'Foto',
    'Kategori',
    'Saksi (tanpa bukti)',
  ],
  'GET /api/lpj': ['Bagian', 'Uraian', '@Tanggal', '#Banyak', '#Jumlah'],
  'GET /api/reports/export/:year': ['Bulan', '#Target', '#Terkumpul', '#Persentase (%)', 'Status'],
  'GET /api/reports/export/:year/aduan': [
    'Bulan',
    '#Total',
    '#Pending',
    '#Proses',
    '#Selesai',
    '#Ditolak',
    '#Infrastruktur',
    '#Keamanan',
    '#Kebersihan',
    '#Lainnya',
  ],
};

const exported = endpoints.filter((endpoint) => endpoint.exports);
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

const nastyTexts = [
  '=1+1',
  '+62 812',
  '-5',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '＝1+1',
  '=HYPERLINK("http://x";"klik")',
  'Budi; "Santoso"',
  'Budi,=1+1',
  'Budi\t=1+1',
  '";=1+1',
  "'petik",
  'dua\nbaris',
  'dua\r\nbaris, koma',
  'Ümit 😀 👨‍👩‍👧',
  '<b>&amp;</b>',
  '_x003D_1+1',
  '007',
  '1e5',
  'TRUE',
];
const unprintable = 'kontrol\u0001\u0007\uFFFE';

let app: TestApp;
let readers: Record<Role, Person>;
beforeAll(async () => {
  app = await makeApp();
  const { as, given } = app;
  readers = {
    ketua: await as.ketua(),
    admin: await as.admin(),
    koordinator_perblok: await as.koordinator('A'),
    warga: await as.warga('A1-1'),
  };
  for (const [index, nama] of [...nastyTexts, unprintable].entries()) {
    const person = await as.person('warga', { nama, blok: `B${index + 1}` });
    const admin = await as.person('admin', { nama });
    app.clock.set('2026-07-14T17:30:00.000Z'); // already the 15th in Jakarta
    await given.payment({ of: person, status: 'dikonfirmasi' });
    await given.expense({ by: admin, judul: nama, jumlah: 1_250_000, tanggal: '2026-07-15' });
    app.clock.set(startOfTests);
  }
  for (const reader of Object.values(readers)) await given.payment({ of: reader, status: 'dikonfirmasi' });
});
afterAll(() => app.close());

/** The LPJ carries its totals in its rows: opening and closing balance do not add up to one. */
const hasTotals = (endpoint: Endpoint) => endpoint.exports?.some(({ total }) => total !== undefined) ?? false;

interface Export {
  columns: readonly { title: string; kind: string; inCsv: boolean }[];
  /** JSON rows in the order of the columns; proofs as absolute URLs, as in files. */
  rows: (string | number | null)[][];
  csv: string[][];
  csvOfAnySeparator: string[][];
  xlsx: Cell[][];
  totals: Cell[];
}

const withoutOpening = <T>(endpoint: Endpoint, [titles, ...rows]: T[][]): T[][] => {
  const opening = endpoint.path.includes('buku-kas') ? rows.shift() : undefined;
  if (opening) expect(opening).toContain('Saldo awal');
  return [titles ?? [], ...rows];
};

async function exportsOf(endpoint: Endpoint): Promise<Export> {
  const reader = readers[roles.find((jenis) => can({ jenis }, endpoint.allow as never)) ?? 'warga'];
  const query = endpoint === getLpj ? { dari: '2025-09', sampai: '2026-12' } : {};
  const input = { params: { year: 2026, month: 7 }, query };
  const { body } = await reader.call(endpoint, input);
  const rows = (body as { data?: Record<string, string | number | null>[] }).data ?? [];
  const path = endpoint.path.replace(':year', '2026').replace(':month', '7');
  const fetched = async (format: string) => {
    const headers = { authorization: `Bearer ${reader.token}` };
    const response = await fetch(`${app.url}${path}?${new URLSearchParams({ ...query, format })}`, {
      headers,
    });
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };
  const csv = (await fetched('csv')).toString('utf8');
  const workbook = await readWorkbook(await fetched('xlsx'));
  const { title } = body as { title?: string };
  expect(workbook.title, 'names the estate').toBe(`Perumahan Guyub Asri – ${title}`);
  expect(title, 'fits into the name of its sheet').toBe(workbook.name);
  expect(csv.startsWith('\uFEFF')).toBe(true);
  return {
    columns: (columns[nameOf(endpoint)] ?? []).map((column) => {
      const [, only, sign = '', title = ''] = /^(x(?=[#A-Z]))?([#@+]?)(.*)$/.exec(column) ?? [];
      const kind = { '#': 'number', '@': 'date', '+': 'phone' }[sign] ?? 'text';
      return { title, kind, inCsv: only === undefined };
    }),
    rows: rows.map(({ bukti, ...row }) => {
      const inFile = { ...row, bukti: bukti ? `${app.context.config.publicUrl}${bukti}` : null };
      return (endpoint.exports ?? []).map(({ key }) => (inFile as typeof row)[key] ?? null);
    }),
    csv: readCsv(csv.slice(1)),
    csvOfAnySeparator: readCsv(csv.slice(1), ';,\t'),
    xlsx: withoutOpening(endpoint, hasTotals(endpoint) ? workbook.rows.slice(0, -1) : workbook.rows),
    totals: workbook.rows.at(-1) ?? [],
  };
}

test('the table contains every export', () => {
  expect(Object.keys(columns).toSorted()).toEqual(exported.map(nameOf).toSorted());
});

describe.each(exported.map((endpoint) => ({ name: nameOf(endpoint), endpoint })))('$name', ({ endpoint }) => {
  let file: Export;
  beforeAll(async () => {
    file = await exportsOf(endpoint);
    expect(file.rows.length).toBeGreaterThanOrEqual(12);
  });

  test('as CSV has the columns of the table and the rows of the answer, none of which is a formula', () => {
    const [titles, ...rows] = file.csv;
    const inCsv = file.columns.filter((column) => column.inCsv);
    expect(titles).toEqual(inCsv.map(({ title }) => title));
    const quoted = (value: string) => (/^[=+\-@\t\r＝]/.test(value) ? `'${value}` : value);
    const isPhone = (index: number) => inCsv[index]?.kind === 'phone';
    expect(
      rows.map((row) => row.map((cell, index) => (isPhone(index) ? normalizePhone(cell) : cell))),
    ).toEqual(
      file.rows.map((row) =>
        row
          .filter((_, index) => file.columns[index]?.inCsv)
          .map((value) => (typeof value === 'string' ? quoted(value) : String(value ?? ''))),
      ),
    );
    for (const row of rows)
      for (const [index, { kind }] of inCsv.entries()) {
        const cell = row[index] ?? '';
        if (kind === 'number' && (cell || hasTotals(endpoint))) expect(cell).toMatch(/^-?\d+$/);
        if (kind === 'date' && cell) expect(cell).toMatch(/^\d{4}-\d\d-\d\d$/);
        if (kind === 'phone' && cell) expect(cell).toMatch(/^08\d\d-\d{4}-\d{2,5}$/);
      }
  });

  test('as CSV has the same cells for programs that also split at commas and tabs', () => {
    expect(file.csvOfAnySeparator).toEqual(file.csv);
  });

  test('as XLSX has numeric and date cells and unchanged texts', () => {
    const [titles, ...rows] = file.xlsx;
    expect(titles).toEqual(file.columns.map(({ title }) => title));
    const printable = (value: string) => value.replace(unprintable, 'kontrol');
    const wanted = file.rows.map((row) =>
      row.map((value, index): Cell => {
        if (value === null || value === '') return null;
        const { kind } = file.columns[index] ?? {};
        if (kind === 'number') return Number(value);
        return kind === 'date' ? new Date(`${value}T00:00:00.000Z`) : printable(String(value));
      }),
    );
    expect(rows).toEqual(wanted);
  });

  test.runIf(hasTotals(endpoint))('as XLSX ends with the totals of all amounts and counts', () => {
    const { rows, columns: titles, totals } = file;
    const status = titles.findIndex(({ title }) => title === 'Status');
    for (const [index, { title }] of titles.entries()) {
      if (
        !['Jumlah', 'Pemasukan', 'Pengeluaran', 'Target', 'Terkumpul', 'Pending', 'Lainnya'].includes(title)
      )
        continue;
      const counts = (row: (typeof rows)[number]) =>
        endpoint.path.includes('payments') ? row[status] === 'Lunas' : row[status] !== ''; // '': months to come
      const sum = rows.filter(counts).reduce((total, row) => total + Number(row[index] ?? 0), 0);
      expect([title, totals[index]]).toEqual([title, sum]);
    }
    expect(totals.find((cell) => typeof cell === 'string')).toMatch(/^(Total|Jumlah)/);
  });
});

describe('in the exports', () => {
  const called = (path: string) => {
    const endpoint = exported.find((each) => each.path === path);
    if (!endpoint) throw new Error(`${path} is no export`);
    return exportsOf(endpoint);
  };

  test.each([
    ['/api/admin/payments/export/:year/:month', 0],
    ['/api/pengeluaran/export/:year', 3],
    ['/api/pengeluaran/export/:year', 5],
    ['/api/pengeluaran/export/:year', 6],
    ['/api/buku-kas/export/:year', 3],
  ] as const)('of %s column %i contains the text unchanged', async (path, column) => {
    const { xlsx } = await called(path);
    const texts = xlsx.map((row) => row[column]);
    expect(texts).toEqual(expect.arrayContaining(nastyTexts));
  });

  test('a phone number keeps its leading zero', async () => {
    const { csv, xlsx } = await called('/api/admin/payments/export/:year/:month');
    expect(xlsx.map((row) => row[2])).toContain(readers.warga.no_hp);
    expect(csv.map((row) => normalizePhone(row[2] ?? ''))).toContain(readers.warga.no_hp);
    expect(readers.warga.no_hp).toMatch(/^08/);
  });

  test('dates are in the estate’s time zone', async () => {
    for (const [path, title] of [
      ['/api/admin/payments/export/:year/:month', 'Tanggal Upload'],
      ['/api/pengeluaran/export/:year', 'Tanggal Dibuat'],
    ] as const) {
      const { csv, xlsx } = await called(path);
      const cellsOf = <T>([titles = [], ...rows]: T[][]) =>
        rows.map((row) => row[titles.findIndex((each) => each === title)]);
      expect(new Set(cellsOf(csv))).toEqual(new Set(['2026-07-15']));
      for (const cell of cellsOf(xlsx)) expect(cell).toEqual(new Date('2026-07-15T00:00:00.000Z'));
    }
  });

  test('fair queue: one export per user at a time', async () => {
    const answered: Role[] = [];
    const ask = async (role: Role) => {
      const headers = { authorization: `Bearer ${readers[role].token}` };
      const { status } = await fetch(`${app.url}/api/buku-kas/export/2026?format=xlsx`, { headers });
      expect(status).toBe(200);
      answered.push(role);
    };
    const many = Array.from({ length: 8 }, () => ask('admin'));
    await Promise.all([...many, ask('warga')]);
    expect(answered.indexOf('warga')).toBeLessThan(4);
  });

  test('a client that does not read its file does not block other exports', async () => {
    const { admin, warga } = readers;
    const judul = randomBytes(6 * 1_048_576).toString('base64');
    await app.given.expense({ by: admin, judul, tanggal: '2025-03-04' });
    const question = [
      'GET /api/pengeluaran/export/2025?format=csv HTTP/1.1',
      'host: x',
      'accept-encoding: gzip',
      `authorization: Bearer ${admin.token}`,
    ];
    const deaf = connect(Number(new URL(app.url).port), '127.0.0.1').pause();
    try {
      deaf.write(`${question.join('\r\n')}\r\n\r\n`);
      await once(deaf, 'readable');
      for (const { token } of [warga, admin]) {
        const headers = { authorization: `Bearer ${token}` };
        const answered = await fetch(`${app.url}/api/buku-kas/export/2026?format=csv`, {
          headers,
          signal: AbortSignal.timeout(10_000),
        });
        expect(answered.status).toBe(200);
      }
      expect(deaf.readableEnded).toBe(false);
    } finally {
      deaf.destroy();
    }
  });

  test('texts cannot contain control characters', async () => {
    const body = { nama: unprintable, email: 'x@contoh.id', blok: 'A7', password: 'mangga-muda-7' };
    const refused = await readers.admin.call(createResident, { body });
    expect([refused.status, Object.keys(refused.refusal.errors ?? {})]).toEqual([422, ['nama']]);
  });
});
