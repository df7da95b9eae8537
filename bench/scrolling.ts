// `npm run bench -- scrolling`: drags the long lists of an estate with 5,000 residents, 300,000 payments and
// 20,000 posts on a phone with 4× slower CPU, compared with a plain page of as many rows. Results in
// bench/results/. `-- --only info-warga --distance 5000` for a quick run, `--estate FOLDER` to reuse the estate.
import { existsSync, mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { startSession } from '../e2e/demo.ts';
import { openPage } from '../e2e/estate.ts';
import { freePort } from '../server/testing/port.ts';
import { startServer } from '../server/testing/process.ts';
import { launchBrowser } from '../tools/browser.ts';
import { makeTemporaryFolder } from '../tools/scratch-folder.ts';
import { makeEstate, password } from './estate.ts';
import { sizesOf } from './large-estate.ts';
import { file, pause } from './measure.ts';
import { describeMachine, saveResults, today, whole } from './report.ts';
import { type Drag, dragThrough, type Frames, lateAfter } from './scroll.ts';
import { cheapPhone } from './slow-phone.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    residents: { type: 'string', default: '5000' },
    distance: { type: 'string', default: '20000' },
    speed: { type: 'string', default: '1000' },
    estate: { type: 'string' },
  },
});
const residents = Number(values.residents);
const how: Drag = { distance: Number(values.distance), speed: Number(values.speed) };
const slowdown = 4;
const phone = { ...cheapPhone, serviceWorkers: 'block' } as const;

const item = 'main ul > li:not(li li)';

/** The ketua's long lists: page key, and a selector that matches once per row. */
const lists = [
  { name: 'Info Warga', page: 'info-warga', row: 'main footer' },
  { name: 'Pembayaran Warga', page: 'pembayaran-warga', row: item },
  { name: 'Verifikasi Pembayaran', page: 'verify-payments', row: item },
  { name: 'Kelola Warga', page: 'kelola-warga', row: item },
  { name: 'Data Warga', page: 'residents', row: item },
  { name: 'Kelola Akun', page: 'users', row: item },
  { name: 'Kelola Aduan Warga', page: 'complaints', row: item },
  { name: 'Pengeluaran', page: 'pengeluaran', row: item },
  { name: 'Buku Kas', page: 'buku-kas', row: item },
  { name: 'Dokumen', page: 'dokumen', row: item },
] as const;

await using browser = await launchBrowser();
const dataDir = values.estate ?? makeTemporaryFolder();
if (!existsSync(join(dataDir, 'guyub.db'))) {
  mkdirSync(dataDir, { recursive: true });
  await makeEstate(dataDir, residents, 1, residents * 2);
}
const env = { PORT: String(await freePort()), DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'error' };
await using server = await startServer(env, 'ignore', [process.execPath, file('serve.ts')]);
const scrolled: Scrolled[] = [];
for (const list of lists.filter(({ page }) => page.includes(values.only))) {
  console.log(`${list.name} …`);
  scrolled.push(await scrollList(list));
}
report(scrolled);

interface Scrolled {
  name: string;
  rows: number;
  fetched: number;
  frames: Frames;
  peer: Frames;
  /** Milliseconds of each task longer than 50 ms. */
  tasks: readonly number[];
  /** Milliseconds in which the end of the loaded rows was visible although there were more. */
  atEnd: number;
  /** DOM nodes at the end, and JavaScript heap in MB. */
  nodes: number;
  heap: number;
}

async function scrollList(list: (typeof lists)[number]): Promise<Scrolled> {
  await using context = await browser.newContext({ ...phone, baseURL: server.url });
  const page = await context.newPage();
  await startSession(page, 'orang1@contoh.id', password);
  await openPage(page, list.page);
  await page.locator(list.row).nth(9).waitFor();
  await page.waitForLoadState('networkidle');
  const cdp = await slowed(page);
  await page.evaluate(watch);
  let fetched = 0;
  page.on('request', (request) => (fetched += request.url().includes('cursor=') ? 1 : 0));
  const frames = await dragThrough(browser, page, cdp, how);
  const { rows, rowHeight, ...seen } = await page.evaluate(tell, list.row);
  const { Nodes: nodes = 0, JSHeapUsedSize: heap = 0 } = await metricsOf(cdp);
  const measured = { ...seen, name: list.name, rows, fetched, frames, nodes, heap: heap / 1_048_576 };
  return { ...measured, peer: await scrollPlainPage(context, rows, rowHeight) };
}

async function slowed(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await pause(1_000);
  return cdp;
}

async function metricsOf(cdp: CDPSession): Promise<Record<string, number>> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

/** Lower bound: as many static rows of two lines without scripts. */
async function scrollPlainPage(context: BrowserContext, rows: number, rowHeight: number) {
  const page = await context.newPage();
  const row = (_: unknown, index: number) =>
    `<li><b>Budi Santoso ${index}</b><br>orang${index}@contoh.id</li>`;
  await page.setContent(`<!doctype html><meta name="viewport" content="width=device-width">
    <style>body, ul { margin: 0; padding: 0 } li { box-sizing: border-box; height: ${rowHeight}px; padding: 16px;
      border-bottom: 1px solid silver; list-style: none; font: 16px/1.5 sans-serif }</style>
    <ul>${Array.from({ length: rows }, row).join('')}</ul>`);
  return await dragThrough(browser, page, await slowed(page), how);
}

interface Watched {
  /** Milliseconds of each task longer than 50 ms. */
  tasks: number[];
  /** Start and total (milliseconds) of showing the end of the loaded rows although there are more. */
  endSince: number | null;
  atEnd: number;
}

/** Runs in the page. */
function watch(): void {
  const watched: Watched = { tasks: [], endSince: null, atEnd: 0 };
  Object.assign(window, { watched });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.tasks.push(duration);
  }).observe({ type: 'longtask' });
  const more = [...document.querySelectorAll('main button')].find((one) => one.textContent === 'Muat lagi');
  if (!more) return;
  new IntersectionObserver((entries) => {
    for (const { isIntersecting, time } of entries) {
      if (watched.endSince !== null) watched.atEnd += time - watched.endSince;
      watched.endSince = isIntersecting ? time : null;
    }
  }).observe(more);
}

/** Runs in the page. */
function tell(row: string) {
  const { tasks, endSince, atEnd } = (window as unknown as { watched: Watched }).watched;
  const rows = [...document.querySelectorAll(row)].map((each) => each.getBoundingClientRect());
  return {
    tasks,
    atEnd: atEnd + (endSince === null ? 0 : performance.now() - endSince),
    rows: rows.length,
    rowHeight: ((rows.at(-1)?.top ?? 0) - (rows[0]?.top ?? 0)) / (rows.length - 1),
  };
}

function report(scrolled: readonly Scrolled[]): void {
  const { payments, posts } = sizesOf(residents);
  const text = `# Scrolling on a phone, ${today()}

${describeMachine()}
An estate of ${whole(residents)} residents, ${whole(payments)} payments and ${whole(posts)} posts, its ketua, and Chromium as a phone: 360 × 740 at
two pixels each, touch, the processor of the page ${slowdown} times slower. A finger drags each list ${whole(how.distance)} px down at ${whole(how.speed)} px/s
without lifting, so that every frame is owed. The peer is a plain page of as many rows as tall, without any program,
dragged the same way a moment later. One-minute load of the machine at the end: ${loadavg()[0]?.toFixed(1)}.

Frames are those that the compositor traced as shown; late is one that came more than ${lateAfter} ms after the one before;
blank one in which a part of the page was not drawn yet. A long task keeps the page for more than 50 ms from answering;
scrolling itself goes on meanwhile.

| list | rows drawn | pages fetched | frames in those of the peer | frames | peer | late, % | peer | longest wait, ms | peer | blank | peer | end in sight, ms | long tasks | longest, ms | DOM nodes | heap, MB |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${scrolled.map(tableRow).join('\n')}
`;
  saveResults('scrolling', text);
}

function tableRow({ name, rows, fetched, frames, peer, tasks, atEnd, nodes, heap }: Scrolled): string {
  const beside = (of: (frames: Frames) => string) => `${of(frames)} | ${of(peer)}`;
  return `| ${name} | ${rows} | ${fetched} | **${(frames.shown / peer.shown).toFixed(2)}** | ${[
    beside(({ shown }) => whole(shown)),
    beside(({ late }) => (late * 100).toFixed(1)),
    beside(({ longest }) => whole(longest)),
    beside(({ blank }) => whole(blank)),
    whole(atEnd),
    tasks.length,
    whole(Math.max(0, ...tasks)),
    whole(nodes),
    heap.toFixed(1),
  ].join(' | ')} |`;
}
