// Runs all checks and tests, even after a failure, and prints the totals.
import { rmSync } from 'node:fs';
import { run } from '../../scripts/child.mjs';
import { ensureBrowser } from '../browser.ts';
import { runChecks, staticChecks } from '../check/checks.ts';
import { ensurePrograms } from '../programs.ts';
import { makeScratchFolder } from '../scratch-folder.ts';
import { failuresOf, isFailure, type Runner, readResults, reports } from '../specification/results.ts';

interface Sum {
  passed: number;
  failed: number;
  skipped: number;
}

await ensureBrowser();
await ensurePrograms();
process.env.TMPDIR = makeScratchFolder();
rmSync('test-results', { recursive: true, force: true });

const failedChecks = await runChecks(staticChecks);
const checks = { passed: staticChecks.length - failedChecks.length, failed: failedChecks.length, skipped: 0 };

const vitestCode = await run('vitest', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${reports.Vitest}`,
]);
const vitest = sum(vitestCode, 'Vitest');

const build = one(await run(process.execPath, ['scripts/build.ts']));

const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: reports.Playwright };
const playwrightCode = await run('playwright', ['test', '--reporter=list,json'], { env });
const playwright = sum(playwrightCode, 'Playwright');

const specification = one(await run(process.execPath, ['tools/check/specification.ts']));

const all = { checks, Vitest: vitest, build, Playwright: playwright, specification };
const total = (kind: keyof Sum) => Object.values(all).reduce((count, each) => count + each[kind], 0);
const ran = vitest.passed + playwright.passed > 0;
process.exitCode = ran && total('failed') === 0 ? 0 : 1;
// Repeated at the end, because CI keeps only the last lines of the output.
const named: Partial<Record<string, string[]>> = {
  checks: failedChecks.map(({ name }) => `the check of ${name}`),
  Vitest: failuresOf('Vitest'),
  Playwright: failuresOf('Playwright'),
};
const failures = Object.entries(all).flatMap(([part, { failed }]) =>
  failed > 0 && !named[part]?.length ? [`${part}, as it says above`] : (named[part] ?? []),
);
if (failures.length > 0) console.log(['\nFailed:', ...failures].join('\n  ✗ '));
console.log(
  `\n${total('passed')} passed, ${total('failed')} failed${total('skipped') > 0 ? `, ${total('skipped')} skipped` : ''}`,
);

function one(code: number): Sum {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/** A runner that failed without a failed test (for example a file that does not load) counts as one failure. */
function sum(code: number, runner: Runner): Sum {
  const results = readResults(runner);
  if (!results) console.error(`The test runner left no report in ${reports[runner]}.`);
  const counted = { passed: 0, failed: 0, skipped: 0 };
  for (const tests of results?.values() ?? [])
    for (const { outcome } of [...tests.values()].flat()) {
      if (isFailure(outcome)) counted.failed += 1;
      else counted[outcome === 'passed' ? 'passed' : 'skipped'] += 1;
    }
  return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
}
