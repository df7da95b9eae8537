import type { RawLine } from './parse-statement.ts';
import { StatementProblem } from './problem.ts';

interface StatedAmount {
  sen: number;
  line: number;
}

/** Balances and sums that the file states beside its lines. */
export interface Stated {
  awal?: StatedAmount;
  masuk?: StatedAmount;
  keluar?: StatedAmount;
  akhir?: StatedAmount;
}

/**
 * Opening balance + Σ = closing balance, and every running balance in between.
 * @throws StatementProblem with the first line that does not tie
 */
export function checkContinuity(lines: readonly RawLine[], { awal, masuk, keluar, akhir }: Stated): void {
  const first = lines[0];
  if (!first || first.saldo === null) return;
  let saldo = awal?.sen ?? first.saldo - first.sen;
  const sums = { masuk: 0, keluar: 0 };
  for (const { line, sen, saldo: stated } of lines) {
    saldo += sen;
    if (sen > 0) sums.masuk += sen;
    else sums.keluar -= sen;
    if (stated !== saldo) throw new StatementProblem('continuity', { line });
  }
  for (const [stated, sen] of [
    [masuk, sums.masuk],
    [keluar, sums.keluar],
    [akhir, saldo],
  ] as const)
    if (stated && stated.sen !== sen) throw new StatementProblem('continuity', { line: stated.line });
}
