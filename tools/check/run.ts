// Types, lint, format, dead code, structure and unit tests: what a developer runs before every commit.
import { runChecks, staticChecks } from './checks.ts';

const failed = await runChecks([
  ...staticChecks,
  { name: 'unit tests', command: ['vitest', 'run', '--project=unit', '--reporter=dot'] },
]);
process.exitCode = failed.length > 0 ? 1 : 0;
