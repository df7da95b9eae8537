import type { Config } from '../../config.ts';
import { explain } from '../../explain.ts';

/** Ends a command that has failed with a sentence instead of a stack trace. */
export function sayFailure(error: unknown, config: Config | undefined): void {
  console.error(explain(error, config));
  process.exitCode = 1;
}
