import { expect } from '@playwright/test';
import { dateIn, defaultTimeZone, formatDate, monthIn } from '../contract/format.ts';
import { addMoneyAccount, listMoneyAccounts } from '../contract/places.ts';
import { pictures } from '../server/testing/pictures.ts';
import { browserOf, openPage, test } from './estate.ts';
import {
  choose,
  choosePhoto,
  columns,
  cutOff,
  desktop,
  dialog,
  figure,
  isWarm,
  jpeg,
  menu,
  options,
  phone,
  row,
  sideways,
  toast,
} from './screen.ts';

const today = dateIn(defaultTimeZone, new Date());
const { tahun, bulan } = monthIn(defaultTimeZone, new Date());

test('an expense is validated and saved with proof; the cash book updates at once, also below zero', async ({
  estate,
}) => {
  const siti = await estate.as.warga('A1-1');
  await estate.given.payment({ of: siti, tahun, bulan, status: 'dikonfirmasi' });
  const page = await browserOf(estate, await estate.as.admin(), desktop);
  const resident = await browserOf(estate, siti, desktop, 'buku-kas');
  await expect(figure(resident, 'Total Pemasukan')).toHaveText(/^Rp\s100\.000$/);
  await expect.soft(figure(resident, 'Total Pengeluaran')).toHaveText(/^Rp\s0$/);
  await expect.soft(resident.getByText('Belum ada yang dibelanjakan.')).toBeVisible();

  await menu(page).getByRole('button', { name: 'Pengeluaran' }).click();
  await page.getByRole('button', { name: 'Tambah Pengeluaran' }).first().click();
  const form = dialog(page, 'Tambah Pengeluaran');
  const save = form.getByRole('button', { name: 'Simpan' });
  await expect.soft(options(form.getByLabel('Tahun'))).toHaveText([tahun - 1, tahun, tahun + 1].map(String));
  const amount = form.getByLabel('Jumlah');
  const written = ['Rp 250.000,00 ', 'Rp. 250000,-', '250,000', 'IDR 250,000.00', '250000.50', '250.000'];
  for (const text of written) {
    await amount.fill(text);
    await form.getByLabel('Judul').focus();
    await expect.soft(amount, text).toHaveValue('250.000');
  }
  const unread = form.getByText('Tulis angka lengkap, misalnya 150.000');
  await amount.fill('2,5 juta');
  await save.click();
  await expect.soft(amount).toHaveValue('2,5 juta');
  await expect.soft(amount).toBeFocused();
  await expect.soft(unread).toBeVisible();
  await amount.fill('');
  await amount.pressSequentially('25rb');
  await expect.soft(amount).toHaveValue('25rb');
  await amount.press('Backspace');
  await amount.press('Backspace');
  await amount.pressSequentially('0');
  await expect.soft(amount).toHaveValue('250');
  await expect.soft(unread).toBeHidden();
  await amount.fill('');
  await amount.pressSequentially('2500000,00');
  await expect.soft(amount).toHaveValue('2.500.000,00');
  for (const shown of ['2.500.000,0', '2.500.000,', '2.500.000', '250.000']) {
    await amount.press('Backspace');
    await expect.soft(amount).toHaveValue(shown);
  }
  await save.click();
  for (const sentence of ['Judul wajib diisi', 'Deskripsi wajib diisi', 'Foto bukti wajib diupload'])
    await expect.soft(form.getByText(sentence)).toBeVisible();
  await form.getByLabel('Judul').fill('Lampu jalan');
  await form.getByLabel('Deskripsi').fill('Blok C');
  await choose(form, 'Pilih foto', jpeg(await pictures.jpeg()));
  await cutOff(page, 'POST **/api/pengeluaran', async () => {
    await save.click();
    await expect.soft(form.getByText('Gagal menambahkan pengeluaran')).toBeVisible();
  });
  await save.click();
  await expect(toast(page, 'Pengeluaran berhasil ditambahkan')).toBeVisible();
  await expect(form).toBeHidden();
  await expect(row(page, 'Lampu jalan')).toContainText(/Rp\s250\.000/);
  await expect
    .soft(columns(page, `Pengeluaran ${tahun}`))
    .toHaveText([
      'Bukti',
      'Judul',
      'Kategori',
      'Bulan',
      'Tanggal Digunakan',
      'Dicatat oleh',
      'Jumlah',
      'Aksi',
    ]);

  await expect(figure(resident, 'Saldo')).toHaveText(/^-Rp\s150\.000$/);
  await expect.poll(() => isWarm(figure(resident, 'Saldo').locator('span'))).toBe(true);
  await expect.soft(resident.getByText('250%')).toBeVisible();
  await expect
    .soft(columns(resident, `Transaksi ${tahun}`))
    .toHaveText(['Tanggal', 'Bukti', 'Keterangan', 'Jumlah']);
  await expect.soft(row(resident, 'Lampu jalan')).toContainText(/Blok C.*-Rp\s250\.000.*Pengeluaran/);
  await expect.soft(row(resident, siti.nama)).toContainText(/\+Rp\s100\.000.*Pemasukan/);
  await expect.soft(resident.getByLabel('Dari')).toBeVisible();
  await expect.soft(resident.getByLabel('Sampai')).toBeVisible();
  const saved = resident.waitForEvent('download');
  await resident.getByRole('button', { name: `Export ${tahun}` }).click();
  await resident.getByRole('menuitem', { name: '(.csv)' }).click();
  expect.soft((await saved).suggestedFilename()).toMatch(new RegExp(`${tahun}.*\\.csv$`));

  await menu(resident).getByRole('button', { name: 'Pengeluaran' }).click();
  await expect(row(resident, 'Lampu jalan')).toBeVisible();
  await expect.soft(resident.getByRole('button', { name: 'Tambah Pengeluaran' })).toBeHidden();
  await expect.soft(resident.getByRole('button', { name: /^Hapus pengeluaran/ })).toBeHidden();

  await page.getByRole('button', { name: 'Hapus pengeluaran Lampu jalan' }).click();
  const removal = dialog(page, 'Hapus pengeluaran Lampu jalan?');
  const remove = removal.getByRole('button', { name: 'Hapus pengeluaran' });
  await removal.getByLabel('Alasan').fill('keliru');
  await remove.click();
  await expect.soft(removal.getByText('Alasan minimal 10 karakter')).toBeVisible();
  await expect.soft(removal.getByLabel('Alasan')).toBeFocused();
  await removal.getByLabel('Alasan').fill('Nota ini milik RT sebelah');
  await cutOff(page, 'POST **/api/kas/pembatalan', async () => {
    await remove.click();
    await expect.soft(removal.getByText('Gagal menghapus pengeluaran')).toBeVisible();
  });
  await remove.click();
  await expect(toast(page, 'Transaksi berhasil dibatalkan')).toBeVisible();
  await expect(row(page, 'Lampu jalan')).toBeHidden();
  await expect(row(resident, 'Lampu jalan')).toBeHidden();

  const ketua = await browserOf(estate, await estate.as.ketua(), desktop, 'management');
  await ketua.getByRole('tab', { name: 'Riwayat' }).click();
  const proof = row(ketua, 'Menghapus pengeluaran').getByRole('link', { name: 'Lihat bukti Lampu jalan' });
  const kept = await ketua.request.get((await proof.getAttribute('href')) ?? '');
  expect([kept.status(), kept.headers()['content-type']]).toEqual([200, 'image/jpeg']);
});

test('an expense above what its account holds for its fund warns, and can be saved all the same', async ({
  estate,
}) => {
  const admin = await estate.as.admin();
  const siti = await estate.as.warga('A1-1');
  await estate.given.payment({ of: siti, tahun, bulan, status: 'dikonfirmasi' });
  const page = await browserOf(estate, admin, phone, 'pengeluaran');
  await page.getByRole('button', { name: 'Tambah Pengeluaran' }).first().click();
  const form = dialog(page, 'Tambah Pengeluaran');
  const warning = form.getByText('Saldo asal menjadi kurang dari nol.');
  await form.getByLabel('Jumlah').fill('100001');
  await expect(warning).toBeVisible();
  await expect.soft(form.getByText(/^Saldo: Rp\s100\.000 menjadi -Rp\s1$/)).toBeVisible();
  await form.getByLabel('Jumlah').fill('100000');
  await expect(warning).toBeHidden();

  await admin.call(addMoneyAccount, { body: { nama: 'Bank BRI', jenis: 'bank' } });
  await form.getByLabel('Rekening').selectOption('Bank BRI');
  await expect(warning).toBeVisible();
  await expect.soft(form.getByText(/^Bank BRI: Rp\s0 menjadi -Rp\s100\.000$/)).toBeVisible();
  expect(await sideways(page)).toBe(0);
  await form.getByLabel('Judul').fill('Lampu jalan');
  await form.getByLabel('Deskripsi').fill('Blok C');
  await form.getByRole('switch', { name: 'Tanpa bukti' }).press('Space');
  await form.getByRole('textbox', { name: 'Nama saksi' }).fill('Pak Joko');
  await form.getByRole('button', { name: 'Simpan' }).click();
  await expect(toast(page, 'Pengeluaran berhasil ditambahkan')).toBeVisible();
  expect((await admin.call(listMoneyAccounts)).body.data.map(({ saldo }) => saldo)).toEqual([
    100_000, -100_000,
  ]);
});

test('the cash book can be filtered by date', async ({ estate }) => {
  const admin = await estate.as.admin();
  const farAway = `${tahun}-${bulan > 6 ? '01-01' : '12-31'}`;
  await estate.given.expense({ by: admin, judul: 'Sapu', tanggal: today });
  await estate.given.expense({ by: admin, judul: 'Lama', tanggal: farAway });
  const page = await browserOf(estate, admin, desktop, 'buku-kas');
  await expect(row(page, 'Lama')).toBeVisible();
  for (const field of ['Dari', 'Sampai']) {
    await page.getByRole('button', { name: field }).click();
    await page.getByRole('button', { name: formatDate(today), exact: true }).click();
  }
  await expect(row(page, 'Lama')).toBeHidden();
  await expect(row(page, 'Sapu')).toBeVisible();

  await page.getByLabel('Tahun').selectOption(String(tahun - 1));
  await expect(row(page, 'Sapu')).toBeHidden();
  for (const label of ['Total Pemasukan', 'Total Pengeluaran', 'Saldo'])
    await expect.soft(page.locator(`p:text-is("${label}") ~ p:text-is("Semua tahun")`)).toBeVisible();
  await page.getByRole('button', { name: 'Dari' }).click();
  await page.getByRole('button', { name: formatDate(`${tahun - 1}-12-31`), exact: true }).click();
  await expect(page.getByText('Tidak ada yang sesuai dengan filter.')).toBeVisible();
  await page.getByRole('button', { name: 'Hapus filter' }).last().click();
  await expect(row(page, 'Lama')).toBeVisible();
});

test('a new expense after a cancelled one has today as date and no photo', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.admin(), {
    ...desktop,
    time: '2026-11-30T03:00:00Z',
  });
  await openPage(page, 'pengeluaran');
  const begin = () => page.getByRole('button', { name: 'Tambah Pengeluaran' }).first().click();
  const form = dialog(page, 'Tambah Pengeluaran');
  await begin();
  await form.getByLabel('Judul').fill('Nota A');
  await choosePhoto(form, await pictures.jpeg());
  await page.keyboard.press('Escape');
  await expect.soft(page.getByText('Foto yang dipilih belum dikirim dan harus dipilih lagi.')).toBeVisible();
  await page.getByRole('button', { name: 'Ya, tinggalkan' }).click();
  await expect(form).toBeHidden();

  await page.clock.setSystemTime(new Date('2026-12-02T03:00:00Z'));
  await begin();
  await expect(form.getByLabel('Judul')).toHaveValue('Nota A');
  await expect(form.getByRole('img')).toHaveCount(0);
  await expect(form.getByText('2 Desember 2026')).toBeVisible();
});
