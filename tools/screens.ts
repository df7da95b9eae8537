// Screenshots of every page for each role, in both themes and three widths, of a temporary demo estate:
// screens/<role>/<page>-<theme>-<width>.png, listed in screens/index.html. Options limit them:
//   npm run screens -- --role warga,ketua --page payments --theme dark --width 360
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { mayOpen, pageKeys } from '../client/shell/pages.ts';
import { demoAccounts, demoPassword } from '../server/demo/accounts.ts';
import { startDemo } from '../server/testing/process.ts';
import { launchBrowser } from './browser.ts';

const folder = 'screens';
/** Heights by width. A phone's scrollbar takes no width. */
const devices = [
  { isMobile: true, heights: { 360: 740 } },
  { isMobile: false, heights: { 768: 1024, 1280: 800 } },
];
type Device = (typeof devices)[number];
const themes = ['light', 'dark'] as const;
/** Pixels; longer pages are cut off. */
const tallest = 6_000;
const login = 'login';

interface Picture {
  role: string;
  page: string;
  path: string;
}

const { values: options } = parseArgs({
  options: {
    role: { type: 'string' },
    page: { type: 'string' },
    theme: { type: 'string' },
    width: { type: 'string' },
  },
});
const wanted = (option: keyof typeof options, value: string) =>
  options[option]?.split(',').includes(value) ?? true;

rmSync(folder, { recursive: true, force: true });
const browser = await launchBrowser();
const server = await startDemo();
const pictures: Picture[] = [];
let troubles = 0;
try {
  if (wanted('page', login)) await inTurn(devices, asGuest);
  const roles = demoAccounts.filter(({ jenis }) => wanted('role', jenis));
  await Promise.all(
    [0, 1].map((lane) =>
      inTurn(
        roles.filter((_, index) => index % 2 === lane),
        (account) => inTurn(devices, (device) => asRole(account, device)),
      ),
    ),
  );
} finally {
  await browser.close();
  await server.stop();
}
if (pictures.length === 0) {
  console.error('\nNobody who was named has a page that was named.');
  process.exit(1);
}
writeFileSync(join(folder, 'index.html'), contactSheet());
console.log(`\n${pictures.length} pictures: ${join(folder, 'index.html')}`);
process.exitCode = troubles > 0 ? 1 : 0;

async function inTurn<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (const item of items) await work(item);
}

async function asGuest(device: Device): Promise<void> {
  const page = await openBrowser(login, device);
  await page.goto(server.url);
  await photograph(page, 'guest', login, device);
  await page.context().close();
}

async function asRole({ email, jenis }: (typeof demoAccounts)[number], device: Device): Promise<void> {
  const page = await openBrowser(jenis, device);
  await page.goto(server.url);
  await page.getByLabel('Email atau No HP').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Masuk', exact: true }).click();
  await page.locator('[data-page-title]').first().waitFor();
  for (const key of pageKeys.filter((each) => mayOpen({ jenis }, each) && wanted('page', each))) {
    // A reload stays on the page of the history entry.
    await page.evaluate((state) => history.replaceState(state, ''), { page: key, scroll: 0 });
    await photograph(page, jenis, key, device);
  }
  await page.context().close();
}

async function openBrowser(who: string, { isMobile }: Device): Promise<Page> {
  const context = await browser.newContext({
    isMobile,
    hasTouch: isMobile,
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const complain = (message: string) => {
    troubles += 1;
    console.error(`${who}: ${message}`);
  };
  page.on('pageerror', (error) => complain(String(error)));
  page.on('console', (message) => message.type() === 'error' && complain(message.text()));
  return page;
}

async function photograph(page: Page, role: string, key: string, { heights }: Device): Promise<void> {
  mkdirSync(join(folder, role), { recursive: true });
  for (const theme of themes.filter((each) => wanted('theme', each))) {
    await page.evaluate((value) => localStorage.setItem('theme', value), theme);
    await page.reload();
    for (const [width, height] of Object.entries(heights).filter(([each]) => wanted('width', each))) {
      await showWhole(page, { width: Number(width), height });
      const path = `${role}/${key}-${theme}-${width}.png`;
      await page.screenshot({ path: join(folder, path), animations: 'disabled' });
      pictures.push({ role, page: key, path });
    }
  }
  console.log(`${role}/${key}`);
}

/** Resizes the window to the page, so that fixed bars are at its edges and lazy parts are rendered. */
async function showWhole(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await settle(page);
  const needed = await page.evaluate(() => document.documentElement.scrollHeight);
  if (needed <= size.height) return;
  await page.setViewportSize({ ...size, height: Math.min(needed, tallest) });
  await settle(page);
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], [class*="skeleton"]'));
  await page.evaluate(async () => {
    const images = Array.from(document.images);
    for (const image of images) image.loading = 'eager';
    await Promise.all([document.fonts.ready, ...images.map((image) => image.decode().catch(() => {}))]);
  });
}

function contactSheet(): string {
  const titles = [...new Set(pictures.map(({ role, page }) => `${role} · ${page}`))].toSorted();
  const rows = titles.map((title) => {
    const shown = pictures.filter(({ role, page }) => `${role} · ${page}` === title);
    const links = shown.map(
      ({ path }) => `<a href="${path}" title="${path}"><img loading="lazy" src="${path}" alt="${path}"></a>`,
    );
    return `<h2>${title}</h2><div>${links.join('')}</div>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Guyub</title><style>
body { font: 16px system-ui; background: #ddd; margin: 2rem }
div { display: flex; gap: 1rem; align-items: start; overflow-x: auto }
img { height: 26rem; width: auto; max-width: 40rem; object-fit: cover; object-position: top; border-radius: 6px }
</style>${rows.join('\n')}\n`;
}
