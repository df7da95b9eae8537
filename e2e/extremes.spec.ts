/** The longest texts and largest amounts that can be stored, on the smallest phones; on an own estate. */
import { expect, type Locator } from '@playwright/test';
import { createComplaint } from '../contract/complaints.ts';
import { dateIn, defaultTimeZone, monthIn } from '../contract/format.ts';
import { commentPost, createPost } from '../contract/posts.ts';
import { changeSettings } from '../contract/settings.ts';
import { password } from '../server/testing/people.ts';
import { browserOf, openPage, openWithoutSession, test } from './estate.ts';
import { dialog, figure, loading, phone, sideways, title } from './screen.ts';

const today = dateIn(defaultTimeZone, new Date());
const { tahun, bulan } = monthIn(defaultTimeZone, new Date());
const billions = 9_876_543_210;

for (const width of [320, 360]) {
  test(`long words and billions fit into their cards at ${width} pixels`, async ({ estate }) => {
    const admin = await estate.as.person('admin', { nama: 'W'.repeat(100) });
    const siti = await estate.as.person('warga', { nama: 'M'.repeat(100), blok: 'A1-1' });
    await estate.given.payment({ of: siti, tahun, bulan, jumlah: billions, status: 'dikonfirmasi' });
    await estate.given.expense({ by: admin, jumlah: billions, judul: 'L'.repeat(150), tanggal: today });
    const body = { judul: 'Lampu mati', kategori: 'infrastruktur', deskripsi: 'Gelap.' } as const;
    await siti.call(createComplaint, { body });
    const { id } = (await siti.call(createPost, { body: { konten: 'Kerja bakti' } })).body.data;
    await siti.call(commentPost, { params: { id }, body: { komentar: 'Saya ikut' } });
    const page = await browserOf(estate, admin, {
      ...phone,
      viewport: { ...phone.viewport, width },
    });
    for (const [key, sum] of Object.entries({
      dashboard: 'Total Pemasukan',
      'payments-admin': null,
      pengeluaran: `Total pengeluaran ${tahun}`,
      'buku-kas': 'Total Pengeluaran',
      reports: 'Terkumpul',
      complaints: null,
      'info-warga': null,
      users: null,
    })) {
      await openPage(page, key);
      await expect(title(page)).toBeVisible();
      await expect(loading(page)).toHaveCount(0);
      if (key === 'info-warga') {
        await page.getByRole('button', { name: '1 komentar' }).click();
        await expect(page.getByText('Saya ikut')).toBeVisible();
      }
      expect.soft(await sideways(page), key).toBeLessThanOrEqual(0);
      if (!sum) continue;
      const spills = figure(page, sum).evaluate((value) => value.scrollWidth - value.clientWidth);
      expect.soft(await spills, `${sum} on ${key}`).toBeLessThanOrEqual(0);
    }
    await page.getByRole('button', { name: `Edit ${siti.nama}` }).click();
    await expect(dialog(page).getByRole('button', { name: 'Tutup' })).toBeInViewport({ ratio: 1 });
  });
}

test('long estate and bank names fit into the login screen and the payment slip', async ({ estate }) => {
  const longest = 'G'.repeat(100);
  const body = {
    estateName: longest,
    bankName: longest,
    bankHolder: longest,
    bankAccount: '12345678',
    password,
  };
  expect((await (await estate.as.ketua()).call(changeSettings, { body })).status).toBe(200);
  const small = { ...phone, viewport: { width: 320, height: 640 } };
  const page = await browserOf(estate, await estate.as.warga('A1-1'), small, 'payments');
  await page.getByRole('button', { name: 'Bayar' }).first().click();
  const holder = dialog(page).getByText(`a.n. ${longest}`);
  expect.soft((await holder.boundingBox())?.width).toBeLessThan(320);
  await openWithoutSession(page);
  await expect(page.getByText(longest)).toBeVisible();
  expect.soft(await sideways(page), 'the sign-in').toBeLessThanOrEqual(0);
});

test('a very long link fits into dashboard, dialog and list', async ({ estate }) => {
  const link = `https://peta.example.id/tempat/${'!4m6!3m5!1s0x2e69f5d2e764b12d'.repeat(3)}`;
  const [siti, ketua] = [await estate.as.warga('A1-1'), await estate.as.ketua()];
  const resident = await browserOf(estate, siti, phone);
  const page = await browserOf(estate, ketua, phone);
  const body = { judul: link, kategori: 'infrastruktur', deskripsi: `Titiknya di sini: ${link}` } as const;
  expect((await siti.call(createComplaint, { body })).status).toBe(201);
  await openPage(resident, 'dashboard');
  await expect(resident.getByText('Titiknya di sini')).toBeVisible();
  expect.soft(await sideways(resident), 'the dashboard').toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: /^Notifikasi/ }).click();
  const news = dialog(page, 'Notifikasi').getByRole('listitem').filter({ hasText: link });
  await expect(news).toBeVisible();
  expect.soft(await news.evaluate((item) => item.scrollWidth - item.clientWidth)).toBeLessThanOrEqual(0);
  await page.keyboard.press('Escape');
  await openPage(page, 'complaints');
  await expect(page.getByText('Titiknya di sini')).toBeVisible();
  expect.soft(await sideways(page), 'the list').toBeLessThanOrEqual(0);
});

test('forced colours show what is selected, switched on, expanded and charted', async ({ estate }) => {
  const siti = await estate.as.warga('A1-1');
  await estate.given.payment({ of: siti, tahun, bulan });
  const page = await browserOf(estate, await estate.as.ketua(), { forcedColors: 'active' }, 'management');
  const ground = (shape: Locator) => shape.evaluate((node) => getComputedStyle(node).backgroundColor);
  const track = page.getByRole('switch', { name: 'Menu aduan' }).locator('+ span');
  await expect(track).toBeVisible();
  const marked = await ground(page.getByRole('tab', { selected: true }));
  expect(marked).not.toBe(await ground(page.locator('body')));
  // Asked again until it is so: right after a press or a new size, the element read may be the one that goes.
  const isMarked = (shape: Locator, what: string) =>
    expect.soft(shape, what).toHaveCSS('background-color', marked);
  await isMarked(track, 'the switch');
  await isMarked(page.locator('nav [aria-current]').first(), 'the menu');
  await openPage(page, 'reports');
  const bar = page.locator('[class*="_bar_"]').first();
  await bar.waitFor({ state: 'attached' });
  expect.soft(await ground(bar), 'the chart').not.toBe(await ground(page.locator('body')));
  await openPage(page, 'pembayaran-warga');
  await page.getByRole('button', { name: `Tolak ${siti.nama}` }).click();
  const reason = page.getByRole('button', { name: 'Bukti tidak terbaca' });
  await reason.click();
  await isMarked(reason, 'the reason');
  await page.keyboard.press('Escape');
  await page.setViewportSize(phone.viewport);
  await isMarked(page.locator('nav [aria-current] span').first(), 'the bar');
});

test('a long word in a table does not push the amount under the buttons', async ({ estate }) => {
  const siti = await estate.as.person('warga', { nama: 'M'.repeat(60), blok: 'A1-1' });
  await estate.given.payment({ of: siti, tahun, bulan });
  const viewport = { width: 1240, height: 800 };
  const page = await browserOf(estate, await estate.as.ketua(), { viewport });
  for (const key of ['pembayaran-warga', 'verify-payments']) {
    await openPage(page, key);
    const frame = page.getByRole('region').filter({ has: page.getByRole('table') });
    await expect(frame.getByText(siti.nama)).toBeVisible();
    expect.soft(await frame.evaluate((node) => node.scrollWidth - node.clientWidth), key).toBe(0);
  }
});
