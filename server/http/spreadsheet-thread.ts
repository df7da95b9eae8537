/** Worker thread that creates CSV and XLSX files for Excel with Indonesian settings and for LibreOffice. */
import { stringify } from 'csv-stringify/sync';
import writeXlsxFile from 'write-excel-file/node';
import type { ExportColumn, ExportFormat, ExportRow } from '../../contract/endpoint.ts';

export interface Order {
  format: ExportFormat;
  columns: readonly Omit<ExportColumn, 'total'>[];
  title: string;
  /** Whose data it is: stands before the title in a workbook, as on paper. */
  owner: string;
  data: readonly ExportRow[];
  totals: ExportRow | null;
}

export default async function makeFile(order: Order): Promise<Uint8Array> {
  return order.format === 'csv' ? Buffer.from(toCsv(order)) : await toXlsx(order);
}

/** BOM and semicolons: required by Excel in locales with a decimal comma. */
function toCsv({ columns, data }: Order): string {
  const lines = data.map((row) => columns.map(({ key, kind }) => csvCell(row[key], kind)));
  return stringify([columns.map((column) => column.title), ...lines], {
    bom: true,
    delimiter: ';',
    record_delimiter: 'windows',
    escape_formulas: true,
    // Quotes line breaks, which would end the row, and the commas and tabs that LibreOffice treats as
    // separators.
    quoted_match: /[\r\n,\t]/,
  });
}

function csvCell(value: unknown, kind: ExportColumn['kind']): string | number {
  if (typeof value === 'number') return value;
  if (kind === 'date' && typeof value === 'string') return value.slice(0, 10);
  if (kind === 'phone' && typeof value === 'string') return withHyphens(value);
  return value === null || value === undefined ? '' : String(value);
}

/** Excel converts plain digits to a number and drops the leading zero. */
const withHyphens = (phone: string) => phone.replace(/^(\d{4})(\d{4})(\d+)$/, '$1-$2-$3');

const bold = { fontWeight: 'bold' } as const;

async function toXlsx({ columns, data, title, owner, totals }: Order): Promise<Buffer> {
  const header = columns.map((column) => ({ value: column.title, ...bold }));
  const body = data.map((row) => columns.map(({ key, kind }) => xlsxCell(row[key], kind)));
  const footer = totals
    ? [columns.map(({ key, kind }) => withBold(xlsxCell(totals[key], kind === 'date' ? 'text' : kind)))]
    : [];
  const widths = columns.map(({ key, title: head }) => ({
    width: Math.min(
      60,
      Math.max(head.length, ...data.slice(0, 200).map((row) => String(row[key] ?? '').length)) + 2,
    ),
  }));
  const sheet = title.replace(/[[\]:*?/\\']/g, ' ').slice(0, 31); // limits of Excel for sheet names
  const heading = [{ ...xlsxCell(`${owner} – ${title}`, 'text'), ...bold, fontSize: 14 }];
  const sheetRows = [heading, header, ...body, ...footer];
  return await writeXlsxFile(sheetRows, { sheet, columns: widths, stickyRowsCount: 2 }).toBuffer();
}

const withBold = (cell: ReturnType<typeof xlsxCell>) => cell && { ...cell, ...bold };

function xlsxCell(value: unknown, kind: ExportColumn['kind']) {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number')
    return { value, type: Number, ...(kind === 'rupiah' ? { format: '#,##0' } : {}) };
  if (kind === 'date')
    return { value: new Date(`${String(value).slice(0, 10)}T00:00:00Z`), type: Date, format: 'dd/mm/yyyy' };
  // Excel decodes `_x0041_` as a character code.
  return { value: String(value).replace(/_(?=x[\dA-F]{4}_)/gi, '_x005F_'), type: String };
}
