import { expect, type Page } from '@playwright/test';
import { defaultTimeZone, monthIn } from '../contract/format.ts';
import { changeAccount } from '../contract/officers.ts';
import { changeResident } from '../contract/residents.ts';
import { browserOf, openPage, test } from './estate.ts';
import {
  answer,
  columns,
  cutOff,
  desktop,
  dialog,
  figure,
  menu,
  options,
  phone,
  row,
  title,
  toast,
} from './screen.ts';

const blocks = Array.from('ABCDEFGHIJKLMNOP', (letter) => `Blok ${letter}`);

async function fill(page: Page, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).first().fill(value);
}

test('residents are listed, filtered, added, edited and deleted', async ({ estate }) => {
  await estate.as.warga('A1-1');
  await estate.as.warga('B2');
  const page = await browserOf(estate, await estate.as.admin(), desktop);
  await menu(page).getByRole('button', { name: 'Kelola Warga' }).click();
  await expect(page.getByText('Total 2 warga', { exact: true })).toBeVisible();
  await expect
    .soft(columns(page, 'Daftar warga'))
    .toHaveText(['Nama', 'Email', 'No HP', 'Blok', 'Terdaftar', 'Aksi']);
  const block = page.getByLabel('Blok', { exact: true });
  await expect.soft(options(block)).toHaveText(['Semua blok', ...blocks]);
  await block.selectOption('Blok B');
  await expect(page.getByText('Total 1 warga')).toBeVisible();
  await expect(row(page, 'Warga A1-1')).toBeHidden();
  await block.selectOption('');

  await page.getByRole('button', { name: 'Tambah Warga' }).click();
  const form = dialog(page, 'Tambah Warga');
  const save = form.getByRole('button', { name: 'Simpan' });
  await save.click();
  for (const sentence of [
    'Nama wajib diisi',
    'Email wajib diisi',
    'Blok wajib diisi',
    'Password minimal 6 karakter',
  ])
    await expect.soft(form.getByText(sentence)).toBeVisible();
  await expect.soft(form.getByText('No HP wajib diisi')).toBeHidden();
  await expect.soft(form.getByLabel('Blok')).toHaveAttribute('placeholder', /[A-P]\d+(-\d+)?/);
  await fill(page, { Nama: 'Rina', Email: 'bukan-email', Password: 'rahasia-7' });
  await form.getByLabel('Blok').fill('C3-1');
  await save.click();
  await expect.soft(form.getByText('Format email tidak valid')).toBeVisible();
  await form.getByLabel('Email').fill('rina@contoh.id');
  await cutOff(page, 'POST **/api/warga', async () => {
    await save.click();
    await expect.soft(form.getByText('Gagal menyimpan data warga')).toBeVisible();
  });
  await save.click();
  await expect(toast(page, 'Warga berhasil ditambahkan')).toBeVisible();

  await row(page, 'Rina').getByRole('button', { name: 'Edit Rina' }).click();
  const edit = dialog(page, 'Edit Warga');
  await expect.soft(edit.getByLabel('Password', { exact: true })).toHaveValue('');
  await edit.getByLabel('Nama').fill('Rina Dewi');
  await edit.getByRole('button', { name: 'Simpan' }).click();
  await expect(toast(page, 'Warga berhasil diupdate')).toBeVisible();
  const remove = page.getByRole('button', { name: 'Hapus Rina Dewi' });
  await cutOff(page, 'DELETE **/api/warga/*', async () => {
    await remove.click();
    await answer(page, 'Ya, Hapus!');
    await expect.soft(toast(page, 'Gagal menghapus data warga')).toBeVisible();
  });
  await remove.click();
  await answer(page, 'Batal');
  await remove.click();
  await answer(page, 'Ya, Hapus!');
  await expect(toast(page, 'Warga berhasil dihapus')).toBeVisible();
  await expect(row(page, 'Rina Dewi')).toBeHidden();

  await page.setViewportSize({ width: 767, height: 800 });
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(page.getByText('Warga A1-1', { exact: true })).toBeVisible();
});

test('the number of residents includes how many are inactive', async ({ estate }) => {
  await estate.as.warga('A1-1');
  await estate.as.person('warga', { nama: 'Pindah', blok: 'B2', status: 'inactive' });
  const page = await browserOf(estate, await estate.as.ketua(), desktop);
  await expect(figure(page, 'Total Warga')).toHaveText('1');
  await menu(page).getByRole('button', { name: 'Kelola Warga' }).click();
  await expect(page.getByText('Total 2 warga, 1 nonaktif', { exact: true })).toBeVisible();
  await page.getByLabel('Blok', { exact: true }).selectOption('Blok A');
  await expect(page.getByText('Total 1 warga', { exact: true })).toBeVisible();
});

test('a coordinator manages only the own block, and the page says so', async ({ estate }) => {
  await estate.as.warga('A1-1');
  await estate.as.warga('B2');
  const page = await browserOf(estate, await estate.as.koordinator('A'), desktop);
  await menu(page).getByRole('button', { name: 'Kelola Warga' }).click();
  await expect(title(page)).toHaveText('Kelola Warga Blok A');
  await expect.soft(page.getByText('Total 1 warga')).toBeVisible();
  await expect.soft(page.getByLabel('Blok', { exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Tambah Warga' }).click();
  await fill(page, { Nama: 'Rina', Email: 'rina@contoh.id', Password: 'rahasia-7' });
  const form = dialog(page, 'Tambah Warga');
  await form.getByLabel('Blok').fill('B3');
  await form.getByRole('button', { name: 'Simpan' }).click();
  await expect(toast(page, 'Blok Tidak Valid!')).toBeVisible();
  await expect.soft(toast(page, 'Anda hanya bisa mengelola warga di Blok A')).toBeVisible();
  await expect.soft(form.getByRole('alert')).toHaveText('Anda hanya bisa mengelola warga di Blok A');
  await form.getByLabel('Blok').fill('a3');
  await page.route('**/api/warga', (route) => route.fulfill({ status: 500, body: '' }));
  await form.getByRole('button', { name: 'Simpan' }).click();
  await expect.soft(form.getByText('Terjadi kesalahan')).toBeVisible();
  await page.unroute('**/api/warga');
  await form.getByRole('button', { name: 'Simpan' }).click();
  await expect(row(page, 'Rina')).toContainText('A3');
});

test('resident cards show contact, family size, join date and the status of this month', async ({
  estate,
}) => {
  const month = monthIn(defaultTimeZone, new Date());
  const admin = await estate.as.admin();
  const [paid, waiting] = [await estate.as.warga('A1'), await estate.as.warga('A2')];
  await estate.as.warga('A3');
  await estate.as.person('warga', { nama: 'Warga A4', blok: 'A4', status: 'inactive' });
  await estate.given.payment({ of: paid, ...month, status: 'dikonfirmasi' });
  await estate.given.payment({ of: waiting, ...month });
  await admin.call(changeResident, { params: { id: paid.id }, body: { jumlah_keluarga: 4 } });
  const page = await browserOf(estate, admin, phone, 'residents');
  const card = (name: string) => page.getByRole('listitem').filter({ hasText: `Warga ${name}` });
  await expect(card('A1')).toContainText('Lunas');
  for (const words of [
    'Blok A1',
    paid.no_hp ?? '-',
    paid.email,
    '4 anggota keluarga',
    'Terdaftar 1 Jan 2024',
  ])
    await expect.soft(card('A1')).toContainText(words);
  await expect.soft(card('A2')).toContainText('Pending');
  await expect.soft(card('A3')).toContainText('Belum Bayar');
  await expect.soft(card('A4'), 'owes nothing').toContainText('Nonaktif');
  await expect.soft(card('A4')).not.toContainText('Belum Bayar');
  const spaced = `+62${waiting.no_hp?.slice(1, 5)} ${waiting.no_hp?.slice(5)}`;
  for (const wanted of ['Warga A2', waiting.email, 'A2', 'a2  WARGA', 'blok a2', spaced]) {
    await page.getByLabel('Cari warga').fill(wanted);
    await expect.soft(card('A1'), wanted).toBeHidden();
    await expect.soft(card('A2'), wanted).toBeVisible();
  }
  await page.getByLabel('Cari warga').fill('a b c d e f g h i j k');
  await expect(page.getByText('Pencarian maksimal 10 kata')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Coba lagi' })).toBeHidden();
});

test('resident cards distinguish an empty estate from a search without results', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.admin(), desktop, 'residents');
  await expect(page.getByText('Belum ada warga.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hapus filter' })).toBeHidden();
  await page.getByLabel('Cari warga').fill('Siti');
  await expect(page.getByText('Tidak ada warga yang cocok.')).toBeVisible();
  await page.getByRole('button', { name: 'Hapus filter' }).click();
  await expect(page.getByText('Belum ada warga.')).toBeVisible();
});

test('the ketua appoints officers in a form beside their list', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.ketua(), desktop);
  await menu(page).getByRole('button', { name: 'Perangkat Komunitas' }).click();
  await expect(row(page, 'Ketua').first()).toBeVisible();
  await expect
    .soft(columns(page, 'Daftar perangkat'))
    .toHaveText(['Nama', 'Email', 'No HP', 'Blok', 'Jenis', 'Aksi']);
  const form = page.getByRole('form', { name: 'Tambah akun' });
  const save = form.getByRole('button', { name: 'Simpan' });
  await expect
    .soft(options(form.getByLabel('Jenis')))
    .toHaveText(['Pilih jenis', 'Ketua', 'Admin', 'Koordinator']);
  await save.click();
  for (const sentence of [
    'Nama wajib diisi',
    'Email wajib diisi',
    'Jenis wajib diisi',
    'Password minimal 6 karakter',
  ])
    await expect.soft(form.getByText(sentence)).toBeVisible();
  await fill(page, { Nama: 'Rudi', Email: 'rudi@contoh.id', Password: 'kunci-panjang-77' });
  await form.getByLabel('Jenis').selectOption('Admin');
  const storage = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
  expect(storage).toContain('rudi@contoh.id');
  expect(storage).not.toContain('kunci-panjang');
  await openPage(page, 'dashboard');
  await expect(form).toBeHidden();
  await openPage(page, 'kelola-perangkat');
  await expect(form.getByLabel('Nama')).toHaveValue('Rudi');
  await expect.soft(form.getByLabel('Jenis')).toHaveValue('admin');
  await expect.soft(form.getByLabel(/^Password/)).toHaveValue('');
  await fill(page, { Password: 'kunci-panjang-77' });
  await cutOff(page, 'POST **/api/users', async () => {
    await save.click();
    await expect.soft(form.getByText('Terjadi kesalahan')).toBeVisible();
  });
  await save.click();
  await expect(toast(page, 'Perangkat berhasil ditambahkan')).toBeVisible();
  await expect.soft(page.getByRole('button', { name: 'Hapus Ketua' })).toBeHidden();
  await row(page, 'Rudi').getByRole('button', { name: 'Edit Rudi' }).click();
  const edit = page.getByRole('form', { name: 'Edit Rudi' });
  await expect.soft(edit.getByLabel('Nama')).toBeFocused();
  await expect.soft(edit.getByLabel('Password', { exact: true })).toHaveValue('');
  await edit.getByLabel('Nama').fill('Rudi Hartono');
  await page.getByRole('button', { name: 'Edit Ketua' }).click();
  await page.getByRole('button', { name: 'Lanjut mengisi' }).click();
  await expect(edit.getByLabel('Nama')).toHaveValue('Rudi Hartono');
  await edit.getByRole('button', { name: 'Simpan' }).click();
  await expect(row(page, 'Rudi Hartono')).toBeVisible();
  const remove = page.getByRole('button', { name: 'Hapus Rudi Hartono' });
  await cutOff(page, 'DELETE **/api/users/*', async () => {
    await remove.click();
    await answer(page, 'Ya, Hapus!');
    await expect.soft(toast(page, 'Gagal menghapus perangkat.')).toBeVisible();
  });
  await remove.click();
  await answer(page, 'Ya, Hapus!');
  await expect(row(page, 'Rudi Hartono')).toBeHidden();
});

test('the page of officers leads to where a resident becomes one', async ({ estate }) => {
  await estate.as.warga('A1', { nama: 'Siti' });
  const page = await browserOf(estate, await estate.as.ketua(), phone, 'kelola-perangkat');
  await expect(page.getByText('Warga yang menjadi perangkat, atau sebaliknya: ubah jenisnya')).toBeVisible();
  await page.getByRole('button', { name: 'Kelola Akun', exact: true }).click();
  await page.getByRole('button', { name: 'Edit Siti' }).click();
  const form = page.getByRole('form', { name: 'Edit Siti' });
  await form.getByLabel('Jenis').selectOption('Admin');
  await form.getByRole('button', { name: 'Simpan' }).click();
  await expect(form).toBeHidden();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Edit Siti' })).toBeVisible();
});

test('a coordinator who becomes a resident while a form is open is told why the page has changed', async ({
  estate,
}) => {
  const rina = await estate.as.koordinator('A');
  const page = await browserOf(estate, rina, phone, 'kelola-warga');
  await page.getByRole('button', { name: 'Tambah Warga' }).first().click();
  await fill(page, { Nama: 'Siti Aminah' });
  const body = { jenis: 'warga', blok: 'A3' } as const;
  await (await estate.as.ketua()).call(changeAccount, { params: { id: rina.id }, body });
  await expect(toast(page, 'Peran atau rumah Anda berubah')).toBeVisible();
  await expect(page.getByText('Sekarang: Warga, A3.')).toBeVisible();
  await expect(title(page)).toHaveText('Dashboard');
});

test('the accounts: search, role filter, status, and nobody removes themselves', async ({ estate }) => {
  await estate.as.warga('A1-1');
  await estate.as.person('warga', { nama: 'Nonaktif', blok: 'B1', status: 'inactive' });
  const page = await browserOf(estate, await estate.as.ketua(), desktop, 'users');
  await expect(row(page, 'Warga A1-1')).toContainText('Aktif');
  await expect.soft(row(page, 'Nonaktif')).toContainText('Nonaktif');
  await expect.soft(page.getByRole('button', { name: 'Tambah User' })).toBeVisible();
  await expect.soft(page.getByRole('button', { name: 'Hapus Ketua' })).toBeHidden();
  await page.getByLabel('Jenis').selectOption('Ketua');
  await expect(row(page, 'Warga A1-1')).toBeHidden();
  await page.getByLabel('Jenis').selectOption('');
  await page.getByLabel('Cari akun').fill('a1-1');
  await expect(row(page, 'Nonaktif')).toBeHidden();
  await expect(row(page, 'Warga A1-1')).toBeVisible();
  for (const action of ['Edit', 'Hapus'])
    await expect.soft(page.getByRole('button', { name: `${action} Warga A1-1` })).toBeVisible();
  await page.getByRole('button', { name: 'Edit Warga A1-1' }).click();
  await dialog(page).getByLabel('Nama').fill('Siti');
  await page.keyboard.press('Escape');
  await dialog(page, 'Tinggalkan isian ini?').getByRole('button', { name: 'Lanjut mengisi' }).click();
  await expect.soft(dialog(page).getByLabel('Nama')).toHaveValue('Siti');

  const admin = await browserOf(estate, await estate.as.admin(), desktop, 'users');
  await expect(admin.getByRole('button', { name: 'Tambah User' })).toBeVisible();
});
