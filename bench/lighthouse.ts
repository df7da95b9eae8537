// `npm run bench -- lighthouse`: Lighthouse's mobile profile on login and dashboards of a temporary demo
// estate, compared with the limits. Results in bench/results/. `-- --runs 1` for a quick run.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { type DemoRole, demoPassword, demoPeople, leaveSession } from '../e2e/demo.ts';
import { buildClient } from '../scripts/build-client.ts';
import { freePort } from '../server/testing/port.ts';
import { startDemo } from '../server/testing/process.ts';
import { browserOptions, ensureBrowser } from '../tools/browser.ts';
import { makeTemporaryFolder } from '../tools/scratch-folder.ts';
import { median } from './measure.ts';
import { describeMachine, saveResults, today } from './report.ts';

const bars = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;
const categories = Object.keys(bars) as (keyof typeof bars)[];
const screens: readonly { name: string; role?: DemoRole }[] = [
  { name: 'Login' },
  { name: 'Dashboard, warga', role: 'Warga' },
  { name: 'Dashboard, koordinator', role: 'Koordinator Blok' },
  { name: 'Dashboard, admin', role: 'Admin' },
  { name: 'Dashboard, ketua', role: 'Ketua' },
];
const metrics = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  'Speed Index': 'speed-index',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
} as const;

/** Runs that a kept result needs; the results of fewer are only printed. */
const enough = 5;

const { values } = parseArgs({
  options: { runs: { type: 'string', default: String(enough) } },
});

await ensureBrowser();
await buildClient();
await using server = await startDemo();
const rows: string[] = [];
let missed = 0;
for (const { name, role } of screens) {
  const results = await measure(role);
  const row = summary(name, results);
  console.log(row);
  rows.push(row);
  for (const category of categories) {
    if (median(results.map((result) => score(result, category))) >= bars[category]) continue;
    missed += 1;
    console.error(`${name}: ${category} is below ${bars[category]}`);
    for (const line of complaints(results.at(-1), category)) console.error(`  ${line}`);
  }
}
writeReport();
process.exitCode = missed > 0 ? 1 : 0;

async function measure(role: DemoRole | undefined): Promise<Result[]> {
  const results: Result[] = [];
  while (results.length < Number(values.runs)) {
    const port = await freePort();
    await using context = await chromium.launchPersistentContext(makeTemporaryFolder(), {
      ...browserOptions(`--remote-debugging-port=${port}`),
      baseURL: server.url,
      viewport: null,
    });
    if (role) await signInBefore(context, role);
    const flags = { port, onlyCategories: categories, disableStorageReset: true };
    const run = await lighthouse(server.url, flags);
    if (run) results.push(run.lhr);
  }
  return results;
}

/** Signs in without loading the app, which would fill the cache. */
async function signInBefore(context: BrowserContext, role: DemoRole): Promise<void> {
  const page = await context.newPage();
  await leaveSession(page, demoPeople[role].email, demoPassword);
  await page.close();
}

function score({ categories: all }: Result, category: string): number {
  return Math.round((all[category]?.score ?? 0) * 100);
}

function summary(name: string, results: readonly Result[]): string {
  const scores = categories.map((category) => median(results.map((result) => score(result, category))));
  const figures = Object.values(metrics).map((audit) => {
    const value = median(results.map((result) => result.audits[audit]?.numericValue ?? 0));
    return audit === metrics.CLS ? value.toFixed(3) : `${Math.round(value).toLocaleString('en')} ms`;
  });
  const all = results.map((result) => score(result, 'performance')).join(' ');
  return `| ${[name, ...scores, ...figures, all].join(' | ')} |`;
}

function complaints(result: Result | undefined, category: string): string[] {
  const weighed = result?.categories[category]?.auditRefs.filter(({ weight }) => weight > 0) ?? [];
  return weighed.flatMap(({ id }) => {
    const audit = result?.audits[id];
    return audit && (audit.score ?? 1) < 1 ? [`${id}: ${audit.displayValue ?? audit.title}`] : [];
  });
}

function writeReport(): void {
  const heads = ['screen', ...categories, ...Object.keys(metrics), 'performance of each run'];
  const text = `# Lighthouse on ${today()}

${describeMachine()}
Phone profile, simulated slow 4G and a processor four times slower; medians of ${values.runs} runs. One-minute load of
the machine at the end: ${loadavg()[0]?.toFixed(1)}. Bars: ${categories.map((each) => `${each} ${bars[each]}`).join(', ')}.

| ${heads.join(' | ')} |
|${heads.map(() => ' --- |').join('')}
${rows.join('\n')}
`;
  if (Number(values.runs) < enough) console.log(text);
  else saveResults('lighthouse', text);
}
