import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
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
