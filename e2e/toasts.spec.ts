import { expect, type Locator, type Page } from '@playwright/test';
import { createComplaint } from '../contract/complaints.ts';
import { createPost } from '../contract/posts.ts';
import { browserOf, test } from './estate.ts';
import { answer, confirmByKey, cutOff, desktop, menu, title, toast } from './screen.ts';

/** Uses the keyboard, so that the pointer keeps hovering over a toast and keeps it open. */
const press = async (page: Page, button: Locator) => {
  await button.focus();
  await page.keyboard.press('Enter');
};
const open = (page: Page, name: string) => press(page, menu(page).getByRole('button', { name, exact: true }));

test('a second attempt replaces the first toast, and navigation closes old toasts', async ({ estate }) => {
  const siti = await estate.as.warga('A1-1');
  const body = { judul: 'Lampu mati', kategori: 'keamanan', deskripsi: 'Sejak kemarin' } as const;
  await siti.call(createComplaint, { body });
  await siti.call(createPost, { body: { konten: 'Selamat pagi' } });
  const page = await browserOf(estate, siti, desktop);
  const failedDelete = toast(page, 'Gagal menghapus aduan');
  const failedLike = toast(page, 'Gagal menyukai post');
  await page.clock.install();

  await open(page, 'Aduan Saya');
  const remove = page.getByRole('button', { name: 'Hapus aduan Lampu mati' });
  await cutOff(page, 'DELETE **/api/aduan/*', async () => {
    await remove.click();
    await answer(page, 'Ya, Hapus!');
    await failedDelete.hover();
  });
  await press(page, remove);
  await confirmByKey(page);
  await expect(remove).toHaveCount(0);
  await expect(failedDelete).toHaveCount(0);

  await open(page, 'Info Warga');
  await cutOff(page, 'POST **/api/posts/*/like', async () => {
    await page.getByRole('button', { name: '0 suka' }).click();
    await failedLike.hover();
  });
  await page.clock.fastForward(2_000);
  await expect(failedLike).toBeVisible();
  await open(page, 'Profil');
  await expect(title(page)).toHaveText('Profil Saya');
  await expect(failedLike).toHaveCount(0);
});

test('a toast stays while focused and disappears afterwards', async ({ estate }) => {
  const siti = await estate.as.warga('A1-1');
  await siti.call(createPost, { body: { konten: 'Selamat pagi' } });
  const page = await browserOf(estate, siti, desktop);
  await open(page, 'Info Warga');
  await page.clock.install();
  await page.route('**/api/posts/*/like', (route) => route.abort());
  await page.getByRole('button', { name: '0 suka' }).click();
  const said = toast(page, 'Gagal menyukai post');
  const close = page.getByRole('button', { name: 'Tutup pemberitahuan' });
  await close.focus();
  await page.clock.runFor(20_000);
  await expect(said).toBeVisible();
  await close.blur();
  await page.clock.runFor(10_000);
  await expect(said).toHaveCount(0);
});
