/**
 * The main journeys by keyboard only, and on every page a walk with Tab during which the focus must always be
 * visible.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { mayOpen, pageKeys } from '../client/shell/pages.ts';
import { reverseEntry } from '../contract/book.ts';
import { dateIn, defaultTimeZone, monthIn, monthKey, shiftMonth } from '../contract/format.ts';
import { pictures } from '../server/testing/pictures.ts';
import { demoPassword, demoPeople, signIn } from './demo.ts';
import { browserOf, test } from './estate.ts';
import { jpeg, loading, phone, picture, title } from './screen.ts';

const thisMonth = monthIn(defaultTimeZone, new Date());
const desktop = { width: 1280, height: 800 };
const zoomed = { width: 640, height: 400 };
/** The viewport at 400 %, the maximum that WCAG requires. */
const strongest = { width: 320, height: 256 };

test.use({ viewport: desktop, contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ mode: 'parallel' });

const entry = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name, exact: true });

/**
 * What is wrong with the focus indicator of the focused element; null when it is visible, or focus has left
 * the page.
 */
async function fault(): Promise<string | null> {
  const focused = document.activeElement ?? document.body;
  if (focused === document.body) return null;
  // Switches and radios have an invisible input; the indicator is on its sibling.
  const drawn = [focused, focused.parentElement, focused.nextElementSibling].filter((each) => each !== null);
  const isMarked = () =>
    drawn.some((each) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(each);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
  const isInSight = () => {
    const box = focused.getBoundingClientRect();
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
    const shares = [0.1, 0.5, 0.9];
    return shares.some((across) =>
      shares.some((down) => {
        const above = document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down);
        const isNews = above?.closest('[aria-label="Pemberitahuan"]'); // a toast of another test; it disappears by itself
        return isNews || drawn.some((each) => each.contains(above));
      }),
    );
  };
  const frame = () => new Promise(requestAnimationFrame);
  for (let frames = 0; frames < 3 && !(isMarked() && isInSight()); frames++) await frame();
  if (focused !== (document.activeElement ?? document.body)) return fault(); // a dialog that just opened has taken the focus
  const name = focused.getAttribute('aria-label') ?? focused.textContent?.slice(0, 40);
  const what = `${focused.tagName.toLowerCase()} „${name}“`;
  if (!isMarked()) return `${what} has no mark`;
  return isInSight() ? null : `${what} is covered or out of sight`;
}

/** Presses Tab until the element is focused; every stop must have a visible indicator. */
async function reach(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let stops = 0; stops < 150; stops++) {
    await page.keyboard.press(key);
    expect(await page.evaluate(fault)).toBeNull();
    if (await target.evaluate((node) => node === document.activeElement)) return;
  }
  throw new Error(`150 times ${key} do not lead to ${String(target)}`);
}

async function pressOn(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await reach(page, target, key);
  await page.keyboard.press('Enter');
}

async function choosePhoto(page: Page) {
  const chooser = page.waitForEvent('filechooser');
  await pressOn(page, page.getByRole('button', { name: 'Pilih foto' }));
  await (await chooser).setFiles(jpeg(await pictures.jpeg()));
  await expect(page.getByRole('img', { name: 'Pratinjau' })).toBeVisible();
}

test('by keyboard a resident signs in, cancels a payment and signs out', async ({ page }) => {
  await page.goto('/');
  await reach(page, page.getByLabel('Email atau No HP'));
  await page.keyboard.type(demoPeople.Warga.email);
  await reach(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  await expect(title(page)).toBeFocused();

  await pressOn(page, entry(page, 'Pembayaran'), 'Shift+Tab');
  await expect(title(page)).toHaveText('Pembayaran');
  await expect(title(page)).toBeFocused();
  const add = page.getByRole('button', { name: 'Tambah Pembayaran' });
  await pressOn(page, add);
  const dialog = page.getByRole('dialog', { name: 'Tambah Pembayaran' });
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await reach(page, dialog.getByLabel('Tahun'));
  const year = await dialog.getByLabel('Tahun').inputValue();
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByLabel('Tahun')).toHaveValue(String(Number(year) + 1));
  await reach(page, dialog.getByLabel('Bulan'));
  await page.keyboard.type('Mei');
  await expect(dialog.getByLabel('Bulan')).toHaveValue('5');
  await choosePhoto(page);
  await reach(page, dialog.getByRole('button', { name: 'Kirim bukti' }));
  await page.keyboard.press('Tab'); // wraps to the first element: the dialog traps the focus
  await expect(dialog.locator(':focus')).toHaveCount(1);

  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Tinggalkan isian ini?' });
  await expect(question.locator(':focus')).toHaveCount(1);
  await pressOn(page, question.getByRole('button', { name: 'Lanjut mengisi' }));
  await expect(question).toBeHidden();
  await expect(dialog.getByRole('img', { name: 'Pratinjau' })).toBeVisible();
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(question.locator(':focus')).toHaveCount(1);
  await pressOn(page, question.getByRole('button', { name: 'Ya, tinggalkan' }));
  await expect(dialog).toBeHidden();
  await expect(add).toBeFocused();

  await pressOn(page, entry(page, 'Keluar'), 'Shift+Tab');
  await expect(page.getByRole('button', { name: 'Masuk', exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('a coordinator decides two proofs and is back in the list', async ({ estate }) => {
  for (const house of ['A1', 'A2', 'A3'])
    await estate.given.payment({ of: await estate.as.warga(house), ...thisMonth });
  const page = await browserOf(estate, await estate.as.koordinator('A'));
  await pressOn(page, page.getByRole('button', { name: /^Verifikasi Pembayaran/ }));
  await expect(title(page)).toBeFocused();
  await expect(title(page)).toHaveText('Verifikasi Pembayaran');
  const waiting = page.getByRole('button', { name: /^Verifikasi / });
  await expect(waiting).toHaveCount(3);
  await pressOn(page, waiting.first());

  const viewer = page.getByRole('dialog', { name: 'Penampil gambar' });
  await page.setViewportSize(strongest);
  await expect(picture(page, /^Bukti transfer/)).toBeInViewport({ ratio: 0.9 });
  await viewer.getByRole('button', { name: 'Tutup' }).click({ trial: true });
  await page.setViewportSize(desktop);
  const reject = async (reason: string) => {
    const name = await viewer.getByRole('heading').innerText();
    await page.keyboard.press('t');
    await page.keyboard.type(reason);
    await page.keyboard.press('Enter');
    await expect(viewer.getByText(`Status pembayaran berhasil diupdate: ${name}`)).toBeVisible();
  };
  await reject('Bukti tidak terbaca');
  await page.keyboard.press('ArrowLeft');
  await expect(viewer.getByText('Bukti tidak terbaca')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await reject('Jumlah tidak sesuai');
  await page.keyboard.press('+');
  await page.keyboard.press('0');
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(waiting).toHaveCount(1);
  await expect(page.locator('main :focus')).toHaveCount(1);
});

test('deleting a row moves the focus to its neighbour, and after the last row to the title', async ({
  estate,
}) => {
  const ketua = await estate.as.ketua();
  for (const judul of ['Cat', 'Sapu'])
    await estate.given.expense({ by: ketua, judul, tanggal: dateIn(defaultTimeZone, new Date()) });
  const page = await browserOf(estate, ketua, { viewport: desktop }, 'pengeluaran');
  await expect(title(page)).toHaveText('Pengeluaran');
  await expect(title(page)).toBeFocused();
  const [newest, other] = ['Sapu', 'Cat'].map((judul) => page.getByRole('row').filter({ hasText: judul }));
  const remove = page.getByRole('button', { name: /^Hapus pengeluaran ./ });
  const reverse = async () => {
    await pressOn(page, remove.first());
    await reach(page, page.getByLabel('Alasan'));
    await page.keyboard.type('Salah catat, nota milik RT lain');
    await pressOn(page, page.getByRole('button', { name: 'Hapus pengeluaran', exact: true }));
  };
  await reverse();
  await expect(newest as Locator).toHaveCount(0);
  await expect((other as Locator).locator(':focus')).toHaveCount(1);
  await reverse();
  await expect(other as Locator).toHaveCount(0);
  await expect(title(page)).toBeFocused();
});

test('after the arrears are paid, whose button then disappears, the focus moves to the title', async ({
  estate,
}) => {
  const siti = await estate.as.warga('A1', {
    created_at: `${monthKey(shiftMonth(thisMonth, -2))}-15T03:00:00.000Z`,
  });
  const page = await browserOf(estate, siti, {}, 'payments');
  await expect(title(page)).toHaveText('Pembayaran');
  await expect(title(page)).toBeFocused();
  await pressOn(page, page.getByRole('button', { name: 'Bayar Tunggakan' }));
  await choosePhoto(page);
  await pressOn(page, page.getByRole('button', { name: 'Kirim bukti' }));
  await expect(page.getByText('Tidak ada tunggakan')).toBeVisible();
  await expect(title(page)).toBeFocused();
});

test('closing a question whose row somebody else has deleted moves the focus to the row beside it', async ({
  estate,
}) => {
  const ketua = await estate.as.ketua();
  for (const judul of ['Cat', 'Sapu'])
    await estate.given.expense({ by: ketua, judul, tanggal: dateIn(defaultTimeZone, new Date()) });
  const page = await browserOf(estate, ketua, { viewport: desktop }, 'pengeluaran');
  await pressOn(page, page.getByRole('button', { name: 'Hapus pengeluaran Sapu' }));
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
  const admin = await estate.as.admin();
  const alasan = 'Salah catat, nota milik RT lain';
  expect((await admin.call(reverseEntry, { body: { nomor: 2, alasan } })).status).toBe(200);
  await expect(page.getByRole('row').filter({ hasText: 'Sapu' })).toHaveCount(0);
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row').filter({ hasText: 'Cat' }).locator(':focus')).toHaveCount(1);
});

test('on a phone no focused element is under the floating button', async ({ estate }) => {
  const ketua = await estate.as.ketua();
  for (const judul of ['Cat', 'Sapu', 'Lampu', 'Selang'])
    await estate.given.expense({ by: ketua, judul, tanggal: dateIn(defaultTimeZone, new Date()) });
  const page = await browserOf(estate, ketua, { viewport: phone.viewport }, 'pengeluaran');
  await expect(title(page)).toBeFocused();
  const floating = await page.getByRole('button', { name: 'Tambah Pengeluaran' }).boundingBox();
  for (const judul of ['Selang', 'Lampu', 'Sapu', 'Cat']) {
    const remove = page.getByRole('button', { name: `Hapus pengeluaran ${judul}` });
    await reach(page, remove);
    const box = await remove.boundingBox();
    expect.soft((box?.y ?? Infinity) + (box?.height ?? 0), judul).toBeLessThanOrEqual(floating?.y ?? 0);
  }
});

test('in a round no focused house is under the cash in hand', async ({ estate }) => {
  for (let house = 1; house <= 12; house++) await estate.as.warga(`A1-${house}`);
  const page = await browserOf(estate, await estate.as.koordinator('A'), { viewport: desktop }, 'keliling');
  await expect(title(page)).toBeFocused();
  await expect(page.getByRole('button', { name: /A1-12/ }).first()).toBeVisible();
  expect(await walk(page)).toEqual([]);
});

test('the skip link moves the focus past the menu', async ({ page }) => {
  await signIn(page, 'Ketua');
  await page.reload();
  await expect(title(page)).toBeFocused();
  const skip = page.getByRole('link', { name: 'Langsung ke isi' });
  await expect(skip).not.toBeInViewport();
  await reach(page, skip, 'Shift+Tab');
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.locator('main :focus')).toHaveCount(1);
  expect(new URL(page.url()).hash).toBe('');
});

test('behind the name on a phone: arrows move, Escape returns', async ({ page }) => {
  await page.setViewportSize(zoomed);
  await signIn(page, 'Warga');
  await expect(title(page)).toBeFocused();
  const person = page.getByRole('banner').getByRole('button', { name: /Blok A1-1/ });
  await pressOn(page, person, 'Shift+Tab');
  const focused = page.locator('[role=menuitem]:focus');
  await expect(focused).toHaveText('Profil');
  await page.keyboard.press('ArrowUp');
  await expect(focused).toHaveText('Keluar');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(focused).toHaveText('Tentang');
  await page.keyboard.press('Escape');
  await expect(focused).toHaveCount(0);
  await expect(person).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(focused).toHaveText('Profil');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Masuk', exact: true })).toBeVisible();
});

for (const [name, size] of Object.entries({ 'as it is': desktop, 'at 200 %': zoomed })) {
  test(`Tab always leaves a visible focus indicator, ${name}`, { tag: '@long' }, async ({ page }) => {
    test.setTimeout(240_000);
    await page.setViewportSize(size);
    await page.goto('/');
    await expect(page.getByText(demoPassword)).toBeVisible();
    expect.soft(await walk(page), 'login').toEqual([]);
    await signIn(page, 'Ketua');
    for (const key of pageKeys.filter((each) => mayOpen(demoPeople.Ketua, each))) {
      await page.evaluate((wanted) => history.replaceState({ page: wanted }, ''), key);
      await page.reload();
      await expect(title(page)).toBeFocused();
      await expect(loading(page)).toHaveCount(0);
      expect.soft(await walk(page), key).toEqual([]);
    }
  });
}

/** Checks the first fifty stops; returns the problems found. */
async function walk(page: Page): Promise<string[]> {
  const faults = new Set<string>();
  for (let stop = 0; stop < 50; stop++) {
    await page.keyboard.press('Tab');
    const wrong = await page.evaluate(fault);
    if (wrong) faults.add(wrong);
    if (await page.evaluate(() => document.activeElement === document.body)) break; // past the last stop
  }
  return [...faults];
}
