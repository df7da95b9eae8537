/** What lies above a page: it has the focus although its content is drawn after it, and the page behind it stays. */
import { expect, test } from '@playwright/test';
import { closeAll, signIn } from './demo.ts';
import { desktop, dialog, menu, phone } from './screen.ts';

test.afterEach(closeAll);

const scrolled = 'window.scrollY';

test('a dialog takes the focus, and the page behind it does not scroll by key or wheel until it is closed', async ({
  browser,
}) => {
  const page = await (
    await browser.newContext({ ...desktop, viewport: { width: 1000, height: 500 } })
  ).newPage();
  await signIn(page, 'Warga');
  await menu(page).getByRole('button', { name: 'Pembayaran' }).click();
  await page.getByRole('button', { name: 'Tambah Pembayaran' }).first().click();
  await expect(dialog(page).getByLabel('Tahun')).toBeVisible();
  await expect
    .poll(() => dialog(page).evaluate((layer) => layer.contains(document.activeElement)))
    .toBe(true);
  await dialog(page).evaluate((layer) => layer.focus());
  const before = await page.evaluate<number>(scrolled); // the click may have scrolled to its button
  for (const key of ['PageDown', 'End', 'Space']) await page.keyboard.press(key);
  await page.mouse.move(20, 250);
  await page.mouse.wheel(0, 400);
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  );
  expect(await page.evaluate(scrolled)).toBe(before);
  await expect(page.locator('html')).toHaveCSS('overscroll-behavior-y', 'none'); // else a pull at it reloads the page
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(page.locator('html')).toHaveCSS('overscroll-behavior-y', 'auto');
  await page.keyboard.press('End');
  await expect.poll(() => page.evaluate(scrolled)).toBeGreaterThan(before);
});

test('the heading of a long dialog stays, wherever in it the focus goes', async ({ browser }) => {
  const page = await (await browser.newContext({ ...phone, reducedMotion: 'reduce' })).newPage();
  await signIn(page, 'Warga');
  await menu(page).getByRole('button', { name: 'Pembayaran' }).click();
  await page.getByRole('button', { name: 'Tambah Pembayaran' }).first().click();
  await dialog(page).getByRole('button', { name: 'Kirim bukti' }).click();
  await expect(dialog(page).getByText('Bukti transfer harus diupload')).toBeVisible();
  await expect(dialog(page).getByRole('heading', { name: 'Tambah Pembayaran' })).toBeInViewport({ ratio: 1 });
});
