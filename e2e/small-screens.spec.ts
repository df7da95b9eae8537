import { expect, type Page, test } from '@playwright/test';
import { mayOpen, pageKeys } from '../client/shell/pages.ts';
import { closeAll, type DemoRole, demoPeople, signIn } from './demo.ts';
import { openPage } from './estate.ts';
import { dialog, loading, menu, phone, sideways, title } from './screen.ts';

test.afterEach(closeAll);
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Texts with so little room that a line holds two or three letters. */
const squeezed = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')].flatMap((node) => {
      const text = node.textContent.trim();
      if (!node.checkVisibility() || ![...node.childNodes].some((child) => child instanceof Text)) return [];
      const lineHeight = 1.5 * Number.parseFloat(getComputedStyle(node).fontSize);
      const lines = node.getBoundingClientRect().height / lineHeight;
      const isCell = node instanceof HTMLTableCellElement; // as high as its row
      return !isCell && lines > 3 && text.length / lines < 4 ? [text] : [];
    }),
  );

for (const role of ['Ketua', 'Warga'] as DemoRole[]) {
  test(`text at 200 %: no page or tab of a ${role} overflows the smallest phone or squeezes words, and the bottom bar stays at its edge`, async ({
    browser,
  }) => {
    const viewport = { width: 320, height: 640 };
    const page = await (await browser.newContext({ ...phone, viewport, reducedMotion: 'reduce' })).newPage();
    await signIn(page, role);
    await page.addStyleTag({ content: 'html { font-size: 200% !important; }' });
    const { width, height } = viewport;
    const expectFits = async (where: string) => {
      await expect(loading(page)).toHaveCount(0);
      expect.soft(await sideways(page), where).toBeLessThanOrEqual(0);
      expect.soft(await squeezed(page), where).toEqual([]);
    };
    for (const key of pageKeys.filter((each) => mayOpen(demoPeople[role], each))) {
      await openPage(page, key);
      await expect(title(page)).toBeVisible();
      await expectFits(key);
      const bar = await page.locator('[data-ui-tabbar]').boundingBox();
      expect.soft([bar?.x, bar?.width, (bar?.y ?? 0) + (bar?.height ?? 0)], key).toEqual([0, width, height]);
      for (const tab of (await page.getByRole('main').getByRole('tab').all()).slice(1)) {
        await tab.click();
        await expectFits(`${key}: ${await tab.textContent()}`);
      }
    }
  });
}

test('text at 200 %: names, comment fields and the menu behind the name keep room for words', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ ...phone, reducedMotion: 'reduce' })).newPage();
  await signIn(page, 'Ketua');
  await page.addStyleTag({ content: 'html { font-size: 200% !important; }' });
  await page.getByRole('banner').getByRole('button').first().click();
  const entry = await page.getByRole('menuitem', { name: 'Senyapkan notifikasi' }).boundingBox();
  expect.soft((entry?.x ?? Infinity) + (entry?.width ?? 0)).toBeLessThanOrEqual(phone.viewport.width);
  await page.keyboard.press('Escape');
  for (const [key, heading] of Object.entries({ 'info-warga': 'Info Warga', profile: 'Profil Saya' })) {
    await openPage(page, key);
    await expect(title(page)).toHaveText(heading);
    const name = page.getByRole('main').locator('p[class*="name"]').first();
    await expect(name).toBeVisible();
    expect.soft((await name.boundingBox())?.width, key).toBeGreaterThan(150);
  }
  await openPage(page, 'info-warga');
  await page
    .getByRole('button', { name: /komentar/ })
    .first()
    .click();
  const comment = await page.getByLabel('Komentar', { exact: true }).boundingBox();
  expect(comment?.width).toBeGreaterThan(150);
});

test('text at 200 %: the title of a long dialog is neither cut off nor over its content', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ ...phone, reducedMotion: 'reduce' })).newPage();
  await signIn(page, 'Warga');
  await page.addStyleTag({ content: 'html { font-size: 200% !important; }' });
  await openPage(page, 'payments');
  await page.getByRole('button', { name: 'Tambah Pembayaran' }).first().click();
  const sheet = dialog(page, 'Tambah Pembayaran');
  await expect(sheet.getByRole('button', { name: 'Pilih foto' })).toBeVisible();
  const [box, heading, form] = await Promise.all(
    [sheet, sheet.getByRole('heading'), sheet.getByRole('form')].map((part) => part.boundingBox()),
  );
  if (!box || !heading || !form) throw new Error('not shown');
  expect(heading.y).toBeGreaterThan(box.y);
  expect(heading.y + heading.height).toBeLessThanOrEqual(form.y);
});

test('on a phone a long list of residents to choose from ends above the edge of the screen', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ ...phone, reducedMotion: 'reduce' })).newPage();
  await signIn(page, 'Ketua');
  await openPage(page, 'management');
  await page.getByRole('button', { name: 'Ubah pengawas' }).click();
  await dialog(page, 'Ubah Pengawas').getByRole('combobox', { name: 'Tambah warga' }).fill('a');
  const list = page.getByRole('listbox');
  await expect(list.getByRole('option')).toHaveCount(20);
  await expect(list).toBeInViewport({ ratio: 1 });
});

test('on a phone no amount behind a chart is cut off', async ({ browser }) => {
  const page = await (await browser.newContext({ ...phone, reducedMotion: 'reduce' })).newPage();
  await signIn(page, 'Warga');
  await openPage(page, 'buku-kas');
  await page.getByText('Lihat angkanya').first().click();
  const figures = page.getByRole('group', { name: /^Tabel / }).first();
  await expect(figures.locator('td').first()).toBeVisible();
  expect(await figures.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
});

test('on a phone in landscape the menu shows icons only, several at once, and scrolls to the last', async ({
  page,
}) => {
  await page.setViewportSize({ width: 780, height: 360 });
  await signIn(page, 'Ketua');
  const entries = menu(page).getByRole('button');
  await expect(entries.first()).toBeVisible();
  expect((await page.locator('main').boundingBox())?.x).toBeLessThan(100);
  const inSight = async () => {
    const boxes = await Promise.all((await entries.all()).map((entry) => entry.boundingBox()));
    return boxes.filter((box) => box && box.y >= 0 && box.y + box.height <= 360).length;
  };
  expect(await inSight()).toBeGreaterThan(2);
  const leave = page.getByRole('button', { name: 'Keluar', exact: true });
  await leave.scrollIntoViewIfNeeded();
  await expect(leave).toBeInViewport({ ratio: 1 });
  await menu(page).getByRole('button', { name: 'Info Warga' }).click();
  await expect(title(page)).toHaveText('Info Warga');
});

/** Names of the list's visible buttons whose centre is covered. */
const coveredButtons = (page: Page, name: string) =>
  page.evaluate((word) => {
    const [top, bar] = [document.querySelector('header'), document.querySelector('[data-ui-tabbar]')];
    const [from, to] = [top?.getBoundingClientRect().bottom ?? 0, bar?.getBoundingClientRect().top ?? 0];
    return [...document.querySelectorAll('main li button')].flatMap((button) => {
      const { left, width, y, height } = button.getBoundingClientRect();
      const middle = y + height / 2;
      if (!button.textContent?.includes(word) || y < from || y + height > to) return [];
      const hit = document.elementFromPoint(left + width / 2, middle);
      return button.contains(hit) ? [] : [`${button.getAttribute('aria-label')} at ${Math.round(middle)}`];
    });
  }, name);

test('on a phone no button of a list lies under the floating one, wherever the page is scrolled', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ ...phone, reducedMotion: 'reduce' })).newPage();
  await signIn(page, 'Ketua');
  for (const [key, action, button] of [
    ['pengeluaran', 'Tambah Pengeluaran', 'Hapus'],
    ['kelola-warga', 'Tambah Warga', 'Hapus'],
  ] as const) {
    await openPage(page, key);
    await expect(page.getByRole('button', { name: action })).toBeVisible();
    await expect(loading(page)).toHaveCount(0);
    for (let y = 0; y <= 900; y += 45) {
      await page.evaluate((top) => scrollTo(0, top), y);
      await expect.soft(async () => expect(await coveredButtons(page, button)).toEqual([])).toPass();
    }
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('button', { name: action }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
  }
});

test('on a phone in landscape every day can be chosen, and Back closes the calendar before the form', async ({
  browser,
}) => {
  const page = await (
    await browser.newContext({ ...phone, viewport: { width: 640, height: 360 }, reducedMotion: 'reduce' })
  ).newPage();
  await signIn(page, 'Ketua');
  await menu(page).getByRole('button', { name: 'Pengeluaran' }).tap();
  await page.getByRole('button', { name: 'Tambah Pengeluaran' }).first().tap();
  const form = page.getByRole('dialog', { name: 'Tambah Pengeluaran' });
  const field = form.getByRole('button', { name: /^Tanggal/ });
  const calendar = page.locator('table:has(button)');
  await field.tap();
  await expect(calendar).toBeVisible();
  await page.goBack();
  await expect(calendar).toBeHidden();
  await expect(field).toBeFocused();
  await expect(form).toBeVisible();

  await field.press('Enter');
  await page.getByRole('button', { name: 'Bulan sebelumnya' }).tap();
  const last = calendar.locator('tr').last().getByRole('button').first();
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport({ ratio: 0.99 }); // the calendar ends at a part of a pixel
  await last.tap();
  await expect(calendar).toBeHidden();
  await expect(form).toBeVisible();
  await page.goBack();
  await expect(form).toBeHidden();
});

test('days that cannot be chosen look different from those that can', async ({ page }) => {
  await signIn(page, 'Ketua');
  await openPage(page, 'pengeluaran');
  await page.getByRole('button', { name: 'Tambah Pengeluaran' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Tanggal/ })
    .click();
  const day = (state: 'disabled' | 'enabled') =>
    page.locator(`table button:${state}:not([data-selected])`).first();
  const look = (state: 'disabled' | 'enabled') =>
    day(state).evaluate((node) => {
      const { opacity, textDecorationLine } = getComputedStyle(node);
      return { opacity: Number(opacity), textDecorationLine };
    });
  await expect(day('disabled')).toBeVisible();
  const [off, on] = [await look('disabled'), await look('enabled')];
  expect(off.opacity).toBeLessThan(0.6 * on.opacity);
  expect(off.textDecorationLine).not.toBe(on.textDecorationLine);
});
