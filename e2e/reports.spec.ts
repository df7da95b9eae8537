/** Reports and the page Tentang, on the demo estate; nothing here changes data. */
import { expect, type Page, test } from '@playwright/test';
import { defaultTimeZone, monthIn, monthName } from '../contract/format.ts';
import { type DemoRole, signIn } from './demo.ts';
import { openPage } from './estate.ts';
import { figure, loading, save, title, violationsOf } from './screen.ts';

const thisMonth = monthIn(defaultTimeZone, new Date());
const lastYear = String(thisMonth.tahun - 1);

test.use({ viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ mode: 'parallel' });

async function open(page: Page, role: DemoRole, key: string) {
  await signIn(page, role);
  await openPage(page, key);
}

const rows = (page: Page) => page.getByRole('region', { name: /^Laporan iuran/ }).getByRole('row');
const cells = async (page: Page, name: string) =>
  rows(page)
    .filter({ has: page.getByRole('cell', { name, exact: true }) })
    .getByRole('cell')
    .allInnerTexts();
const digits = (text: string | undefined) => Number(text?.replace(/\D/g, ''));

test('monthly dues add up to the year’s total, and the export matches the table', async ({ page }) => {
  await open(page, 'Ketua', 'reports');
  await expect(title(page)).toHaveText('Laporan');
  await page.getByLabel('Tahun').selectOption(lastYear);
  await expect(rows(page)).toHaveCount(14);
  await expect(rows(page).last()).toContainText('Jumlah Januari–Desember');
  const sum = await rows(page).last().getByRole('cell').allInnerTexts();
  expect(await figure(page, 'Terkumpul').innerText()).toBe(sum[2]);

  const { name, lines } = await save(page, 'csv');
  expect(name).toBe(`Laporan Iuran ${lastYear}.csv`);
  expect(lines).toHaveLength(13);
  for (const [month = '', target, collected, percentage, status] of lines.slice(1)) {
    const shown = await cells(page, month);
    expect([digits(shown[1]), digits(shown[2])]).toEqual([Number(target), Number(collected)]);
    expect(shown[3]?.trim()).toBe(`${percentage}%`);
    expect(shown[4]?.trim()).toBe(status);
    const expected = Number(percentage) >= 90 ? 'Baik' : Number(percentage) >= 70 ? 'Cukup' : 'Kurang';
    expect(status).toBe(expected);
  }
  const total = (column: number) => lines.slice(1).reduce((all, line) => all + Number(line[column]), 0);
  expect([digits(sum[1]), digits(sum[2])]).toEqual([total(1), total(2)]);
});

test('the block filter narrows figures, list and file; months to come are not judged', async ({ page }) => {
  await open(page, 'Admin', 'finance');
  const target = async () => digits(await figure(page, 'Target').innerText());
  await expect.poll(target).toBeGreaterThan(0);
  const whole = await target();
  await page.getByLabel('Blok').selectOption('Blok B');
  await expect.poll(target).toBeLessThan(whole);
  const { name, content } = await save(page, 'xlsx');
  expect(name).toBe(`Laporan Iuran ${thisMonth.tahun} Blok B.xlsx`);
  expect(content.subarray(0, 2).toString()).toBe('PK');
  for (let bulan = 1; bulan <= 12; bulan += 1) {
    const row = rows(page).filter({ has: page.getByRole('cell', { name: monthName(bulan), exact: true }) });
    if (bulan > thisMonth.bulan) await expect(row).toContainText('Akan datang');
    else await expect(row).toContainText(/Baik|Cukup|Kurang/);
  }
  await page.getByRole('button', { name: 'Hapus filter' }).click();
  await expect.poll(target).toBe(whole);
});

test('complaints by month, status and category; the latest five lead to the list', async ({ page }) => {
  await open(page, 'Ketua', 'reports');
  await page.getByRole('tab', { name: 'Aduan' }).click();
  await page.getByLabel('Tahun').selectOption(lastYear);
  await expect(loading(page)).toHaveCount(0);
  const total = digits(await figure(page, 'Total Aduan').innerText());
  const statuses = ['Pending', 'Proses', 'Selesai', 'Ditolak'];
  const counts = await Promise.all(
    statuses.map(async (status) => digits(await figure(page, status).innerText())),
  );
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total);

  const { name, lines } = await save(page, 'csv');
  expect(name).toBe(`Laporan Aduan ${lastYear}.csv`);
  await expect(page.getByText(`Bagian dari seluruh aduan ${lastYear}`)).toBeVisible();
  const column = (label: string) =>
    lines.slice(1).reduce((sum, line) => sum + Number(line[lines[0]?.indexOf(label) ?? -1]), 0);
  expect(column('Total')).toBe(total);
  expect(statuses.map(column)).toEqual(counts);
  for (const category of ['Infrastruktur', 'Keamanan', 'Kebersihan', 'Lainnya'])
    await expect(page.locator(`dt:text-is("${category}") + dd`)).toHaveText(String(column(category)));

  const latest = page.getByRole('region', { name: 'Aduan terbaru' });
  await expect(latest.getByRole('listitem')).toHaveCount(5);
  await latest.getByRole('button', { name: 'Lihat semua' }).click();
  await expect(title(page)).toHaveText('Kelola Aduan Warga');
});

test('a coordinator has the own block and no choice of blocks', async ({ page }) => {
  await open(page, 'Koordinator Blok', 'reports');
  await expect(title(page)).toHaveText('Laporan Blok A');
  await expect(page.getByLabel('Tahun')).toBeVisible();
  await expect(page.getByLabel('Blok')).toBeHidden();
  expect((await save(page, 'csv')).name).toBe(`Laporan Iuran ${thisMonth.tahun} Blok A.csv`);
});

test('the proof of a price closes by its button and by the backdrop; the account shows itself when asked', async ({
  page,
}) => {
  await open(page, 'Warga', 'about');
  await expect(title(page)).toHaveText('Tentang');
  await expect(page.getByText(/gratis untuk warga dan dibiayai sendiri oleh pengembangnya/)).toBeVisible();
  for (const name of ['Guyub', 'Pengembang', 'Tujuan', 'Donasi'])
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
  const offers = page.getByRole('region', { name: 'Yang Anda dapatkan gratis' });
  await expect(offers.getByRole('heading', { level: 3 })).toHaveText(['Aplikasi Web', 'Domain', 'VPS']);
  await expect(offers.getByText('Gratis', { exact: true })).toHaveCount(3);
  for (const name of [
    'Info Warga',
    'Aduan',
    'Pembayaran',
    'Buku Kas',
    'Kelola Warga',
    'Kabar Seketika',
    'Nyaman di HP',
    'Dark Mode',
  ])
    await expect(page.getByRole('heading', { level: 3, name, exact: true })).toBeVisible();

  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Lihat bukti harga Domain' }).click();
  await expect(dialog).toContainText('Bukti Harga Domain');
  await expect(dialog).toContainText('Rp 150.000');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Tutup' }).last().click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Lihat bukti harga VPS' }).click();
  await expect(dialog).toContainText('Rp 600.000');
  await expect(dialog).toContainText('Rp 50.000');
  await page.mouse.click(20, 20);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Lihat bukti harga VPS' })).toBeFocused();

  const account = page.locator('dt:text-is("Nomor rekening") + dd');
  await expect(account).toHaveText(/^\d{3}•+\d{3}$/);
  await page.getByRole('button', { name: 'Tampilkan nomor' }).click();
  await expect(account).toHaveText(/^\d+$/);
});

test('a printed report has no buttons or menus', async ({ page }) => {
  await open(page, 'Ketua', 'reports');
  await expect(rows(page).first()).toBeVisible();
  for (const width of [1280, 718]) {
    await page.setViewportSize({ width, height: 1000 }); // 718: printable width of A4
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('Iuran per bulan').first()).toBeVisible();
    await expect.soft(page.getByRole('navigation', { name: 'Menu utama' })).toBeHidden();
    await expect.soft(page.getByRole('banner')).toBeHidden();
    await expect.soft(page.getByRole('button', { name: /^Export/ })).toBeHidden();
    await expect.soft(page.getByText('Lihat angkanya').filter({ visible: true })).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });
    await expect(page.getByRole('navigation', { name: 'Menu utama' })).toBeVisible();
  }
});

test('a printed list says what it is filtered by, and has no buttons beside its rows', async ({ page }) => {
  await open(page, 'Ketua', 'pengeluaran');
  await page.getByLabel('Kategori', { exact: true }).selectOption('gaji');
  await expect(page.getByRole('button', { name: /^Hapus pengeluaran/ }).first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const list = page.getByRole('list', { name: /^Pengeluaran/ }).getByRole('listitem');
  await expect(list.first()).toBeVisible();
  await expect(page.getByLabel('Kategori', { exact: true })).toHaveValue('gaji');
  const name = (await page.title()).split(' · ').at(-1) ?? '';
  await expect(page.getByText(name, { exact: true }).filter({ visible: true })).toHaveCount(1);
  for (const name of [/^Hapus/, /^Filter/]) await expect(page.getByRole('button', { name })).toHaveCount(0);
});

test('nothing that waits for a finger is on paper: no button, no empty search', async ({ page }) => {
  await open(page, 'Ketua', 'aduan-warga');
  const status = page.getByRole('button', { name: /^Ubah status/ });
  await expect(status.first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await expect(status).toHaveCount(0);
  await expect(page.getByLabel('Cari aduan')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.getByLabel('Cari aduan').fill('lampu');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByLabel('Cari aduan')).toBeVisible();
});

test('a list is laid out for paper within the event, since Firefox prints it right after', async ({
  page,
}) => {
  await open(page, 'Admin', 'payments-admin');
  await expect(page.getByRole('table')).toBeVisible();
  const tables = await page.evaluate(() => {
    dispatchEvent(new Event('beforeprint'));
    return document.querySelectorAll('main table').length;
  });
  expect(tables).toBe(0);
});

test('printed from a desktop a report has as many pages as from a phone, down to its sum', async ({
  page,
}) => {
  const pages = async () => {
    const file = (await page.pdf({ format: 'A4' })).toString('latin1');
    return file.match(/\/Type \/Page\b/g)?.length;
  };
  await open(page, 'Ketua', 'reports');
  await expect(rows(page)).toHaveCount(14);
  const fromDesktop = await pages();
  await expect(rows(page), 'the table is back').toHaveCount(14);
  await page.setViewportSize({ width: 718, height: 1000 });
  await expect(page.getByRole('table')).toHaveCount(0);
  expect(fromDesktop).toBe(await pages());
});

test('print contains every loaded row and a note when rows are missing', async ({ page }) => {
  const print = async (event: 'beforeprint' | 'afterprint') => {
    await page.emulateMedia({ media: event === 'beforeprint' ? 'print' : 'screen' });
    await page.evaluate((type) => dispatchEvent(new Event(type)), event);
  };
  await open(page, 'Admin', 'payments-admin');
  const month = page.getByRole('list', { name: /^Pembayaran/ }).getByRole('listitem');
  await expect(page.getByRole('table')).toBeVisible();
  const shown = ['Lunas', 'Menunggu Konfirmasi', 'Belum Bayar', 'Ditolak'];
  let all = 0;
  await expect(async () => {
    const counts = await Promise.all(
      shown.map(async (label) => digits(await figure(page, label).innerText())),
    );
    all = counts.reduce((sum, count) => sum + count);
    await page.getByRole('row').last().scrollIntoViewIfNeeded();
    expect(await page.getByRole('row').count()).toBe(all + 1);
  }).toPass();
  await print('beforeprint');
  await expect(month).toHaveCount(all);
  await print('afterprint');
  await expect(page.getByRole('table')).toBeVisible();

  for (const [key, sentence] of [
    ['buku-kas', 'Daftar ini belum lengkap. Pakai tombol Export untuk semuanya.'],
    ['kelola-warga', 'Daftar ini belum lengkap. Gulir sampai akhir, lalu cetak lagi.'],
  ] as const) {
    await openPage(page, key);
    // In its first days a year has too few rows.
    if (key === 'buku-kas') await page.getByLabel('Tahun', { exact: true }).selectOption(lastYear);
    await expect(page.getByRole('table')).toBeVisible();
    await expect(page.getByText(sentence)).toBeHidden();
    await print('beforeprint');
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Muat lagi' })).toBeHidden();
    await print('afterprint');
  }
});
