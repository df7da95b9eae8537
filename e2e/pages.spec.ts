/**
 * Every page as every role may open it, on a phone and on a desktop. Generated from the page table: a new page is
 * covered by its row there. Each role has one signed-in tab that goes from page to page; nothing here changes data.
 */
import AxeBuilder from '@axe-core/playwright';
import { test as base, type Browser, expect, type Page } from '@playwright/test';
import type { PageKey } from '../client/lib/navigation.tsx';
import { mayOpen, pageKeys, pageOf } from '../client/shell/pages.ts';
import { type DemoRole, demoPeople, signIn } from './demo.ts';

const layouts = {
  phone: { width: 360, height: 740 },
  desktop: { width: 1280, height: 800 },
} as const;
type Layout = keyof typeof layouts;

type Labels = Partial<Record<PageKey, string>>;

const first: Labels = { dashboard: 'Dashboard', 'info-warga': 'Info Warga' };
const last: Labels = { dokumen: 'Dokumen', profile: 'Profil' };

/** The specification's table (§2) and decisions §7, in the order of the sidebar. */
const menus: Record<DemoRole, Labels> = {
  Warga: {
    ...first,
    'aduan-saya': 'Aduan Saya',
    payments: 'Pembayaran',
    pengeluaran: 'Pengeluaran',
    ...last,
  },
  'Koordinator Blok': {
    ...first,
    'kelola-warga-blok': 'Kelola Warga',
    'tambah-pembayaran': 'Tambah Pembayaran',
    'aduan-warga': 'Aduan Warga',
    'pembayaran-warga': 'Pembayaran Warga',
    pengeluaran: 'Pengeluaran',
    ...last,
  },
  Admin: {
    ...first,
    'kelola-warga': 'Kelola Warga',
    complaints: 'Kelola Aduan',
    'payments-admin': 'Data Pembayaran',
    pengeluaran: 'Pengeluaran',
    reports: 'Laporan',
    ...last,
  },
  Ketua: {
    ...first,
    'kelola-warga': 'Kelola Warga',
    'kelola-perangkat': 'Perangkat Komunitas',
    'aduan-warga': 'Aduan Warga',
    'pembayaran-warga': 'Pembayaran Warga',
    pengeluaran: 'Pengeluaran',
    reports: 'Laporan',
    dokumen: 'Dokumen',
    management: 'Pengaturan',
    profile: 'Profil',
  },
};
const cashBook: Labels = { 'buku-kas': 'Kas' }; // in the bottom bar only
const menuOf = (role: DemoRole, layout: Layout) => ({ ...menus[role], ...(layout === 'phone' && cashBook) });

/** Where a page of several roles says more than the table does: for whom it is. */
const ownTitles: Partial<Record<DemoRole, Labels>> = {
  'Koordinator Blok': {
    dashboard: 'Dashboard Koordinator Blok A',
    complaints: 'Aduan Blok A',
    'aduan-warga': 'Aduan Blok A',
    'payments-admin': 'Pembayaran Warga Blok A',
    'pembayaran-warga': 'Pembayaran Warga Blok A',
    'kelola-warga': 'Kelola Warga Blok A',
    'kelola-warga-admin': 'Kelola Warga Blok A',
    'kelola-warga-blok': 'Kelola Warga Blok A',
    reports: 'Laporan Blok A',
    finance: 'Laporan Blok A',
  },
  Admin: { dashboard: 'Dashboard Admin', 'pembayaran-warga': 'Data Pembayaran' },
  Ketua: { dashboard: 'Dashboard Ketua', 'payments-admin': 'Pembayaran Warga' },
};
const titleOf = (role: DemoRole, key: PageKey) => ownTitles[role]?.[key] ?? pageOf(key).title;

/** One signed-in tab, and what went wrong in it. */
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
    const leftBehind = reason === 'net::ERR_ABORTED'; // the page was left before the answer came
    if (!leftBehind) tab.troubles.push(`${reason} ${request.url()}`);
  });
  await signIn(page, role);
  await page.evaluate(drawAll);
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

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu utama' });
/** The sidebar also has what belongs to no role, such as Tentang. */
const entry = (page: Page, label: string) =>
  menu(page).or(page.getByRole('banner')).getByRole('button', { name: label, exact: true });
const title = (page: Page) => page.getByRole('heading', { level: 1 });

/** From the menu where it has an entry, else as a link on a dashboard or a notification does it. */
async function open({ page }: Tab, role: DemoRole, layout: Layout, key: PageKey) {
  const labels: Labels = { ...menuOf(role, layout), ...(layout === 'desktop' && { about: 'Tentang' }) };
  const label = labels[key];
  if (label) {
    await entry(page, label).click();
    await expect(entry(page, label)).toHaveAttribute('aria-current', 'page');
  } else {
    await enter(page, key);
  }
}

async function enter(page: Page, key: string) {
  await page.evaluate((name) => {
    history.pushState({ page: name }, '');
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, key);
}

/** Cards far below the window keep the colours of the former theme until they are scrolled to, which axe never does. */
function drawAll() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { content-visibility: visible !important }');
  document.adoptedStyleSheets = [sheet];
}

async function settle({ page, underway }: Tab) {
  await expect(page.locator('[aria-busy="true"], [class*="skeleton"]')).toHaveCount(0);
  await expect.poll(() => underway.size).toBe(0);
}

/** As the choice in another tab of the same browser does it. */
async function switchTheme(page: Page, theme: 'light' | 'dark') {
  await page.evaluate((value) => {
    localStorage.setItem('theme', value);
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: value }));
  }, theme);
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
}

async function expectNoFaults(page: Page) {
  for (const theme of ['light', 'dark'] as const) {
    await switchTheme(page, theme);
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode() // there are no frames to enter
      .options({ resultTypes: ['violations'] })
      .analyze();
    const faults = violations.map(({ id, help, nodes }) => ({
      id,
      help,
      times: nodes.length,
      first: `${nodes[0]?.target.join(' ')}: ${nodes[0]?.failureSummary}`,
    }));
    expect.soft(faults, theme).toEqual([]);
  }
}

async function expectNoSidewaysScroll(page: Page) {
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await sideways(), `pixels too wide at ${page.viewportSize()?.width}`).toBeLessThanOrEqual(0);
}

test.describe.configure({ mode: 'parallel', timeout: 120_000 });

for (const role of Object.keys(demoPeople) as DemoRole[]) {
  const person = demoPeople[role];
  for (const layout of Object.keys(layouts) as Layout[]) {
    test.describe(`${role} on a ${layout}`, () => {
      test('the menu is the one of the role', async ({ tabOf }) => {
        const { page } = await tabOf(role, layout);
        const shown = await menu(page).getByRole('button').allInnerTexts();
        expect(shown.toSorted()).toEqual(Object.values(menuOf(role, layout)).toSorted());
      });

      const keys = pageKeys.filter((key) => mayOpen(person, key));
      for (const key of keys) {
        const twin = keys.find((each) => pageOf(each) === pageOf(key)) !== key; // the same screen once more
        test(`the page ${key}`, async ({ tabOf }) => {
          const tab = await tabOf(role, layout);
          const { page } = tab;
          await open(tab, role, layout, key);
          await expect(title(page)).toHaveText(titleOf(role, key));
          await expect(page).toHaveTitle(`${titleOf(role, key)} · Perumahan Guyub Asri`);
          await settle(tab);
          await expectNoSidewaysScroll(page);
          if (!twin) await expectNoFaults(page);
          for (const name of await page.getByRole('tab', { selected: false }).allInnerTexts()) {
            await page.getByRole('tab', { name }).click();
            await settle(tab);
            await expectNoSidewaysScroll(page);
            if (!twin) await expectNoFaults(page);
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

  test(`the settings ${role === 'Ketua' ? 'open to the' : 'are closed to the'} ${role}`, async ({
    tabOf,
  }) => {
    const { page } = await tabOf(role, 'desktop');
    await enter(page, 'management');
    await expect(title(page)).toHaveText('Pengaturan');
    await expect(page.getByText('Akses Ditolak')).toBeVisible({ visible: role !== 'Ketua' });
  });

  test(`what is not for ${role} is the dashboard`, async ({ tabOf }) => {
    const { page } = await tabOf(role, 'desktop');
    const forbidden = pageKeys.filter((key) => !mayOpen(person, key));
    for (const key of [...forbidden, 'tidak-ada', 'constructor']) {
      await enter(page, 'buku-kas');
      await expect(title(page)).toHaveText('Buku Kas');
      await enter(page, key);
      await expect(title(page), key).toHaveText(titleOf(role, 'dashboard'));
    }
  });
}
