/** What became of the tests, as the two runners wrote it down. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Where `npm test` has the runners write. */
export const reports = {
  Vitest: 'test-results/vitest.json',
  Playwright: 'test-results/playwright.json',
} as const;
export type Runner = keyof typeof reports;

export const runnerOf = (file: string): Runner => (file.startsWith('e2e/') ? 'Playwright' : 'Vitest');

/** Test file → test → how each of its runs ended: one per database, browser or attempt. */
export type Results = Map<string, Map<string, string[]>>;

/** Null where the runner left no report. */
export function readResults(runner: Runner): Results | null {
  let json: string;
  try {
    json = readFileSync(reports[runner], 'utf8');
  } catch {
    return null;
  }
  const results: Results = new Map();
  const add: Add = (file, path, outcome) => {
    const tests = results.get(file) ?? new Map<string, string[]>();
    const test = path.join(' › ');
    tests.set(test, [...(tests.get(test) ?? []), outcome]);
    results.set(file, tests);
  };
  if (runner === 'Vitest') collectVitest(JSON.parse(json) as VitestReport, add);
  else collectPlaywright(JSON.parse(json) as PlaywrightReport, add);
  return results;
}

type Add = (file: string, path: string[], outcome: string) => void;

interface VitestReport {
  testResults: {
    /** The file's full path. */
    name: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[];
  }[];
}

function collectVitest({ testResults }: VitestReport, add: Add): void {
  for (const { name, assertionResults } of testResults) {
    const file = relative(process.cwd(), name);
    for (const { ancestorTitles, title, status } of assertionResults)
      add(file, [...ancestorTitles, title], status);
  }
}

interface Suite {
  title: string;
  suites?: Suite[];
  specs: { title: string; tests: { status: string }[] }[];
}
interface PlaywrightReport {
  config: { rootDir: string };
  /** One per file, named by its path within `rootDir`. */
  suites: (Suite & { file: string })[];
}

function collectPlaywright({ config, suites }: PlaywrightReport, add: Add): void {
  const folder = relative(process.cwd(), config.rootDir);
  const walk = (file: string, path: string[], { suites: inner = [], specs }: Suite) => {
    for (const { title, tests } of specs)
      for (const { status } of tests) add(file, [...path, title], status === 'expected' ? 'passed' : status);
    for (const suite of inner) walk(file, [...path, suite.title], suite);
  };
  for (const suite of suites) walk(`${folder}/${suite.file}`, [], suite);
}
