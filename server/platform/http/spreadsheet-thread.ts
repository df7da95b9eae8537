/**
 * The thread that makes files of exports: such as open rightly in Excel with Indonesian settings and in LibreOffice
 * (decisions §6 "CSV").
 */
import { stringify } from 'csv-stringify/sync';
import writeXlsxFile from 'write-excel-file/node';
import type { ExportColumn, ExportFormat } from '../../../contract/endpoint.ts';

type Row = Record<string, unknown>;

export interface Order {
  format: ExportFormat;
  columns: readonly ExportColumn[];
  title: string;
  data: readonly Row[];
}

export default async function makeFile({ format, columns, title, data }: Order): Promise<Uint8Array> {
  return format === 'csv' ? Buffer.from(toCsv(columns, data)) : await toXlsx(columns, data, title);
}

/** With a byte-order mark and semicolons: what Excel expects where the comma separates decimals. */
function toCsv(columns: readonly ExportColumn[], rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.map(({ key, kind }) => csvCell(row[key], kind)));
  return stringify([columns.map((column) => column.title), ...lines], {
    bom: true,
    delimiter: ';',
    record_delimiter: 'windows',
    escape_formulas: true,
    // A line break of either kind would end the row; LibreOffice takes commas and tabs for separators, too.
    quoted_match: /[\r\n,\t]/,
  });
}

function csvCell(value: unknown, kind: ExportColumn['kind']): string | number {
  if (typeof value === 'number') return value;
  if (kind === 'date' && typeof value === 'string') return value.slice(0, 10);
  if (kind === 'phone' && typeof value === 'string') return withHyphens(value);
  return value === null || value === undefined ? '' : String(value);
}

/** A CSV has no types: of digits alone Excel makes a number, and the zero in front is gone. */
const withHyphens = (phone: string) => phone.replace(/^(\d{4})(\d{4})(\d+)$/, '$1-$2-$3');

async function toXlsx(
  columns: readonly ExportColumn[],
  rows: readonly Row[],
  title: string,
): Promise<Buffer> {
  const header = columns.map((column) => ({ value: column.title, fontWeight: 'bold' as const }));
  const body = rows.map((row) => columns.map(({ key, kind }) => xlsxCell(row[key], kind)));
  const widths = columns.map(({ key, title: head }) => ({
    width: Math.min(
      60,
      Math.max(head.length, ...rows.slice(0, 200).map((row) => String(row[key] ?? '').length)) + 2,
    ),
  }));
  const sheet = title.replace(/[[\]:*?/\\']/g, ' ').slice(0, 31); // what Excel takes as a name
  return await writeXlsxFile([header, ...body], { sheet, columns: widths, stickyRowsCount: 1 }).toBuffer();
}

function xlsxCell(value: unknown, kind: ExportColumn['kind']) {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number')
    return { value, type: Number, ...(kind === 'rupiah' ? { format: '#,##0' } : {}) };
  if (kind === 'date')
    return { value: new Date(`${String(value).slice(0, 10)}T00:00:00Z`), type: Date, format: 'dd/mm/yyyy' };
  // Excel takes `_x0041_` for the code of a character.
  return { value: String(value).replace(/_(?=x[\dA-F]{4}_)/gi, '_x005F_'), type: String };
}
