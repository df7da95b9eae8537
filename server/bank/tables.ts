/** CSV, pasted tables, HTML and XLSX as rows of cells. */
import { CsvError, parse as parseCsv } from 'csv-parse/sync';
import { unzipSync, zipSync } from 'fflate';
import { type DefaultTreeAdapterTypes, parse as parseHtml } from 'parse5';
import readXlsxFile from 'read-excel-file/node';
import { mostStatementLines } from '../../contract/statements.ts';
import { decode, isArchive } from './decode.ts';
import { StatementProblem } from './problem.ts';

export interface Row {
  cells: string[];
  /** 1-based line of the file. */
  line: number;
}

/** Rows of preamble and footer beside the lines. */
const otherRows = 60;
export const headRows = 40;
const delimiters = [',', ';', '\t'] as const;

/** @param isHeader chooses the delimiter of a CSV file @throws StatementProblem */
export async function readTable(bytes: Uint8Array, isHeader: (cells: string[]) => boolean): Promise<Row[]> {
  const rows = isArchive(bytes) ? await fromXlsx(bytes) : fromText(decode(bytes), isHeader);
  const filled = rows
    .map(({ cells, line }) => ({ cells: tidy(cells), line }))
    .filter(({ cells }) => cells.length > 0);
  if (filled.length === 0) throw new StatementProblem('empty');
  if (filled.length > mostStatementLines + otherRows) throw new StatementProblem('too_many_lines');
  return filled;
}

const longestCell = 500;

/** BCA begins each cell with an apostrophe, so that Excel takes it for text. Empty cells at the end go. */
function tidy(cells: readonly string[]): string[] {
  const tidied = cells.map((cell) =>
    cell
      .slice(0, longestCell)
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .replace(/^'/, '')
      .trim(),
  );
  while (tidied.at(-1) === '') tidied.pop();
  return tidied;
}

function fromText(text: string, isHeader: (cells: string[]) => boolean): Row[] {
  if (/^\s*</.test(text) && /<t(able|r)[\s>]/i.test(text)) return fromHtml(text);
  const lines = text.split(/\r\n?|\n/, mostStatementLines + otherRows + 1);
  if (lines.length > mostStatementLines + otherRows) throw new StatementProblem('too_many_lines');
  const head = lines.slice(0, headRows).join('\n');
  const tried = delimiters.map((delimiter) => ({ delimiter, rows: fromCsv(head, delimiter, true) }));
  const chosen =
    tried.find(({ rows }) => rows.some(({ cells }) => isHeader(tidy(cells)))) ??
    tried.toSorted((a, b) => evenRows(b.rows) - evenRows(a.rows))[0];
  const delimiter = chosen?.delimiter ?? ',';
  return fromCsv(lines.join('\n'), delimiter, false).map((row) => unwrap(row, delimiter));
}

/** Excel whose delimiter is another one keeps each line in one cell, and quotes it as it saves. */
function unwrap(row: Row, delimiter: string): Row {
  const [only = '', ...others] = row.cells;
  if (others.length > 0 || !only.includes(delimiter)) return row;
  const [inner] = fromCsv(only, delimiter, true);
  return inner ? { ...inner, line: row.line } : row;
}

/** Rows with the most frequent number of cells, if it can be a table: commas within texts and amounts vary. */
function evenRows(rows: readonly Row[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows)
    if (cells.length > 2) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

/** @param isPart the text may end within a cell */
function fromCsv(text: string, delimiter: string, isPart: boolean): Row[] {
  const rows: Row[] = [];
  try {
    parseCsv(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      on_record: (cells: string[], { lines }) => {
        rows.push({ cells, line: lines });
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (!isPart) throw new StatementProblem('truncated', { line: (rows.at(-1)?.line ?? 0) + 1 });
  }
  return rows;
}

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;

function fromHtml(text: string): Row[] {
  const rows: Row[] = [];
  const queue: Node[] = [parseHtml(text, { sourceCodeLocationInfo: true })];
  for (let node = queue.pop(); node; node = queue.pop()) {
    if (node.nodeName === 'tr') {
      const cells = childrenOf(node).filter(({ nodeName }) => nodeName === 'td' || nodeName === 'th');
      const line = 'sourceCodeLocation' in node ? (node.sourceCodeLocation?.startLine ?? 0) : 0;
      rows.push({ cells: cells.map(textOf), line });
      // Inner tables, which some banks nest.
      for (const cell of cells.toReversed()) queue.push(...childrenOf(cell).toReversed());
    } else queue.push(...childrenOf(node).toReversed());
  }
  return rows;
}

const childrenOf = (node: Node) => ('childNodes' in node ? node.childNodes : []);

/** Without the rows of inner tables; deep nesting must not overflow the stack. */
function textOf(cell: Node): string {
  let text = '';
  const queue: Node[] = [cell];
  for (let node = queue.pop(); node; node = queue.pop()) {
    if (node.nodeName === '#text' && 'value' in node) text += node.value;
    else if (node.nodeName === 'br') text += ' ';
    else if (node.nodeName !== 'tr') queue.push(...childrenOf(node).toReversed());
  }
  return text;
}

/** Bytes. 20,000 lines take 15 MB. */
const mostUnpacked = 60 * 1_048_576;
const mostParts = 200;

async function fromXlsx(bytes: Uint8Array): Promise<Row[]> {
  const stored = unpack(bytes);
  const sheets = Object.keys(stored).filter((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name));
  if (sheets.length === 0) throw new StatementProblem('binary');
  const xml = new TextDecoder();
  // A formula shows a value that somebody else computed: a bank's file has none.
  if (sheets.some((name) => /<([\w.-]+:)?f[\s>/]/.test(xml.decode(stored[name]))))
    throw new StatementProblem('formula');
  try {
    const [sheet] = await readXlsxFile(Buffer.from(zipSync(stored, { level: 0 })));
    return (sheet?.data ?? []).map((cells, at) => ({ cells: cells.map(cellText), line: at + 1 }));
  } catch {
    throw new StatementProblem('binary');
  }
}

/** fflate never writes more than the size that the archive announces. */
function unpack(bytes: Uint8Array) {
  let [unpacked, parts] = [0, 0];
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        unpacked += originalSize;
        parts += 1;
        if (unpacked > mostUnpacked || parts > mostParts) throw new StatementProblem('bomb');
        return /\.(xml|rels)$/.test(name);
      },
    });
  } catch (error) {
    throw error instanceof StatementProblem ? error : new StatementProblem('binary');
  }
}

function cellText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 'YYYY-MM-DD'.length);
  if (typeof cell === 'number') return Number.isInteger(cell) ? String(cell) : cell.toFixed(2);
  return typeof cell === 'string' ? cell : '';
}
