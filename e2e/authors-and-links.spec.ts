/** Who wrote something, and where the addresses in it lead, on an estate of its own. */
import { expect, type Locator, type Page } from '@playwright/test';
import { commentComplaint, createComplaint } from '../contract/complaints.ts';
import { commentPost, createPost } from '../contract/posts.ts';
import { updateProfile, updateProfileWarga } from '../contract/profile.ts';
import { pictures } from '../server/testing/pictures.ts';
import { browserOf, test } from './estate.ts';
import { desktop, menu, phone } from './screen.ts';

const open = (page: Page, entry: string) => menu(page).getByRole('button', { name: entry }).click();
const photoIn = (place: Locator) => place.locator('img[src*="/assets/uploads/"]');
const hasLoaded = (photo: Locator) =>
  photo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);

test('posts and comments show the photo of their author, and initials where there is none', async ({
  estate,
}) => {
  const [siti, budi] = [await estate.as.warga('A1-1'), await estate.as.warga('B1')];
  const admin = await estate.as.admin();
  const foto_profile = `data:image/jpeg;base64,${(await pictures.jpeg()).toString('base64')}`;
  await siti.call(updateProfileWarga, { body: { nama: 'Siti Aminah', email: siti.email, foto_profile } });
  await admin.call(updateProfile, { body: { nama: 'Dewi Lestari', email: admin.email, foto_profile } });
  const { id } = (await siti.call(createPost, { body: { konten: 'Kerja bakti' } })).body;
  await budi.call(createPost, { body: { konten: 'Pasar murah' } });
  await admin.call(commentPost, { params: { id }, body: { komentar: 'Saya ikut' } });
  await budi.call(commentPost, { params: { id }, body: { komentar: 'Saya juga' } });
  const reported = { judul: 'Lampu mati', kategori: 'keamanan', deskripsi: 'Sejak kemarin' } as const;
  const complaint = (await budi.call(createComplaint, { body: reported })).body.id;
  await admin.call(commentComplaint, { params: { id: complaint }, body: { komentar: 'Sudah dicatat' } });

  const page = await browserOf(estate, budi, phone);
  await open(page, 'Info Warga');
  const post = (text: string) =>
    page.getByRole('article').filter({ has: page.getByText(text, { exact: true }) });
  await expect(photoIn(post('Kerja bakti'))).toHaveCount(1);
  await expect.poll(() => hasLoaded(photoIn(post('Kerja bakti')))).toBe(true);
  await expect.soft(photoIn(post('Pasar murah'))).toHaveCount(0);
  await expect.soft(post('Pasar murah').getByText('WB', { exact: true })).toBeVisible();
  await post('Kerja bakti')
    .getByRole('button', { name: /komentar/ })
    .click();
  const comment = (text: string) =>
    page
      .getByRole('group', { name: /^Komentar/ })
      .getByRole('listitem')
      .filter({ hasText: text });
  await expect.poll(() => hasLoaded(photoIn(comment('Saya ikut')))).toBe(true);
  await expect.soft(photoIn(comment('Saya juga'))).toHaveCount(0);

  await open(page, 'Aduan');
  await page.getByRole('button', { name: /^1 komentar/ }).click();
  await expect.poll(() => hasLoaded(photoIn(comment('Sudah dicatat')).last())).toBe(true);
});

test('addresses in posts, comments and complaints are links to a new tab, and nothing else becomes markup', async ({
  estate,
}) => {
  const siti = await estate.as.warga('A1-1');
  const long = `https://contoh.id/formulir/${'pendaftaran-'.repeat(8)}akhir`;
  const konten = `Daftar di ${long}. <b onclick="x">javascript:alert(1)</b> https://bank.id@jahat.example/`;
  const { id } = (await siti.call(createPost, { body: { konten } })).body;
  await siti.call(commentPost, { params: { id }, body: { komentar: 'lihat http://lain.id/a?b=1&c=2' } });
  const deskripsi = `${'Lampu mati. '.repeat(23)} https://contoh.id/foto-lampu-yang-mati`;
  await siti.call(createComplaint, { body: { judul: 'Lampu', kategori: 'keamanan', deskripsi } });

  const page = await browserOf(estate, siti, desktop);
  await open(page, 'Info Warga');
  const post = page.getByRole('article');
  const links = post.getByRole('link');
  await expect(links).toHaveCount(1);
  await expect.soft(links).toHaveAttribute('href', long);
  await expect.soft(links).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expect.soft(links).toHaveAttribute('target', '_blank');
  await expect.soft(links).toHaveText(/^contoh\.id\/formulir\/pendaftaran-\S*… \(tab baru\)$/);
  await expect.soft(post.getByText('<b onclick="x">javascript:alert(1)</b>')).toBeVisible();
  await post.getByRole('button', { name: /komentar/ }).click();
  await expect
    .soft(post.getByRole('link', { name: /^lain\.id/ }))
    .toHaveAttribute('href', 'http://lain.id/a?b=1&c=2');

  await open(page, 'Aduan');
  const shown = page.getByRole('link', { name: /foto-lampu/ });
  await expect(page.getByRole('button', { name: 'Selengkapnya, aduan Lampu' })).toBeVisible();
  await expect(shown).toHaveCount(0); // a truncated address would lead elsewhere
  await page.getByRole('button', { name: 'Selengkapnya, aduan Lampu' }).click();
  await expect(shown).toHaveAttribute('href', 'https://contoh.id/foto-lampu-yang-mati');
});
