/** Reads exported files as programs that are not ours would. */
import readXlsxFile from 'read-excel-file/node';

export type Cell = string | number | boolean | Date | null;

interface Workbook {
  /** Of the sheet. */
  name: string;
  /** What stands above the table. */
  title: Cell;
  /** The head of the table, its rows and its totals. */
  rows: Cell[][];
}

/** The first sheet: text as text, numbers as numbers, dates as midnight UTC of their day. */
export async function readWorkbook(archive: Buffer): Promise<Workbook> {
  const [sheet] = await readXlsxFile(archive, { trim: false });
  if (!sheet) throw new Error('a workbook without a sheet');
  const [[title = null] = [], ...rows] = sheet.data as Cell[][];
  return { name: sheet.sheet, title, rows };
}

/**
 * RFC 4180 with semicolons, as Excel reads it with Indonesian settings.
 * @param separators more than one for programs that take whichever comes
 */
export function readCsv(text: string, separators = ';'): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cells = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separators}\\r\\n]*))([${separators}]|\\r\\n|$)`, 'gy');
  while (cells.lastIndex < text.length) {
    const [, quoted, bare = '', end] = cells.exec(text) ?? [];
    if (end === undefined) throw new Error(`no cell begins at: ${text.slice(0, 40)}`);
    row.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === '\r\n' || end === '') {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}
