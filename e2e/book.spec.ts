/** The treasurer compares the book with the bank's statement, and looks at what was taken back. */
import { expect } from '@playwright/test';
import { reverseEntry } from '../contract/book.ts';
import { dateIn, defaultTimeZone } from '../contract/format.ts';
import { addFund, addMoneyAccount, listMoneyAccounts } from '../contract/places.ts';
import { pictures } from '../server/testing/pictures.ts';
import { browserOf, test } from './estate.ts';
import {
  choosePhoto,
  closeToasts,
  desktop,
  dialog,
  phone,
  sideways,
  title,
  toast,
  violationsOf,
} from './screen.ts';

test('a pair that was reversed in its month shows when asked for, struck through', async ({ estate }) => {
  const ketua = await estate.as.ketua();
  const today = dateIn(defaultTimeZone, new Date());
  await estate.given.expense({ by: ketua, judul: 'Cat pos', jumlah: 40_000, tanggal: today });
  await ketua.call(reverseEntry, { body: { nomor: 1, alasan: 'Nota milik RT sebelah' } });
  const page = await browserOf(estate, await estate.as.warga('A1-1'), phone, 'buku-kas');
  await expect(page.getByText('Belum ada transaksi')).toBeVisible();
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('switch', { name: 'Tampilkan pembatalan' }).check();
  await page.getByRole('button', { name: 'Lihat hasil' }).click();
  await expect(page.getByText('Pembatalan: Cat pos')).toBeVisible();
  await expect(page.locator('s')).toHaveText('Cat pos');
  expect(await sideways(page)).toBe(0);
});

test('the statement of an account shows what lay in it after each entry, and the journal is saved', async ({
  estate,
}) => {
  const ketua = await estate.as.ketua();
  await estate.given.payment({ of: await estate.as.warga('A1-1'), jumlah: 90_000, status: 'dikonfirmasi' });
  await estate.given.expense({ by: ketua, judul: 'Cat pos', jumlah: 40_000 });
  const page = await browserOf(estate, ketua, phone, 'buku-kas');
  await page.getByRole('tab', { name: 'Rekening & Dana' }).click();
  const journal = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Unduh jurnal akuntansi' }).click();
  expect((await journal).suggestedFilename()).toContain('.journal');

  await page.getByRole('button', { name: 'Transaksi Kas', exact: true }).click();
  const back = page.getByRole('button', { name: 'Semua rekening dan dana' });
  await expect(back).toBeFocused();
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Nomor' });
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'Cat pos' })).toContainText(/-Rp\s40\.000/);
  await expect(rows.filter({ hasText: 'A1-1' })).toContainText(/\+Rp\s90\.000/);
  await expect(rows.first()).toContainText(/Rp\s50\.000/);
  const bounds = page.getByText(
    'Pencarian mencakup satu tahun. Isi tanggal Dari untuk mencari lebih jauh ke belakang.',
  );
  await expect(bounds).toBeHidden();
  await page.getByRole('textbox', { name: 'Cari transaksi' }).fill('cat');
  await expect(rows).toHaveCount(1);
  await expect(bounds).toBeVisible();
  expect(await sideways(page)).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  await back.press('Enter');
  await expect(page.getByRole('button', { name: 'Tambah rekening' })).toBeVisible();
  await expect(title(page)).toBeFocused();
});

test('a transfer to where the money is says why it is refused, also when the form has no field for it', async ({
  estate,
}) => {
  const admin = await estate.as.admin();
  await estate.given.payment({ of: await estate.as.warga('A1-1'), jumlah: 90_000, status: 'dikonfirmasi' });
  const fund = { nama: 'Pembangunan', terikat: false };
  expect((await admin.call(addFund, { body: fund })).status).toBe(201);
  const page = await browserOf(estate, admin, phone, 'buku-kas');
  await page.getByRole('tab', { name: 'Rekening & Dana' }).click();
  await page.getByRole('button', { name: 'Pindahkan', exact: true }).click();
  const form = dialog(page, 'Pindahkan Uang');
  await expect(form.getByLabel('Ke rekening')).toHaveCount(0);
  await form.getByLabel('Ke dana').selectOption({ index: 0 });
  await form.getByLabel('Jumlah').fill('70000');
  await form.getByRole('button', { name: 'Pindahkan', exact: true }).click();
  await expect(form.getByRole('alert')).toHaveText(
    /^Gagal memindahkan uang\s*Tujuan harus berbeda dari asal$/,
  );
  await expect(form.getByText('Tujuan harus berbeda dari asal')).toHaveCount(1);
});

test('who takes back dues reads that it is dues, and whose', async ({ estate }) => {
  const payer = await estate.as.warga('A1-1');
  await estate.given.payment({ of: payer, status: 'dikonfirmasi' });
  const page = await browserOf(estate, await estate.as.admin(), phone, 'buku-kas');
  await page.getByRole('button', { name: `Batalkan iuran ${payer.nama}, nomor 1` }).click();
  await expect(dialog(page, `Batalkan iuran ${payer.nama}?`)).toBeVisible();
});

test('a transfer is reversed whole in the statement of either account', async ({ estate }) => {
  const admin = await estate.as.admin();
  await estate.given.payment({ of: await estate.as.warga('A1-1'), jumlah: 90_000, status: 'dikonfirmasi' });
  await admin.call(addMoneyAccount, { body: { nama: 'Bank BRI', jenis: 'bank' } });
  const balances = async () => (await admin.call(listMoneyAccounts)).body.data.map(({ saldo }) => saldo);
  const page = await browserOf(estate, admin, phone, 'buku-kas');
  await page.getByRole('tab', { name: 'Rekening & Dana' }).click();
  await page.getByRole('button', { name: 'Pindahkan', exact: true }).click();
  const form = dialog(page, 'Pindahkan Uang');
  await form.getByLabel('Jumlah').fill('70000');
  await form.getByLabel('Keterangan').fill('Setor ke bank');
  await form.getByRole('button', { name: 'Pindahkan', exact: true }).click();
  await expect(form).toBeHidden();
  expect(await balances()).toEqual([20_000, 70_000]);

  await page.getByRole('button', { name: 'Transaksi Kas', exact: true }).click();
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Nomor' });
  const transfer = rows.filter({ hasText: /Nomor 2\b/ });
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'A1-1' }).getByRole('button')).toHaveCount(0);
  expect(await sideways(page)).toBe(0);
  await transfer.getByRole('button', { name: 'Batalkan Setor ke bank' }).click();
  const question = dialog(page, 'Batalkan Setor ke bank?');
  await expect(question).toContainText(/Rp\s70\.000 \(nomor 2 dan pasangannya nomor 3\) dibatalkan/);
  await question.getByLabel('Alasan').fill('Uangnya belum disetor');
  await question.getByRole('button', { name: 'Batalkan transaksi' }).click();
  await expect(question).toBeHidden();
  await expect(toast(page, 'Transaksi berhasil dibatalkan')).toBeVisible();
  expect(await balances()).toEqual([90_000, 0]);

  await expect(rows).toHaveCount(3);
  await expect(transfer).toContainText('Dibatalkan kemudian');
  await expect(transfer.locator('s')).toHaveText('Setor ke bank');
  await expect(rows.first()).toContainText('Pembatalan nomor 2: Uangnya belum disetor');
  await expect(page.getByRole('button', { name: /^Batalkan/ })).toHaveCount(0);
  expect(await sideways(page)).toBe(0);
  expect(await violationsOf(page)).toEqual([]);

  const auditor = await browserOf(estate, await estate.as.ketua(), phone, 'buku-kas');
  await auditor.getByRole('tab', { name: 'Riwayat Uang' }).click();
  const moved = auditor.getByRole('listitem').filter({ hasText: /^Memindahkan uang/ });
  await expect(moved).toContainText(/Rp\s70\.000Dari rekening: KasKe rekening: Bank BRITanggal/);
});

test('what staff record goes into the account that the form shows, and the next payment into the same', async ({
  estate,
}) => {
  const [admin, siti] = [await estate.as.admin(), await estate.as.warga('A1-1', { nama: 'Siti' })];
  for (const nama of ['Bank BRI', 'Bank BCA'])
    await admin.call(addMoneyAccount, { body: { nama, jenis: 'bank' } });
  const balances = async () =>
    (await admin.call(listMoneyAccounts)).body.data.map(({ nama, saldo }) => [nama, saldo]);
  const page = await browserOf(estate, admin, desktop, 'tambah-pembayaran');
  const form = page.getByRole('form', { name: 'Tambah Pembayaran Warga' });
  const account = form.getByLabel('Rekening');
  const shown = account.locator('option:checked');
  const pay = async (month: string) => {
    await form.getByRole('combobox', { name: 'Warga' }).fill(siti.nama);
    await page.getByRole('option', { name: siti.nama }).click();
    await form.getByLabel('Bulan', { exact: true }).selectOption(month);
    await form.getByLabel('Cara bayar').selectOption('Transfer');
    await choosePhoto(form, await pictures.jpeg());
  };
  const send = async () => {
    await form.getByRole('button', { name: 'Tambah Pembayaran' }).click();
    await expect(toast(page, 'Pembayaran berhasil ditambahkan')).toBeVisible();
    await closeToasts(page);
  };
  await form.getByLabel('Cara bayar').selectOption('Tunai');
  await expect(shown).toHaveText('Kas');
  await pay('Januari');
  await expect(shown).toHaveText('Bank BRI');
  await send();
  expect(await balances()).toEqual([
    ['Kas', 0],
    ['Bank BRI', 100_000],
    ['Bank BCA', 0],
  ]);
  await pay('Februari');
  await account.selectOption('Kas');
  await send();
  await pay('Maret');
  await expect(shown).toHaveText('Kas');
  await send();
  expect(await balances()).toEqual([
    ['Kas', 200_000],
    ['Bank BRI', 100_000],
    ['Bank BCA', 0],
  ]);
});
