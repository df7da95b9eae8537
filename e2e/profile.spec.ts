import { expect, type Page } from '@playwright/test';
import { me } from '../contract/auth.ts';
import { changeAccount } from '../contract/officers.ts';
import { changeResident } from '../contract/residents.ts';
import { password } from '../server/testing/people.ts';
import { pictures } from '../server/testing/pictures.ts';
import { browserOf, enter, openPage, test } from './estate.ts';
import { choose, desktop, jpeg, phone, toast } from './screen.ts';

const android = {
  ...phone,
  userAgent:
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
} as const;

const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const panel = (page: Page) => page.getByRole('tabpanel');
const submit = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });
const signInForm = (page: Page) => page.getByRole('heading', { name: 'Sistem Guyub' });
const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}') as Record<string, unknown>);

async function fillPasswords(page: Page, present: string, next: string, again = next) {
  await page.getByLabel('Password saat ini', { exact: false }).fill(present);
  await page.getByLabel('Password baru', { exact: false }).first().fill(next);
  await page.getByLabel('Konfirmasi password baru').fill(again);
  await submit(page, 'Ubah Password').click();
}

test('a wrong current password is reported at its field and ends no session; the right one changes it', async ({
  estate,
}) => {
  const siti = await estate.as.warga('A1-1');
  const page = await browserOf(estate, siti, android, 'profile');
  await tab(page, 'Ubah Password').click();

  await submit(page, 'Ubah Password').click();
  await expect(page.getByText('Password saat ini wajib diisi')).toBeVisible();
  await expect(page.getByLabel('Password saat ini')).toBeFocused();
  await fillPasswords(page, password, '12345');
  await expect(page.getByText('Password minimal 6 karakter')).toBeVisible();
  await fillPasswords(page, password, 'kunci-rumah-7', 'kunci-rumah-8');
  await expect(page.getByText('Password baru tidak cocok')).toBeVisible();

  await fillPasswords(page, 'bukan-ini', 'kunci-rumah-7');
  await expect(page.getByText('Password saat ini salah')).toBeVisible();
  await expect(page.getByLabel('Password saat ini')).toBeFocused();
  await expect(page.getByLabel('Password baru', { exact: false }).first()).toHaveValue('kunci-rumah-7');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeTruthy();

  await fillPasswords(page, password, 'kunci-rumah-7');
  await expect(toast(page, 'Password berhasil diubah')).toBeVisible();
  await expect(page.getByLabel('Password saat ini')).toHaveValue('');
  await tab(page, 'Data Diri').click();
  await expect(page.getByLabel('Nama')).toHaveValue(siti.nama);

  const elsewhere = await (await estate.browser.newContext({ baseURL: estate.url })).newPage();
  await elsewhere.goto('/');
  await enter(elsewhere, siti.email, password);
  await expect(elsewhere.getByRole('alert')).toHaveText('Email atau password salah');
  await enter(elsewhere, siti.email, 'kunci-rumah-7');
  await expect(elsewhere.getByRole('button', { name: /^Notifikasi/ })).toBeVisible();
});

test('a device is signed out from another one, at once; then all others; then this one', async ({
  estate,
}) => {
  const admin = await estate.as.admin(); // the API client "Tes" has its own session
  const page = await browserOf(estate, admin, desktop);
  const other = await browserOf(estate, admin, android);
  await openPage(page, 'profile');
  await tab(page, 'HP & komputer').click();
  const devices = page.getByRole('list', { name: 'Daftar HP & komputer' }).getByRole('listitem');
  await expect(devices).toHaveCount(3);
  await expect(devices.first()).toContainText('Yang ini');
  const endOf = (device: string) =>
    devices.filter({ hasText: device }).getByRole('button', { name: /^Keluar(kan| dari komputer ini) \(/ });
  const answer = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click();

  await endOf('Chrome di Android').click();
  await answer('Batal');
  await expect(devices).toHaveCount(3);
  await endOf('Chrome di Android').click();
  await answer('Ya, keluarkan');
  await expect(toast(page, 'HP atau komputer itu telah dikeluarkan.')).toBeVisible();
  await expect(devices).toHaveCount(2);
  await expect(signInForm(other)).toBeVisible();

  const third = await browserOf(estate, admin, desktop);
  await page.reload();
  await tab(page, 'HP & komputer').click();
  await expect(devices).toHaveCount(3);
  await page.getByRole('button', { name: 'Keluar dari HP atau komputer lain' }).click();
  await answer('Ya, keluarkan');
  await expect(devices).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Keluar dari HP atau komputer lain' })).toBeHidden();
  await expect(signInForm(third)).toBeVisible();

  await endOf('Yang ini').click();
  await expect(signInForm(page)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('a resident changes name and house; the menu, the storage and the neighbours’ lists follow', async ({
  estate,
}) => {
  const page = await browserOf(estate, await estate.as.warga('A1-1'), desktop);
  const koordinator = await browserOf(estate, await estate.as.koordinator('B'), desktop);
  await koordinator.getByRole('button', { name: 'Kelola Warga', exact: true }).click();
  await expect(koordinator.getByText('Siti Rahayu')).toBeHidden();
  await openPage(page, 'profile-warga');
  await expect(submit(page, 'Simpan')).toBeDisabled();
  await expect(page.getByLabel('Jenis')).toBeDisabled();

  await page.getByLabel('Nama').fill('Siti Rahayu');
  await page.getByLabel('No HP').fill('0812');
  await page.getByLabel('Blok').fill('rumah');
  await submit(page, 'Simpan').click();
  await expect(page.getByText(/^No HP harus nomor HP/)).toBeVisible();
  await expect(page.getByText(/^Format blok/)).toBeVisible();
  await page.getByLabel('No HP').fill('+62 812-7777-8888');
  await page.getByLabel('Blok').fill('b2-3');

  await tab(page, 'Ubah Password').click();
  await tab(page, 'Data Diri').click();
  await expect(page.getByLabel('Nama')).toHaveValue('Siti Rahayu');
  await submit(page, 'Simpan').click();
  await expect(toast(page, 'Profil berhasil diupdate')).toBeVisible();
  await expect(toast(page, 'Peran atau rumah Anda berubah')).toBeVisible(); // nobody else changed it
  await expect(page.getByLabel('Blok')).toHaveValue('B2-3');
  await expect(page.getByRole('banner').getByText('Siti Rahayu')).toBeVisible();
  expect(await stored(page)).toMatchObject({ nama: 'Siti Rahayu', no_hp: '081277778888', blok: 'B2-3' });
  await expect(koordinator.getByText('Siti Rahayu')).toBeVisible();
});

test('an officer reads the own house, and a taken e-mail is said under its field', async ({ estate }) => {
  const [koordinator, siti] = [await estate.as.koordinator('A'), await estate.as.warga('A1-1')];
  const page = await browserOf(estate, koordinator, desktop, 'profile');
  await expect(page.getByLabel('Blok')).toBeDisabled();
  await page.getByLabel('Email').fill(siti.email);
  await submit(page, 'Simpan').click();
  await expect(page.getByText('Email sudah digunakan akun lain.')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
});

test('a profile photo is cropped square, shown everywhere and can be removed', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.warga('A1-1'), phone, 'profile');
  const photos = page.locator('img[src^="data:image/jpeg"]');
  await choose(page, 'Pilih foto', jpeg(Buffer.from('bukan gambar')));
  await expect(toast(page, 'Gagal mengupdate profile')).toBeVisible();
  await expect(page.getByText('Foto tidak dapat dibaca.')).toBeVisible();

  const sent = page.waitForRequest('**/api/warga/update-profile');
  await choose(page, 'Pilih foto', jpeg(await pictures.phone()));
  const { foto_profile } = (await sent).postDataJSON() as { foto_profile: string };
  expect(foto_profile.length).toBeLessThan(200_000); // the upload was several megabytes
  await expect(photos).toHaveCount(2); // on this page and in the top bar
  const ratio = () =>
    photos.first().evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight);
  await expect.poll(ratio).toBe(1);
  await page.reload();
  await expect(photos).toHaveCount(2);

  await page.getByRole('button', { name: 'Hapus foto' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Ya, Hapus!' }).tap();
  await expect(photos).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Pilih foto' })).toBeVisible();
});

test('an officer who saves the phone does not undo the ketua’s correction of name and e-mail', async ({
  estate,
}) => {
  const [admin, ketua] = [await estate.as.admin(), await estate.as.ketua()];
  const page = await browserOf(estate, admin, desktop, 'profile');
  const body = { nama: 'Dewi Lestari', email: 'dewi@contoh.id' };
  await ketua.call(changeAccount, { params: { id: admin.id }, body });
  await page.getByLabel('No HP').fill('081277778888');
  await submit(page, 'Simpan').click();
  await expect(toast(page, 'Profil berhasil diupdate')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('dewi@contoh.id');
  expect((await admin.call(me)).body.user).toMatchObject({ ...body, no_hp: '081277778888' });
});

test('a form of the own data that nobody has changed shows what an officer corrects meanwhile', async ({
  estate,
}) => {
  const [siti, ketua] = [await estate.as.warga('A1-1'), await estate.as.ketua()];
  const page = await browserOf(estate, siti, phone, 'profile');
  await expect(page.getByLabel('Blok')).toHaveValue('A1-1');
  const correct = (blok: string) =>
    ketua.call(changeResident, { params: { id: siti.id }, body: { nama: 'Siti Rahayu', blok } });
  await correct('B2-3');
  await expect(page.getByLabel('Blok')).toHaveValue('B2-3');
  await expect(page.getByLabel('Nama')).toHaveValue('Siti Rahayu');
  await expect(submit(page, 'Simpan')).toBeDisabled();

  await page.getByLabel('No HP').fill('081277778888');
  await correct('B2-4');
  await expect(page.getByRole('banner').getByText('Blok B2-4')).toBeVisible();
  await expect(page.getByLabel('No HP')).toHaveValue('081277778888');
  await submit(page, 'Simpan').click();
  await expect(page.getByLabel('Blok')).toHaveValue('B2-4');
  expect((await siti.call(me)).body.user).toMatchObject({ no_hp: '081277778888', blok: 'B2-4' });
});
