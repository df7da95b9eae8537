/** Parses exported files with independent code. */
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

/**
 * RFC 4180 with semicolons, as in Excel with Indonesian settings.
 * @param separators several for programs that accept any of them
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
