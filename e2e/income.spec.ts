/** Other income, expenses without a receipt, and spending that a second person approves. */
import { expect } from '@playwright/test';
import { getBalance } from '../contract/cash-book.ts';
import { defaultTimeZone, monthIn, monthName, shiftMonth } from '../contract/format.ts';
import { changeSettings } from '../contract/settings.ts';
import { password } from '../server/testing/people.ts';
import { pictures } from '../server/testing/pictures.ts';
import { browserOf, test } from './estate.ts';
import { choose, desktop, dialog, jpeg, phone, row, sideways, toast, violationsOf } from './screen.ts';

const now = monthIn(defaultTimeZone, new Date());

test('the admin enters rent with a PDF on a phone, and a resident opens it from the cash book', async ({
  estate,
}) => {
  const page = await browserOf(estate, await estate.as.admin(), phone, 'buku-kas');
  await page.getByRole('button', { name: 'Catat penerimaan' }).click();
  const form = dialog(page, 'Catat Penerimaan');
  await form.getByRole('button', { name: 'Simpan' }).click();
  for (const sentence of ['Judul wajib diisi', 'Kategori wajib diisi', 'Jumlah wajib diisi'])
    await expect.soft(form.getByText(sentence)).toBeVisible();
  await form.getByLabel('Judul').fill('Sewa balai warga');
  await form.getByLabel('Kategori').selectOption('sewa');
  await form.getByLabel('Jumlah').fill('750000');
  const paper = {
    name: 'kuitansi.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
  };
  await choose(form, 'Pilih foto', paper);
  expect(await sideways(page)).toBe(0);
  expect.soft(await violationsOf(page)).toEqual([]);
  await form.getByRole('button', { name: 'Simpan' }).click();
  await expect(toast(page, 'Penerimaan berhasil dicatat')).toBeVisible();

  const resident = await browserOf(estate, await estate.as.warga('A1-1'), desktop, 'buku-kas');
  await expect(row(resident, 'Sewa balai warga')).toContainText(
    /balai warga.*Sewa.*\+Rp\s750\.000.*Pemasukan/,
  );
  await expect(resident.getByRole('button', { name: 'Catat penerimaan' })).toBeHidden();
  const href = await resident.getByRole('link', { name: /Buka bukti Sewa/ }).getAttribute('href');
  const opened = await resident.request.get(href ?? '');
  expect(opened.headers()['content-type']).toBe('application/pdf');
});

test('an expense without a receipt names its witness, and a day of another month is asked about', async ({
  estate,
}) => {
  const page = await browserOf(estate, await estate.as.admin(), phone, 'pengeluaran');
  await page.getByRole('button', { name: 'Tambah Pengeluaran' }).first().click();
  const form = dialog(page, 'Tambah Pengeluaran');
  await form.getByLabel('Judul').fill('Sapu lidi');
  await form.getByLabel('Jumlah').fill('40000');
  await form.getByLabel('Deskripsi').fill('Dari pedagang keliling');
  await form.getByLabel('Kategori').selectOption('kebersihan');
  const before = shiftMonth(now, -1);
  await form.getByLabel('Tahun').selectOption(String(before.tahun));
  await form.getByLabel('Bulan').selectOption({ label: monthName(before.bulan) });
  await form.getByRole('switch', { name: 'Tanpa bukti' }).press('Space');
  await form.getByRole('button', { name: 'Simpan' }).click();
  await expect(form.getByText('Nama saksi wajib diisi')).toBeVisible();
  await form.getByRole('textbox', { name: 'Nama saksi' }).fill('Pak Budi');
  await form.getByRole('button', { name: 'Simpan' }).click();
  await page.getByRole('button', { name: 'Periksa lagi' }).click();
  await expect(form.getByText('Periksa tanggal dan bulannya')).toBeVisible();
  await form.getByRole('button', { name: 'Simpan' }).click();
  await page.getByRole('button', { name: 'Ya, simpan' }).click();
  await expect(toast(page, 'Pengeluaran berhasil ditambahkan')).toBeVisible();
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByLabel('Tahun').selectOption(String(before.tahun));
  await expect(page.getByText('Tanpa bukti, saksi Pak Budi')).toBeVisible();
  expect(await sideways(page)).toBe(0);
});

test('spending above the limit waits, marked for everyone, until another officer has looked at the photo', async ({
  estate,
}) => {
  const [ketua, admin] = [await estate.as.ketua(), await estate.as.admin()];
  await ketua.call(changeSettings, { body: { batasDuaOrang: 100_000, password } });
  const desk = await browserOf(estate, admin, desktop, 'pengeluaran');
  await desk.getByRole('button', { name: 'Tambah Pengeluaran' }).first().click();
  const form = dialog(desk, 'Tambah Pengeluaran');
  await form.getByLabel('Judul').fill('Sewa tenda');
  await form.getByLabel('Jumlah').fill('2500000');
  await form.getByLabel('Deskripsi').fill('Untuk rapat warga');
  await choose(form, 'Pilih foto', jpeg(await pictures.jpeg()));
  await form.getByRole('button', { name: 'Simpan' }).click();
  await expect(toast(desk, 'Usulan dikirim dan menunggu persetujuan orang kedua.')).toBeVisible();
  await expect(row(desk, 'Sewa tenda')).toContainText('Menunggu persetujuan');

  const hand = await browserOf(estate, ketua, phone);
  await hand.getByRole('button', { name: /Menunggu persetujuan Anda/ }).click();
  const proposal = hand.getByRole('article', { name: 'Pengeluaran' });
  await expect(proposal).toContainText('Rp 2.500.000');
  await proposal.getByRole('button', { name: 'Lihat foto bukti usulan' }).click();
  await expect(hand.getByRole('dialog').getByAltText('Foto bukti usulan').first()).toBeVisible();
  await hand.keyboard.press('Escape');
  expect(await sideways(hand)).toBe(0);
  await proposal.getByRole('button', { name: 'Setujui' }).click();
  await hand.getByRole('button', { name: 'Ya, setujui' }).click();
  await expect(toast(hand, 'Usulan disetujui dan sudah dicatat.')).toBeVisible();
  await expect(row(desk, 'Sewa tenda').filter({ hasText: 'Menunggu persetujuan' })).toHaveCount(0);
  expect((await ketua.call(getBalance)).body.data.totalPengeluaran).toBe(2_500_000);
});

test('the ketua adds a category, renames it and switches it off', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.ketua(), phone, 'management');
  await page.getByLabel('Kategori baru').fill('Taman');
  await page.getByRole('button', { name: 'Tambah' }).click();
  await expect(toast(page, 'Kategori berhasil ditambahkan')).toBeVisible();
  await page.locator('summary', { hasText: 'Pengeluaran' }).click();
  await page.getByRole('button', { name: 'Ganti nama Taman' }).click();
  const form = dialog(page, 'Ganti nama Taman');
  await form.getByRole('textbox', { name: 'Nama kategori' }).fill('kebun');
  await form.getByRole('button', { name: 'Simpan' }).click();
  expect.soft(await violationsOf(page)).toEqual([]);
  await page.getByRole('switch', { name: 'Kebun' }).press('Space');
  await expect(toast(page, 'Kategori berhasil diubah').first()).toBeVisible();
  expect(await sideways(page)).toBe(0);
});
