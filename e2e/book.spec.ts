/** The treasurer compares the book with the bank's statement, and looks at what was taken back. */
import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { reverseEntry } from '../contract/book.ts';
import { dateIn, defaultTimeZone } from '../contract/format.ts';
import { browserOf, openPage, test } from './estate.ts';
import { phone, sideways } from './screen.ts';

test('a pair that was reversed in its month shows when asked for, struck through', async ({
  browser,
  estate,
}) => {
  const ketua = await estate.as.ketua();
  const today = dateIn(defaultTimeZone, new Date());
  await estate.given.expense({ by: ketua, judul: 'Cat pos', jumlah: 40_000, tanggal: today });
  await ketua.call(reverseEntry, { body: { nomor: 1, alasan: 'Nota milik RT sebelah' } });
  const page = await browserOf(browser, estate, await estate.as.warga('A1-1'), phone);
  await openPage(page, 'buku-kas');
  await expect(page.getByText('Belum ada transaksi')).toBeVisible();
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('switch', { name: 'Tampilkan pembatalan' }).check();
  await page.getByRole('button', { name: 'Lihat hasil' }).click();
  await expect(page.getByText('Pembatalan: Cat pos')).toBeVisible();
  await expect(page.locator('s')).toHaveText('Cat pos');
  expect(await sideways(page)).toBe(0);
});

test('the statement of an account shows what lay in it after each entry, and the journal is saved', async ({
  browser,
  estate,
}) => {
  const ketua = await estate.as.ketua();
  await estate.given.payment({ of: await estate.as.warga('A1-1'), jumlah: 90_000, status: 'dikonfirmasi' });
  await estate.given.expense({ by: ketua, judul: 'Cat pos', jumlah: 40_000 });
  const page = await browserOf(browser, estate, ketua, phone);
  await openPage(page, 'buku-kas');
  await page.getByRole('tab', { name: 'Rekening & Dana' }).click();
  const journal = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Unduh jurnal (hledger)' }).click();
  expect((await journal).suggestedFilename()).toContain('.journal');

  await page.getByRole('button', { name: 'Mutasi Kas', exact: true }).click();
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Nomor' });
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'Cat pos' })).toContainText(/-Rp\s40\.000/);
  await expect(rows.filter({ hasText: 'A1-1' })).toContainText(/\+Rp\s90\.000/);
  await expect(rows.first()).toContainText(/Rp\s50\.000/);
  await page.getByRole('textbox', { name: 'Cari transaksi' }).fill('cat');
  await expect(rows).toHaveCount(1);
  expect(await sideways(page)).toBe(0);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.getByRole('button', { name: 'Semua rekening dan dana' }).click();
  await expect(page.getByRole('button', { name: 'Tambah rekening' })).toBeVisible();
});
