/** Parses exported files with independent code. */
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/node';

export type Cell = string | number | boolean | Date | null;

interface Workbook {
  name: string;
  title: Cell;
  rows: Cell[][];
}

/** The first sheet: strings, numbers, and dates as midnight UTC. */
export async function readWorkbook(archive: Buffer): Promise<Workbook> {
  const [sheet] = await readXlsxFile(archive, { trim: false });
  if (!sheet) throw new Error('a workbook without a sheet');
  const [[title = null] = [], ...rows] = sheet.data as Cell[][];
  return { name: sheet.sheet, title, rows };
}

/** How the first sheet is printed, the width of its columns in digits and the height of its rows in points. */
export function readLayout(archive: Buffer) {
  const files = unzipSync(archive);
  const [sheet, workbook] = ['xl/worksheets/sheet1.xml', 'xl/workbook.xml'].map((name) =>
    strFromU8(files[name] ?? new Uint8Array()),
  ) as [string, string];
  const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(sheet)?.[1];
  return {
    paper: attribute('paperSize') === '9' ? `A4 ${attribute('orientation')}` : undefined,
    fitsWidth: attribute('fitToPage') === '1' && attribute('fitToHeight') === '0',
    repeatedRows: /Print_Titles"[^>]*>([^<]*)</.exec(workbook)?.[1],
    widths: [...sheet.matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => Number(width)),
    heights: [...sheet.matchAll(/<row r="\d+"(?: ht="(\d+)")?/g)].map(
      ([, height]) => height && Number(height),
    ),
  };
}

/**
 * RFC 4180 with semicolons, as in Excel with Indonesian settings.
 * @param separators several for programs that accept any of them
 */
export const readCsv = (text: string, separators = ';'): string[][] =>
  parse(text, { delimiter: [...separators], record_delimiter: '\r\n', relax_column_count: true });
