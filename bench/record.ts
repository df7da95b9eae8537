// `npm run bench -- record`: walks through every page, tab, filter, search, pager and export as each of the four roles
// in Chromium, on a demo estate of its own, and writes what was asked of the API into bench/screen-requests.json. Some
// minutes; `-- --page complaints,aduan-saya` adds what these pages ask to what is there.
import { parseArgs } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { mayOpen, pageKeys, pageOf } from '../client/shell/pages.ts';
import { dateIn, defaultTimeZone, formatDate, monthIn } from '../contract/format.ts';
import type { Role } from '../contract/people.ts';
import { type DemoRole, demoPeople, signIn } from '../e2e/demo.ts';
import { openPage } from '../e2e/estate.ts';
import { desktop, loading, openExport, phone } from '../e2e/screen.ts';
import { startDemo } from '../server/testing/process.ts';
import { launchBrowser } from '../tools/browser.ts';
import {
  type Facts,
  readScreenRequests,
  templateOf,
  type Word,
  writeScreenRequests,
} from './screen-requests.ts';

const { values } = parseArgs({ options: { page: { type: 'string' } } });
const chosen = values.page?.split(',');
const words: Record<Word, string> = {
  name: 'siti',
  fullName: 'rahayu siti',
  house: 'a12',
  phone: '0812 3456',
  text: 'lampu',
  nothing: 'xyzzy',
};
/** Milliseconds: a search waits for a pause in typing. Nothing under way for as long is the end of it. */
const quiet = 400;
const present = monthIn(defaultTimeZone, new Date());

await using browser = await launchBrowser();
await using server = await startDemo();
const found: Partial<Record<Role, Set<string>>> = {};
const walk = async (role: DemoRole) => (found[demoPeople[role].jenis] = await record(role));
await Promise.all((Object.keys(demoPeople) as DemoRole[]).map(walk));
if (values.page) addRecorded(found as Record<Role, Set<string>>);
writeScreenRequests(found as Record<Role, Set<string>>);

function addRecorded(found: Record<Role, Set<string>>): void {
  for (const [role, requests] of Object.entries(readScreenRequests()))
    for (const request of requests) found[role as Role].add(request);
}

/** A tab that notes what it asks, and knows when nothing is under way. */
interface Tab {
  page: Page;
  settle(): Promise<void>;
}

async function record(role: DemoRole): Promise<Set<string>> {
  const asked = new Set<string>();
  const explored = new Set<unknown>(); // some pages have several keys
  for (const layout of [desktop, phone]) {
    const options = { locale: 'id-ID', timezoneId: defaultTimeZone, serviceWorkers: 'block' } as const;
    const context = await browser.newContext({ ...options, ...layout, baseURL: server.url });
    const page = await context.newPage();
    const facts: Facts = { userId: 0, present, words };
    const underway = new Set<unknown>();
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (!url.pathname.startsWith('/api/')) return;
      underway.add(request);
      if (request.method() === 'GET') asked.add(templateOf('GET', url, facts));
    });
    page.on('response', (response) => {
      if (response.status() >= 400) throw new Error(`${response.status()} ${response.url()}`);
    });
    page.on('requestfinished', (request) => void underway.delete(request));
    page.on('requestfailed', (request) => void underway.delete(request));
    const tab: Tab = { page, settle: () => settle(page, underway) };
    await page.goto('/'); // the login
    await tab.settle();
    await signIn(page, role);
    facts.userId = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').id);
    const { jenis } = demoPeople[role];
    for (const key of pageKeys.filter(
      (each) => mayOpen({ jenis }, each) && (chosen?.includes(each) ?? true),
    )) {
      await openPage(page, key);
      await tab.settle();
      if (layout === desktop && !explored.has(pageOf(key))) await explore(tab);
      explored.add(pageOf(key));
      console.log(`${role}: ${key}, ${asked.size} requests`);
    }
    await page
      .getByRole('button', { name: /^Notifikasi/ })
      .first()
      .click();
    await tab.settle();
    await scroll(tab, page.getByRole('dialog').getByRole('listitem'));
    await context.close();
  }
  return asked;
}

async function settle(page: Page, underway: ReadonlySet<unknown>): Promise<void> {
  let since = performance.now();
  while (performance.now() - since < quiet) {
    await page.waitForTimeout(50);
    if (underway.size > 0 || (await loading(page).count()) > 0) since = performance.now();
  }
}

async function explore(tab: Tab): Promise<void> {
  const tabs = tab.page.getByRole('main').getByRole('tab');
  const count = await tabs.count();
  if (count === 0) return await exploreView(tab);
  for (let index = 0; index < count; index += 1) {
    await tabs.nth(index).click();
    await tab.settle();
    await exploreView(tab);
  }
}

async function exploreView(tab: Tab): Promise<void> {
  const main = tab.page.getByRole('main');
  const filters = main.getByRole('search');
  const rows = main.locator('tbody tr, article');
  await scroll(tab, rows);
  await unfold(tab);
  await choosePerson(tab);
  await searchIn(tab, filters);
  const selects = filters.getByRole('combobox');
  for (let index = 0; index < (await selects.count()); index += 1) {
    const select = selects.nth(index);
    const usual = await select.inputValue();
    for (const value of sampleOf(await valuesOf(select))) {
      if (!(await valuesOf(select)).includes(value)) continue; // those of a list that has changed
      await select.selectOption(value);
      await tab.settle();
      await scroll(tab, rows);
    }
    await searchIn(tab, filters, [words.name, words.nothing]);
    await exportAll(tab);
    await select.selectOption(usual);
    await tab.settle();
  }
  await narrowAll(tab, filters, selects);
  await chooseDays(tab, filters);
  await exportAll(tab);
}

/** All filters at once. */
async function narrowAll(tab: Tab, filters: Locator, selects: Locator): Promise<void> {
  const count = await selects.count();
  if (count < 2) return;
  for (let index = 0; index < count; index += 1) {
    const values = await valuesOf(selects.nth(index));
    await selects.nth(index).selectOption(values[1] ?? values[0] ?? '');
  }
  await tab.settle();
  await searchIn(tab, filters, [words.name, words.nothing]);
  await filters.getByRole('button', { name: 'Hapus filter' }).click();
  await tab.settle();
}

function valuesOf(select: Locator): Promise<string[]> {
  return select
    .locator('option:enabled')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
}

/** Few kinds of things are all looked at; of years, months and blocks the first, the second and the last. */
function sampleOf(values: readonly string[]): readonly string[] {
  return values.length <= 9 ? values : [...values.slice(0, 2), ...values.slice(-1)];
}

async function searchIn(tab: Tab, filters: Locator, typed = Object.values(words)): Promise<void> {
  const field = filters.getByRole('textbox', { name: /^Cari/ });
  if ((await field.count()) === 0) return;
  for (const word of typed) {
    await field.fill(word);
    await tab.settle();
    if (word === words.name) await exportAll(tab);
  }
  await field.fill('');
  await tab.settle();
}

/** Until the server has been asked for two more pages, or there are none. */
async function scroll(tab: Tab, rows: Locator): Promise<void> {
  let before = -1;
  for (let turn = 0; turn < 12; turn += 1) {
    const count = await rows.count();
    if (count === before || count > 100) break;
    before = count;
    await rows.evaluateAll((all) => all.at(-1)?.scrollIntoView());
    await tab.page.waitForTimeout(150);
    await tab.settle();
  }
  await tab.page.evaluate(() => window.scrollTo(0, 0));
}

/** Opens the first comments and threads, and closes them again. */
async function unfold(tab: Tab): Promise<void> {
  const closed = tab.page
    .getByRole('main')
    .locator('button[aria-expanded="false"][aria-controls]:not([aria-haspopup])');
  for (let opened = 0; opened < 2 && (await closed.count()) > 0; opened += 1) {
    await closed.first().click();
    await tab.settle();
  }
}

/** The resident for whom a payment is recorded. */
async function choosePerson(tab: Tab): Promise<void> {
  const field = tab.page.getByRole('main').getByRole('combobox', { name: 'Warga' });
  if ((await field.count()) === 0) return;
  for (const word of Object.values(words)) {
    await field.fill(word);
    await tab.settle();
  }
  await field.fill('');
  await tab.settle();
}

async function chooseDays(tab: Tab, filters: Locator): Promise<void> {
  const today = dateIn(defaultTimeZone, new Date());
  for (const [name, day] of [
    ['Dari', today.replace(/..$/, '01')],
    ['Sampai', today],
  ] as const) {
    const field = filters.getByRole('button', { name, exact: true });
    if ((await field.count()) === 0) return;
    await field.click();
    await tab.page.getByRole('button', { name: formatDate(day), exact: true }).click();
    await tab.settle();
    await scroll(tab, tab.page.getByRole('main').locator('tbody tr'));
    await exportAll(tab);
  }
}

async function exportAll(tab: Tab): Promise<void> {
  if ((await tab.page.getByRole('button', { name: /^Export/ }).count()) === 0) return;
  for (const format of ['xlsx', 'csv']) {
    const download = tab.page.waitForEvent('download');
    await (await openExport(tab.page, `(.${format})`)).click();
    await download;
    await tab.settle();
  }
}
