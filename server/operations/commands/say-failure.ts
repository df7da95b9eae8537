import type { Config } from '../../config.ts';
import { explain } from '../../explain.ts';

export function sayFailure(error: unknown, config: Config | undefined): void {
  console.error(explain(error, config));
  process.exitCode = 1;
}
