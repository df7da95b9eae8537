/** Whose role, block or session changes while they are at it; on own estates. */
import { expect } from '@playwright/test';
import { defaultTimeZone, monthIn, monthKey, shiftMonth } from '../contract/format.ts';
import { changeAccount } from '../contract/officers.ts';
import { password } from '../server/testing/people.ts';
import { startSession } from './demo.ts';
import { browserOf, openPage, test } from './estate.ts';
import { desktop, dialog, phone, title, toast } from './screen.ts';

const lastMonth = shiftMonth(monthIn(defaultTimeZone, new Date()), -1);

test('a coordinator who gets another block goes on with the houses of that block', async ({ estate }) => {
  const rina = await estate.as.koordinator('A');
  const created_at = `${monthKey(lastMonth)}-02T03:00:00.000Z`;
  for (const blok of ['A1', 'B1']) await estate.as.warga(blok, { created_at });
  const page = await browserOf(estate, rina, phone, 'keliling');
  await expect(page.getByRole('button', { name: /^Terima dari A1\b/ })).toBeVisible();
  await (await estate.as.ketua()).call(changeAccount, { params: { id: rina.id }, body: { blok: 'B9' } });
  await expect(page.getByRole('button', { name: /^Terima dari B1\b/ })).toBeVisible();
  await expect(page.getByText(/^Blok B\./)).toBeVisible();
});

test('an officer who becomes a resident is led from a tab that residents lack to the first one', async ({
  estate,
}) => {
  const admin = await estate.as.admin();
  const page = await browserOf(estate, admin, desktop, 'buku-kas');
  await page.getByRole('tab', { name: 'Mutasi Bank' }).click();
  await expect(page.getByRole('button', { name: 'Pilih file' })).toBeVisible();
  const body = { jenis: 'warga', blok: 'A3' } as const;
  await (await estate.as.ketua()).call(changeAccount, { params: { id: admin.id }, body });
  await expect(page.getByRole('tab', { name: 'Mutasi Bank' })).toBeHidden();
  await expect(page.getByRole('tab', { name: 'Buku', exact: true })).toHaveAttribute('aria-selected', 'true');
});

test('without live updates a refusal tells an officer who became a resident, and leads to their dashboard', async ({
  estate,
}) => {
  const admin = await estate.as.admin();
  const context = await estate.browser.newContext({ ...phone, baseURL: estate.url, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await page.route(/socket\.io/, (route) => route.abort());
  await startSession(page, admin.email, password);
  await openPage(page, 'kelola-warga');
  await page.getByRole('button', { name: 'Tambah Warga' }).first().click();
  const form = dialog(page, 'Tambah Warga');
  const values = { Nama: 'Siti Aminah', Email: 'siti@contoh.id', Blok: 'A1', Password: 'kucing-belang-3' };
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label).first().fill(value);
  const body = { jenis: 'warga', blok: 'A3' } as const;
  await (await estate.as.ketua()).call(changeAccount, { params: { id: admin.id }, body });
  await form.getByRole('button', { name: 'Simpan' }).click();
  await expect(toast(page, 'Peran atau rumah Anda berubah')).toBeVisible();
  await expect(title(page)).toHaveText('Dashboard');
  await expect(form).toBeHidden();
});
