/** Reminding of arrears in WhatsApp, and the text for the group, on own estates. */
import { expect, type Page } from '@playwright/test';
import { dateIn, defaultTimeZone, formatMonth, monthIn, monthKey, shiftMonth } from '../contract/format.ts';
import type { TestApp } from '../server/testing/app.ts';
import { browserOf, openPage, test } from './estate.ts';
import { desktop, phone, row, toast } from './screen.ts';

const back = (count: number) => shiftMonth(monthIn(defaultTimeZone, new Date()), -count);

/** @param hour of today in Jakarta; nobody is reminded at night */
const setHour = ({ clock }: TestApp, hour: '10' | '22') =>
  clock.set(`${dateIn(defaultTimeZone, clock.now)}T${hour}:00:00.000+07:00`);

const debtor = (estate: TestApp, blok: string, nama: string) =>
  estate.as.warga(blok, {
    nama,
    no_hp: `0812345678${blok.slice(1)}`,
    created_at: `${monthKey(back(1))}-02T03:00:00.000Z`,
  });

/** Stands in for WhatsApp, which the tests must not reach. */
const whatsApp = (page: Page) =>
  page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));

test('one tap opens WhatsApp with month and amount; then the row says by whom, and has no button', async ({
  estate,
}) => {
  setHour(estate, '10');
  const [budi, siti] = [
    await debtor(estate, 'A11', 'Budi Santoso'),
    await debtor(estate, 'A12', 'Siti Aminah'),
  ];
  const small = { ...phone, viewport: { width: 360, height: 740 } };
  const page = await browserOf(estate, await estate.as.admin('Bu Sri'), small);
  await whatsApp(page);
  await openPage(page, 'tunggakan');
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Ingatkan Budi Santoso' }).click();
  const tab = await opened;
  await tab.waitForURL(/wa\.me/);
  const address = new URL(tab.url());
  expect(address.pathname).toBe('/6281234567811');
  expect(address.searchParams.get('text')).toContain(`untuk ${formatMonth(back(1))} sebesar Rp 100.000`);
  const cards = page.getByRole('list', { name: 'Daftar tunggakan' }).getByRole('listitem');
  await expect(cards.filter({ hasText: budi.nama })).toContainText('oleh Bu Sri');
  await expect(page.getByRole('button', { name: 'Ingatkan Budi Santoso' })).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

  const other = await browserOf(estate, siti, phone, 'profile');
  await other.getByRole('tab', { name: 'Pemberitahuan' }).click();
  await other.getByRole('switch', { name: 'Pengingat tunggakan' }).click();
  await expect(toast(other, 'Pilihan pengingat disimpan.')).toBeVisible();
  await expect(cards.filter({ hasText: siti.nama })).toContainText('Tidak ingin diingatkan');
  await expect(page.getByRole('button', { name: 'Ingatkan Siti Aminah' })).toHaveCount(0);
});

test('a refused reminder closes the window again and says why', async ({ estate }) => {
  setHour(estate, '22');
  const budi = await debtor(estate, 'A11', 'Budi Santoso');
  const page = await browserOf(estate, await estate.as.admin(), desktop);
  await whatsApp(page);
  await openPage(page, 'tunggakan');
  await row(page, budi.nama).getByRole('button', { name: 'Ingatkan' }).click();
  await expect(page.getByText(/Antara pukul 21\.00 dan 06\.00/)).toBeVisible();
  await expect.poll(() => page.context().pages().length).toBe(1);
});

test('the ketua chooses a tone, sees an example, and is told of an unknown placeholder', async ({
  estate,
}) => {
  const page = await browserOf(estate, await estate.as.ketua('Pak Joko'), desktop, 'management');
  await page.getByRole('tab', { name: 'Iuran' }).click();
  const form = page.getByRole('form', { name: 'Teks pengingat' });
  await form.getByRole('button', { name: 'Tegas' }).click();
  await expect(form.getByText(/Contoh: .*Pak Joko/)).toBeVisible();
  await form.getByRole('textbox', { name: 'Teks' }).fill('{bulan} {jumlah} {rekening}');
  await form.getByRole('button', { name: 'Simpan' }).click();
  await expect(form.getByText(/\{rekening\} tidak dikenal/)).toBeVisible();
  await form.getByRole('button', { name: 'Netral' }).click();
  await form.getByRole('button', { name: 'Simpan' }).click();
  await expect(toast(page, 'Pengaturan berhasil disimpan')).toBeVisible();
});

test('the text for the group is copied with the figures of the last month', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.admin(), {
    ...phone,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await openPage(page, 'reports');
  await page.getByRole('button', { name: 'Laporan singkat' }).click();
  const sheet = page.getByRole('dialog', { name: 'Laporan singkat' });
  await expect(sheet.getByText(`Saldo akhir ${formatMonth(back(1))}: Rp 0`)).toBeVisible();
  await sheet.getByRole('button', { name: 'Salin' }).click();
  await expect(sheet.getByRole('button', { name: 'Tersalin' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`*${formatMonth(back(1))}*`);
  expect(copied).toMatch(/([A-Z2-7]{4} ){12}[A-Z2-7]{4}/);
});

test('the text of one month cannot be copied while another month is chosen', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.admin(), desktop, 'reports');
  await page.getByRole('button', { name: 'Laporan singkat' }).click();
  const sheet = page.getByRole('dialog', { name: 'Laporan singkat' });
  await expect(sheet.getByText(`*${formatMonth(back(1))}*`)).toBeVisible();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/laporan-singkat?**', async (route) => {
    await held;
    await route.continue();
  });
  await sheet.getByLabel('Tahun').selectOption(String(back(13).tahun));
  await expect(sheet.getByRole('button', { name: 'Salin' })).toBeHidden();
  release();
  await expect(sheet.getByText(`*${formatMonth(back(13))}*`)).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Salin' })).toBeVisible();
});

test('a text that the browser neither shares nor copies is refused with what to do now', async ({
  estate,
}) => {
  const page = await browserOf(estate, await estate.as.admin(), phone, 'reports');
  await page.evaluate(() => {
    const refuse = async () => {
      throw new DOMException('Must be handling a user gesture.', 'NotAllowedError');
    };
    Object.assign(navigator, { share: refuse });
    Object.assign(navigator.clipboard, { writeText: refuse });
  });
  await page.getByRole('button', { name: 'Laporan singkat' }).click();
  const sheet = page.getByRole('dialog', { name: 'Laporan singkat' });
  await sheet.getByRole('button', { name: 'Bagikan' }).click();
  await expect(page.getByText('Tekan Salin, lalu tempel di grup.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Salin' }).click();
  await expect(page.getByText('Pilih teksnya, lalu salin.')).toBeVisible();
});
