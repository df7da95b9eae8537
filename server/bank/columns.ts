/** Finds the header row and with it the columns; those of an unknown bank were named by a person. */
import type { StatementColumns } from '../../contract/statements.ts';
import { almostLayout, type Layout, layoutOf } from './layouts.ts';
import { StatementProblem } from './problem.ts';
import { headRows, type Row } from './tables.ts';

export interface Header {
  layout: Layout;
  /** Index of its row. */
  at: number;
  /** Titles as the file writes them. */
  titles: string[];
}

/** @throws StatementProblem unknown, columns, binary without a row of titles */
export function findHeader(rows: readonly Row[], named: StatementColumns | undefined): Header {
  const head = rows.slice(0, headRows);
  for (const [at, { cells }] of head.entries()) {
    const layout = layoutOf(cells) ?? (named && namedLayout(cells, named));
    if (layout) return { layout, at, titles: cells };
  }
  const guess = guessHeader(head);
  if (guess === undefined) throw new StatementProblem('binary'); // nobody could choose columns
  const titles = head[guess]?.cells ?? [];
  const kolom = titles.filter((cell) => cell !== '');
  const contoh = rows.slice(guess + 1, guess + 4).map(({ cells }) => cells);
  if (named) {
    const hilang = titlesOf(named).filter((title) => !kolom.includes(title));
    throw new StatementProblem('columns', { kolom, contoh, hilang });
  }
  throw new StatementProblem('unknown', { kolom, contoh, ...almostLayout(titles) });
}

export const isHeader = (named: StatementColumns | undefined) => (cells: string[]) =>
  layoutOf(cells) !== undefined || (named !== undefined && namedLayout(cells, named) !== undefined);

const titlesOf = (named: StatementColumns) =>
  [named.tanggal, named.uraian, named.masuk, named.keluar, named.jumlah, named.saldo].filter(
    (title) => title !== undefined,
  );

function namedLayout(cells: readonly string[], named: StatementColumns): Layout | undefined {
  if (!titlesOf(named).every((title) => cells.includes(title))) return undefined;
  const at = (title: string | undefined) => (title === undefined ? undefined : cells.indexOf(title));
  return {
    bank: null,
    header: cells,
    tanggal: cells.indexOf(named.tanggal),
    uraian: [cells.indexOf(named.uraian)],
    masuk: at(named.masuk),
    keluar: at(named.keluar),
    jumlah: at(named.jumlah),
    saldo: at(named.saldo),
  };
}

/** The first row with at least three titles and no digits. */
function guessHeader(head: readonly Row[]): number | undefined {
  const at = head.findIndex(({ cells }) => {
    const filled = cells.filter((cell) => cell !== '');
    return filled.length >= 3 && filled.every((cell) => !/\d/.test(cell));
  });
  return at < 0 ? undefined : at;
}
