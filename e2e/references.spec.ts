/** The number of a transfer: typed with the slip on a small phone, with or without a signal, and seen in the review. */
import { expect, type Page } from '@playwright/test';
import { defaultTimeZone, formatMonth, monthIn } from '../contract/format.ts';
import { listOwnPaymentsWarga, uploadPaymentWarga } from '../contract/payments.ts';
import type { Person } from '../server/testing/people.ts';
import { photo, pictures } from '../server/testing/pictures.ts';
import { browserOf, type Estate, openPage, test } from './estate.ts';
import { choose, dialog, jpeg, phone, sideways, toast, violationsOf } from './screen.ts';

const thisMonth = monthIn(defaultTimeZone, new Date());
/** As long as they may be, and without a place to break the line. */
const typed = `trf-${'1234567890'.repeat(3)}123456`;
const stored = `TRF${'1234567890'.repeat(3)}123456`;

async function fill(page: Page, reference: string) {
  await openPage(page, 'payments');
  await page.getByRole('button', { name: 'Tambah Pembayaran' }).first().click();
  const form = dialog(page, 'Tambah Pembayaran');
  await choose(form, 'Pilih foto', jpeg(await pictures.jpeg()));
  await form.getByLabel('Nomor referensi (bila ada)').fill(reference);
  return form;
}

const sent = async (by: Person) =>
  (await by.call(listOwnPaymentsWarga, { params: { userId: by.id } })).body.data.map(
    ({ referensi }) => referensi,
  );

/** The review of the only slip that waits besides the others of the estate. */
async function review(estate: Estate, by: Person) {
  const page = await browserOf(estate, by, phone, 'verify-payments');
  await page.getByRole('button', { name: /^Periksa \d+ bukti/ }).click();
  return page;
}

test('a resident types the number of the slip; staff see it, and who else has it', async ({ estate }) => {
  const [siti, ani] = [await estate.as.warga('A1-1'), await estate.as.warga('A2-1', { nama: 'Ani Wijaya' })];
  const page = await browserOf(estate, siti, phone);
  const form = await fill(page, 'A-1');
  await form.getByRole('button', { name: 'Kirim bukti' }).click();
  await expect(form.getByText('Nomor referensi minimal 6 huruf atau angka')).toBeVisible();
  await form.getByLabel('Nomor referensi (bila ada)').fill(typed);
  expect(await sideways(page)).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  await form.getByRole('button', { name: 'Kirim bukti' }).click();
  await expect(toast(page, 'Pembayaran berhasil diupload')).toBeVisible();
  expect(await sent(siti)).toEqual([stored]);
  await expect(
    page.getByRole('list', { name: 'Daftar pembayaran' }).getByText(`Referensi ${stored}`),
  ).toBeVisible();
  expect(await sideways(page)).toBe(0);

  const staff = await review(estate, await estate.as.admin());
  const viewer = staff.getByRole('dialog');
  await expect(viewer.getByText(stored)).toBeVisible();
  await expect(viewer.getByText('Nomor referensi ini juga dipakai')).toBeHidden();
  await ani.call(uploadPaymentWarga, {
    body: { ...thisMonth, referensi: stored },
    files: { bukti_transfer: await photo() },
  });
  await expect(viewer.getByText('Nomor referensi ini juga dipakai')).toBeVisible();
  await expect(viewer.getByText(`Ani Wijaya (A2-1), ${formatMonth(thisMonth)}`)).toBeVisible();
  expect(await sideways(staff)).toBe(0);
  expect(await violationsOf(staff)).toEqual([]);
});

test('a coordinator is told of a slip in another block, not whose it is', async ({ estate }) => {
  const [siti, budi] = [await estate.as.warga('A1-1'), await estate.as.warga('B1', { nama: 'Budi Santoso' })];
  for (const by of [siti, budi])
    await by.call(uploadPaymentWarga, {
      body: { ...thisMonth, referensi: stored },
      files: { bukti_transfer: await photo() },
    });
  const page = await review(estate, await estate.as.koordinator('A'));
  await expect(page.getByRole('dialog').getByText('Bukti warga lain di luar blok Anda')).toBeVisible();
  await expect(page.getByText('Budi Santoso')).toBeHidden();
});

test('without a signal the number waits with the photo, and comes along', async ({ estate }) => {
  const siti = await estate.as.warga('A1-1');
  const page = await browserOf(estate, siti, phone);
  const form = await fill(page, typed);
  await page.context().setOffline(true);
  await form.getByRole('button', { name: 'Kirim bukti' }).click();
  const waiting = page.getByRole('list', { name: 'Bukti yang belum terkirim' });
  await expect(waiting).toBeVisible();
  await page.context().setOffline(false);
  await expect(waiting).toBeHidden({ timeout: 30_000 });
  expect(await sent(siti)).toEqual([stored]);
});

test('the radar of the bank lines names both slips', async ({ estate }) => {
  for (const [blok, nama] of [
    ['A1-1', 'Siti Aminah'],
    ['A2-1', 'Ani Wijaya'],
  ] as const)
    await (await estate.as.warga(blok, { nama })).call(uploadPaymentWarga, {
      body: { ...thisMonth, referensi: stored },
      files: { bukti_transfer: await photo() },
    });
  const page = await browserOf(estate, await estate.as.admin(), phone, 'buku-kas');
  await page.getByRole('tab', { name: 'Mutasi Bank' }).click();
  const odd = page.getByRole('region', { name: 'Bukti dengan nomor referensi yang sama' });
  await expect(odd.getByRole('listitem')).toHaveCount(2);
  await expect(odd.getByText(`${stored}, juga Siti Aminah (A1-1), ${formatMonth(thisMonth)}`)).toBeVisible();
  expect(await sideways(page)).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
});

test('a typed number is left only after a question, also without a photo', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.warga('A1-1'), phone, 'payments');
  await page.getByRole('button', { name: 'Tambah Pembayaran' }).first().click();
  const form = dialog(page, 'Tambah Pembayaran');
  await form.getByLabel('Nomor referensi (bila ada)').fill(typed);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Lanjut mengisi' }).click();
  await expect(form.getByLabel('Nomor referensi (bila ada)')).toHaveValue(typed);
});
