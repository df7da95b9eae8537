import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { parseStatement, type Statement } from './parse-statement.ts';
import type { Problem } from './problem.ts';

const folder = new URL('../testing/banks/', import.meta.url);
const bytesOf = (name: string): Uint8Array => readFileSync(new URL(name, folder));
const expected = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8')) as Record<
  string,
  ExpectedStatement & { error?: string; line?: number; columns?: never; mapped?: ExpectedStatement }
>;

interface ExpectedStatement {
  bank: string | null;
  akun: string | null;
  dari: string;
  sampai: string;
  saldo_awal: number | null;
  saldo_akhir: number | null;
  saldo_akhir_terbuku?: number;
  uraian_kolom: string[];
  rows: { tanggal: string | null; jumlah: number; uraian: string; saldo: number | null }[];
}

const today = '2027-02-01';
const parse = (bytes: Uint8Array | string, columns?: never) =>
  parseStatement(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, { today, columns });

function asExpected(statement: Statement | Problem) {
  if ('error' in statement) return statement;
  const { rows, saldo_akhir_terbuku, ...fields } = statement;
  return {
    ...fields,
    ...(rows.some(({ tanggal }) => tanggal === null) && { saldo_akhir_terbuku }),
    rows: rows.map(({ tanggal, jumlah, uraian, saldo }) => ({
      tanggal,
      jumlah,
      uraian,
      saldo,
      ...(tanggal === null && { pending: true }),
    })),
  };
}

const all = Object.entries(expected);

test.each(all.filter(([, { error }]) => error === undefined))(
  '%s: every field of the statement is read',
  async (name, wanted) => {
    const { shared_rows: _, new_rows: __, ...fields } = wanted as unknown as Record<string, unknown>;
    expect(asExpected(await parse(bytesOf(name)))).toEqual(fields);
  },
);

test.each(all.filter(([, { error }]) => error !== undefined))(
  '%s: nothing is read, and the fault is named',
  async (name, { error, line, bank }) => {
    expect(await parse(bytesOf(name))).toMatchObject(JSON.parse(JSON.stringify({ error, line, bank })));
  },
);

test('a statement of an unknown bank is read with its columns named', async () => {
  const { columns, mapped } = expected['unknown.csv'] ?? {};
  expect(asExpected(await parse(bytesOf('unknown.csv'), columns))).toEqual(mapped);
});

/** The statement of BSI as a workbook that a spreadsheet program saved: numbers, dates, and blank rows at its end. */
async function savedAgain(dateOf: (day: number, month: number, text: string) => Date | number | string) {
  const [titles = '', ...lines] = readFileSync(new URL('bsi.csv', folder), 'utf8')
    .replace('\uFEFF', '')
    .trim()
    .split(/\r?\n/);
  const rows = lines.map((line) => {
    const [id, date = '', time, mark, amount, balance, ...text] = line.split(',');
    const [day = 0, month = 0] = date.split('/').map(Number);
    const tanggal = dateOf(day, month, date);
    return [
      { value: id },
      tanggal instanceof Date ? { value: tanggal, type: Date, format: 'dd/mm/yyyy' } : { value: tanggal },
      { value: time },
      { value: mark },
      { value: Number(amount), type: Number },
      { value: Number(balance), type: Number },
      { value: text.join(',').replaceAll('"', '') },
    ];
  });
  const blank = Array.from({ length: 7 }, () => ({ value: '' }));
  const head = titles.split(',').map((value) => ({ value }));
  return await writeXlsxFile([head, ...rows, blank, blank] as never).toBuffer();
}

test('a CSV saved again as a workbook with dates and numbers is read like the CSV', async () => {
  const file = await savedAgain((day, month) => new Date(Date.UTC(2026, month - 1, day)));
  const rows = async (bytes: Uint8Array) => (asExpected(await parse(bytes)) as ExpectedStatement).rows;
  expect(await rows(file)).toEqual(await rows(bytesOf('bsi.csv')));
});

test('a workbook in which Excel swapped day and month of some dates is refused with the first such line', async () => {
  const file = await savedAgain((day, month, text) =>
    day <= 12 ? new Date(Date.UTC(2026, day - 1, month)) : text,
  );
  expect(await parse(file)).toMatchObject({ error: 'swapped_dates', line: 2, bank: 'bsi' });
});

test('days that Excel has left as numbers are read like dates, and refused beside texts', async () => {
  const serial = (month: number, day: number) => Date.UTC(2026, month - 1, day) / 86_400_000 + 25_569;
  const rows = async (bytes: Uint8Array) => (asExpected(await parse(bytes)) as ExpectedStatement).rows;
  const numbers = await savedAgain((day, month) => serial(month, day));
  expect(await rows(numbers)).toEqual(await rows(bytesOf('bsi.csv')));
  const times = await savedAgain((day, month) => serial(month, day) + 0.75);
  expect(await rows(times)).toEqual(await rows(bytesOf('bsi.csv')));
  const mixed = await savedAgain((day, month, text) => (day <= 12 ? serial(day, month) : text));
  expect(await parse(mixed)).toMatchObject({ error: 'swapped_dates', line: 2, bank: 'bsi' });
});
