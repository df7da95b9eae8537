import { expect, type Page } from '@playwright/test';
import { createComplaint } from '../contract/complaints.ts';
import { defaultTimeZone, formatMonth, monthIn, monthKey, shiftMonth } from '../contract/format.ts';
import { createPost } from '../contract/posts.ts';
import { browserOf, test } from './estate.ts';
import { clearOfflineData, desktop, dialog, figure, isWarm, menu, phone, title } from './screen.ts';

const thisMonth = monthIn(defaultTimeZone, new Date());
const greeting = (name: string) => `Selamat datang, ${name}! Berikut adalah ringkasan aktivitas Anda.`;

test('a new estate shows the ketua the first steps and their menu entries, also in a low window', async ({
  estate,
}) => {
  const low = { viewport: { width: 1280, height: 560 } };
  const page = await browserOf(estate, await estate.as.ketua(), low);
  const steps = page.getByRole('region', { name: 'Langkah pertama' }).getByRole('button');
  await expect(steps).toHaveText([/Isi pengaturan/, /Catat saldo awal/, /Tambah perangkat/, /Tambah warga/]);
  await steps.nth(1).click();
  await expect(page.getByRole('button', { name: 'Catat saldo awal', exact: true })).toBeVisible();
  await page.goBack();
  await steps.first().click();
  await expect(title(page)).toHaveText('Pengaturan');
  await expect(menu(page).getByRole('button', { name: 'Pengaturan' })).toBeInViewport({ ratio: 0.95 });
  await estate.as.warga('A1-1');
  await page.goBack();
  await page.reload();
  await expect(figure(page, 'Total Warga')).toHaveText('1');
  await expect(steps).toHaveCount(0);
});

test('a resident: own payments and complaints, the latest three of each, a hundred characters of a text', async ({
  estate,
}) => {
  const siti = await estate.as.warga('A1-1');
  for (const [back, status] of (
    ['dikonfirmasi', 'ditolak', 'menunggu_konfirmasi', 'dikonfirmasi'] as const
  ).entries())
    await estate.given.payment({ of: siti, ...shiftMonth(thisMonth, -back), status });
  for (const judul of ['Satu', 'Dua', 'Tiga', 'Empat']) {
    const body = { judul, kategori: 'lainnya', deskripsi: `${'x'.repeat(99)}yz` } as const;
    await siti.call(createComplaint, { body });
  }
  const page = await browserOf(estate, siti, desktop);
  await expect(page.getByText(greeting(siti.nama), { exact: true })).toBeVisible();
  const figures = {
    'Total Pemasukan': /^Rp\s200\.000$/,
    'Total Pembayaran': '4',
    Lunas: '2',
    'Menunggu Konfirmasi': '1',
    Ditolak: '1',
    'Total Aduan': '4',
  };
  for (const [label, value] of Object.entries(figures))
    await expect.soft(figure(page, label), label).toHaveText(value);
  const latest = (name: string) => page.getByRole('region', { name }).getByRole('listitem');
  await expect.soft(latest('Pembayaran Terbaru')).toHaveCount(3);
  await expect.soft(latest('Aduan Terbaru')).toHaveCount(3);
  await expect.soft(latest('Aduan Terbaru').first()).toContainText(`Empat`);
  await expect
    .soft(latest('Aduan Terbaru').first().getByText(/x…?/).last())
    .toHaveText(`${'x'.repeat(99)}y…`);
});

test('a resident who has paid this month still reads of five unpaid ones, on a small phone', async ({
  estate,
}) => {
  const joined = { ...shiftMonth(thisMonth, -6) };
  const created_at = `${monthKey(joined)}-15T03:00:00.000Z`;
  const siti = await estate.as.warga('A1-1', { created_at });
  for (const status of [0, -6])
    await estate.given.payment({ of: siti, ...shiftMonth(thisMonth, status), status: 'dikonfirmasi' });
  const page = await browserOf(estate, siti, { viewport: { width: 360, height: 740 } });
  const card = page.getByRole('region', { name: 'Tunggakan iuran' });
  await expect(card.getByText(/^Tunggakan Rp\s500\.000$/)).toBeVisible();
  await expect(card.getByText(`5 bulan, sejak ${formatMonth(shiftMonth(thisMonth, -5))}.`)).toBeVisible();
  const months = card.getByRole('listitem');
  await expect(months).toHaveCount(12);
  await expect(months.nth(thisMonth.bulan - 1)).toContainText('lunas');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await card.getByRole('button', { name: 'Bayar Tunggakan' }).click();
  await expect(dialog(page, 'Tambah Pembayaran').getByText('5 bulan dengan satu bukti')).toBeVisible();
});

test('a coordinator: people of the block, money of the estate, a balance below zero in red', async ({
  estate,
}) => {
  const koordinator = await estate.as.koordinator('A');
  const [siti, budi] = [await estate.as.warga('A1-1'), await estate.as.warga('B1')];
  await estate.given.payment({ of: siti, ...thisMonth, jumlah: 1_200_000, status: 'dikonfirmasi' });
  await estate.given.payment({ of: budi, ...thisMonth, jumlah: 300_000, status: 'dikonfirmasi' });
  await estate.given.expense({ by: await estate.as.admin(), jumlah: 5_000_000 });
  for (const person of [siti, budi])
    await person.call(createComplaint, { body: { judul: 'Lampu', kategori: 'lainnya', deskripsi: 'Mati' } });

  const page = await browserOf(estate, koordinator, desktop);
  await expect(title(page)).toHaveText('Dashboard Koordinator Blok A');
  await expect(page.getByText(greeting(koordinator.nama), { exact: true })).toBeVisible();
  const figures = {
    'Total Warga': '1',
    'Total Pemasukan': /^Rp\s1\.500\.000$/,
    'Total Pengeluaran': /^Rp\s5\.000\.000$/,
    'Saldo Saat Ini': /^-Rp\s3\.500\.000$/,
  };
  for (const [label, value] of Object.entries(figures))
    await expect.soft(figure(page, label), label).toHaveText(value);
  await expect.poll(() => isWarm(figure(page, 'Saldo Saat Ini').locator('span'))).toBe(true);
  await expect.poll(() => isWarm(figure(page, 'Total Pemasukan').locator('span'))).toBe(false);
  const summary = page.getByRole('region', { name: 'Ringkasan Blok A' }).getByRole('definition');
  await expect.soft(summary).toHaveText(['1', '1,2M', '5,0M']);
});

test('ketua and admin: the figures of the whole estate, from what is stored', async ({ estate }) => {
  const [ketua, admin] = [await estate.as.ketua(), await estate.as.admin()];
  const people = [await estate.as.warga('A1-1'), await estate.as.warga('B1'), await estate.as.warga('C1')];
  await estate.as.koordinator('A');
  const [siti, budi, tini] = people;
  if (!siti || !budi || !tini) throw new Error('three people');
  await estate.given.payment({ of: siti, ...thisMonth, status: 'dikonfirmasi' });
  await estate.given.payment({ of: budi, ...thisMonth });
  await estate.given.payment({ of: tini, ...thisMonth, status: 'ditolak' });
  await siti.call(createComplaint, { body: { judul: 'Lampu', kategori: 'lainnya', deskripsi: 'Mati' } });
  await siti.call(createPost, { body: { konten: 'Selamat pagi' } });

  const first = await browserOf(estate, ketua, desktop);
  await expect(first.getByText(greeting(ketua.nama), { exact: true })).toBeVisible();
  const figures = {
    'Total Pemasukan': /^Rp\s100\.000$/,
    'Total Warga': '3',
    'Aduan Bulan Ini': '1',
    'Total Admin': '1',
    'Total Koordinator': '1',
    'Total Postingan': '1',
  };
  for (const [label, value] of Object.entries(figures))
    await expect.soft(figure(first, label), label).toHaveText(value);
  await expect.soft(first.getByRole('region', { name: 'Tingkat pembayaran' })).toContainText('25%');
  await expect.soft(first.getByRole('button', { name: /Pembayaran menunggu/ })).toContainText('1');
  await expect.soft(first.getByRole('button', { name: /Aduan pending/ })).toContainText('1');
  const tallies = first.getByRole('region', { name: 'Status pembayaran' }).getByRole('listitem');
  await expect.soft(tallies).toHaveText([/^Lunas\s*1/, /^Menunggu\s*1/, /^Ditolak\s*1/]);

  const second = await browserOf(estate, admin, desktop);
  await expect(title(second)).toHaveText('Dashboard Admin');
  await expect(second.getByText(greeting(admin.nama), { exact: true })).toBeVisible();
  for (const [label, value] of Object.entries({
    'Total Aduan': '1',
    'Aduan Selesai': '0',
    'Total Pembayaran': '3',
  }))
    await expect.soft(figure(second, label), label).toHaveText(value);
  await expect.soft(second.getByRole('button', { name: /Aduan pending/ })).toContainText('1');
});

test('nothing moves when the figures of the ketua come', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.ketua(), phone);
  const send = await withholdFigures(page, 'ketua');
  await expect(page.getByRole('region', { name: 'Status pembayaran' })).toBeVisible();
  const before = await places(page);
  send();
  await expect(page.getByRole('button', { name: /Menunggu persetujuan Anda/ })).toContainText('0');
  expect(await places(page)).toEqual(before);
});

for (const [back, owes, button] of [
  [0, 'owes nothing', 'Lihat Riwayat'],
  [2, 'owes two months', 'Bayar Tunggakan'],
] as const)
  test(`nothing moves when the figures of a resident come who ${owes}`, async ({ estate }) => {
    const created_at = `${monthKey(shiftMonth(thisMonth, -back))}-01T03:00:00.000Z`;
    const siti = await estate.as.warga('A1-1', { created_at });
    const page = await browserOf(estate, siti, phone);
    const send = await withholdFigures(page, 'warga');
    await expect(page.getByRole('region', { name: 'Tunggakan iuran' })).toBeVisible();
    const before = await places(page);
    send();
    await expect(page.getByRole('button', { name: button })).toBeVisible();
    expect(await places(page)).toEqual(before);
  });

/** Reloads without stored figures; returns the function that lets them come. */
async function withholdFigures(page: Page, role: string) {
  const { promise: figures, resolve: send } = Promise.withResolvers<void>();
  await page.route(`**/api/dashboard/${role}`, async (route) => {
    await figures;
    await route.fallback();
  });
  await clearOfflineData(page);
  await page.reload();
  return send;
}

/** Measured in the final font: where the fonts it is fitted to are missing, the one before it breaks other lines. */
async function places(page: Page) {
  await page.evaluate(() => document.fonts.ready);
  return await page.getByRole('region').evaluateAll((parts) =>
    parts
      .filter((part) => part.closest('main'))
      .map((part) => [part.ariaLabel, Math.round(part.getBoundingClientRect().top)])
      .slice(0, 3),
  );
}

test('a response that is no JSON shows an error and can be retried', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.koordinator('A'), desktop);
  await page.route('**/api/dashboard/koordinator', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><p>Sedang dirawat</p>' }),
  );
  await clearOfflineData(page);
  await page.reload();
  await expect(page.getByText('Terjadi kesalahan').first()).toBeVisible();
  await page.unroute('**/api/dashboard/koordinator');
  await page.getByRole('button', { name: 'Coba lagi' }).click();
  await expect(figure(page, 'Total Warga')).toHaveText('0');
});

test('styles that are loaded later come last: before another one, each would lay out the whole page again', async ({
  estate,
}) => {
  const page = await browserOf(estate, await estate.as.ketua());
  await expect(page.getByRole('img', { name: /^Saldo kas/ })).toBeVisible();
  const sheets = await page.evaluate(() => document.styleSheets.length);
  expect(sheets, 'of the theme, the start, the frame and later parts').toBeGreaterThan(3);
  await expect(page.locator('body style, link[rel=stylesheet] ~ style')).toHaveCount(0);
});
