import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

export const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } as const;
export const desktop = { viewport: { width: 1280, height: 800 } } as const;

export const title = (page: Page) => page.getByRole('heading', { level: 1 });
export const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu utama' });
export const dialog = (page: Page, name?: string) => page.getByRole('dialog', name ? { name } : {});
export const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Pemberitahuan' }).getByText(text, { exact: true });

/** Closes every toast: on a phone they cover the top of the page. */
export async function closeToasts(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Tutup pemberitahuan' }).first();
  await expect(async () => {
    if (await close.isVisible()) await close.click({ timeout: 1_000 });
    await expect(close).toBeHidden({ timeout: 500 });
  }).toPass();
}

/** The current picture of the viewer, without the preloaded neighbours. */
export const picture = (page: Page, name: RegExp) =>
  dialog(page, 'Penampil gambar').locator('[role=group]:not([inert])').getByRole('img', { name });
export const loading = (page: Page) => page.locator('[aria-busy="true"], [class*="skeleton"]');
export const figure = (page: Page, label: string) => page.locator(`p:text-is("${label}") + p.ui-tabular`);
export const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
export const options = (field: Locator) => field.getByRole('option');

export const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** What axe finds on the page, or in one part of it. */
export async function violationsOf(page: Page, part = 'html') {
  // Legacy mode, because without frames the second page that sums up their results is not needed.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .include(part)
    .options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    times: nodes.length,
    first: `${nodes[0]?.target.join(' ')}: ${nodes[0]?.failureSummary}`,
  }));
}

/** Marks the window, to verify later that the page was not reloaded. */
export const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { untouched: true }));
export const untouched = (page: Page) => page.evaluate(() => 'untouched' in window);

export const columns = (page: Page, label: string) =>
  page.getByRole('region', { name: label }).getByRole('columnheader');

const deletion = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Ya, Hapus!' }) });

/** Answers the open confirmation; deletions use the same two buttons. */
export async function answer(page: Page, name: 'Ya, Hapus!' | 'Batal'): Promise<void> {
  await deletion(page).getByRole('button', { name, exact: true }).click();
  await expect(deletion(page)).toBeHidden();
}

/** Confirms with Enter, once the dialog has moved the focus to 'Batal': before, Enter would cancel. */
export async function confirmByKey(page: Page): Promise<void> {
  await expect(deletion(page).getByRole('button', { name: 'Batal' })).toBeFocused();
  await deletion(page).getByRole('button', { name: 'Ya, Hapus!' }).press('Enter');
  await expect(deletion(page)).toBeHidden();
}

interface File {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export async function choose(form: Page | Locator, button: string, file: File): Promise<void> {
  const page = 'page' in form ? form.page() : form;
  const chooser = page.waitForEvent('filechooser');
  await form.getByRole('button', { name: button }).click();
  await (await chooser).setFiles(file);
}

export const jpeg = (buffer: Buffer): File => ({ name: 'IMG_20261103.jpg', mimeType: 'image/jpeg', buffer });

export async function choosePhoto(form: Page | Locator, buffer: Buffer): Promise<void> {
  await choose(form, 'Pilih foto', jpeg(buffer));
  await expect(form.getByRole('img', { name: 'Pratinjau' })).toBeVisible();
}

/** During `work`, calls of that method and URL fail. */
export async function cutOff(
  page: Page,
  call: `${'GET' | 'POST' | 'PUT' | 'DELETE'} ${string}`,
  work: () => Promise<unknown>,
): Promise<void> {
  const [method, address = ''] = call.split(' ');
  await page.route(address, (route) =>
    route.request().method() === method ? route.abort() : route.fallback(),
  );
  await work();
  await page.unroute(address);
}

/** Opens the export menu; repeats a click that hit the button before the menu's code had loaded. */
export async function openExport(page: Page, item: string): Promise<Locator> {
  const entry = page.getByRole('menuitem', { name: item });
  await expect(async () => {
    if (!(await entry.isVisible())) await page.getByRole('button', { name: /^Export/ }).click();
    await expect(entry).toBeVisible({ timeout: 2_000 });
  }).toPass();
  return entry;
}

export async function save(page: Page, format: 'csv' | 'xlsx') {
  const download = page.waitForEvent('download');
  await (await openExport(page, `(.${format})`)).click();
  const file = await download;
  const content = await readFile(await file.path());
  const lines = content.toString('utf8').replace('\uFEFF', '').trim().split('\r\n');
  return { name: file.suggestedFilename(), content, lines: lines.map((line) => line.split(';')) };
}

/** Red or yellow: little blue, not green. */
export async function isWarm(text: Locator): Promise<boolean> {
  const colour = await text.evaluate((node) => getComputedStyle(node).color);
  const [red = 0, green = 0, blue = 0] = colour.match(/\d+/g)?.map(Number) ?? [];
  return red > green && red > 1.2 * blue;
}

/** Deletes the browser's offline data, from the next load on. */
export const clearOfflineData = (page: Page) =>
  page.addInitScript(() => {
    const open = indexedDB.open.bind(indexedDB);
    indexedDB.open = (name, version) => open(`${name} ${performance.timeOrigin}`, version);
  });
