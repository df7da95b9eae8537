/** One proof for several months, on own estates: the resident sends it, staff decide about it as one. */
import { expect, type Page } from '@playwright/test';
import { defaultTimeZone, monthIn, monthKey, shiftMonth } from '../contract/format.ts';
import { formatMonths } from '../contract/payment-months.ts';
import { listOwnPaymentsWarga, uploadPaymentWarga } from '../contract/payments.ts';
import type { TestApp } from '../server/testing/app.ts';
import { photo, pictures } from '../server/testing/pictures.ts';
import { browserOf, openPage, test } from './estate.ts';
import { choose, desktop, dialog, jpeg, phone, row, toast } from './screen.ts';

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

test('five unpaid months: one photo in three taps, and one press of staff', async ({ browser, estate }) => {
  const siti = await debtor(estate);
  const page = await browserOf(browser, estate, siti, phone);
  await page.getByRole('button', { name: 'Bayar Tunggakan' }).click();
  const form = dialog(page, 'Tambah Pembayaran');
  await expect(form.getByRole('radio', { name: 'Tunggakan (5)' })).toBeChecked();
  await expect(form.getByText(formatMonths(five))).toBeVisible();
  await expect(form.getByText(/^Rp\s500\.000$/)).toBeVisible();
  await choose(form, 'Pilih foto', jpeg(await pictures.jpeg()));
  await form.getByRole('button', { name: 'Kirim bukti' }).click();
  await expect(toast(page, 'Pembayaran berhasil diupload')).toBeVisible();
  await expect(page.getByText('Tidak ada tunggakan')).toBeVisible();
  const sent = (await siti.call(listOwnPaymentsWarga, { params: { userId: siti.id } })).body.data;
  expect(sent).toHaveLength(6);

  const staff = await browserOf(browser, estate, await estate.as.admin(), desktop);
  await openPage(staff, 'verify-payments');
  await expect(row(staff, siti.nama).filter({ hasText: 'Menunggu' })).toHaveCount(1);
  await expect(row(staff, siti.nama).first()).toContainText(/Rp\s500\.000/);
  await staff.getByRole('button', { name: 'Periksa 1 bukti' }).click();
  await expect(review(staff).getByText(`${formatMonths(five)} (5 bulan)`)).toBeVisible();
  await staff.waitForTimeout(600);
  await review(staff).getByRole('button', { name: 'Konfirmasi' }).click();
  await expect(review(staff).getByText('Semua bukti sudah diperiksa')).toBeVisible();
  const decided = (await siti.call(listOwnPaymentsWarga, { params: { userId: siti.id } })).body.data;
  expect(decided.map(({ status }) => status)).toEqual(decided.map(() => 'dikonfirmasi'));
});

test('three months from the dialog; staff reject one of them and confirm the rest', async ({
  browser,
  estate,
}) => {
  const siti = await debtor(estate);
  const page = await browserOf(browser, estate, siti, phone);
  await openPage(page, 'payments');
  await page.getByRole('button', { name: 'Tambah Pembayaran' }).first().click();
  const form = dialog(page, 'Tambah Pembayaran');
  await form.getByText('3 bulan', { exact: true }).click();
  await expect(form.getByText(/^Rp\s300\.000$/)).toBeVisible();
  await choose(form, 'Pilih foto', jpeg(await pictures.jpeg()));
  await form.getByRole('button', { name: 'Kirim bukti' }).click();
  await expect(form).toBeHidden();

  const staff = await browserOf(browser, estate, await estate.as.admin(), desktop);
  await openPage(staff, 'verify-payments');
  await staff.getByRole('button', { name: 'Periksa 1 bukti' }).click();
  await review(staff).getByRole('button', { name: 'Tolak' }).click();
  await review(staff).getByLabel('Yang ditolak').selectOption({ index: 2 });
  await review(staff).getByRole('button', { name: 'Jumlah tidak sesuai' }).click();
  await review(staff).getByRole('form').getByRole('button', { name: 'Tolak' }).click();
  await expect(review(staff).getByText(/\(2 bulan\)/)).toBeVisible();
  await staff.waitForTimeout(600);
  await review(staff).getByRole('button', { name: 'Konfirmasi' }).click();
  const states = async () =>
    (await siti.call(listOwnPaymentsWarga, { params: { userId: siti.id } })).body.data
      .map(({ status }) => status)
      .toReversed();
  await expect.poll(states).toEqual(['dikonfirmasi', 'dikonfirmasi', 'ditolak', 'dikonfirmasi']);
});

test('without signal the months wait in the outbox, and are sent once', async ({ browser, estate }) => {
  const siti = await debtor(estate);
  const page = await browserOf(browser, estate, siti, phone);
  await openPage(page, 'payments');
  await page.getByRole('button', { name: 'Bayar Tunggakan' }).click();
  const form = dialog(page, 'Tambah Pembayaran');
  await choose(form, 'Pilih foto', jpeg(await pictures.jpeg()));
  await page.context().setOffline(true);
  await form.getByRole('button', { name: 'Kirim bukti' }).click();
  const waiting = page.getByRole('list', { name: 'Bukti yang belum terkirim' });
  await expect(waiting.getByText(formatMonths(five))).toBeVisible();
  await page.context().setOffline(false);
  await expect(waiting).toBeHidden({ timeout: 30_000 });
  const sent = (await siti.call(listOwnPaymentsWarga, { params: { userId: siti.id } })).body.data;
  expect(sent.filter(({ kelompok }) => kelompok !== null)).toHaveLength(5);
});

test('a month that was paid meanwhile is named', async ({ browser, estate }) => {
  const siti = await debtor(estate);
  const page = await browserOf(browser, estate, siti, phone);
  await openPage(page, 'payments');
  await page.getByRole('button', { name: 'Bayar Tunggakan' }).click();
  const form = dialog(page, 'Tambah Pembayaran');
  await choose(form, 'Pilih foto', jpeg(await pictures.jpeg()));
  await siti.call(uploadPaymentWarga, { body: back(3), files: { bukti_transfer: await photo() } });
  await form.getByRole('button', { name: 'Kirim bukti' }).click();
  await expect(form.getByText(/sudah ada\. Tidak ada yang tersimpan/)).toBeVisible();
});
