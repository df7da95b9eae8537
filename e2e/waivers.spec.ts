/** Staff propose that months are not paid; a second person agrees. */
import { expect } from '@playwright/test';
import { defaultTimeZone, monthName, monthIn, monthKey, shiftMonth } from '../contract/format.ts';
import { browserOf, openPage, test } from './estate.ts';
import { dialog, phone, toast } from './screen.ts';

const back = (count: number) => shiftMonth(monthIn(defaultTimeZone, new Date()), -count);

test('the admin proposes a waiver on a narrow phone, the ketua agrees, and the month is no longer owed', async ({
  browser,
  estate,
}) => {
  const created_at = `${monthKey(back(3))}-02T03:00:00.000Z`;
  const siti = await estate.as.warga('A12', { nama: 'Siti Aminah', created_at });
  const [ketua, admin] = [await estate.as.ketua('Pak Hadi'), await estate.as.admin('Bu Sri')];
  const small = { ...phone, viewport: { width: 360, height: 740 } };
  const page = await browserOf(browser, estate, admin, small);
  await openPage(page, 'tunggakan');
  await page.getByRole('button', { name: 'Bebaskan… Siti Aminah' }).click();
  const sheet = page.getByRole('dialog');
  const waived = back(2);
  await sheet.getByRole('button', { name: `${monthName(waived.bulan).slice(0, 3)} ${waived.tahun}` }).click();
  await expect(sheet).toContainText('Rp 100.000 tidak ditagih lagi (1 bulan)');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await sheet.getByRole('button', { name: 'Ajukan' }).click();
  await expect(toast(page, 'Usulan dikirim dan menunggu persetujuan orang kedua.')).toBeVisible();

  const other = await browserOf(browser, estate, ketua, phone);
  await openPage(other, 'buku-kas');
  const proposal = other.getByRole('article', { name: 'Pembebasan iuran' });
  await expect(proposal).toContainText('Warga berduka');
  await proposal.getByRole('button', { name: 'Setujui' }).click();
  await dialog(other, 'Setujui pembebasan iuran?').getByRole('button', { name: 'Ya, setujui' }).click();
  await expect(toast(other, 'Usulan disetujui dan sudah dicatat.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Daftar tunggakan' })).toContainText('2 bulan');

  const own = await browserOf(browser, estate, siti, phone);
  await openPage(own, 'payments');
  await expect(own.getByText('Tunggakan 2 bulan')).toBeVisible();
  await expect(own.getByText('Tidak perlu Anda bayar')).toBeVisible();
});
