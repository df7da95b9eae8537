// `npm test -- exports`: opens every export of a demo estate in LibreOffice Calc and compares types and
// values of all cells with the JSON response.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { login } from '../../contract/auth.ts';
import type { Endpoint, ExportColumn, ExportFormat } from '../../contract/endpoint.ts';
import { addExpense } from '../../contract/expenses.ts';
import { defaultTimeZone, formatMonth, monthIn, monthKey, monthOf } from '../../contract/format.ts';
import { getLpj } from '../../contract/lpj.ts';
import { can } from '../../contract/policy.ts';
import { endpoints } from '../../server/areas.ts';
import { demoAccounts, demoPassword } from '../../server/demo/accounts.ts';
import { call } from '../../server/testing/call.ts';
import { photo } from '../../server/testing/pictures.ts';
import { startDemo } from '../../server/testing/process.ts';
import { installPackages } from '../debian.ts';
import { findProgram } from '../programs.ts';
import { makeTemporaryFolder } from '../scratch-folder.ts';

interface CalcCell {
  type: string;
  /** Stored value of a number or date, displayed text otherwise. */
  value: string;
  isFormula: boolean;
}
type Row = Record<string, string | number | null>;

/** Semicolons, quotes, UTF-8, Indonesian (1057), numbers and dates recognised, formulas evaluated. */
const csvFilter = 'Text - txt - csv (StarCalc):59,34,76,1,,1057,false,true,false,false,false,-1,true';
const nasty = { judul: '=HYPERLINK("http://x.test";"klik")', deskripsi: '@SUM(1+1); "dua"\n=1+1\r\n😀 tiga' };
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const { tahun, bulan } = monthIn(defaultTimeZone, new Date());

await ensureCalc();
const folder = makeTemporaryFolder();
const server = await startDemo();
const publicUrl = server.url.replace('127.0.0.1', 'localhost');
/** A month in a CSV ("Oktober 2026") is to Calc its first day. */
const monthNames = new Map(
  [tahun - 2, tahun - 1, tahun].flatMap((year) =>
    Array.from({ length: 12 }, (_, month) => {
      const key = monthKey({ tahun: year, bulan: month + 1 });
      return [formatMonth(monthOf(key)), `${key}-01`] as const;
    }),
  ),
);
let problems = 0;
try {
  assertSeesFormulas();
  for (const endpoint of endpoints.filter((each) => each.exports)) await check(endpoint);
} finally {
  await server.stop();
}
console.log(problems === 0 ? 'Calc reads every export as it is meant.' : `${problems} problems.`);
process.exitCode = problems === 0 ? 0 : 1;

async function check(endpoint: Endpoint): Promise<void> {
  const { allow, path, exports: columns = [] } = endpoint;
  const account = demoAccounts.find(({ jenis }) => can({ jenis }, allow as never));
  const { token } = (
    await call(server.url, null, login, { body: { email: account?.email ?? '', password: demoPassword } })
  ).body;
  if (path.startsWith('/api/pengeluaran')) await addNastyExpense(token);
  const query = endpoint === getLpj ? { dari: `${tahun}-01`, sampai: monthKey({ tahun, bulan }) } : {};
  const { body } = await call(server.url, token, endpoint, { params: { year: tahun, month: bulan }, query });
  const { data: rows = [] } = body as { data?: Row[] };
  const name = path.replace('/api/', '').replace(/\W+/g, '-');
  for (const format of ['csv', 'xlsx'] as const) {
    const url = `${server.url}${path.replace(':year', String(tahun)).replace(':month', String(bulan))}`;
    const response = await fetch(`${url}?${new URLSearchParams({ ...query, format })}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const file = join(folder, `${name}.${format}`);
    writeFileSync(file, Buffer.from(await response.arrayBuffer()));
    const inFile = columns.filter(({ only = format }) => only === format);
    const complaints = compare(inFile, rows, tableIn(openInCalc(file, format), columns, format), format);
    console.log(`${complaints.length === 0 ? '✓' : '✗'} ${path} as ${format}: ${rows.length} rows`);
    for (const complaint of complaints.slice(0, 10)) console.log(`  ${complaint}`);
    problems += complaints.length;
  }
}

async function addNastyExpense(token: string): Promise<void> {
  const today = `${tahun}-${String(bulan).padStart(2, '0')}-01`;
  const body = { tahun, bulan, jumlah: 1_250_000, tanggal_digunakan: today, ...nasty };
  const { status } = await call(server.url, token, addExpense, { body, files: { foto: await photo() } });
  if (status !== 201) throw new Error(`adding an expense was answered ${status}`);
}

/** Without what only files have: title and totals of a workbook, and the opening balance of a cash book. */
function tableIn(sheet: CalcCell[][], columns: readonly ExportColumn[], format: ExportFormat): CalcCell[][] {
  const hasTotals = columns.some(({ total }) => total !== undefined);
  const table = format === 'csv' ? sheet : sheet.slice(1, hasTotals ? -1 : undefined);
  const kindAt = columns.findIndex(({ key }) => key === 'jenis');
  return table.filter((row) => row[kindAt]?.value !== 'Saldo awal');
}

function compare(
  columns: readonly ExportColumn[],
  rows: readonly Row[],
  [titles = [], ...found]: readonly CalcCell[][],
  format: ExportFormat,
): string[] {
  const complaints: string[] = [];
  const shown = titles.map(({ value }) => value).join(';');
  if (shown !== columns.map(({ title }) => title).join(';')) complaints.push(`the columns are ${shown}`);
  if (rows.length === 0 || found.length !== rows.length)
    complaints.push(`${found.length} rows instead of ${rows.length}`);
  for (const [line, row] of rows.entries()) {
    for (const [index, { key, kind = 'text' }] of columns.entries()) {
      const cell = found[line]?.[index] ?? { type: 'empty', value: '', isFormula: false };
      const wanted = wantedCell(row[key] ?? null, kind, format);
      if (cell.isFormula || cell.type !== wanted.type || cell.value !== wanted.value)
        complaints.push(
          `row ${line + 1}, ${key}: ${JSON.stringify(cell)} instead of ${JSON.stringify(wanted)}`,
        );
    }
  }
  return complaints;
}

function wantedCell(value: string | number | null, kind: string, format: ExportFormat) {
  if (value === null || value === '') return { type: 'empty', value: '' };
  if (kind === 'date') return { type: 'date', value: String(value) };
  if (typeof value === 'number') return { type: 'float', value: String(value) };
  if (kind === 'link') return { type: 'string', value: new URL(value, publicUrl).href };
  if (format === 'xlsx') return { type: 'string', value: value.replaceAll('\r\n', '\n') };
  if (kind === 'phone') return { type: 'string', value: value.replace(/^(\d{4})(\d{4})(\d+)$/, '$1-$2-$3') };
  if (monthNames.has(value)) return { type: 'date', value: monthNames.get(value) };
  return { type: 'string', value: /^[=+\-@]/.test(value) ? `'${value}` : value };
}

/** Verifies that the comparison would detect a formula. */
function assertSeesFormulas(): void {
  const file = join(folder, 'control.csv');
  writeFileSync(file, 'a\r\n=1+1\r\n');
  if (!openInCalc(file, 'csv')[1]?.[0]?.isFormula) throw new Error('Calc reads no formula in a CSV');
}

function openInCalc(file: string, format: 'csv' | 'xlsx'): CalcCell[][] {
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
  const filter = format === 'csv' ? [`--infilter=${csvFilter}`] : [];
  const order = [profile, '--headless', ...filter, '--convert-to', 'fods', '--outdir', folder, file];
  execFileSync('soffice', order, { stdio: 'ignore', timeout: 120_000 });
  return readFlatSheet(readFileSync(file.replace(/\.\w+$/, '.fods'), 'utf8'));
}

/** Cells of the first sheet of a flat OpenDocument file, without trailing empty ones. */
function readFlatSheet(xml: string): CalcCell[][] {
  const sheet = /<table:table [^]*?<\/table:table>/.exec(xml)?.[0] ?? '';
  return [...sheet.matchAll(/<table:table-row[ >][^]*?<\/table:table-row>/g)]
    .map(([row]) => cellsOf(row).slice(0, cellsOf(row).findLastIndex(({ type }) => type !== 'empty') + 1))
    .filter((row) => row.length > 0);
}

function cellsOf(row: string): CalcCell[] {
  const cells = row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>([^]*?)<\/table:table-cell>)/g);
  return [...cells].flatMap(([, attributes = '', content = '']) => {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1];
    const cell = {
      type: attribute('office:value-type') ?? 'empty',
      value: attribute('office:date-value') ?? attribute('office:value') ?? textOf(content),
      isFormula: attribute('table:formula') !== undefined,
    };
    const repeated = Number(attribute('table:number-columns-repeated') ?? 1);
    return Array<CalcCell>(cell.type === 'empty' ? Math.min(repeated, 50) : repeated).fill(cell);
  });
}

function textOf(content: string): string {
  const paragraphs = [...content.matchAll(/<text:p[^>]*?(?:\/>|>([^]*?)<\/text:p>)/g)].map(([, text = '']) =>
    text
      .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count = '1') => ' '.repeat(Number(count)))
      .replaceAll('<text:tab/>', '\t')
      .replaceAll('<text:line-break/>', '\n')
      .replace(/<[^>]*>/g, '')
      .replace(/&(\w+);/g, (_, name: string) => entities[name] ?? ''),
  );
  return paragraphs.join('\n');
}

async function ensureCalc(): Promise<void> {
  if (findProgram('soffice') || (await installPackages('libreoffice-calc'))) return;
  throw new Error('LibreOffice Calc is needed: install the package libreoffice-calc.');
}
