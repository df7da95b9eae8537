/** Worker thread that creates CSV and XLSX files for Excel with Indonesian settings and for LibreOffice. */
import { stringify } from 'csv-stringify/sync';
import writeXlsxFile from 'write-excel-file/node';
import { sanitizeTextContent } from 'write-excel-file/utility';
import type { ExportColumn, ExportFormat, ExportRow } from '../../contract/endpoint.ts';
import { formatCount } from '../../contract/format.ts';

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
/** Width of a column in digits; a longer text is wrapped. */
const widest = 45;
/** In points. LibreOffice does not measure rows; no row is higher in Excel. */
const [lineHeight, highest] = [13, 409];
/** Proofs are opened, not read: their addresses would take a third of the paper. */
const widestLink = 24;
/** More digits than these are too small on A4 upright. */
const widestUpright = 110;

async function toXlsx({ columns, data, title, owner, totals }: Order): Promise<Buffer> {
  const header = columns.map(({ title: value, kind }) => ({ value, ...bold, ...(isRight(kind) && right) }));
  const body = data.map((row) => columns.map(({ key, kind }) => xlsxCell(row[key], kind)));
  const footer = totals
    ? [columns.map(({ key, kind }) => withBold(xlsxCell(totals[key], kind === 'date' ? 'text' : kind)))]
    : [];
  const widths = columns.map((column) => ({ width: widthOf(column, totals ? [...data, totals] : data) }));
  const sheet = title.replace(/[[\]:*?/\\']/g, ' ').slice(0, 31); // limits of Excel for sheet names
  const heading = [{ ...textCell(`${owner} – ${title}`), ...bold, fontSize: 14, height: 20 }];
  const sheetRows = [heading, header, ...body, ...footer];
  const across = widths.reduce((sum, { width }) => sum + width, 0) > widestUpright;
  return await writeXlsxFile(
    sheetRows,
    { sheet, columns: widths, stickyRowsCount: 2 },
    { fontFamily: 'Arial', fontSize: 10, features: [onPaper(sheet, across)] },
  ).toBuffer();
}

const right = { align: 'right' } as const;
const isRight = (kind: ExportColumn['kind']) => kind === 'number' || kind === 'rupiah' || kind === 'date';

function widthOf({ key, title, kind }: Order['columns'][number], rows: readonly ExportRow[]): number {
  const longest = rows.reduce((most, row) => Math.max(most, lengthOf(row[key], kind)), title.length + 1);
  return Math.min(kind === 'link' ? widestLink : widest, longest + 2);
}

function lengthOf(value: unknown, kind: ExportColumn['kind']): number {
  if (typeof value === 'number') return (kind === 'rupiah' ? formatCount(value) : String(value)).length + 1; // bold in the totals
  return String(value ?? '')
    .split('\n')
    .reduce((most, { length }) => Math.max(most, length), 0);
}

/** A4 as wide as the table, with grid, page numbers, and on each page the title and the names of the columns. */
const onPaper = (sheet: string, across: boolean) => ({
  files: {
    transform: {
      'xl/worksheets/sheet{id}.xml': {
        transform: (xml: string) =>
          xml.replace('<sheetViews>', (next) => `<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>${next}`),
        insert: () =>
          [
            '<printOptions gridLines="1"/>',
            '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.7" header="0.3" footer="0.3"/>',
            `<pageSetup paperSize="9" orientation="${across ? 'landscape' : 'portrait'}" fitToHeight="0"/>`,
            '<headerFooter><oddFooter>&amp;CHalaman &amp;P dari &amp;N</oddFooter></headerFooter>',
          ].join(''),
      },
      'xl/workbook.xml': {
        transform: (xml: string) =>
          xml.replace('<definedNames/>', () => {
            const rows = sanitizeTextContent(`'${sheet}'!$1:$2`);
            return `<definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">${rows}</definedName></definedNames>`;
          }),
      },
    },
  },
});

const withBold = (cell: ReturnType<typeof xlsxCell>) => cell && { ...cell, ...bold };

const top = { alignVertical: 'top' } as const;

function xlsxCell(value: unknown, kind: ExportColumn['kind']) {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number')
    return { value, type: Number, ...top, ...(kind === 'rupiah' ? { format: '#,##0' } : {}) };
  if (kind === 'date')
    return {
      value: new Date(`${String(value).slice(0, 10)}T00:00:00Z`),
      type: Date,
      ...top,
      format: 'dd/mm/yyyy',
    };
  const text = String(value);
  const lines = kind === 'link' ? 1 : linesOf(text);
  return lines === 1
    ? textCell(text)
    : { ...textCell(text), wrap: true, height: Math.min(lines * lineHeight, highest) };
}

/** Excel decodes `_x0041_` as a character code. */
const textCell = (text: string) => ({
  value: text.replace(/_(?=x[\dA-F]{4}_)/gi, '_x005F_'),
  type: String,
  ...top,
});

const linesOf = (text: string) =>
  text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / (widest - 2))), 0);
