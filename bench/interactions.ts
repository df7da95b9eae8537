// `npm run bench -- interactions`: time from a tap to the next paint and to the result, for the most frequent
// interactions on a phone with 6× slower CPU and slow 4G; then the time until the dashboard shows cached data
// on a second visit. Results in bench/results/. `-- --only like --sessions 1` for a quick run.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { BrowserContext, Page } from '@playwright/test';
import { type DemoRole, demoPassword, demoPeople, leaveSession } from '../e2e/demo.ts';
import { startDemo } from '../server/testing/process.ts';
import { launchBrowser } from '../tools/browser.ts';
import { pause, sharesOf } from './measure.ts';
import { describeMachine, saveResults, today, whole } from './report.ts';
import { cheapPhone, slowdown, slowed } from './slow-phone.ts';
import { figure, type Touch, touches } from './touches.ts';

/** Sessions; what fewer say is printed and not kept. */
const enough = 5;
/** Milliseconds at the 75th percentile. */
const bars = { paint: 200, visit: 1_500 } as const;

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

await using browser = await launchBrowser();
await using server = await startDemo();
const paints = [];
for (const touch of touches.filter(({ name }) => name.includes(values.only))) {
  const samples = [];
  for (let session = 0; session < sessions; session++) samples.push(...(await touchOften(touch)));
  console.log(touch.name, samples.map(({ paint }) => Math.round(paint)).join(' '));
  const paint = sharesOf(samples.map((sample) => sample.paint));
  const shown = sharesOf(samples.map((sample) => sample.shown));
  paints.push({ name: touch.name, p75: paint(0.75), worst: paint(1), shown: shown(0.75) });
}
const visits = [];
for (const role of Object.keys(demoPeople) as DemoRole[]) {
  if (!`visit ${role}`.includes(values.only)) continue;
  const times = [];
  for (let session = 0; session < sessions; session++) times.push(await visitAgain(role));
  console.log(role, times.map(Math.round).join(' '));
  visits.push({ role, p75: sharesOf(times)(0.75), worst: sharesOf(times)(1) });
}
const text = `# Interactions on a cheap phone, ${today()}

${describeMachine()}
The demo estate, and Chromium as a phone: 360 × 740 at two pixels each, touch, the processor of the page ${slowdown} times
slower, slow 4G (562 ms, 1.4 Mbit/s). ${sessions} sessions without anything cached, ${perSession} times each: milliseconds from the touch to the next
paint (Event Timing, the bar is ${bars.paint}), and until what was asked for is there. One-minute load of the machine at the
end: ${loadavg()[0]?.toFixed(1)}.

| touch | next paint, p75 | worst | there, p75 |
| --- | ---: | ---: | ---: |
${paints.map(({ name, p75, worst, shown }) => `| ${name} | **${whole(p75)}** | ${whole(worst)} | ${whole(shown)} |`).join('\n')}

A second visit, from the address to a figure of the dashboard (the bar is ${whole(bars.visit)} ms):

| dashboard | p75 | worst |
| --- | ---: | ---: |
${visits.map(({ role, p75, worst }) => `| ${role} | **${whole(p75)}** | ${whole(worst)} |`).join('\n')}
`;
if (values.only || sessions < enough) console.log(text);
else saveResults('interactions', text);
const isFast = paints.every(({ p75 }) => p75 <= bars.paint) && visits.every(({ p75 }) => p75 <= bars.visit);
process.exitCode = isFast ? 0 : 1;

async function signedIn(context: BrowserContext, role: DemoRole): Promise<Page> {
  const page = await context.newPage();
  await leaveSession(page, demoPeople[role].email, demoPassword);
  return page;
}

async function touchOften(touch: Touch) {
  await using context = await browser.newContext({
    ...cheapPhone,
    baseURL: server.url,
    serviceWorkers: 'block',
  });
  context.setDefaultTimeout(patience);
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
async function visitAgain(role: DemoRole): Promise<number> {
  await using context = await browser.newContext({ ...cheapPhone, baseURL: server.url });
  context.setDefaultTimeout(patience);
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
}
