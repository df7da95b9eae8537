// `npm run bench -- interactions`: time from a tap to the next paint and to the result, for the most frequent
// interactions on a phone with 6× slower CPU and slow 4G; then the time until the dashboard shows cached data
// on a second visit. Results in bench/results/. `-- --only like --sessions 1` for a quick run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { type DemoRole, demoPassword, demoPeople, leaveSession } from '../e2e/demo.ts';
import { buildClient } from '../scripts/build-client.ts';
import { freePort } from '../server/testing/port.ts';
import { startServer } from '../server/testing/process.ts';
import { browserArgs, ensureBrowser, findBrowser } from '../tools/browser.ts';
import { enough, type Touched, type Visited, writeInteractionsReport } from './interactions-report.ts';
import { pause } from './measure.ts';
import { cheapPhone, slowdown, slowed } from './slow-phone.ts';
import { figure, type Touch, touches } from './touches.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    sessions: { type: 'string', default: String(enough) },
  },
});
const sessions = Number(values.sessions);
const perSession = 4;
/** Milliseconds; a first visit takes long, on a busy machine much longer. */
const patience = 120_000;
/** Milliseconds; browsers do not report shorter events. */
const shortest = 16;
/** Milliseconds until the browser reports the last paint. */
const telling = 700;

await ensureBrowser();
await buildClient();
const dataDir = mkdtempSync(join(tmpdir(), 'guyub-interactions-'));
const server = await startServer({
  PORT: String(await freePort()),
  DATA_DIR: dataDir,
  DEMO: '1',
  LOG_LEVEL: 'error',
});
const executablePath = findBrowser();
const browser = await chromium.launch({ args: browserArgs, ...(executablePath && { executablePath }) });
try {
  const touched: Touched[] = [];
  for (const touch of touches.filter(({ name }) => name.includes(values.only))) {
    const samples = [];
    for (let session = 0; session < sessions; session++) samples.push(...(await touchOften(browser, touch)));
    touched.push({ name: touch.name, samples });
    console.log(touch.name, samples.map(({ paint }) => Math.round(paint)).join(' '));
  }
  const visited: Visited[] = [];
  for (const role of Object.keys(demoPeople) as DemoRole[]) {
    if (!`visit ${role}`.includes(values.only)) continue;
    const times = [];
    for (let session = 0; session < sessions; session++) times.push(await visitAgain(browser, role));
    visited.push({ role, times });
    console.log(role, times.map(Math.round).join(' '));
  }
  process.exitCode = writeInteractionsReport(
    { touched, visited },
    { sessions, perSession, slowdown, only: values.only },
  )
    ? 0
    : 1;
} finally {
  await browser.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function signedIn(context: BrowserContext, role: DemoRole): Promise<Page> {
  const page = await context.newPage();
  await leaveSession(page, demoPeople[role].email, demoPassword);
  return page;
}

async function touchOften(within: Browser, touch: Touch) {
  const context = await within.newContext({ ...cheapPhone, baseURL: server.url, serviceWorkers: 'block' });
  context.setDefaultTimeout(patience);
  try {
    const page = await signedIn(context, touch.role);
    await page.addInitScript(watchPaints);
    await page.goto('/');
    await page.evaluate((key) => history.replaceState({ page: key }, ''), touch.page);
    await slowed(page);
    await page.reload();
    await touch.prepare(page);
    await page.waitForLoadState('networkidle');
    await pause(2_000);
    const samples = [];
    for (let at = 0; at < perSession; at++) {
      samples.push(await measure(page, touch, at));
      await touch.undo?.(page, at);
      await pause(1_000);
    }
    return samples;
  } finally {
    await context.close();
  }
}

interface Watched {
  paints: { at: number; duration: number }[];
  shown(selector: string): Promise<number>;
}

/** Runs in the page. Measures from the event's hardware timestamp to the next paint. */
function watchPaints() {
  const watched: Watched = {
    paints: [],
    shown: (selector) =>
      new Promise((resolve) => {
        const look = () =>
          document.querySelector(selector) ? resolve(performance.now()) : requestAnimationFrame(look);
        look();
      }),
  };
  new PerformanceObserver((list) => {
    for (const { startTime, duration, interactionId } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId) watched.paints.push({ at: startTime, duration });
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  Object.assign(window, { watched });
}

async function measure(page: Page, touch: Touch, at: number) {
  await touch.before?.(page, at);
  const began = await page.evaluate(() => performance.now());
  const shows = touch.shows(at);
  const shown = page.evaluate(
    (selector) => (window as unknown as { watched: Watched }).watched.shown(selector),
    shows,
  );
  await touch.act(page, at);
  const shownAt = await shown;
  await pause(telling);
  const paints = await page.evaluate(() => (window as unknown as { watched: Watched }).watched.paints);
  const own = paints.filter((each) => each.at >= began);
  return {
    paint: Math.max(shortest, ...own.map(({ duration }) => duration)),
    shown: shownAt - Math.min(shownAt, ...own.map((each) => each.at)),
  };
}

/** Milliseconds from navigation to the first figure on the dashboard. */
async function visitAgain(within: Browser, role: DemoRole): Promise<number> {
  const context = await within.newContext({ ...cheapPhone, baseURL: server.url });
  context.setDefaultTimeout(patience);
  try {
    const first = await signedIn(context, role);
    await first.goto('/');
    await first.locator(figure).first().waitFor();
    await first.evaluate(async () => void (await navigator.serviceWorker.ready));
    await first.waitForLoadState('networkidle');
    await pause(2_000);
    await first.close();

    const page = await context.newPage();
    await page.addInitScript(watchPaints);
    await slowed(page);
    await page.goto('/', { waitUntil: 'commit' });
    return await page.evaluate(
      (selector) => (window as unknown as { watched: Watched }).watched.shown(selector),
      figure,
    );
  } finally {
    await context.close();
  }
}
