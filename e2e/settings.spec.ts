import { expect, type Page } from '@playwright/test';
import { createResident, deleteResident } from '../contract/residents.ts';
import { changeSettings } from '../contract/settings.ts';
import { password } from '../server/testing/people.ts';
import { browserOf, openPage, test } from './estate.ts';
import { desktop, mark, menu, phone, toast, untouched } from './screen.ts';

const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const form = (page: Page, name: string) => page.getByRole('form', { name });
const saved = (page: Page) => toast(page, 'Pengaturan berhasil disimpan');
const fact = (page: Page, name: string) => page.locator(`dt:text-is("${name}") + dd`);

test('switching the complaint menu off and on takes effect in every open browser', async ({ estate }) => {
  const [ketua, second] = [await estate.as.ketua(), await estate.as.ketua('Ketua Dua')];
  const page = await browserOf(estate, ketua, desktop);
  const resident = await browserOf(estate, await estate.as.warga('A1-1'), phone);
  const colleague = await browserOf(estate, second, desktop);
  for (const each of [page, colleague]) await openPage(each, 'management');
  const complaints = menu(resident).getByRole('button', { name: 'Aduan Saya' });
  const toggle = (of: Page) => of.getByRole('switch', { name: 'Menu aduan' });
  await expect(complaints).toBeVisible();
  await expect(toggle(page)).toBeChecked();
  await Promise.all([page, resident, colleague].map(mark));

  await toggle(page).click();
  await expect(saved(page)).toBeVisible();
  await expect(complaints).toBeHidden();
  await expect(menu(page).getByRole('button', { name: 'Aduan Warga' })).toBeHidden();
  for (const each of [page, colleague]) {
    await expect(toggle(each)).not.toBeChecked();
    await expect(fact(each, 'Status menu aduan')).toHaveText('Nonaktif');
  }
  const admin = await browserOf(estate, await estate.as.admin(), desktop);
  for (const [each, mayChange] of [
    [page, true],
    [admin, false],
  ] as const) {
    await openPage(each, 'complaints');
    await expect(each.getByText('Menu aduan sedang nonaktif')).toBeVisible();
    await expect(each.getByRole('button', { name: 'Buka Pengaturan' })).toBeVisible({ visible: mayChange });
  }
  await openPage(page, 'management');

  await toggle(colleague).click();
  await expect(complaints).toBeVisible();
  await expect(toggle(page)).toBeChecked();
  await expect(fact(page, 'Status menu aduan')).toHaveText('Aktif');
  for (const each of [page, resident, colleague]) expect(await untouched(each)).toBe(true);
});

test('new dues reach residents at once, and the change is in the audit log', async ({ estate }) => {
  const [ketua, admin] = [await estate.as.ketua(), await estate.as.admin()];
  const page = await browserOf(estate, ketua, desktop);
  const resident = await browserOf(estate, await estate.as.warga('A1-1'), phone, 'payments');
  await expect(resident.getByText('Iuran Rp 100.000 per bulan')).toBeVisible();
  await openPage(page, 'management');
  await tab(page, 'Iuran').click();
  const dues = form(page, 'Iuran dan rekening');
  await expect(dues.getByRole('button', { name: 'Simpan' })).toBeDisabled();

  await dues.getByLabel('Iuran bulanan').fill('');
  await dues.getByLabel('Nomor rekening').fill('9990001');
  await dues.getByLabel('Password Anda').fill(password);
  await dues.getByRole('button', { name: 'Simpan' }).click();
  await expect(dues.getByText('Iuran harus berupa angka')).toBeVisible();
  await expect(dues.getByLabel('Iuran bulanan')).toBeFocused();
  await dues.getByLabel('Iuran bulanan').fill('125000');
  await dues.getByRole('button', { name: 'Simpan' }).click();
  await expect(saved(page)).toBeVisible();
  await expect(dues.getByRole('button', { name: 'Simpan' })).toBeDisabled();
  await tab(page, 'Umum').click();
  await expect(fact(page, 'Iuran bulanan')).toHaveText('Rp 125.000');
  await expect(resident.getByText('Iuran Rp 125.000 per bulan')).toBeVisible();

  await tab(page, 'Riwayat').click();
  const entry = page.getByRole('row').filter({ hasText: 'Mengubah pengaturan' });
  await expect(entry).toHaveCount(1);
  await expect(entry).toContainText('Ketua');
  await expect(entry).toContainText('Iuran bulanan: Rp 100.000 → menjadi Rp 125.000');
  await expect(entry).toContainText('Nomor rekening: – → menjadi 9990001');
  await expect(entry).not.toContainText('Bank:');
  await page.getByLabel('Perihal').selectOption('Akun');
  await expect(entry).toHaveCount(0);
  await page.getByLabel('Perihal').selectOption('Pengaturan');
  await expect(entry).toHaveCount(1);
  await page.getByLabel('Oleh').selectOption({ label: admin.nama });
  await expect(page.getByText('Tidak ada yang sesuai dengan filter.')).toBeVisible();
  await page.getByLabel('Oleh').selectOption({ label: ketua.nama });
  await expect(entry).toHaveCount(1);
});

test('the first dues of a new estate say that they hold for all months', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.ketua(), phone);
  await openPage(page, 'management');
  await tab(page, 'Iuran').click();
  const dues = form(page, 'Iuran dan rekening');
  await expect(dues.getByText('berlaku untuk semua bulan, juga yang sudah lewat')).toBeVisible();
  await dues.getByLabel('Iuran bulanan').fill('150000');
  await dues.getByLabel('Password Anda').fill(password);
  await dues.getByRole('button', { name: 'Simpan' }).click();
  await expect(saved(page)).toBeVisible();
  await expect(page.getByText('Sejak awal')).toBeVisible();
  const resident = { nama: 'Siti', email: 'siti@contoh.id', blok: 'A1', password: 'mangga-muda-7' };
  const admin = await estate.as.admin();
  const { id } = (await admin.call(createResident, { body: resident })).body.data;
  await expect(dues.getByText('bulan-bulan sebelumnya tidak berubah')).toBeVisible();
  await admin.call(deleteResident, { params: { id } });
  await page.reload();
  await tab(page, 'Iuran').click();
  await expect(dues.getByText('bulan-bulan sebelumnya tidak berubah')).toBeVisible();
});

test('a change made elsewhere updates unchanged fields, never edited ones', async ({ estate }) => {
  const ketua = await estate.as.ketua();
  const page = await browserOf(estate, ketua, desktop, 'management');
  const name = form(page, 'Perumahan').getByLabel('Nama perumahan');
  const letters = form(page, 'Perumahan').getByLabel('Huruf blok');
  await ketua.call(changeSettings, { body: { estateName: 'Griya Tentrem' } });
  await expect(name).toHaveValue('Griya Tentrem');
  await expect(page.getByRole('banner').getByText('Griya Tentrem')).toBeVisible();

  await letters.fill('abc');
  await ketua.call(changeSettings, { body: { estateName: 'Griya Rukun' } });
  await expect(page.getByRole('banner').getByText('Griya Rukun')).toBeVisible();
  await expect(letters).toHaveValue('abc');
  await page.reload();
  await expect(letters).toHaveValue('abc'); // also after a reload
  await form(page, 'Perumahan').getByRole('button', { name: 'Simpan' }).click();
  await expect(letters).toHaveValue('ABC');
  await expect(fact(page, 'Jumlah blok')).toHaveText('3');
  await expect(page.getByRole('banner').getByText('Griya Rukun')).toBeVisible(); // the name saved meanwhile is kept
});

test('the ketua edits texts and prices of the page Tentang', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.ketua(), desktop);
  const resident = await browserOf(estate, await estate.as.warga('A1-1'), phone, 'about');
  await openPage(page, 'management');
  await tab(page, 'Tentang').click();
  const about = form(page, 'Halaman Tentang');
  await about.getByLabel('Tujuan').fill('Satu rumah besar.\nSemua terdengar.');
  await about.getByLabel('Harga VPS (server) per tahun').fill('900000');
  await about.getByRole('button', { name: 'Simpan' }).click();
  await expect(saved(page)).toBeVisible();
  await expect(resident.getByText('Satu rumah besar.')).toBeVisible();
  await resident.getByRole('button', { name: 'Lihat bukti harga VPS' }).tap();
  await expect(fact(resident, 'Per tahun')).toHaveText('Rp 900.000');
  await expect(fact(resident, 'Per bulan')).toHaveText('Rp 75.000');
});

test('the ketua sets a rate for one house status, sees first what it brings, and the house pays it', async ({
  estate,
}) => {
  const ketua = await estate.as.ketua();
  const siti = await estate.as.warga('A1-1');
  const page = await browserOf(estate, ketua, desktop, 'management');
  await tab(page, 'Iuran').click();
  await page.getByRole('button', { name: 'Ubah tarif' }).click();
  const rate = form(page, 'Ubah tarif');
  await rate.getByLabel('Berlaku untuk').selectOption('Satu status rumah');
  await rate.getByLabel('Tarif per bulan').fill('40000');
  await rate.getByLabel('Mulai bulan').selectOption({ index: 0 });
  await expect(rate.getByText(/: tarif 0 rumah berubah$/)).toBeVisible();
  await rate.getByLabel('Password Anda').fill(password);
  await rate.getByRole('button', { name: 'Simpan tarif' }).click();
  await expect(toast(page, 'Tarif iuran berhasil disimpan')).toBeVisible();
  await expect(page.getByText('Rumah berstatus kosong')).toBeVisible();

  await openPage(page, 'kelola-warga');
  await page.getByRole('button', { name: `Edit ${siti.nama}` }).click();
  const house = form(page, 'Edit Warga');
  await house.getByLabel('Status rumah').selectOption('Kosong');
  await expect(house.getByLabel('Berlaku sejak')).toBeVisible();
  await house.getByRole('button', { name: 'Simpan' }).click();
  await expect(toast(page, 'Warga berhasil diupdate')).toBeVisible();

  const resident = await browserOf(estate, siti, phone, 'payments');
  await expect(resident.getByText('Iuran Rp 40.000 per bulan')).toBeVisible();
});
