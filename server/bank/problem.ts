import type { StatementProblemCode } from '../../contract/statement-problems.ts';

/** Why nothing of a file can be imported. */
export interface Problem {
  error: StatementProblemCode;
  /** 1-based line of the file. */
  line?: number;
  bank?: string;
  /** Columns of the file, to choose from. */
  kolom?: string[];
  /** A few rows below them. */
  contoh?: string[][];
  /** Columns that are expected and not there. */
  hilang?: string[];
}

export class StatementProblem extends Error {
  readonly problem: Problem;

  constructor(error: StatementProblemCode, detail: Omit<Problem, 'error'> = {}) {
    super(error);
    this.problem = { error, ...detail };
  }
}

/** Reading it took too much memory or time. */
export const tooHeavy: Problem = { error: 'too_heavy' };
