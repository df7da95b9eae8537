/** Complaints: a resident and a coordinator with both browsers open. */
import { type Browser, type BrowserContextOptions, expect, type Page, test } from '@playwright/test';
import { pictures } from '../server/testing/pictures.ts';
import { authorize, closeAll, type DemoRole, signIn } from './demo.ts';
import {
  choosePhoto,
  desktop,
  dialog,
  isWarm,
  mark,
  title as pageTitle,
  phone,
  picture,
  toast,
  untouched,
  violationsOf,
} from './screen.ts';

test.afterEach(closeAll);

async function open(browser: Browser, role: DemoRole, entry: string, options: BrowserContextOptions) {
  const page = await (await browser.newContext({ ...options, reducedMotion: 'reduce' })).newPage();
  await signIn(page, role);
  const menu = page.getByRole('navigation', { name: 'Menu utama' });
  await menu.getByRole('button', { name: entry, exact: true }).click();
  await expect(
    page
      .getByRole('listitem')
      .filter({ has: heading(page) })
      .first(),
  ).toBeVisible();
  return page;
}

const heading = (page: Page, name?: string) =>
  page.getByRole('heading', { level: 2, ...(name && { name, exact: true }) });
const card = (page: Page, title: string) => page.getByRole('listitem').filter({ has: heading(page, title) });
const countOf = async (page: Page, status: string) =>
  Number((await page.getByRole('tab', { name: status }).innerText()).replace(/\D/g, ''));

async function lookAt(page: Page, name: string) {
  await page.getByRole('button', { name: `Lihat ${name}` }).click();
  const viewer = dialog(page, 'Penampil gambar');
  const photo = picture(page, new RegExp(name, 'i'));
  await expect
    .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(1_000);
  await viewer.getByRole('button', { name: 'Tutup' }).click();
  await expect(viewer).toBeHidden();
}

test('a resident reports with a photo, the coordinator answers, both see it at once', async ({ browser }) => {
  const title = `Pagar taman roboh ${Date.now()}`;
  const [resident, koordinator] = await Promise.all([
    open(browser, 'Warga', 'Aduan Saya', { ...phone, colorScheme: 'dark' }),
    open(browser, 'Koordinator Blok', 'Aduan Warga', desktop),
  ]);
  await expect(pageTitle(koordinator)).toHaveText('Aduan Blok A');
  await Promise.all([resident, koordinator].map(mark));
  const before = await countOf(koordinator, 'Pending');

  await resident.getByRole('button', { name: 'Tambah Aduan' }).tap();
  const form = dialog(resident, 'Tambah Aduan');
  await form.getByRole('button', { name: 'Kirim Aduan' }).tap();
  for (const sentence of ['Judul wajib diisi', 'Kategori wajib diisi', 'Deskripsi wajib diisi'])
    await expect(form.getByText(sentence)).toBeVisible();
  await expect(form.getByLabel('Judul')).toBeFocused();
  await form.getByLabel('Judul').fill(title);
  await form.getByLabel('Kategori').selectOption('Keamanan');
  await form.getByLabel('Deskripsi').fill('Roboh semalam.\nAnak-anak bisa terluka.');
  await choosePhoto(form, await pictures.phone());
  await form.getByRole('button', { name: 'Kirim Aduan' }).tap();
  await expect(toast(resident, 'Aduan berhasil ditambahkan')).toBeVisible();
  await expect(form).toBeHidden();
  await expect(card(resident, title)).toContainText('Pending');
  await lookAt(resident, `foto aduan ${title}`);

  const seen = card(koordinator, title);
  await expect(seen).toContainText('Anak-anak bisa terluka.');
  await expect.poll(() => countOf(koordinator, 'Pending')).toBe(before + 1);
  await lookAt(koordinator, `foto aduan ${title}`);

  await seen.getByRole('button', { name: 'Komentari' }).click();
  const comment = seen.getByLabel('Komentar', { exact: true });
  await comment.press('Enter');
  await expect(seen.getByText('Belum ada komentar.')).toBeVisible();
  await comment.fill('Tukang datang siang ini.');
  await comment.press('Enter');
  await expect(comment).toHaveValue('');
  await expect(comment).toBeFocused();
  await card(resident, title).getByRole('button', { name: '1 komentar' }).tap();
  await expect(card(resident, title)).toContainText(/Koordinator.*Tukang datang siang ini\./);
  await expect(card(resident, title).getByRole('textbox')).toHaveCount(0);
  await comment.fill('Sudah diukur.');
  await seen.getByRole('button', { name: 'Kirim' }).click();
  await expect(card(resident, title)).toContainText('Sudah diukur.');

  await seen.getByRole('button', { name: 'Ubah status' }).click();
  await koordinator.getByRole('menuitem', { name: 'Proses' }).click();
  await expect(card(resident, title)).toContainText('Proses');
  await seen.getByRole('button', { name: /^Jawab aduan/ }).click();
  const answer = dialog(koordinator, 'Jawab Aduan');
  await expect(answer.getByLabel('Status')).toHaveValue('proses');
  await answer.getByLabel('Status').selectOption('Selesai');
  await answer.getByRole('textbox', { name: /^Jawaban/ }).fill('Pagar sudah berdiri lagi.');
  await choosePhoto(answer, await pictures.phone());
  await answer.getByRole('button', { name: 'Simpan' }).click();
  await expect(toast(koordinator, title).locator('..')).toContainText('Status aduan berhasil diupdate');
  await expect(answer).toBeHidden();
  await expect(seen.getByRole('button', { name: /^Jawab aduan/ })).toBeFocused();
  await expect(card(resident, title)).toContainText('Selesai');
  await expect(card(resident, title)).toContainText('Pagar sudah berdiri lagi.');
  await expect(toast(resident, 'Aduan Diperbarui').first()).toBeVisible();
  await lookAt(resident, `foto jawaban aduan ${title}`);

  await card(resident, title).getByRole('button', { name: 'Edit' }).tap();
  const edit = dialog(resident, 'Edit Aduan');
  await edit.getByLabel('Judul').fill(`${title} lagi`);
  await edit.getByRole('button', { name: 'Hapus foto' }).tap();
  await edit.getByRole('button', { name: 'Simpan' }).tap();
  await expect(edit).toBeHidden();
  await expect(card(koordinator, `${title} lagi`)).toContainText('Selesai');
  await expect(koordinator.getByRole('button', { name: `Lihat foto aduan ${title} lagi` })).toBeHidden();

  await card(resident, `${title} lagi`).getByRole('button', { name: 'Hapus' }).tap();
  const question = dialog(resident, 'Yakin ingin menghapus aduan ini?');
  await question.getByRole('button', { name: 'Batal' }).tap();
  await expect(question).toBeHidden();
  await card(resident, `${title} lagi`).getByRole('button', { name: 'Hapus' }).tap();
  await question.getByRole('button', { name: 'Ya, Hapus!' }).tap();
  await expect(toast(resident, 'Aduan berhasil dihapus')).toBeVisible();
  await expect(card(resident, `${title} lagi`)).toBeHidden();
  await expect(card(koordinator, `${title} lagi`)).toBeHidden();
  expect(await Promise.all([resident, koordinator].map(untouched))).toEqual([true, true]);
});

test('a new complaint’s draft survives closing and reload; a cancelled edit does not', async ({
  browser,
}) => {
  const page = await open(browser, 'Warga', 'Aduan Saya', desktop);
  const form = dialog(page, 'Tambah Aduan');
  const add = () => page.getByRole('button', { name: 'Tambah Aduan' }).click();
  await add();
  await form.getByLabel('Judul').fill('Setengah jadi');
  await form.getByRole('button', { name: 'Batal' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: 'Tambah Aduan' })).toBeFocused();
  await page.reload();
  await add();
  await expect(form.getByLabel('Judul')).toHaveValue('Setengah jadi');
  await page.keyboard.press('Escape');

  const edit = dialog(page, 'Edit Aduan');
  const change = () =>
    page
      .getByRole('button', { name: /^Edit aduan/ })
      .first()
      .click();
  await change();
  const stored = await edit.getByLabel('Judul').inputValue();
  await edit.getByLabel('Judul').fill('Berubah pikiran');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ya, tinggalkan' }).click();
  await expect(edit).toBeHidden();
  await change();
  await expect(edit.getByLabel('Judul')).toHaveValue(stored);
});

test('the draft of an answer is restored whichever status button is pressed', async ({ browser }) => {
  const page = await open(browser, 'Koordinator Blok', 'Aduan Warga', desktop);
  await page.getByRole('tab', { name: 'Pending' }).click();
  const form = dialog(page, 'Jawab Aduan');
  const status = form.getByLabel('Status');
  const words = form.getByLabel('Jawaban (opsional)', { exact: true });
  await page
    .getByRole('button', { name: /^Jawab aduan/ })
    .first()
    .click();
  await expect(status).toHaveValue('proses');
  await status.selectOption('Selesai');
  await words.fill('Sudah kami periksa');
  await form.getByRole('button', { name: 'Batal' }).click();
  await expect(form).toBeHidden();
  await page
    .getByRole('button', { name: /^Ubah status aduan/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Ditolak' }).click();
  await expect(words).toHaveValue('Sudah kami periksa');
  await expect(status).toHaveValue('ditolak');
});

test('the ketua finds complaints by status, block and words; only an admin may not delete them', async ({
  browser,
}) => {
  const ketua = await open(browser, 'Ketua', 'Aduan Warga', desktop);
  await expect(pageTitle(ketua)).toHaveText('Kelola Aduan Warga');
  await ketua.getByRole('tab', { name: 'Ditolak' }).click();
  const cards = ketua.getByRole('listitem').filter({ has: heading(ketua) });
  await expect(cards).toHaveCount(await countOf(ketua, 'Ditolak'));
  for (const text of await cards.allInnerTexts()) expect(text).toContain('Ditolak');
  await expect.poll(() => isWarm(cards.first().getByText('Ditolak', { exact: true }))).toBe(true);
  await ketua.getByRole('tab', { name: 'Semua' }).click();
  await ketua.getByLabel('Blok').selectOption('Blok B');
  await expect(cards.first()).toContainText(/, B\d/);
  await ketua.getByLabel('Cari aduan').fill('tidak ada yang begini');
  await expect(ketua.getByText('Tidak ada aduan yang sesuai dengan filter.')).toBeVisible();
  await expect.poll(() => countOf(ketua, 'Semua')).toBe(0);
  await ketua.getByRole('button', { name: 'Hapus filter' }).first().click();
  await expect(cards.first().getByRole('button', { name: /^Hapus aduan/ })).toBeVisible();

  const admin = await open(browser, 'Admin', 'Kelola Aduan', desktop);
  await expect(admin.getByRole('button', { name: /^Jawab aduan/ }).first()).toBeVisible();
  await expect(admin.getByRole('button', { name: /^Hapus aduan/ })).toHaveCount(0);
});

test('a comment shows its author’s role', async ({ browser, request }) => {
  const judul = `Gorong-gorong ${Date.now()}`;
  const multipart = { judul, kategori: 'infrastruktur', deskripsi: 'Tersumbat' };
  const headers = await authorize(request, 'Warga');
  const made = await request.post('/api/aduan', { headers, multipart });
  const { id } = (await made.json()) as { id: number };
  for (const role of ['Ketua', 'Admin', 'Koordinator Blok'] as const) {
    const data = { komentar: `Kata ${role}` };
    await request.post(`/api/aduan/${id}/comments`, { headers: await authorize(request, role), data });
  }
  const page = await open(browser, 'Warga', 'Aduan Saya', desktop);
  await card(page, judul).getByRole('button', { name: '3 komentar' }).click();
  for (const role of ['Ketua', 'Admin', 'Koordinator'])
    await expect(
      card(page, judul)
        .getByRole('listitem')
        .filter({ hasText: `Kata ${role}` }),
    ).toContainText(new RegExp(`${role}.*Kata ${role}`));
  await request.delete(`/api/aduan/${id}`, { headers });
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const size of [phone, desktop]) {
    const tag = colorScheme === 'light' || size === desktop ? '@long' : [];
    test(`no axe violations: ${colorScheme}, ${size.viewport.width} px`, { tag }, async ({ browser }) => {
      const resident = await open(browser, 'Warga', 'Aduan Saya', { ...size, colorScheme });
      expect(await violationsOf(resident)).toEqual([]);
      await resident
        .getByRole('button', { name: /^Edit aduan/ })
        .first()
        .click();
      await expect(dialog(resident, 'Edit Aduan')).toBeVisible();
      expect(await violationsOf(resident, '[role=dialog]')).toEqual([]);

      const staff = await open(browser, 'Ketua', 'Aduan Warga', { ...size, colorScheme });
      await staff.getByRole('tab', { name: 'Proses' }).click(); // every second combination: axe is slow
      const others = staff.getByRole('listitem').filter({ has: heading(staff), hasNotText: 'Proses' });
      await expect(others).toHaveCount(0);
      await staff
        .getByRole('button', { name: /\d komentar/ })
        .first()
        .click();
      await expect(staff.getByLabel('Komentar', { exact: true })).toBeVisible();
      await staff
        .getByRole('button', { name: /^Ubah status/ })
        .first()
        .click();
      expect(await violationsOf(staff)).toEqual([]);
      await staff.keyboard.press('Escape');
      await staff
        .getByRole('button', { name: /^Jawab aduan/ })
        .first()
        .click();
      await expect(dialog(staff, 'Jawab Aduan')).toBeVisible();
      expect(await violationsOf(staff, '[role=dialog]')).toEqual([]);
    });
  }
}
