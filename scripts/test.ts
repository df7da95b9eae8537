// Everything, also when something fails on the way, and one closing line with the sum.
import { readFileSync, rmSync } from 'node:fs';
import { ensureBrowser } from './browser.ts';
import { runChecks, staticChecks } from './checks.ts';
import { run } from './child.mjs';

interface Sum {
  passed: number;
  failed: number;
  skipped: number;
}
type VitestReport = Record<`num${'Passed' | 'Failed' | 'Pending' | 'Todo'}Tests`, number>;
interface PlaywrightReport {
  stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>;
}

const results = 'test-results';
const vitestReport = `${results}/vitest.json`;
const playwrightReport = `${results}/playwright.json`;

await ensureBrowser();
rmSync(results, { recursive: true, force: true });

const failedChecks = await runChecks(staticChecks);
const checks = { passed: staticChecks.length - failedChecks.length, failed: failedChecks.length, skipped: 0 };

const vitestCode = await run('vitest', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${vitestReport}`,
]);
const vitest = sum(vitestCode, vitestReport, (report: VitestReport) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
  skipped: report.numPendingTests + report.numTodoTests,
}));

const buildCode = await run(process.execPath, ['scripts/build.ts']);
const build = { passed: buildCode === 0 ? 1 : 0, failed: buildCode === 0 ? 0 : 1, skipped: 0 };

const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport };
const playwrightCode = await run('playwright', ['test', '--reporter=list,json'], { env });
const playwright = sum(playwrightCode, playwrightReport, ({ stats }: PlaywrightReport) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  skipped: stats.skipped,
}));

const all = [checks, vitest, build, playwright];
const total = (kind: keyof Sum) => all.reduce((count, each) => count + each[kind], 0);
const ran = vitest.passed + playwright.passed > 0;
process.exitCode = ran && total('failed') === 0 ? 0 : 1;
console.log(
  `\n${total('passed')} passed, ${total('failed')} failed${total('skipped') > 0 ? `, ${total('skipped')} skipped` : ''}`,
);

/** What a runner counted. One that failed without a failed test (a file that does not load) counts as one. */
function sum<Report>(code: number, file: string, read: (report: Report) => Sum): Sum {
  let counted: Sum = { passed: 0, failed: 0, skipped: 0 };
  try {
    counted = read(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    console.error(`The test runner left no report in ${file}.`);
  }
  return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
}
