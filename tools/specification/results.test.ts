import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { failuresOf, reports } from './results.ts';

const project = process.cwd();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guyub-results-'));
  mkdirSync(join(folder, 'test-results'));
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(project);
  rmSync(folder, { recursive: true });
});
const leave = (runner: keyof typeof reports, report: object) =>
  writeFileSync(reports[runner], JSON.stringify(report));

test('lists failures with their message per run, without colours', () => {
  const assertion = (title: string, status: string, failureMessages: string[] = []) => ({
    ancestorTitles: ['paying'],
    title,
    status,
    failureMessages,
  });
  leave('Vitest', {
    testResults: [
      {
        name: join(process.cwd(), 'server/dues.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [
          assertion('is free', 'passed'),
          assertion('is late', 'skipped'),
          assertion('is paid', 'failed', ['\u001B[31mexpected 1\n  to be 2\u001B[39m', 'and more']),
        ],
      },
      {
        name: join(process.cwd(), 'server/lost.test.ts'),
        status: 'failed',
        message: 'Cannot find module',
        assertionResults: [],
      },
    ],
  });
  expect(failuresOf('Vitest')).toEqual([
    'server/dues.test.ts › paying › is paid: expected 1 to be 2',
    'server/lost.test.ts: Cannot find module',
  ]);
});

test('lists flaky browser tests', () => {
  const spec = (title: string, ...tests: object[]) => ({ title, tests });
  const said = (message: string) => ({ error: { message } });
  leave('Playwright', {
    config: { rootDir: join(process.cwd(), 'e2e') },
    suites: [
      {
        title: 'dues.spec.ts',
        file: 'dues.spec.ts',
        specs: [
          spec('are seen', { status: 'expected', results: [{}] }),
          spec('are late', { status: 'skipped', results: [] }),
          spec('are sent', { status: 'flaky', results: [said('no signal'), {}] }),
          spec('are shown', { status: 'unexpected', results: [said('nothing there')] }),
        ],
      },
    ],
  });
  expect(failuresOf('Playwright')).toEqual([
    'e2e/dues.spec.ts › are sent: no signal',
    'e2e/dues.spec.ts › are shown: nothing there',
  ]);
});

test('lists nothing without a report', () => {
  expect(failuresOf('Vitest')).toEqual([]);
});
