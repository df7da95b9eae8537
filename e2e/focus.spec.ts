/** Where the focus goes when the button that was pressed disappears, or has nothing more to do: never to one that acts. */
import { expect, type Page } from '@playwright/test';
import { defaultTimeZone, monthIn, monthKey } from '../contract/format.ts';
import { createPost, likePost } from '../contract/posts.ts';
import { pictures } from '../server/testing/pictures.ts';
import { browserOf, openPage, test } from './estate.ts';
import { choose, confirmByKey, cutOff, desktop, jpeg, title, toast } from './screen.ts';

test.use({ ...desktop });
test.describe.configure({ mode: 'parallel' });

/** Counts the clicks that keys make, and the writes. */
async function watch(page: Page) {
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${request.url()}`);
  });
  await page.evaluate(() => {
    const seen = { clicks: 0 };
    Object.assign(window, { seen });
    document.addEventListener('click', () => seen.clicks++, true);
  });
  const clicks = () => page.evaluate(() => (window as never as { seen: { clicks: number } }).seen.clicks);
  /** Enter, once more, where the focus now is. */
  const pressesNothing = async () => {
    const before = await clicks();
    await page.keyboard.press('Enter');
    expect(await clicks()).toBe(before);
  };
  return { writes, pressesNothing };
}

test('clearing the filters leaves the focus at the filters, or at the list that was empty', async ({
  estate,
}) => {
  await estate.as.warga('A1');
  const page = await browserOf(estate, await estate.as.koordinator('A'), desktop, 'verify-payments');
  await expect(page.getByRole('table')).toContainText('Warga A1');
  const { pressesNothing } = await watch(page);
  const status = page.getByLabel('Status', { exact: true });
  await status.selectOption('Terverifikasi');
  const inBar = page.getByRole('search').getByRole('button', { name: 'Hapus filter' });
  await inBar.press('Enter');
  await expect(page.getByRole('search')).toBeFocused();
  await pressesNothing();
  await expect(status).toHaveValue('');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Cari warga')).toBeFocused();

  await status.selectOption('Terverifikasi');
  const inList = page.getByRole('main').getByRole('button', { name: 'Hapus filter' }).last();
  await expect(page.getByText('Tidak Ada Data')).toBeVisible();
  await inList.press('Enter');
  await expect(page.locator('main section:focus')).toContainText('Warga A1');
  await pressesNothing();
});

test('in the feed the focus stays with the likes that are now all named, and with the new posts', async ({
  estate,
}) => {
  const [budi, ...likers] = [
    await estate.as.warga('B1'),
    await estate.as.warga('A1'),
    await estate.as.warga('A2'),
    await estate.as.warga('A3'),
    await estate.as.warga('A4'),
  ];
  const write = async (konten: string) =>
    (await budi.call(createPost, { body: { konten }, files: {} })).body.data.id;
  const id = await write('Kerja bakti hari Minggu');
  for (const person of likers) await person.call(likePost, { params: { id } });
  const page = await browserOf(estate, await estate.as.warga('C1'), desktop, 'info-warga');
  const { writes, pressesNothing } = await watch(page);
  await page.getByRole('button', { name: /^0 komentar/ }).press('Enter');
  const comments = page.getByRole('group', { name: /^Komentar pada post/ });
  await comments.getByRole('button', { name: 'dan 1 lainnya' }).press('Enter');
  await expect(comments).toContainText('Warga A4');
  await expect(comments).toBeFocused();
  await pressesNothing();
  await page.keyboard.press('Tab');
  await expect(comments.getByLabel('Komentar', { exact: true })).toBeFocused();

  await write('Iuran sampah naik');
  await page.getByRole('button', { name: '1 postingan baru' }).press('Enter');
  await expect(page.getByText('Iuran sampah naik')).toBeVisible();
  await expect(page.locator('main section:focus')).toContainText('Iuran sampah naik');
  await pressesNothing();
  expect(writes).toEqual([]);
});

test('a list that is loaded at the second attempt keeps the focus', async ({ estate }) => {
  await estate.as.warga('A1');
  const page = await browserOf(estate, await estate.as.admin(), desktop);
  await page.route('**/api/warga?*', (route) => route.abort());
  await openPage(page, 'kelola-warga');
  const again = page.getByRole('button', { name: 'Coba lagi' });
  await expect(again).toBeVisible();
  const { pressesNothing } = await watch(page);
  await page.unroute('**/api/warga?*');
  await again.press('Enter');
  await expect(page.getByRole('table')).toContainText('Warga A1');
  await expect(page.locator('main section:focus')).toContainText('Warga A1');
  await pressesNothing();
});

test('cash that was received and taken back leaves the focus on the row of the house, where Enter does nothing', async ({
  estate,
}) => {
  const created_at = `${monthKey(monthIn(defaultTimeZone, new Date()))}-02T03:00:00.000Z`;
  await estate.as.warga('A1', { created_at });
  const page = await browserOf(estate, await estate.as.koordinator('A'), desktop, 'keliling');
  const house = page.getByRole('list', { name: 'Rumah' }).getByRole('listitem').filter({ hasText: 'A1' });
  const take = house.getByRole('button', { name: /^Terima dari A1/ });
  await expect(take).toBeVisible();
  await page.context().setOffline(true);
  const { pressesNothing } = await watch(page);
  await take.press('Enter');
  const undo = house.getByRole('button', { name: 'Urungkan A1' });
  await expect(undo).toBeVisible();
  await expect(house).toBeFocused();
  await pressesNothing();
  await page.keyboard.press('Tab');
  await expect(undo).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(take).toBeVisible();
  await expect(house).toBeFocused();
  await pressesNothing();
  await page.keyboard.press('Tab');
  await expect(take).toBeFocused();
});

test('the own data are sent once: the button keeps the focus and then sends nothing', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.warga('A1-1'), desktop, 'profile');
  const form = page.getByRole('form', { name: 'Data Diri' });
  const save = form.getByRole('button', { name: 'Simpan' });
  await form.getByLabel('Nama').fill('Siti Rahayu');
  const { writes } = await watch(page);
  await save.press('Enter');
  await expect(toast(page, 'Profil berhasil diupdate')).toBeVisible();
  await expect(save).toBeDisabled();
  await expect(save).toBeFocused();
  await page.keyboard.press('Enter');
  await form.getByLabel('Nama').press('Enter');
  await page.keyboard.press('Tab');
  await expect(form.getByLabel('Email')).toBeFocused();
  await expect(save).toBeDisabled();
  expect(writes).toHaveLength(1);
});

test('all notifications are marked as read once, and the button keeps the focus', async ({ estate }) => {
  const budi = await estate.as.warga('B1');
  const page = await browserOf(estate, await estate.as.ketua(), desktop);
  await budi.call(createPost, { body: { konten: 'Kerja bakti' }, files: {} });
  await page.getByRole('button', { name: 'Notifikasi, 1 belum dibaca' }).press('Enter');
  const mark = page.getByRole('button', { name: 'Tandai semua dibaca' });
  await expect(mark).toBeEnabled();
  const { writes } = await watch(page);
  await mark.press('Enter');
  await expect(mark).toBeDisabled();
  await expect(
    page.getByRole('button', { name: 'Notifikasi', exact: true, includeHidden: true }),
  ).toHaveCount(1);
  await expect(mark).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(mark).toBeFocused();
  expect(writes).toHaveLength(1);
});

test('a form that opens with its page gives the focus to the title when it is closed', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.warga('A1-1'), desktop);
  await page.getByRole('button', { name: 'Bayar Sekarang' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Tambah Pembayaran' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(title(page)).toHaveText('Pembayaran');
  await expect(title(page)).toBeFocused();
});

test('a phone that is turned keeps the list of notifications, and Escape then leads back to the page', async ({
  estate,
}) => {
  const [ketua, budi] = [await estate.as.ketua(), await estate.as.warga('B1')];
  await budi.call(createPost, { body: { konten: 'Kerja bakti' }, files: {} });
  const [short, long] = [412, 915];
  const upright = { viewport: { width: short, height: long } };
  const page = await browserOf(estate, ketua, upright);
  await page.getByRole('button', { name: 'Notifikasi, 1 belum dibaca' }).press('Enter');
  const news = page.getByRole('dialog', { name: 'Notifikasi' });
  await expect(news.getByText('Postingan Baru!')).toBeVisible();
  await page.setViewportSize({ width: long, height: short });
  await expect(page.getByRole('navigation', { name: 'Menu utama', includeHidden: true })).toBeAttached();
  await expect(news.getByText('Postingan Baru!')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(news).toBeHidden();
  await expect(title(page)).toBeFocused();
});

test('a removed profile photo gives the focus to the title, and a failed removal back to its button', async ({
  estate,
}) => {
  const page = await browserOf(estate, await estate.as.warga('A1-1'), desktop, 'profile');
  await choose(page, 'Pilih foto', jpeg(await pictures.jpeg()));
  const remove = page.getByRole('button', { name: 'Hapus foto' });
  await expect(remove).toBeEnabled();
  const { writes, pressesNothing } = await watch(page);
  const removePhoto = async () => {
    await remove.press('Enter');
    await confirmByKey(page);
  };
  await cutOff(page, 'POST **/api/warga/update-profile', async () => {
    await removePhoto();
    await expect(toast(page, 'Gagal mengupdate profile')).toBeVisible();
    await expect(remove).toBeFocused();
  });
  await removePhoto();
  await expect(remove).toHaveCount(0);
  await expect(title(page)).toBeFocused();
  await pressesNothing();
  expect(writes).toHaveLength(2);
});
