/** The feed, seen by two neighbours and a coordinator at the same time, on an own estate. */
import { expect, type Page } from '@playwright/test';
import { createPost, likePost } from '../contract/posts.ts';
import { pictures } from '../server/testing/pictures.ts';
import { browserOf, test } from './estate.ts';
import { answer, choose, cutOff, desktop, jpeg, menu, phone, toast } from './screen.ts';

const feed = (page: Page) => menu(page).getByRole('button', { name: 'Info Warga' }).click();
const post = (page: Page, text: string) =>
  page.getByRole('article').filter({ has: page.getByText(text, { exact: true }) });
const composer = (page: Page) => page.getByRole('form', { name: 'Buat postingan' });

test('a post is written, liked once per person, commented with Enter, and deleted by those who may', async ({
  estate,
}) => {
  const siti = await browserOf(estate, await estate.as.warga('A1-1'), phone);
  const budi = await browserOf(estate, await estate.as.warga('B1'), desktop);
  const koordinator = await browserOf(estate, await estate.as.koordinator('C'), desktop);
  for (const page of [siti, budi, koordinator]) await feed(page);
  await expect(budi.getByText('Belum ada postingan.')).toBeVisible();

  const send = composer(siti).getByRole('button', { name: 'Posting' });
  await composer(siti).getByLabel('Apa kabar hari ini?').fill('   ');
  await send.click();
  await expect.soft(composer(siti).getByText('Tulis sesuatu atau pilih foto')).toBeVisible();
  const text = composer(siti).getByLabel('Apa kabar hari ini?');
  await text.fill('');
  await text.focus();
  await siti.keyboard.insertText('pengumuman '.repeat(500)); // pasted text is not truncated silently
  await send.click();
  await expect.soft(composer(siti).getByText('Konten maksimal 5.000 karakter')).toBeVisible();
  await expect.soft(text).toHaveValue('pengumuman '.repeat(500));
  await text.fill('Kerja bakti hari Minggu');
  await cutOff(siti, 'POST **/api/posts', async () => {
    await send.click();
    await expect.soft(siti.getByText('Gagal membuat post')).toBeVisible();
  });
  await composer(siti).getByRole('button', { name: 'Tambah foto' }).click();
  await expect.soft(composer(siti).getByRole('button', { name: 'Pilih foto' })).toBeFocused();
  const name = 'Screenshot_2026-11-21-19-40-22-98_com.bank.ponsel_transfer_berhasil.jpg';
  await choose(composer(siti), 'Pilih foto', { ...jpeg(await pictures.jpeg()), name });
  const drop = composer(siti).getByRole('button', { name: 'Hapus file' });
  await expect.soft(drop).toBeFocused();
  await expect.soft(composer(siti).getByRole('status')).toHaveText(`${name} sudah dipilih`);
  const bin = await drop.boundingBox();
  expect.soft((bin?.x ?? Infinity) + (bin?.width ?? 0)).toBeLessThan(phone.viewport.width);
  await send.click();
  await expect(toast(siti, 'Post berhasil dibuat')).toBeVisible();
  await expect(composer(siti).getByLabel('Apa kabar hari ini?')).toHaveValue('');

  const seen = post(budi, 'Kerja bakti hari Minggu');
  await expect(seen).toContainText('Warga A1-1');
  await expect.soft(seen).toContainText('Blok A1-1');
  await expect.soft(seen.getByText(/^\d{1,2} \w+ 20\d\d, \d\d\.\d\d$/)).toBeVisible();
  await expect.soft(seen.getByRole('button', { name: /^Lihat foto, post Warga A1-1/ })).toBeVisible();
  await expect.soft(seen.getByRole('button', { name: /^Hapus/ })).toBeHidden();
  await expect.soft(seen).toHaveAccessibleName('Post dari Warga A1-1');
  await expect
    .soft(seen.getByRole('button', { name: '0 komentar' }))
    .toHaveAccessibleName('0 komentar, post Warga A1-1: Kerja bakti hari Minggu');
  const like = seen.getByRole('button', { name: /suka/ });
  await like.click();
  await expect(like).toHaveText('1 suka');
  await expect
    .soft(post(siti, 'Kerja bakti hari Minggu').getByRole('button', { name: /suka/ }))
    .toHaveText('1 suka');
  await like.click();
  await expect.soft(like).toHaveText('0 suka');

  await seen.getByRole('button', { name: '0 komentar' }).click();
  const comment = seen.getByLabel('Komentar', { exact: true });
  await comment.fill('   ');
  await comment.press('Enter');
  await expect.soft(seen.getByText('Belum ada komentar.')).toBeVisible();
  await expect.soft(seen.getByText('Komentar wajib diisi')).toBeHidden();
  await comment.fill('Saya bawa sapu');
  await comment.press('Enter');
  await expect(seen.getByText('Saya bawa sapu')).toBeVisible();
  await expect(seen.getByRole('button', { name: '1 komentar' })).toHaveAttribute('aria-expanded', 'true');
  await seen.getByRole('button', { name: '1 komentar' }).click();
  await expect.soft(seen.getByText('Saya bawa sapu')).toBeHidden();

  await composer(budi).getByLabel('Apa kabar hari ini?').fill('Kucing hilang');
  await composer(budi).getByRole('button', { name: 'Posting' }).click();
  await expect(post(budi, 'Kucing hilang')).toBeVisible();
  await siti.getByRole('button', { name: '1 postingan baru' }).click();
  await expect.soft(post(siti, 'Kucing hilang').getByRole('button', { name: /^Hapus/ })).toBeHidden();

  const remove = post(siti, 'Kerja bakti hari Minggu').getByRole('button', { name: /^Hapus/ });
  await cutOff(siti, 'DELETE **/api/posts/*', async () => {
    await remove.click();
    await answer(siti, 'Ya, Hapus!');
    await expect.soft(toast(siti, 'Gagal menghapus post')).toBeVisible();
  });
  await remove.click();
  await answer(siti, 'Batal');
  await remove.click();
  await answer(siti, 'Ya, Hapus!');
  await expect(toast(siti, 'Post berhasil dihapus')).toBeVisible();
  await expect(post(siti, 'Kucing hilang').locator(':focus')).toHaveCount(1);
  await expect(budi.getByText('Kerja bakti hari Minggu')).toBeHidden();
  await koordinator.reload();
  await post(koordinator, 'Kucing hilang')
    .getByRole('button', { name: /^Hapus/ })
    .click();
  await answer(koordinator, 'Ya, Hapus!');
  await expect(budi.getByText('Kucing hilang')).toBeHidden();
});

test('neighbours’ likes update count and names without refetching the feed', async ({ estate }) => {
  const [siti, budi, ani] = await Promise.all(['A1-1', 'B2', 'C3'].map((blok) => estate.as.warga(blok)));
  if (!siti || !budi || !ani) throw new Error('nobody');
  const { id } = (await siti.call(createPost, { body: { konten: 'Pasar murah' } })).body;
  const page = await browserOf(estate, siti, desktop);
  await feed(page);
  const shown = post(page, 'Pasar murah');
  await shown.getByRole('button', { name: /komentar/ }).click();
  const likedBy = (names: string) =>
    expect(shown.getByText(`Disukai ${names}`, { exact: true })).toBeVisible();
  await budi.call(likePost, { params: { id } });
  await likedBy('Warga B2');
  await ani.call(likePost, { params: { id } });
  await likedBy('Warga B2, Warga C3'); // read two seconds later: what the page read when it was opened has come

  const read: string[] = [];
  page.on('request', (request) => void read.push(new URL(request.url()).pathname));
  await ani.call(likePost, { params: { id } });
  await expect(shown.getByRole('button', { name: /suka/ })).toHaveText('1 suka');
  await likedBy('Warga B2');
  expect(read).toEqual([`/api/posts/${id}/likes`]);
});

test('after a long text is posted, the new post is in view', async ({ estate }) => {
  const siti = await estate.as.warga('A1-1');
  for (let at = 0; at < 8; at += 1) await siti.call(createPost, { body: { konten: `Kabar ${at}` } });
  const page = await browserOf(estate, siti, phone);
  await feed(page);
  await composer(page)
    .getByLabel('Apa kabar hari ini?')
    .fill(`Rapat warga\n${'pengumuman '.repeat(300)}`);
  await composer(page).getByRole('button', { name: 'Posting' }).click();
  await expect(toast(page, 'Post berhasil dibuat')).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: 'Rapat warga' })).toBeInViewport();
});

test('the feed is not called empty once new posts fill its first page', async ({ estate }) => {
  const [siti, budi] = [await estate.as.warga('A1-1'), await estate.as.warga('B2')];
  await budi.call(createPost, { body: { konten: 'Kabar lama' } });
  const page = await browserOf(estate, siti, phone);
  await feed(page);
  await expect(post(page, 'Kabar lama')).toBeVisible();
  for (let at = 1; at <= 20; at += 1) await budi.call(createPost, { body: { konten: `Kabar ${at}` } });
  await expect(post(page, 'Kabar lama')).toBeHidden();
  await expect(post(page, 'Kabar 20')).toBeVisible();
  await expect(page.getByText('Belum ada postingan.')).toBeHidden();
});
