import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export const reports = {
  Vitest: 'test-results/vitest.json',
  Playwright: 'test-results/playwright.json',
} as const;
export type Runner = keyof typeof reports;

export const runnerOf = (file: string): Runner => (file.startsWith('e2e/') ? 'Playwright' : 'Vitest');

interface Run {
  outcome: string;
  message?: string | undefined;
}
/** Test file → test → its runs: one per database, browser or attempt. */
export type Results = Map<string, Map<string, Run[]>>;

export function readResults(runner: Runner): Results | null {
  let json: string;
  try {
    json = readFileSync(reports[runner], 'utf8');
  } catch {
    return null;
  }
  const results: Results = new Map();
  const add: Add = (file, path, run) => {
    const tests = results.get(file) ?? new Map<string, Run[]>();
    const test = path.join(' › ');
    tests.set(test, [...(tests.get(test) ?? []), run]);
    results.set(file, tests);
  };
  if (runner === 'Vitest') collectVitest(JSON.parse(json) as VitestReport, add);
  else collectPlaywright(JSON.parse(json) as PlaywrightReport, add);
  return results;
}

export const isFailure = (outcome: string) => ['failed', 'unexpected', 'flaky'].includes(outcome);

export function failuresOf(runner: Runner): string[] {
  const lines: string[] = [];
  for (const [file, tests] of readResults(runner) ?? [])
    for (const [test, runs] of tests)
      for (const { outcome, message } of runs)
        if (isFailure(outcome))
          lines.push(`${[file, test].filter(Boolean).join(' › ')}: ${beginning(message ?? outcome)}`);
  return lines;
}

const beginning = (message: string) =>
  stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').slice(0, 400);

type Add = (file: string, path: string[], run: Run) => void;

interface VitestReport {
  testResults: {
    name: string;
    status?: string;
    message?: string;
    assertionResults: {
      ancestorTitles: string[];
      title: string;
      status: string;
      failureMessages?: string[];
    }[];
  }[];
}

function collectVitest({ testResults }: VitestReport, add: Add): void {
  for (const { name, status: ofFile, message, assertionResults } of testResults) {
    const file = relative(process.cwd(), name);
    for (const { ancestorTitles, title, status, failureMessages = [] } of assertionResults)
      add(file, [...ancestorTitles, title], { outcome: status, message: failureMessages[0] });
    if (ofFile === 'failed' && assertionResults.every(({ status }) => status !== 'failed'))
      add(file, [], { outcome: ofFile, message });
  }
}

interface Suite {
  title: string;
  suites?: Suite[];
  specs: {
    title: string;
    tests: { status: string; results?: { error?: { message?: string } }[] }[];
  }[];
}
interface PlaywrightReport {
  config: { rootDir: string };
  suites: (Suite & { file: string })[];
}

function collectPlaywright({ config, suites }: PlaywrightReport, add: Add): void {
  const folder = relative(process.cwd(), config.rootDir);
  const walk = (file: string, path: string[], { suites: inner = [], specs }: Suite) => {
    for (const { title, tests } of specs)
      for (const { status, results = [] } of tests) {
        const message = results.find(({ error }) => error)?.error?.message;
        add(file, [...path, title], { outcome: status === 'expected' ? 'passed' : status, message });
      }
    for (const suite of inner) walk(file, [...path, suite.title], suite);
  };
  for (const suite of suites) walk(`${folder}/${suite.file}`, [], suite);
}
