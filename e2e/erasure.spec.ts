import { expect } from '@playwright/test';
import { deleteResident } from '../contract/residents.ts';
import { password } from '../server/testing/people.ts';
import { browserOf, openPage, test } from './estate.ts';
import { dialog, phone, toast } from './screen.ts';

test('the ketua erases the data of a resident who left, and the history says so', async ({ estate }) => {
  const ketua = await estate.as.ketua();
  const siti = await estate.as.warga('A1-1', { nama: 'Siti Zulaikha' });
  await estate.given.payment({ of: siti, status: 'dikonfirmasi' });
  estate.clock.set('2026-11-15T18:00:00.000Z'); // one o'clock of the next day in Jakarta
  await ketua.call(deleteResident, { params: { id: siti.id } });
  const page = await browserOf(estate, ketua, phone, 'management');
  await page.getByRole('tab', { name: 'Akun Lama' }).click();
  await expect(page.getByText('Dihapus 16 November 2026')).toBeVisible();
  await page.getByLabel('Cari akun lama').fill('zulaihah');
  await expect(page.getByText('Siti Zulaikha')).toHaveCount(0);
  await page.getByRole('button', { name: 'Kosongkan pencarian' }).click();
  await page.getByRole('button', { name: 'Hapus data pribadi Siti Zulaikha' }).click();

  const form = dialog(page);
  await form.getByLabel('Password Anda').fill('salah-sekali');
  await form.getByRole('button', { name: 'Hapus data pribadi' }).click();
  await expect(form.getByText('Password saat ini salah')).toBeVisible();
  await form.getByLabel('Password Anda').fill(password);
  await form.getByRole('button', { name: 'Hapus data pribadi' }).click();
  await expect(toast(page, 'Data pribadi dihapus')).toBeVisible();
  await expect(page.getByText('Warga terhapus')).toBeVisible();
  await expect(page.getByText('Data dihapus 16 November 2026')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Hapus data pribadi/ })).toHaveCount(0);
  await expect(page.getByText('Siti Zulaikha')).toHaveCount(0);

  await page.getByRole('tab', { name: 'Riwayat' }).click();
  await expect(page.getByText('Menghapus data pribadi')).toBeVisible();
  await expect(page.getByText('Data pribadi dihapus', { exact: true })).not.toHaveCount(0);
  await openPage(page, 'buku-kas');
  await expect(page.getByText('Warga terhapus').first()).toBeVisible();
});
