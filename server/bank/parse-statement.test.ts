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

for (const [name, wanted] of Object.entries(expected)) {
  const { error, line, columns, mapped, ...fields } = wanted;
  if (error === undefined)
    test(`${name}: every field of the statement is read`, async () => {
      const { shared_rows: _, new_rows: __, ...whole } = fields as Record<string, unknown>;
      expect(asExpected(await parse(bytesOf(name)))).toEqual(whole);
    });
  else
    test(`${name}: nothing is read, and the fault is named`, async () => {
      const bank = (fields as { bank?: string }).bank;
      expect(await parse(bytesOf(name))).toMatchObject({ error, ...(line && { line, bank }) });
    });
  if (mapped)
    test(`${name}: with its columns named, every field is read`, async () => {
      expect(asExpected(await parse(bytesOf(name), columns))).toEqual(mapped);
    });
}
