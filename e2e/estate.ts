/**
 * An own estate per test, for tests that change settings, passwords or sessions: a real server with the built
 * client, an empty database, and named people. Its clock is real.
 */
import { type Browser, type BrowserContextOptions, test as base, type Page } from '@playwright/test';
import { defaultTimeZone, monthIn, monthKey, shiftDay } from '../contract/format.ts';
import { makeApp, type TestApp } from '../server/testing/app.ts';
import { type Person, password } from '../server/testing/people.ts';
import { closeAll, listens, startSession } from './demo.ts';
import { asOldest } from './oldest-browser.ts';

/** With the browser that visits it. */
export type Estate = TestApp & { browser: Browser };

export const withClient = { clientFolder: 'dist/client' };

export const test = testIn(() => makeApp({}, withClient));

/** @param make called for each test */
export function testIn(make: () => Promise<TestApp>) {
  return base.extend<{ estate: Estate }>({
    estate: async ({ browser }, provide) => {
      const estate = Object.assign(await make(), { browser });
      estate.clock.set(new Date().toISOString());
      await provide(estate);
      await closeAll(estate);
      await estate.close();
    },
  });
}

/** @param key of the page to open */
export async function browserOf(
  { browser, url: baseURL }: Estate,
  person: Person,
  { time, ...options }: BrowserContextOptions & { time?: string } = {},
  key?: string,
): Promise<Page> {
  const context = await browser.newContext({ ...options, baseURL, reducedMotion: 'reduce' });
  await asOldest(context);
  const page = await context.newPage();
  if (time) await page.clock.install({ time });
  await Promise.all([listens(page), startSession(page, person.email, password)]);
  if (key) await openPage(page, key);
  return page;
}

/** In Jakarta, whose month begins seven hours before that of UTC. */
export function lastDayOfLastMonth(): string {
  const first = `${monthKey(monthIn(defaultTimeZone, new Date()))}-01`;
  return shiftDay(first, -1);
}

/**
 * Opens the app as on a device that forgot its user. Leaves the app first: in there, the next call without a token
 * would reload the page at the same moment as the test.
 */
export async function openWithoutSession(page: Page): Promise<void> {
  await page.goto('/cek');
  await page.evaluate(() => {
    localStorage.removeItem('user');
    localStorage.removeItem('token');
  });
  await page.goto('/');
}

export async function enter(page: Page, identifier: string, secret: string): Promise<void> {
  await page.getByLabel('Email atau No HP').fill(identifier);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Masuk', exact: true }).click();
}

export async function openPage(page: Page, key: string): Promise<void> {
  await pressLink(page, key);
  // The former page stays visible, and could be pressed, until the code of the next one has loaded.
  await page.locator('main > [aria-busy="false"]').waitFor();
}

/** Like a press on a link to the page; the page itself may come later. */
export async function pressLink(page: Page, key: string): Promise<void> {
  await page.evaluate((name) => {
    history.pushState({ page: name }, '');
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, key);
}
