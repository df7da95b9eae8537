// Fails unless every row of docs/specification-check.md and every claim of docs/security.md names a test that
// ran and passed, or was skipped where the claim says what it needs. Reads the reports of the last `npm test`.
import { existsSync, readFileSync } from 'node:fs';
import { type Results, type Runner, readResults, reports, runnerOf } from '../specification/results.ts';
import { type Problem, type Row, readClaims, readTable } from '../specification/table.ts';

const specification = 'docs/specification-check.md';
const security = 'docs/security.md';

const { rows, problems } = readTable(readFileSync(specification, 'utf8'));
if (rows.length === 0) problems.push({ line: 1, message: 'has no row' });
const claims = existsSync(security) ? readClaims(readFileSync(security, 'utf8')) : [];
report(specification, [...problems, ...notShown(rows)], `specification (${rows.length} statements`);
if (claims.length > 0) report(security, notShown(claims), `security (${claims.length} requirements`);

function report(document: string, found: Problem[], what: string) {
  for (const { line, message } of found.toSorted((a, b) => a.line - b.line))
    console.error(`${document}:${line} ${message}`);
  if (found.length === 0) console.log(`✓ ${what}, each shown by a test that passed)`);
  else process.exitCode = 1;
}

function notShown(all: readonly Row[]): Problem[] {
  const found: Problem[] = [];
  for (const runner of Object.keys(reports) as Runner[]) {
    const results = readResults(runner);
    const own = all.filter(({ file }) => runnerOf(file) === runner);
    if (results === null && own[0]) {
      const message = `and ${own.length - 1} more are not shown: ${runner} left no report in ${reports[runner]}`;
      found.push({ line: own[0].line, message: `${own[0].id} ${message}` });
    }
    for (const row of results ? own : []) {
      const fault = faultOf(row, results ?? new Map());
      if (fault) found.push({ line: row.line, message: `${row.id} is not shown: ${fault}` });
    }
  }
  return found;
}

function faultOf({ file, test, where }: Row, results: Results): string | null {
  const tests = results.get(file);
  if (!tests) return `no test of ${file} ran`;
  const runs = tests.get(test);
  if (!runs) return `${file} ran no test '${test}'`;
  const good = where === undefined ? ['passed'] : ['passed', 'skipped'];
  const bad = runs.map(({ outcome }) => outcome).filter((outcome) => !good.includes(outcome));
  return bad.length > 0 ? `'${test}' of ${file} ended as ${[...new Set(bad)].join(', ')}` : null;
}
