/** What is owed, on own estates: one proof for several months, decided by staff as one, and the list of arrears. */
import { expect, type Page } from '@playwright/test';
import { defaultTimeZone, monthIn, monthKey, shiftMonth } from '../contract/format.ts';
import { formatMonths } from '../contract/payment-months.ts';
import {
  listOwnPaymentsWarga,
  recordPayment,
  reviewPayment,
  uploadPaymentWarga,
} from '../contract/payments.ts';
import type { TestApp } from '../server/testing/app.ts';
import { photo, pictures } from '../server/testing/pictures.ts';
import { browserOf, openPage, pressLink, test } from './estate.ts';
import {
  choose,
  desktop,
  dialog,
  figure,
  jpeg,
  phone,
  row,
  save,
  sideways,
  title,
  toast,
  violationsOf,
} from './screen.ts';

const thisMonth = monthIn(defaultTimeZone, new Date());
const back = (count: number) => shiftMonth(thisMonth, -count);
const five = [5, 4, 3, 2, 1].map(back);

/** Owes the five months before this one, which is paid. */
async function debtor(estate: TestApp) {
  const siti = await estate.as.warga('A1-1', { created_at: `${monthKey(back(5))}-15T03:00:00.000Z` });
  await estate.given.payment({ of: siti, ...thisMonth, status: 'dikonfirmasi' });
  return siti;
}

const review = (page: Page) => page.getByRole('dialog');

/** Pressed again until it counts: a proof that has just appeared ignores the second half of a double click. */
async function confirmLast(page: Page): Promise<void> {
  const button = review(page).getByRole('button', { name: 'Konfirmasi' });
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 1_000 });
    await expect(review(page).getByText('Semua bukti sudah diperiksa')).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

/** Everything overdue is chosen, with a photo; not sent yet. */
async function payArrears(page: Page) {
  await openPage(page, 'payments');
  await page.getByRole('button', { name: 'Bayar Tunggakan' }).click();
  const form = dialog(page, 'Tambah Pembayaran');
  await choose(form, 'Pilih foto', jpeg(await pictures.jpeg()));
  return form;
}

test('five unpaid months: one photo in three taps, and one press of staff', async ({ estate }) => {
  const siti = await debtor(estate);
  const page = await browserOf(estate, siti, phone);
  await page.getByRole('button', { name: 'Bayar Tunggakan' }).click();
  const form = dialog(page, 'Tambah Pembayaran');
  await expect(form.getByRole('button', { name: 'Tunggakan (5)' })).toHaveAttribute('aria-pressed', 'true');
  await expect(form.getByText(formatMonths(five))).toBeVisible();
  await expect(form.getByText(/^Rp\s500\.000$/)).toBeVisible();
  await choose(form, 'Pilih foto', jpeg(await pictures.jpeg()));
  await form.getByRole('button', { name: 'Kirim bukti' }).click();
  await expect(toast(page, 'Pembayaran berhasil diupload')).toBeVisible();
  await expect(page.getByText('Tidak ada tunggakan')).toBeVisible();
  const sent = (await siti.call(listOwnPaymentsWarga, { params: { userId: siti.id } })).body.data;
  expect(sent).toHaveLength(6);

  const staff = await browserOf(estate, await estate.as.admin(), desktop, 'verify-payments');
  await expect(row(staff, siti.nama).filter({ hasText: 'Menunggu' })).toHaveCount(1);
  await expect(row(staff, siti.nama).first()).toContainText(/Rp\s500\.000/);
  await staff.getByRole('button', { name: 'Periksa 1 bukti' }).click();
  await expect(review(staff).getByText(`${formatMonths(five)} (5 bulan)`)).toBeVisible();
  await confirmLast(staff);
  const decided = (await siti.call(listOwnPaymentsWarga, { params: { userId: siti.id } })).body.data;
  expect(decided.map(({ status }) => status)).toEqual(decided.map(() => 'dikonfirmasi'));
});

test('three months from the dialog; staff reject one of them and confirm the rest', async ({ estate }) => {
  const siti = await debtor(estate);
  const page = await browserOf(estate, siti, phone, 'payments');
  await page.getByRole('button', { name: 'Tambah Pembayaran' }).first().click();
  const form = dialog(page, 'Tambah Pembayaran');
  await form.getByText('3 bulan', { exact: true }).click();
  await expect(form.getByText(/^Rp\s300\.000$/)).toBeVisible();
  await choose(form, 'Pilih foto', jpeg(await pictures.jpeg()));
  await form.getByRole('button', { name: 'Kirim bukti' }).click();
  await expect(form).toBeHidden();

  const staff = await browserOf(estate, await estate.as.admin(), desktop, 'verify-payments');
  await staff.getByRole('button', { name: 'Periksa 1 bukti' }).click();
  await review(staff).getByRole('button', { name: 'Tolak' }).click();
  await review(staff).getByLabel('Yang ditolak').selectOption({ index: 2 });
  await review(staff).getByRole('button', { name: 'Jumlah tidak sesuai' }).click();
  await review(staff).getByRole('form').getByRole('button', { name: 'Tolak' }).click();
  await expect(review(staff).getByText(/\(2 bulan\)/)).toBeVisible();
  await confirmLast(staff);
  const states = async () =>
    (await siti.call(listOwnPaymentsWarga, { params: { userId: siti.id } })).body.data
      .map(({ status }) => status)
      .toReversed();
  await expect.poll(states).toEqual(['dikonfirmasi', 'dikonfirmasi', 'ditolak', 'dikonfirmasi']);
});

test('a proof for months far apart keeps the list to verify as wide as the smallest phone', async ({
  estate,
}) => {
  const siti = await debtor(estate);
  const bulan = [8, 5, 3, 1, -1, -3, -5, -7].map((count) => monthKey(back(count)));
  const sent = { body: { 'bulan[]': bulan }, files: { bukti_transfer: await photo() } };
  expect((await siti.call(uploadPaymentWarga, sent)).status).toBe(201);
  const page = await browserOf(estate, await estate.as.admin(), {
    ...phone,
    viewport: { width: 320, height: 640 },
  });
  await openPage(page, 'verify-payments');
  await expect(page.getByRole('button', { name: `Verifikasi ${siti.nama}` })).toBeVisible();
  expect(await sideways(page)).toBe(0);
});

test('who has paid a year ahead is shown no paid month as chosen', async ({ estate }) => {
  const siti = await estate.as.warga('A12', { created_at: `${monthKey(thisMonth)}-01T03:00:00.000Z` });
  const admin = await estate.as.admin();
  const bulan = Array.from({ length: 13 }, (_, at) => monthKey(back(-at)));
  const body = { user_id: siti.id, 'bulan[]': bulan, jumlah: 1_300_000, metode: 'tunai' } as const;
  expect((await admin.call(recordPayment, { body, files: {} })).status).toBe(201);
  const page = await browserOf(estate, siti, phone, 'payments');
  await page.getByRole('button', { name: 'Tambah Pembayaran' }).click();
  await expect(dialog(page).getByLabel('Bulan')).toHaveValue('');
});

test('single months by keyboard on a small phone, and all of the slip withdrawn at once', async ({
  estate,
}) => {
  const siti = await debtor(estate);
  const page = await browserOf(estate, siti, { viewport: { width: 360, height: 740 } }, 'payments');
  await page.getByRole('button', { name: 'Tambah Pembayaran' }).first().click();
  const form = dialog(page, 'Tambah Pembayaran');
  await expect(form.locator(':focus')).toHaveCount(1);
  await form.getByRole('button', { name: 'Pilih bulan' }).press('Enter');
  const months = form.getByRole('group', { name: 'Bulan yang dibayar' });
  await choose(form, 'Pilih foto', jpeg(await pictures.jpeg()));
  await form.getByRole('button', { name: 'Kirim bukti' }).click();
  await expect(months.getByText('Pilih minimal satu bulan')).toBeVisible();
  await months.getByRole('button').nth(0).press('Space');
  await months.getByRole('button').nth(2).press('Space');
  await expect(months.getByRole('button', { pressed: true })).toHaveCount(2);
  await expect(form.getByText(/^Rp\s200\.000$/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await violationsOf(page)).toEqual([]);
  await form.getByRole('button', { name: 'Kirim bukti' }).click();
  await expect(form).toBeHidden();
  const own = async () => (await siti.call(listOwnPaymentsWarga, { params: { userId: siti.id } })).body.data;
  const sent = (await own()).filter(({ kelompok }) => kelompok !== null).toReversed();
  expect(sent.map(({ tahun, bulan }) => ({ tahun, bulan }))).toEqual([back(5), back(3)]);

  await page.getByRole('button', { name: `Hapus pembayaran ${formatMonths([back(3)])}` }).click();
  const question = dialog(page, `Hapus pembayaran ${formatMonths([back(3)])}?`);
  await expect(question).toContainText(formatMonths([back(5), back(3)]));
  expect(await violationsOf(page)).toEqual([]);
  await question.getByRole('button', { name: 'Semua 2 bulan' }).click();
  await expect.poll(async () => (await own()).length).toBe(1);
});

test('staff record single months in cash: the open ones of the payer, and what they cost', async ({
  estate,
}) => {
  const siti = await debtor(estate);
  const budi = await estate.as.warga('B1', { created_at: `${monthKey(back(1))}-15T03:00:00.000Z` });
  const page = await browserOf(estate, await estate.as.admin(), {
    viewport: { width: 360, height: 740 },
  });
  await openPage(page, 'tambah-pembayaran');
  const form = page.getByRole('form', { name: 'Tambah Pembayaran Warga' });
  const turnTo = async ({ nama }: { nama: string }) => {
    await form.getByRole('combobox', { name: 'Warga' }).fill(nama);
    await page.getByRole('option', { name: nama }).click();
  };
  await form.getByLabel('Dibayar sekaligus').selectOption('Pilih bulan');
  await expect(form.getByText('Pilih warga dahulu')).toBeVisible();
  await turnTo(budi);
  const months = form.getByRole('group', { name: 'Bulan yang dibayar' }).getByRole('button');
  await expect(months).toHaveCount(1 + 13);
  await months.first().click();
  await turnTo(siti);
  await expect(months).toHaveCount(5 + 12);
  await form.getByLabel('Cara bayar').selectOption('Tunai');
  await form.getByRole('button', { name: 'Tambah Pembayaran' }).click();
  await expect(form.getByText('Pilih minimal satu bulan')).toBeVisible();
  for (const at of [0, 2, 5]) await months.nth(at).click();
  await expect(form.getByLabel('Jumlah')).toHaveValue('300.000');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await violationsOf(page)).toEqual([]);
  await form.getByRole('button', { name: 'Tambah Pembayaran' }).click();
  await expect(toast(page, 'Pembayaran berhasil ditambahkan')).toBeVisible();
  const own = (await siti.call(listOwnPaymentsWarga, { params: { userId: siti.id } })).body.data;
  const recorded = own.filter(({ metode }) => metode === 'tunai').toReversed();
  expect(recorded.map(({ tahun, bulan }) => ({ tahun, bulan }))).toEqual([back(5), back(3), back(-1)]);
});

test('without signal the months wait in the outbox, and are sent once', async ({ estate }) => {
  const siti = await debtor(estate);
  const page = await browserOf(estate, siti, phone);
  const form = await payArrears(page);
  await page.context().setOffline(true);
  await form.getByRole('button', { name: 'Kirim bukti' }).click();
  const waiting = page.getByRole('list', { name: 'Bukti yang belum terkirim' });
  await expect(waiting.getByText(formatMonths(five))).toBeVisible();
  await page.context().setOffline(false);
  await expect(waiting).toBeHidden({ timeout: 30_000 });
  const sent = (await siti.call(listOwnPaymentsWarga, { params: { userId: siti.id } })).body.data;
  expect(sent.filter(({ kelompok }) => kelompok !== null)).toHaveLength(5);
});

test('paying the arrears on the dashboard counts while the page Pembayaran is still coming', async ({
  estate,
}) => {
  const page = await browserOf(estate, await debtor(estate), phone);
  const code = '**/PaymentsPage-*.js';
  const asked = page.waitForRequest(code);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(code, async (route) => {
    await held;
    await route.continue();
  });
  await pressLink(page, 'payments');
  await asked;
  await page.getByRole('button', { name: 'Bayar Tunggakan' }).click();
  release();
  const form = dialog(page, 'Tambah Pembayaran');
  await expect(form.getByRole('button', { name: 'Tunggakan (5)' })).toHaveAttribute('aria-pressed', 'true');
});

test('a month that was paid meanwhile is named', async ({ estate }) => {
  const siti = await debtor(estate);
  const page = await browserOf(estate, siti, phone);
  const form = await payArrears(page);
  await siti.call(uploadPaymentWarga, { body: back(3), files: { bukti_transfer: await photo() } });
  await form.getByRole('button', { name: 'Kirim bukti' }).click();
  await expect(form.getByText(/sudah ada\. Tidak ada yang tersimpan/)).toBeVisible();
});

test('a single month that was paid meanwhile can be taken back, and the others are sent', async ({
  estate,
}) => {
  const siti = await debtor(estate);
  const page = await browserOf(estate, siti, phone);
  const form = await payArrears(page);
  await form.getByRole('button', { name: 'Pilih bulan' }).click();
  const months = form.getByRole('group', { name: 'Bulan yang dibayar' });
  const chosen = months.getByRole('button', { pressed: true });
  await expect(chosen).toHaveCount(5);
  await siti.call(uploadPaymentWarga, { body: back(3), files: { bukti_transfer: await photo() } });
  await expect(page.getByText('4 bulan, sejak')).toBeVisible();
  await form.getByRole('button', { name: 'Kirim bukti' }).click();
  await expect(form.getByText(/sudah ada\. Tidak ada yang tersimpan/)).toBeVisible();
  await chosen.nth(2).click();
  await expect(months.getByRole('button')).toHaveCount(4 + 12);
  await form.getByRole('button', { name: 'Kirim bukti' }).click();
  await expect(toast(page, 'Pembayaran berhasil diupload')).toBeVisible();
});

test('the list of arrears: figures, filters and export, on a small phone; a coordinator sees the own block', async ({
  estate,
}) => {
  const siti = await debtor(estate);
  const budi = await estate.as.warga('B1', { created_at: `${monthKey(back(1))}-15T03:00:00.000Z` });
  const small = { viewport: { width: 360, height: 740 } };
  const page = await browserOf(estate, await estate.as.admin(), small);
  await page.getByRole('button', { name: /^Tunggakan/ }).click();
  await expect(title(page)).toHaveText('Tunggakan');
  const cards = page.getByRole('list', { name: 'Daftar tunggakan' }).getByRole('listitem');
  await expect(cards).toHaveCount(2);
  await expect(cards.first()).toContainText(siti.nama);
  await expect(cards.first()).toContainText('5 bulan');
  await expect(cards.first()).toContainText(/Rp\s500\.000/);
  await expect(figure(page, 'Jumlah')).toHaveText(/^Rp\s600\.000$/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByLabel('Cari warga').fill('b1');
  await expect(cards).toHaveCount(1);
  await expect(cards.first()).toContainText(budi.nama);

  const block = await browserOf(estate, await estate.as.koordinator('B'), desktop, 'tunggakan');
  await expect(title(block)).toHaveText('Tunggakan Blok B');
  await expect(row(block, budi.nama)).toBeVisible();
  await expect(row(block, siti.nama)).toBeHidden();
  expect((await save(block, 'csv')).lines[0]?.slice(0, 2)).toEqual(['Nama', 'Blok']);
});

test('a proof that changed under the question can be decided afterwards', async ({ estate }) => {
  const siti = await debtor(estate);
  const bulan = [monthKey(back(1)), monthKey(back(-1))];
  const sent = { body: { 'bulan[]': bulan }, files: { bukti_transfer: await photo() } };
  expect((await siti.call(uploadPaymentWarga, sent)).status).toBe(201);
  const admin = await estate.as.admin();
  const page = await browserOf(estate, admin, desktop, 'payments-admin');
  const filters = page.getByRole('search');
  await filters.getByLabel('Bulan').selectOption(String(back(1).bulan));
  await filters.getByLabel('Tahun').selectOption(String(back(1).tahun));
  const confirm = page.getByRole('button', { name: `Konfirmasi ${siti.nama}` });
  await confirm.click();
  const question = dialog(page, `Konfirmasi pembayaran ${siti.nama}?`);
  await expect(question).toContainText(/Rp\s200\.000/);
  const own = (await siti.call(listOwnPaymentsWarga, { params: { userId: siti.id } })).body.data;
  const ahead = own.find((one) => monthKey(one) === monthKey(back(-1)));
  const body = { status: 'ditolak', catatan: 'Belum waktunya' } as const;
  const { status } = await admin.call(reviewPayment, { params: { id: ahead?.id ?? 0 }, body });
  expect(status).toBe(200);
  await question.getByRole('button', { name: 'Ya, konfirmasi' }).click();
  await expect(toast(page, 'Bukti ini baru saja berubah')).toBeVisible();
  await expect(row(page, siti.nama)).not.toContainText('Satu bukti');
  await confirm.click();
  await expect(question).toContainText(/Rp\s100\.000/);
  await question.getByRole('button', { name: 'Ya, konfirmasi' }).click();
  await expect(row(page, siti.nama)).toContainText('Lunas');
});
