/**
 * Every page of every role on phone and desktop, generated from the page table: a new page is covered by its
 * row there. Each role has one signed-in tab for all pages; nothing here changes data.
 */
import { type Browser, test as base, expect, type Page } from '@playwright/test';
import type { PageKey } from '../client/shared/navigation.tsx';
import { mayOpen, pageKeys, pageOf } from '../client/shell/pages.ts';
import { type DemoRole, demoPeople, signIn } from './demo.ts';
import { openPage } from './estate.ts';
import { type Labels, type Layout, layouts, menuOf, titleOf } from './menus.ts';
import { loading, menu, sideways, title, violationsOf } from './screen.ts';

interface Tab {
  page: Page;
  underway: Set<unknown>;
  troubles: string[];
}

async function openTab(browser: Browser, role: DemoRole): Promise<Tab> {
  const context = await browser.newContext({ reducedMotion: 'reduce', colorScheme: 'light' });
  const page = await context.newPage();
  const tab: Tab = { page, underway: new Set(), troubles: [] };
  page.on('pageerror', (error) => tab.troubles.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && tab.troubles.push(message.text()));
  page.on('request', (request) => tab.underway.add(request));
  page.on('requestfinished', (request) => tab.underway.delete(request));
  page.on('response', (response) => {
    if (response.status() >= 400) tab.troubles.push(`${response.status()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    tab.underway.delete(request);
    const reason = request.failure()?.errorText;
    const leftBehind = reason === 'net::ERR_ABORTED'; // navigated away before the response arrived
    if (!leftBehind) tab.troubles.push(`${reason} ${request.url()}`);
  });
  await signIn(page, role);
  return tab;
}

const test = base.extend<object, { tabOf: (role: DemoRole, layout: Layout) => Promise<Tab> }>({
  tabOf: [
    async ({ browser }, use) => {
      const tabs = new Map<DemoRole, Promise<Tab>>();
      await use(async (role, layout) => {
        if (!tabs.has(role)) tabs.set(role, openTab(browser, role));
        const tab = await (tabs.get(role) as Promise<Tab>);
        await tab.page.setViewportSize(layouts[layout]);
        tab.troubles.length = 0;
        return tab;
      });
      await Promise.all([...tabs.values()].map(async (tab) => (await tab).page.context().close()));
    },
    { scope: 'worker' },
  ],
});

/** The sidebar also has entries that belong to no role, such as Tentang. */
const entry = (page: Page, label: string) =>
  menu(page).or(page.getByRole('banner')).getByRole('button', { name: label, exact: true });

/** Opens a page by its menu entry, else by its key as links do. */
async function open({ page }: Tab, role: DemoRole, layout: Layout, key: PageKey) {
  const labels: Labels = { ...menuOf(role, layout), ...(layout === 'desktop' && { about: 'Tentang' }) };
  const label = labels[key];
  if (label) {
    await entry(page, label).click();
    await expect(entry(page, label)).toHaveAttribute('aria-current', 'page');
  } else {
    await openPage(page, key);
  }
}

async function settle({ page, underway }: Tab) {
  await expect(loading(page)).toHaveCount(0);
  await expect.poll(() => underway.size).toBe(0);
}

/** As if chosen in another tab of the same browser. */
async function switchTheme(page: Page, theme: Theme) {
  await page.evaluate((value) => {
    localStorage.setItem('theme', value);
    const change = { key: 'theme', newValue: value, storageArea: localStorage };
    window.dispatchEvent(new StorageEvent('storage', change));
  }, theme);
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
  // Colours during the theme transition are not tested.
  await page.evaluate(async () => {
    const turning = document.getAnimations().filter((each) => each instanceof CSSTransition);
    await Promise.allSettled(turning.map(({ finished }) => finished));
  });
}

type Theme = 'light' | 'dark';

async function expectNoFaults(page: Page, themes: readonly Theme[]) {
  for (const theme of themes) {
    await switchTheme(page, theme);
    expect.soft(await violationsOf(page), theme).toEqual([]);
  }
}

async function expectNoSidewaysScroll(page: Page) {
  expect(await sideways(page), `pixels too wide at ${page.viewportSize()?.width}`).toBeLessThanOrEqual(0);
}

test.describe.configure({ mode: 'parallel' });

const isLong = process.env.GUYUB_E2E === 'all';
const roles = Object.keys(demoPeople) as DemoRole[];
const screens = [...new Set(pageKeys.map(pageOf))];

/**
 * Axe takes seconds per page: `npm test` checks each screen once per layout, with one role and one theme;
 * `npm test -- pages` checks all combinations.
 */
function turnOf(role: DemoRole, layout: Layout, key: PageKey): { themes: readonly Theme[]; tag: string[] } {
  const able = key === 'dashboard' ? [role] : roles.filter((each) => mayOpen(demoPeople[each], key));
  const turn = screens.indexOf(pageOf(key)) + (layout === 'phone' ? 0 : 1);
  const themes = isLong ? (['light', 'dark'] as const) : [(['light', 'dark'] as const)[turn % 2] ?? 'light'];
  return { themes, tag: able[turn % able.length] === role ? [] : ['@long'] };
}

for (const role of roles) {
  const person = demoPeople[role];
  for (const layout of Object.keys(layouts) as Layout[]) {
    test.describe(`${role} on a ${layout}`, () => {
      const keys = pageKeys.filter((key) => mayOpen(person, key));
      for (const key of keys) {
        const twin = keys.find((each) => pageOf(each) === pageOf(key)) !== key; // another role's run of the same screen
        const { themes, tag } = twin ? { themes: [], tag: '@long' } : turnOf(role, layout, key);
        test(`the page ${key}`, { tag }, async ({ tabOf }) => {
          const tab = await tabOf(role, layout);
          const { page } = tab;
          await open(tab, role, layout, key);
          await expect(title(page)).toHaveText(titleOf(role, key));
          await expect(page).toHaveTitle(`${titleOf(role, key)} · Perumahan Guyub Asri`);
          await settle(tab);
          await expectNoSidewaysScroll(page);
          await expectNoFaults(page, themes);
          for (const name of await page.getByRole('tab', { selected: false }).allInnerTexts()) {
            await page.getByRole('tab', { name }).click();
            await settle(tab);
            await expectNoSidewaysScroll(page);
            await expectNoFaults(page, themes);
          }
          if (layout === 'phone') {
            await page.setViewportSize({ ...layouts.phone, width: 320 });
            await expectNoSidewaysScroll(page);
          }
          expect(tab.troubles).toEqual([]);
        });
      }
    });
  }
}
