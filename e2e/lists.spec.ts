/** Lists of a large estate: pages of rows, while filters, search and counts cover all rows. */
import { expect, type Page } from '@playwright/test';
import { makeLargeEstate } from '../bench/large-estate.ts';
import { mayOpen, pageKeys } from '../client/shell/pages.ts';
import { defaultTimeZone, formatMonth, monthIn } from '../contract/format.ts';
import { countMonthPayments, countWaitingPayments } from '../contract/payments.ts';
import { keepEstate } from '../server/testing/kept-estate.ts';
import { browserOf, openPage, testIn, withClient } from './estate.ts';
import { desktop, dialog, figure, loading, menu, phone, row } from './screen.ts';

const residents = 240;
const thisMonth = monthIn(defaultTimeZone, new Date());

const largeEstate = keepEstate(({ context }) => makeLargeEstate(context.config, residents), withClient);
const test = testIn(async () => (await largeEstate()).app);

function reads(page: Page) {
  const all: { url: URL; rows: number; bytes: Promise<number> }[] = [];
  page.on('response', (response) => {
    const url = new URL(response.url());
    if (!url.pathname.startsWith('/api/') || response.request().method() !== 'GET') return;
    const text = response.text().catch(() => '');
    all.push({ url, rows: 0, bytes: text.then((body) => Buffer.byteLength(body)) });
  });
  return all;
}

test('no page loads a whole list, or more than 60 kB at once', async ({ estate }) => {
  test.slow();
  const { as } = estate;
  for (const person of [
    await as.ketua(),
    await as.admin(),
    await as.koordinator('A'),
    await as.warga('A99-1'),
  ]) {
    const page = await browserOf(estate, person, desktop);
    for (const key of pageKeys.filter((each) => mayOpen(person, each))) {
      const read = reads(page);
      await openPage(page, key);
      await expect(loading(page), key).toHaveCount(0);
      for (const { url, bytes } of read.splice(0)) {
        expect.soft(await bytes, `${person.jenis} ${key} ${url.pathname}`).toBeLessThan(60_000);
        expect
          .soft(url.searchParams.has('cursor'), `${person.jenis} ${key} ${url}: a second page`)
          .toBe(false);
      }
      page.removeAllListeners('response');
    }
    await page.context().close();
  }
});

test('a month of payments: counts of all rows, paging, and search and review beyond the first page', async ({
  estate,
}) => {
  const page = await browserOf(estate, await estate.as.admin(), desktop, 'payments-admin');
  const list = page.getByRole('region', { name: `Pembayaran ${formatMonth(thisMonth)}` });
  const admin = await estate.as.admin();
  const params = { year: thisMonth.tahun, month: thisMonth.bulan };
  const waiting = (await admin.call(countMonthPayments, { params })).body.data.menunggu_konfirmasi;
  expect(waiting).toBeGreaterThan(50);
  await expect(figure(page, 'Menunggu Konfirmasi')).toHaveText(String(waiting));
  await expect(page.getByRole('button', { name: `Periksa ${waiting} bukti` })).toBeVisible();
  await expect(row(page, 'A')).not.toHaveCount(0);
  expect(await list.getByRole('row').count()).toBeLessThan(60);

  const last = page.getByText(/^P\d+-1 · 0812/).last();
  await expect(last).toBeHidden();
  await page.getByLabel('Cari warga').fill('p1');
  await expect(last).toBeVisible();
  await page.getByLabel('Status').selectOption('Menunggu Konfirmasi');
  for (const one of await list.getByRole('row').allInnerTexts())
    if (!one.startsWith('Bukti')) expect.soft(one).toMatch(/P\d/);
  await page.getByRole('button', { name: 'Hapus filter' }).click();
  await page.getByLabel('Cari warga').fill('');

  await page.getByRole('button', { name: `Periksa ${waiting} bukti` }).click();
  const viewer = dialog(page, 'Penampil gambar');
  await expect(viewer.getByText(`1 dari 50`)).toBeVisible();
  await expect(viewer.getByText('50+ menunggu')).toBeVisible();
  // The lightbox ignores keys during its animation.
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await expect(viewer.getByText(`50 dari ${waiting}`)).toBeVisible({ timeout: 50 });
  }).toPass({ intervals: [50] });
  await expect(viewer.getByText(`${waiting} menunggu`)).toBeVisible();
});

test('payments to verify: the longest waiting first, then the month, loaded while scrolling', async ({
  estate,
}) => {
  const page = await browserOf(estate, await estate.as.admin(), phone, 'verify-payments');
  const cards = page.getByRole('list', { name: 'Daftar verifikasi pembayaran' }).getByRole('listitem');
  const waiting = (await (await estate.as.admin()).call(countWaitingPayments)).body.data.total;
  await expect(figure(page, 'Menunggu')).toHaveText(String(waiting));
  await expect(cards.first()).toContainText('Menunggu Konfirmasi');
  await expect(async () => {
    await cards.last().scrollIntoViewIfNeeded();
    await expect(cards.last()).toContainText(/Lunas|Belum Bayar/, { timeout: 200 });
  }).toPass();
  const states = await cards.allInnerTexts();
  const settled = states.findIndex((text) => !text.includes('Menunggu Konfirmasi'));
  expect(settled).toBe(waiting);
  await page.getByLabel('Cari warga').fill('0812 0000 0100');
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText('Santoso 100');
});

test('residents and documents: search finds rows beyond the first page in any spelling', async ({
  estate,
}) => {
  const page = await browserOf(estate, await estate.as.ketua(), desktop);
  await menu(page).getByRole('button', { name: 'Kelola Warga' }).click();
  await expect(page.getByText(`Total ${residents} warga`, { exact: true })).toBeVisible();
  for (const wanted of ['santoso 240 BUDI', '+62 812-0000-0240', 'orang240@']) {
    await page.getByLabel('Cari warga').fill(wanted);
    await expect(page.getByText('Total 1 warga')).toBeVisible();
    await expect(row(page, 'Santoso 240')).toBeVisible();
  }

  await openPage(page, 'documents');
  await expect(figure(page, 'Total dokumen')).toHaveText(String(residents / 10));
  const search = page.getByPlaceholder('Cari dokumen...');
  await search.fill('10 surat');
  await expect(page.getByRole('heading', { name: 'Surat dokumen-10.pdf' })).toBeVisible();
  await search.fill('tidak ada yang begini');
  await expect(page.getByText('Tidak ada dokumen yang sesuai dengan filter.')).toBeVisible();
  await page.getByRole('button', { name: 'Hapus filter' }).click();
  await page.getByLabel('Kategori').selectOption('Keuangan');
  await expect(page.getByText('Tidak ada dokumen yang sesuai dengan filter.')).toBeVisible();
  await page.getByLabel('Kategori').selectOption('Lainnya');
  await expect(page.getByRole('heading', { name: /^Surat dokumen/ }).first()).toBeVisible();
});

test('a payment can be recorded for a resident beyond the first options', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.ketua(), desktop, 'tambah-pembayaran');
  const field = page.getByRole('combobox', { name: 'Warga' });
  await field.click();
  const found = page.getByRole('listbox').getByRole('option');
  await expect(found).toHaveCount(20);
  await field.fill('santoso 237');
  await expect(found).toHaveCount(1);
  await found.click();
  await expect(field).toHaveValue(/Santoso 237 \(/);
  await page.reload();
  await expect(field).toHaveValue(/Santoso 237 \(/);
});
