import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const head = '| id | statement | test file | test |\n| --- | --- | --- | --- |\n';
const shown = [
  '| 1.1 | Dues are paid | `server/dues.test.ts` | `paying › is paid` |',
  '| 1.2 | Dues are \\| were seen | e2e/dues.spec.ts | on a phone › are seen |',
];
type Outcomes = Record<string, string[]>;

/** Output of the script for a table and test results; null: no report. */
function check(rows: string[], vitest: Outcomes | null, playwright: Outcomes | null, security?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'guyub-specification-'));
  folders.push(folder);
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write('docs/specification-check.md', `## §1 Dues\n\n${head}${rows.join('\n')}\n`);
  if (security) write('docs/security.md', security);
  if (vitest) write('test-results/vitest.json', JSON.stringify(vitestReport(folder, vitest)));
  if (playwright) write('test-results/playwright.json', JSON.stringify(playwrightReport(folder, playwright)));
  const script = resolve('tools/check/specification.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' });
  return { status, said: (stdout + stderr).trim() };
}

/** Results of server/dues.test.ts with the describe block `paying`. */
const vitestReport = (folder: string, outcomes: Outcomes) => ({
  testResults: Object.entries(outcomes).flatMap(([title, runs]) =>
    runs.map((status) => ({
      name: join(folder, 'server/dues.test.ts'),
      assertionResults: [{ ancestorTitles: ['paying'], title, status }],
    })),
  ),
});

/** Results of e2e/dues.spec.ts with the describe block `on a phone`. */
const playwrightReport = (folder: string, outcomes: Outcomes) => ({
  config: { rootDir: join(folder, 'e2e') },
  suites: [
    {
      title: 'dues.spec.ts',
      file: 'dues.spec.ts',
      specs: [],
      suites: [
        {
          title: 'on a phone',
          specs: Object.entries(outcomes).map(([title, runs]) => ({
            title,
            tests: runs.map((status) => ({ status })),
          })),
        },
      ],
    },
  ],
});

const passed = { 'is paid': ['passed', 'passed'] };
const expected = { 'are seen': ['expected'] };

test('accepts rows whose tests passed on both databases', () => {
  const { status, said } = check(shown, passed, expected);
  expect(said).toContain('2 statements');
  expect(status).toBe(0);
});

test.each<
  [fault: string, rows: string[], vitest: Outcomes | null, playwright: Outcomes | null, said: string]
>([
  [
    'that does not exist',
    shown,
    { other: ['passed'] },
    expected,
    "docs/specification-check.md:5 1.1 is not shown: server/dues.test.ts ran no test 'paying › is paid'",
  ],
  ['whose file did not run', shown, {}, expected, '1.1 is not shown: no test of server/dues.test.ts ran'],
  [
    'that failed on one database',
    shown,
    { 'is paid': ['passed', 'failed'] },
    expected,
    "1.1 is not shown: 'paying › is paid' of server/dues.test.ts ended as failed",
  ],
  ['that was skipped', shown, { 'is paid': ['skipped'] }, expected, 'ended as skipped'],
  [
    'that failed in the browser',
    shown,
    passed,
    { 'are seen': ['unexpected'] },
    "1.2 is not shown: 'on a phone › are seen' of e2e/dues.spec.ts ended as unexpected",
  ],
  [
    'that passed in the browser at the second try',
    shown,
    passed,
    { 'are seen': ['flaky'] },
    'ended as flaky',
  ],
  [
    'of a runner that did not run',
    shown,
    passed,
    null,
    '1.2 and 0 more are not shown: Playwright left no report in test-results/playwright.json',
  ],
])('reports a row with a test %s', (_, rows, vitest, playwright, said) => {
  const answer = check(rows, vitest, playwright);
  expect(answer.said).toContain(said);
  expect(answer.status).toBe(1);
});

test.each([
  ['too few cells', '| 1.3 | Dues | server/dues.test.ts |', 'not a row of 4 filled cells'],
  ['an empty cell', '| 1.3 | Dues | server/dues.test.ts | |', 'not a row of 4 filled cells'],
  ['a foreign id', '| 2.3 | Dues | server/dues.test.ts | paying › is paid |', "'2.3' is no id of section §1"],
  [
    'a second use of an id',
    '| 1.1 | Dues | server/dues.test.ts | paying › is paid |',
    '1.1 stands in line 5 already',
  ],
])('reports a row with %s', (_, row, said) => {
  const answer = check([...shown, row], passed, expected);
  expect(answer.said).toBe(`docs/specification-check.md:7 ${answer.said.split(':7 ')[1]}`);
  expect(answer.said).toContain(said);
  expect(answer.status).toBe(1);
});

test('checks the tests named in docs/security.md', () => {
  const answer = (shownBy: string) =>
    check(shown, passed, expected, `| V1.1.1 | Dues | there | ${shownBy} |\n`);
  expect(answer('server/dues.test.ts › paying › is paid')).toMatchObject({ status: 0 });
  expect(answer('– there are none')).toMatchObject({ status: 0 });
  expect(answer('server/dues.test.ts › paying › is free')).toEqual({
    status: 1,
    said: expect.stringContaining(
      "docs/security.md:1 V1.1.1 is not shown: server/dues.test.ts ran no test 'paying › is free'",
    ) as string,
  });
});

test('a skipped test that docs/security.md names is a fault unless the row says what it needs', () => {
  const answer = (outcome: string, where = '') =>
    check(
      shown,
      { ...passed, 'is late': [outcome] },
      expected,
      `| V1.1.1 | Dues | there | server/dues.test.ts › paying › is late${where} |\n`,
    ).status;
  expect(answer('skipped')).toBe(1);
  expect(answer('skipped', ' (where a bank is near)')).toBe(0);
  expect(answer('failed', ' (where a bank is near)')).toBe(1);
});

test('fails for a table without rows', () => {
  expect(check([], passed, expected)).toEqual({
    status: 1,
    said: 'docs/specification-check.md:1 has no row',
  });
});
