/** Bills with a unique code: switched on by the ketua, transferred exactly or without the code by residents. */
import { expect, type Page } from '@playwright/test';
import { formatRupiah } from '../contract/format.ts';
import { listOwnPaymentsWarga } from '../contract/payments.ts';
import { changeSettings } from '../contract/settings.ts';
import type { Person } from '../server/testing/people.ts';
import { pictures } from '../server/testing/pictures.ts';
import { browserOf, openPage, test } from './estate.ts';
import { choose, dialog, jpeg, phone, sideways, toast, violationsOf } from './screen.ts';

const coded = /^Rp\s100\.\d{3}$/;
const plain = /^Rp\s100\.000$/;

async function openDialog(page: Page) {
  await openPage(page, 'payments');
  await page.getByRole('button', { name: 'Tambah Pembayaran' }).first().click();
  return dialog(page, 'Tambah Pembayaran');
}
const sent = async (by: Person) =>
  (await by.call(listOwnPaymentsWarga, { params: { userId: by.id } })).body.data.map(({ jumlah }) =>
    formatRupiah(jumlah),
  );

test('the ketua switches codes on; a resident transfers the amount that is shown', async ({ estate }) => {
  const ketua = await browserOf(estate, await estate.as.ketua(), phone, 'management');
  await ketua.getByRole('tab', { name: 'Iuran' }).click();
  await ketua.getByRole('switch', { name: 'Kode unik' }).click();
  await expect(toast(ketua, 'Pengaturan berhasil disimpan')).toBeVisible();

  const siti = await estate.as.warga('A1-1');
  const page = await browserOf(estate, siti, phone);
  const form = await openDialog(page);
  const amount = form.getByText(coded);
  await expect(amount).toBeVisible();
  await expect(amount).not.toHaveText(plain);
  await expect(amount.locator('mark')).toHaveText(/^\d{3}$/);
  await expect(form.getByText('Transfer tepat jumlah ini')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  expect(await sideways(page)).toBe(0);
  const text = await amount.innerText();
  await form.getByText('3 bulan', { exact: true }).click();
  await expect(form.getByText(/^Rp\s300\.\d{3}$/)).toBeVisible();
  await form.getByText('1 bulan', { exact: true }).click();
  await expect(amount).toHaveText(text);
  await choose(form, 'Pilih foto', jpeg(await pictures.jpeg()));
  await form.getByRole('button', { name: 'Kirim bukti' }).click();
  await expect(toast(page, 'Pembayaran berhasil diupload')).toBeVisible();
  expect(await sent(siti)).toEqual([text]);

  const code = `kode ${Number(text.slice(-3))}`;
  await expect(page.getByRole('list', { name: 'Daftar pembayaran' })).toContainText(code);
  const staff = await browserOf(estate, await estate.as.admin(), phone, 'verify-payments');
  await staff.getByRole('button', { name: 'Periksa 1 bukti' }).click();
  await expect(dialog(staff)).toContainText(`${text} (${code})`);
  expect(await sideways(staff)).toBe(0);
});

test('who transferred without the code sends the dues', async ({ estate }) => {
  const ketua = await estate.as.ketua();
  await ketua.call(changeSettings, { body: { kodeUnik: true } });
  const siti = await estate.as.warga('A1-1');
  const page = await browserOf(estate, siti, phone);
  const form = await openDialog(page);
  await expect(form.getByText(coded)).toBeVisible();
  await form.getByRole('button', { name: 'Tanpa kode' }).click();
  await expect(form.getByText(plain)).toBeVisible();
  await choose(form, 'Pilih foto', jpeg(await pictures.jpeg()));
  await form.getByRole('button', { name: 'Kirim bukti' }).click();
  await expect(toast(page, 'Pembayaran berhasil diupload')).toBeVisible();
  expect(await sent(siti)).toEqual([formatRupiah(100_000)]);
});

test('without an answer of the server the dialog shows the dues', async ({ estate }) => {
  const ketua = await estate.as.ketua();
  await ketua.call(changeSettings, { body: { kodeUnik: true } });
  const page = await browserOf(estate, await estate.as.warga('A1-1'), phone);
  await page.route('**/api/tagihan', (route) => route.abort());
  const form = await openDialog(page);
  await expect(form.getByText(plain)).toBeVisible();
  await expect(form.getByText('Tanpa kode')).toBeHidden();
});
