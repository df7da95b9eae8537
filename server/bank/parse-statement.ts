/** A bank statement as lines in whole rupiah, or the reason why it cannot be trusted. Pure. */
import { createHash } from 'node:crypto';
import { shiftDay } from '../../contract/format.ts';
import { maxStatementBytes, mostStatementLines, type StatementColumns } from '../../contract/statements.ts';
import { bareNumber } from './account-number.ts';
import { isOutgoing, parseAmount, rupiahOf } from './amounts.ts';
import { findHeader, type Header, isHeader } from './columns.ts';
import { checkContinuity, type Stated } from './continuity.ts';
import { isExcelDay, parseDate, type Span } from './dates.ts';
import { type Problem, StatementProblem } from './problem.ts';
import { type Row, readTable } from './tables.ts';

export interface StatementLine {
  /** 1-based line of the file. */
  baris: number;
  /** Null: the bank has not booked it yet. */
  tanggal: string | null;
  /** Rupiah; negative if money went out. */
  jumlah: number;
  uraian: string;
  saldo: number | null;
  referensi: string | null;
  /** The same in every file with this line. */
  kunci: string;
}

export interface Statement extends Span {
  bank: string | null;
  akun: string | null;
  saldo_awal: number | null;
  saldo_akhir: number | null;
  /** Without what the bank has not booked yet. */
  saldo_akhir_terbuku: number | null;
  uraian_kolom: string[];
  rows: StatementLine[];
}

/** A line in sen, before its balance has been checked. */
export interface RawLine {
  line: number;
  tanggal: string | null;
  sen: number;
  uraian: string;
  saldo: number | null;
  referensi: string | null;
}

/** Banks date what they receive on holidays ahead. A wrong year would hold up every later import. */
const mostDaysAhead = 7;

export interface ParseOptions {
  /** The bank's; for dates without a year in a file without a period, and the latest day that a line may have. */
  today: string;
  columns?: StatementColumns | undefined;
}

export async function parseStatement(bytes: Uint8Array, options: ParseOptions): Promise<Statement | Problem> {
  try {
    return await parse(bytes, options);
  } catch (error) {
    if (error instanceof StatementProblem) return error.problem;
    throw error;
  }
}

async function parse(bytes: Uint8Array, { today, columns }: ParseOptions): Promise<Statement> {
  if (bytes.length > maxStatementBytes) throw new StatementProblem('too_large');
  const rows = await readTable(bytes, isHeader(columns));
  const header = findHeader(rows, columns);
  try {
    return read(rows, header, today);
  } catch (error) {
    if (!(error instanceof StatementProblem) || header.layout.bank === null) throw error;
    throw new StatementProblem(error.problem.error, { ...error.problem, bank: header.layout.bank });
  }
}

function read(rows: readonly Row[], header: Header, today: string): Statement {
  const { layout, at, titles } = header;
  const preamble = rows.slice(0, at).map(({ cells }) => cells.join(' '));
  const period = periodOf(preamble);
  const { body, stated } = split(rows.slice(at + 1), header);
  if (body.length === 0) throw new StatementProblem('empty');
  if (body.length > mostStatementLines) throw new StatementProblem('too_many_lines');
  refuseSwappedDates(body, layout);
  const read = body.map((row) => readLine(row, header, period ?? today));
  refuseOtherNumbers(body, layout);
  const lines = isDescending(read) ? read.toReversed() : read;
  checkContinuity(lines, stated);
  const dates = lines.flatMap(({ tanggal }) => tanggal ?? []).toSorted();
  const span = period ?? { dari: dates[0] ?? today, sampai: dates.at(-1) ?? today };
  const outside = lines.find(({ tanggal }) => tanggal && (tanggal < span.dari || tanggal > span.sampai));
  if (outside) throw new StatementProblem('date', { line: outside.line });
  const latest = shiftDay(today, mostDaysAhead);
  const future = lines.find(({ tanggal }) => tanggal && tanggal > latest);
  if (future) throw new StatementProblem('future', { line: future.line });
  return {
    bank: layout.bank,
    akun: accountOf(preamble, body, header),
    ...span,
    ...balances(lines),
    uraian_kolom: layout.uraian.map((column) => titles[column] ?? ''),
    rows: inRupiah(lines),
  };
}

/**
 * Excel set to English takes 03/10 for March 10, which becomes a date cell, and leaves 13/10 as text: a workbook with
 * both was saved by it again. @throws StatementProblem swapped_dates
 */
function refuseSwappedDates(body: readonly Row[], { tanggal }: Header['layout']): void {
  const isText = ({ cells }: Row) => /^\d{1,2}[/-]\d{1,2}([/-]\d|$)/.test(cells[tanggal] ?? '');
  const isDate = ({ cells }: Row) => isExcelDay(cells[tanggal] ?? '');
  const swapped = body.some(isText) && body.find(isDate);
  if (swapped) throw new StatementProblem('swapped_dates', { line: swapped.line });
}

/** @throws StatementProblem accounts */
function refuseOtherNumbers(body: readonly Row[], { akun }: Header['layout']): void {
  if (akun === undefined) return;
  const numberOf = ({ cells }: Row) => bareNumber(cells[akun] ?? '');
  const other = body.find((row) => numberOf(row) !== numberOf(body[0] ?? row));
  if (other) throw new StatementProblem('accounts', { line: other.line });
}

const footerMarks: Record<string, keyof Stated> = {
  'saldo awal': 'awal',
  'mutasi kredit': 'masuk',
  'mutasi debet': 'keluar',
  'saldo akhir': 'akhir',
};

/** Lines, and the sums below them. @throws StatementProblem truncated */
function split(rows: readonly Row[], { layout, titles }: Header): { body: Row[]; stated: Stated } {
  const body: Row[] = [];
  const stated: Stated = {};
  const isTitles = (cells: readonly string[]) => cells.join('\n') === titles.join('\n'); // again on each page
  for (const { cells, line } of layout.bank === null ? withoutWords(rows, layout) : rows) {
    if (isTitles(cells)) continue;
    const mark = footerMarks[(cells[0] ?? '').toLowerCase()];
    const amount = mark && parseAmount(cells.at(-1) ?? '');
    if (mark && typeof amount === 'number') stated[mark] = { sen: amount, line };
    else if (mark) throw new StatementProblem('truncated', { line });
    else body.push({ cells, line });
  }
  const last = rows.at(-1);
  if (layout.hasFooter && !stated.akhir) throw new StatementProblem('truncated', { line: last?.line ?? 1 });
  return { body, stated };
}

/** Without sums and notes before and after the lines of a bank that is not known. What begins like a line stays. */
function withoutWords(rows: readonly Row[], { tanggal }: Header['layout']): readonly Row[] {
  const isLine = ({ cells }: Row) => {
    const [first = ''] = cells;
    if (tanggal === 0 && cells.length === 1) return /^\d/.test(first);
    return cells.length <= tanggal || /\d|^pend/i.test(cells[tanggal] ?? '');
  };
  const hasFooterMark = ({ cells }: Row) => (cells[0] ?? '').toLowerCase() in footerMarks;
  const kept = (row: Row) => isLine(row) || hasFooterMark(row);
  const first = rows.findIndex(kept);
  return first < 0 ? [] : rows.slice(first, rows.findLastIndex(kept) + 1);
}

function readLine({ cells, line }: Row, { layout }: Header, near: Span | string): RawLine {
  const cell = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? ''));
  const isPending = /^pend/i.test(cell(layout.tanggal));
  const tanggal = isPending ? null : parseDate(cell(layout.tanggal), near);
  // A file that ends within a row ends before its last columns.
  const needed = Math.max(layout.tanggal, layout.jumlah ?? 0, layout.masuk ?? 0, layout.keluar ?? 0);
  if (cells.length < Math.max(2, needed + (layout.masuk === undefined ? 1 : 0)))
    throw new StatementProblem('truncated', { line });
  if (tanggal === null && !isPending) throw new StatementProblem('date', { line });
  const saldo = layout.saldo === undefined ? null : parseAmount(cell(layout.saldo));
  if (layout.saldo !== undefined && saldo === null) throw new StatementProblem('row', { line });
  return {
    line,
    tanggal,
    sen: amountOf(cell, layout, line),
    uraian: layout.uraian
      .map((column) => cell(column))
      .filter((part) => part !== '')
      .join(' '),
    saldo,
    referensi: cell(layout.referensi) || null,
  };
}

function amountOf(cell: (column?: number) => string, layout: Header['layout'], line: number): number {
  const amount = (column: number) => {
    const isNone = layout.jumlah === undefined && /^(Rp\.?\s*)?-$/i.test(cell(column));
    const sen = cell(column) === '' || isNone ? 0 : parseAmount(cell(column));
    if (sen === null) throw new StatementProblem('row', { line });
    return sen;
  };
  if (layout.jumlah === undefined) {
    const [incoming = 0, outgoing = 0] = [layout.masuk, layout.keluar].map((column) =>
      column === undefined ? 0 : amount(column),
    );
    return incoming - Math.abs(outgoing); // some banks write what went out with a minus
  }
  const sen = amount(layout.jumlah);
  if (layout.tanda === undefined) return sen;
  const isOut = isOutgoing(cell(layout.tanda));
  if (isOut === null) throw new StatementProblem('row', { line });
  return isOut ? 0 - sen : sen;
}

/** Some banks list the newest line first; of a single day only the balances tell. */
function isDescending(lines: readonly RawLine[]): boolean {
  const dates = lines.flatMap(({ tanggal }) => tanggal ?? []);
  const [first = '', last = ''] = [dates[0], dates.at(-1)];
  return first === last ? !tie(lines) && tie(lines.toReversed()) : first > last;
}

const tie = (lines: readonly RawLine[]): boolean =>
  lines.every(({ saldo, sen }, at) => {
    const before = lines[at - 1];
    return !before || (saldo !== null && before.saldo !== null && before.saldo + sen === saldo);
  });

function periodOf(preamble: readonly string[]): Span | undefined {
  for (const text of preamble) {
    const [, from, to] = /periode\s*[:;]?\s*(\S+)\s*(?:-|s\/d|sampai)\s*(\S+)/i.exec(text) ?? [];
    const dari = from && parseDate(from, '');
    const sampai = to && parseDate(to, '');
    if (dari && sampai && dari <= sampai) return { dari, sampai };
  }
  return undefined;
}

function accountOf(preamble: readonly string[], body: readonly Row[], { layout }: Header): string | null {
  if (layout.akun !== undefined) return body[0]?.cells[layout.akun]?.replace(/\D/g, '') || null;
  for (const text of preamble) {
    const [, number] = /no\.?\s*rek(?:ening)?\.?\s*[:;]?\s*(\d[\d .-]{3,30}\d)/i.exec(text) ?? [];
    if (number) return number.replace(/\D/g, '');
  }
  return null;
}

function balances(lines: readonly RawLine[]) {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first?.saldo == null || last?.saldo == null)
    return { saldo_awal: null, saldo_akhir: null, saldo_akhir_terbuku: null };
  const pending = lines.reduce((sum, { tanggal, sen }) => sum + (tanggal === null ? sen : 0), 0);
  return {
    saldo_awal: rupiahOf(first.saldo - first.sen),
    saldo_akhir: rupiahOf(last.saldo),
    saldo_akhir_terbuku: rupiahOf(last.saldo - pending),
  };
}

/**
 * Balances are rounded down, and each amount is the difference of two balances: whole rupiah stay exact, and the sum of
 * the lines is the difference of the balances even where the bank counts sen.
 */
function inRupiah(lines: readonly RawLine[]): StatementLine[] {
  const seen = new Map<string, number>();
  return lines.map(({ line, tanggal, sen, uraian, saldo, referensi }) => {
    const what = [referensi ?? uraian, tanggal, sen].join('\n');
    const times = (seen.get(what) ?? 0) + 1;
    seen.set(what, times);
    return {
      baris: line,
      tanggal,
      jumlah: saldo === null ? Math.round(sen / 100) : rupiahOf(saldo) - rupiahOf(saldo - sen),
      uraian,
      saldo: saldo === null ? null : rupiahOf(saldo),
      referensi,
      kunci: createHash('sha256').update(`${what}\n${times}`).digest('base64url'),
    };
  });
}
