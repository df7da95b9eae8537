import { expect, type Page } from '@playwright/test';
import { changeDocument, uploadDocument } from '../contract/documents.ts';
import { formatDate } from '../contract/format.ts';
import { listOwnPaymentsWarga } from '../contract/payments.ts';
import { browserOf, test } from './estate.ts';
import {
  answer,
  choose,
  columns,
  cutOff,
  desktop,
  dialog,
  figure,
  menu,
  options,
  row,
  toast,
} from './screen.ts';

const kilobyte = 1024;
const pdf = (bytes: number, name = 'Tata Tertib.pdf') => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([
    Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n'),
    Buffer.alloc(bytes - 100, ' '),
    Buffer.from('\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  ]),
});
const word = {
  name: 'surat.doc',
  mimeType: 'application/msword',
  buffer: Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(2_000),
    Buffer.from('WordDocument', 'utf16le'),
    Buffer.alloc(600),
  ]),
};
const save = (page: Page) => dialog(page).getByRole('button', { name: /^(Upload|Simpan)$/ });

test('officers upload, edit and delete; residents open, save, search and filter', async ({ estate }) => {
  const [admin, siti] = [await estate.as.admin(), await estate.as.warga('A1-1')];
  const page = await browserOf(estate, admin, desktop);
  const resident = await browserOf(estate, siti, desktop, 'documents');
  await expect(resident.getByText('Belum ada dokumen yang tersedia.')).toBeVisible();
  await menu(page).getByRole('button', { name: 'Dokumen' }).click();

  await page.getByRole('button', { name: 'Upload Dokumen' }).first().click();
  const form = dialog(page, 'Upload Dokumen');
  await save(page).click();
  for (const sentence of ['Judul wajib diisi', 'File dokumen wajib diupload'])
    await expect.soft(form.getByText(sentence)).toBeVisible();
  await expect
    .soft(options(form.getByLabel('Kategori')))
    .toHaveText([
      'Umum',
      'Surat Keputusan',
      'Laporan Keuangan',
      'Peraturan',
      'Notulen Rapat',
      'Surat Edaran',
    ]);
  await expect.soft(form.getByLabel('Kategori')).toHaveValue('Umum');
  await expect.soft(form.getByText('PDF, DOC, atau DOCX, maksimal 10 MB.')).toBeVisible();
  await choose(form, 'Pilih file', pdf(10 * kilobyte * kilobyte + kilobyte));
  await expect.soft(form.getByText('Ukuran file maksimal 10MB')).toBeVisible();
  await form.getByLabel('Judul').fill('Tata Tertib');
  await form.getByLabel('Kategori').selectOption('Peraturan');
  await form.getByLabel('Deskripsi').fill('Berlaku umum');
  await choose(form, 'Pilih file', pdf(1.5 * kilobyte));
  await cutOff(page, 'POST **/api/dokumen', async () => {
    await save(page).click();
    await expect.soft(form.getByText('Gagal mengupload dokumen')).toBeVisible();
  });
  await save(page).click();
  await expect(toast(page, 'Dokumen berhasil diupload')).toBeVisible();

  const own = row(page, 'Tata Tertib');
  await expect
    .soft(columns(page, 'Daftar dokumen'))
    .toHaveText(['Dokumen', 'Kategori', 'Deskripsi', 'Ukuran', 'Upload oleh', 'Tanggal', 'Aksi']);
  await expect.soft(own).toContainText(/Peraturan.*Berlaku umum.*1,4\d KB.*Admin/);
  await expect.soft(own.getByRole('link', { name: /^Buka/ })).toHaveAttribute('target', '_blank');
  await expect.soft(page.getByLabel('Kategori').getByRole('option').first()).toHaveText('Semua Kategori');
  await page.getByLabel('Kategori').selectOption({ value: 'Umum' });
  await expect.soft(page.getByText('Tidak ada dokumen yang sesuai dengan filter.')).toBeVisible();
  await page.getByLabel('Kategori').selectOption('');

  const card = resident.getByRole('listitem').filter({ hasText: 'Tata Tertib' });
  await expect(card).toContainText('Berlaku umum');
  const today = formatDate(new Date().toISOString());
  for (const words of ['Peraturan', today, 'Admin', 'Tata Tertib.pdf'])
    await expect.soft(card).toContainText(words);
  const counters = { 'Total dokumen': '1', Pengumuman: '0', Peraturan: '1', Keuangan: '0' };
  for (const [label, count] of Object.entries(counters))
    await expect.soft(figure(resident, label), label).toHaveText(count);
  await expect
    .soft(options(resident.getByLabel('Kategori')))
    .toHaveText(['Semua Kategori', 'Pengumuman', 'Peraturan', 'Keuangan', 'Rapat', 'Lainnya']);
  const search = resident.getByPlaceholder('Cari dokumen...');
  await search.fill('BERLAKU');
  await expect.soft(card).toBeVisible();
  await search.fill('tertib');
  await expect.soft(card).toBeVisible();
  await search.fill('tidak ada yang begini');
  await expect.soft(resident.getByText('Tidak ada dokumen yang sesuai dengan filter.')).toBeVisible();
  await search.fill('');
  await expect.soft(card.getByRole('link', { name: /^Buka/ })).toHaveAttribute('target', '_blank');
  const saved = resident.waitForEvent('download');
  await card.getByRole('link', { name: /^Download/ }).click();
  expect.soft((await saved).suggestedFilename()).toBe('Tata Tertib.pdf');
  await menu(resident).getByRole('button', { name: 'Dokumen' }).click();
  await expect(row(resident, 'Tata Tertib')).toBeVisible();
  for (const name of [/^Edit/, /^Hapus/, 'Upload Dokumen'])
    await expect.soft(resident.getByRole('button', { name })).toBeHidden();

  await own.getByRole('button', { name: /^Edit/ }).click();
  await expect.soft(dialog(page, 'Edit Dokumen').getByRole('button', { name: 'Pilih file' })).toBeHidden();
  await dialog(page, 'Edit Dokumen').getByLabel('Judul').fill('Tata Tertib Baru');
  await cutOff(page, 'PUT **/api/dokumen/*', async () => {
    await save(page).click();
    await expect.soft(dialog(page).getByText('Gagal mengupdate dokumen')).toBeVisible();
  });
  await save(page).click();
  await expect(row(resident, 'Tata Tertib Baru')).toBeVisible();

  const remove = page.getByRole('button', { name: /^Hapus Tata/ });
  await cutOff(page, 'DELETE **/api/dokumen/*', async () => {
    await remove.click();
    await expect(dialog(page, 'Apakah Anda yakin ingin menghapus dokumen ini?')).toBeVisible();
    await answer(page, 'Ya, Hapus!');
    await expect.soft(toast(page, 'Gagal menghapus dokumen')).toBeVisible();
  });
  await remove.click();
  await answer(page, 'Ya, Hapus!');
  await expect(row(resident, 'Tata Tertib Baru')).toBeHidden();
});

test('editing a document keeps fields that a colleague changed meanwhile', async ({ estate }) => {
  const [admin, ketua] = [await estate.as.admin(), await estate.as.ketua()];
  const body = { judul: 'Tata Tertib', kategori: 'Umum', deskripsi: 'Berlaku umum' } as const;
  const files = { file: new Blob([pdf(kilobyte).buffer]) };
  const params = { id: (await admin.call(uploadDocument, { body, files })).body.id };
  const page = await browserOf(estate, admin, desktop, 'dokumen');
  await page.getByRole('button', { name: 'Edit Tata Tertib' }).click();
  const theirs = { judul: 'Tata Tertib 2026', deskripsi: 'Berlaku sejak Januari' };
  await ketua.call(changeDocument, { params, body: { ...body, ...theirs } });
  await dialog(page, 'Edit Dokumen').getByLabel('Kategori').selectOption('Peraturan');
  await save(page).click();
  await expect(row(page, 'Tata Tertib 2026')).toContainText(/Peraturan.*Berlaku sejak Januari/);
});

test('document management accepts only PDF, offers its own categories and shows upload progress', async ({
  estate,
}) => {
  const page = await browserOf(estate, await estate.as.ketua(), desktop, 'document-management');
  await expect(page.getByText('Belum ada dokumen yang diupload.')).toBeVisible();
  for (const label of ['Total dokumen', 'Pengumuman', 'Peraturan', 'Keuangan'])
    await expect.soft(figure(page, label)).toHaveText('0');
  await page.getByRole('button', { name: 'Upload Dokumen' }).first().click();
  const form = dialog(page, 'Upload Dokumen');
  await expect
    .soft(options(form.getByLabel('Kategori')))
    .toHaveText(['Pengumuman', 'Peraturan', 'Keuangan', 'Rapat', 'Lainnya']);
  await choose(form, 'Pilih file', word);
  await expect.soft(form.getByText('Hanya file PDF yang diperbolehkan')).toBeVisible();
  await choose(form, 'Pilih file', { ...pdf(kilobyte), buffer: Buffer.alloc(0) });
  await expect.soft(form.getByText('File ini kosong.')).toBeVisible();
  await choose(form, 'Pilih file', { ...word, name: 'surat.pdf' });
  await form.getByLabel('Judul').fill('Notulen');
  await save(page).click();
  await expect.soft(form.getByText('Hanya file PDF yang diperbolehkan')).toBeVisible();
  await form.getByRole('button', { name: 'Hapus file' }).click();
  await choose(form, 'Pilih file', pdf(300 * kilobyte));

  let sending = 0;
  page.on('request', (request) => void (request.method() === 'POST' && (sending += 1)));
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200 * kilobyte };
  const network = await page.context().newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', slow);
  await save(page).click();
  await expect(save(page)).toHaveAttribute('aria-busy', 'true');
  await save(page).click({ force: true });
  await expect(form.getByRole('progressbar', { name: 'Mengirim file' })).toBeVisible();
  await expect(toast(page, 'Dokumen berhasil diupload')).toBeVisible();
  expect.soft(sending).toBe(1);
  await expect
    .soft(columns(page, 'Daftar dokumen'))
    .toHaveText(['Dokumen', 'Kategori', 'Upload oleh', 'Tanggal', 'Aksi']);
  const own = row(page, 'Notulen');
  for (const action of [/^Buka/, /^Download/])
    await expect.soft(own.getByRole('link', { name: action })).toBeVisible();
  await own.getByRole('button', { name: /^Hapus/ }).click();
  await expect.soft(dialog(page, 'Apakah Anda yakin ingin menghapus dokumen ini?')).toBeVisible();
  await answer(page, 'Ya, Hapus!');
  await expect(own).toBeHidden();
});

test('a stored picture opened in its own tab is centred', async ({ estate }) => {
  const siti = await estate.as.warga('A1-1');
  const page = await browserOf(estate, siti, desktop);
  await estate.given.payment({ of: siti });
  const { body } = await siti.call(listOwnPaymentsWarga, { params: { userId: siti.id } });
  await page.goto(`/assets/uploads/${body.data[0]?.bukti_transfer}`);
  const picture = await page.locator('img').boundingBox();
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  expect(picture).not.toBeNull();
  const { x = 0, y = 0, width: wide = 0, height: high = 0 } = picture ?? {};
  expect([Math.round(x + wide / 2), Math.round(y + high / 2)]).toEqual([width / 2, height / 2]);
});
