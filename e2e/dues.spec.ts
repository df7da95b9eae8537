/** The screens of the dues, on an own estate. The journey through them is journey.spec.ts. */
import { expect } from '@playwright/test';
import sharp from 'sharp';
import {
  defaultTimeZone,
  formatMonth,
  monthIn,
  monthName,
  type Period,
  shiftMonth,
} from '../contract/format.ts';
import { reviewPayment } from '../contract/payments.ts';
import { addMoneyAccount, listMoneyAccounts } from '../contract/places.ts';
import { changeSettings } from '../contract/settings.ts';
import { password } from '../server/testing/people.ts';
import { pictures } from '../server/testing/pictures.ts';
import { browserOf, type Estate, openPage, test } from './estate.ts';
import {
  answer,
  choose,
  columns,
  cutOff,
  desktop,
  dialog,
  figure,
  jpeg,
  menu,
  options,
  phone,
  picture,
  row,
  save,
  title,
  toast,
} from './screen.ts';

const thisMonth = monthIn(defaultTimeZone, new Date());
const before = (months: number) => shiftMonth(thisMonth, -months);
const years = (...shifts: number[]) => shifts.map((shift) => String(thisMonth.tahun + shift));
const months = Array.from({ length: 12 }, (_, index) => monthName(index + 1));

test('a resident: the last three months, the warning, the list and what it offers', async ({ estate }) => {
  const siti = await estate.as.warga('A1-1');
  await estate.given.payment({ of: siti, ...before(2), status: 'dikonfirmasi' });
  await estate.given.payment({ of: siti, ...before(3), status: 'ditolak' });
  const ofBankLine = await estate.given.payment({ of: siti, ...before(4), status: 'ditolak' });
  await estate.context.write('system', (tx) =>
    tx.db.updateTable('payments').set({ bukti_transfer: null }).where('id', '=', ofBankLine).execute(),
  );
  const waiting = await estate.given.payment({ of: siti, ...thisMonth });
  const page = await browserOf(estate, siti, desktop);
  await menu(page).getByRole('button', { name: 'Pembayaran' }).click();
  const cards = page.getByRole('list', { name: 'Status tiga bulan terakhir' }).getByRole('button');
  await expect(cards).toHaveText([
    new RegExp(`${formatMonth(before(2))}.*Lunas`),
    new RegExp(`${formatMonth(before(1))}.*Belum Bayar`),
    /Bulan Ini.*Menunggu Konfirmasi/,
  ]);
  const colours = await cards.evaluateAll((all) => all.map((each) => getComputedStyle(each).backgroundColor));
  expect.soft(new Set(colours).size).toBe(3);
  await expect(page.getByText('Peringatan Pembayaran')).toBeVisible();
  await expect.soft(page.getByText(/bulan, sejak Januari 2024\.$/)).toBeVisible();
  await expect.soft(page.getByRole('button', { name: `Export ${thisMonth.tahun}` })).toBeVisible();

  for (const column of ['Bukti', 'Jumlah', 'Dikirim', 'Diperiksa', 'Catatan'])
    await expect.soft(columns(page, 'Daftar pembayaran').filter({ hasText: column })).toHaveCount(1);
  const remove = page.getByRole('button', { name: `Hapus pembayaran ${formatMonth(thisMonth)}` });
  await expect(remove).toBeVisible();
  await expect
    .soft(page.getByRole('button', { name: `Hapus pembayaran ${formatMonth(before(2))}` }))
    .toBeHidden();
  await expect
    .soft(options(page.getByLabel('Status', { exact: true })))
    .toHaveText(['Semua status', 'Menunggu Konfirmasi', 'Lunas', 'Ditolak']);
  await page.getByLabel('Status', { exact: true }).selectOption('Lunas');
  await expect(remove).toBeHidden();
  await page.getByLabel('Status', { exact: true }).selectOption('');

  await page.getByRole('button', { name: 'Tambah Pembayaran' }).click();
  const form = dialog(page, 'Tambah Pembayaran');
  await expect.soft(options(form.getByLabel('Tahun'))).toHaveText(years(-1, 0, 1));
  const offered = months.map((name) => new RegExp(`^${name}( ·|$)`));
  await expect.soft(options(form.getByLabel('Bulan'))).toHaveText(offered);
  await expect.soft(form.getByText(/^Rp\s100\.000$/)).toBeVisible();
  await expect.soft(form.getByRole('textbox')).toHaveAccessibleName(/^Nomor referensi/); // no amount
  await expect.soft(form.getByText(/^Nomor rekening belum tersedia/)).toBeVisible(); // a hard-coded account number must never appear
  const refused = form.getByText('Bukti sebelumnya ditolak');
  await expect.soft(refused).toBeHidden();
  await form.getByLabel('Tahun').selectOption(String(before(3).tahun));
  await form.getByLabel('Bulan').selectOption(String(before(3).bulan));
  await expect.soft(refused).toBeVisible();
  await form.getByLabel('Tahun').selectOption(String(before(4).tahun));
  await form.getByLabel('Bulan').selectOption(String(before(4).bulan));
  await expect.soft(form.getByText('Pembayaran sebelumnya dibatalkan')).toBeVisible();
  await expect.soft(refused).toBeHidden();
  await page.keyboard.press('Escape');

  await cutOff(page, 'DELETE **/api/warga/payments/*', async () => {
    await remove.click();
    await expect.soft(dialog(page)).toContainText('tetap tersimpan untuk pemeriksaan');
    await answer(page, 'Ya, Hapus!');
    await expect.soft(toast(page, 'Gagal menghapus pembayaran')).toBeVisible();
  });
  await page.route('**/api/warga/payments/*', (route) =>
    route.request().method() === 'GET' ? route.abort() : route.fallback(),
  );
  const verdict = { params: { id: waiting }, body: { status: 'dikonfirmasi' } } as const;
  await (await estate.as.admin()).call(reviewPayment, verdict);
  await expect(toast(page, 'Pembayaran Dikonfirmasi!')).toBeVisible();
  await remove.click();
  await answer(page, 'Ya, Hapus!');
  await expect(toast(page, 'Tidak dapat dihapus!')).toBeVisible();
  await expect.soft(toast(page, 'Pembayaran yang sudah dikonfirmasi tidak dapat dihapus')).toBeVisible();
});

test('Bayar Sekarang leads straight to the form, once; Back closes it, then returns to the dashboard', async ({
  estate,
}) => {
  const newcomer = await estate.as.warga('A1-1', { created_at: new Date().toISOString() });
  const page = await browserOf(estate, newcomer, phone);
  const form = dialog(page, 'Tambah Pembayaran');
  await page.getByRole('button', { name: 'Bayar Sekarang' }).click();
  await expect(form.getByLabel('Bulan')).toHaveValue(String(thisMonth.bulan));
  await page.goBack();
  await expect(form).toBeHidden();
  await expect(title(page)).toHaveText('Pembayaran');
  await page.goBack();
  await expect(title(page)).toHaveText('Dashboard');
  await page.goForward();
  await expect(title(page)).toHaveText('Pembayaran');
  await expect(form).toBeHidden();
  await page.goBack();

  await page.getByRole('button', { name: 'Bayar Sekarang' }).click();
  await choose(form, 'Pilih foto', jpeg(await pictures.jpeg()));
  await form.getByRole('button', { name: 'Kirim bukti' }).click();
  await expect(form).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: /Bulan Ini.*Menunggu Konfirmasi/ })).toBeVisible();
  await expect.soft(page.getByText('Peringatan Pembayaran')).toBeHidden(); // nothing was owed last month
  await expect(form).toBeHidden();
  await page.goBack();
  await page.getByRole('button', { name: 'Lihat Pembayaran' }).click();
  await expect(title(page)).toHaveText('Pembayaran');
  await expect(form).toBeHidden();
});

async function openProofForm(estate: Estate) {
  const page = await browserOf(estate, await estate.as.warga('A1-1'), phone, 'payments');
  await page.getByRole('button', { name: 'Tambah Pembayaran' }).first().click();
  return dialog(page, 'Tambah Pembayaran');
}

test('a proof that is no picture is refused, and removing it clears the error', async ({ estate }) => {
  const form = await openProofForm(estate);
  await choose(form, 'Pilih foto', jpeg(Buffer.from('bukan gambar')));
  await form.getByRole('button', { name: 'Kirim bukti' }).click();
  const reason = form.getByText('File harus berupa gambar JPEG, PNG, atau WebP.');
  await expect(reason).toBeVisible();
  await form.getByRole('button', { name: 'Hapus file' }).click();
  await expect(reason).toBeHidden();
});

test('a proof is made a JPEG if the browser can, else refused when it is chosen', async ({ estate }) => {
  const form = await openProofForm(estate);
  const heic = Buffer.from('000000186674797068656963000000006d69663168656963', 'hex');
  await choose(form, 'Pilih foto', { name: 'IMG_1.heic', mimeType: 'image/heic', buffer: heic });
  await expect.soft(form.getByRole('alert')).toContainText('Ambil tangkapan layarnya');
  const avif = await sharp(await pictures.jpeg())
    .avif()
    .toBuffer();
  await choose(form, 'Pilih foto', { name: 'bukti.avif', mimeType: 'image/avif', buffer: avif });
  await expect(form.getByText('bukti.jpg', { exact: true })).toBeVisible();
  await form.getByRole('button', { name: 'Kirim bukti' }).click();
  await expect(form).toBeHidden();
});

test('staff: filters, confirm or reject, and the list to verify', async ({ estate }) => {
  const [siti, budi] = [await estate.as.warga('A1-1'), await estate.as.warga('B1')];
  await estate.as.warga('C1');
  await estate.given.payment({ of: siti, ...thisMonth });
  await estate.given.payment({ of: budi, ...thisMonth, status: 'dikonfirmasi' });
  const page = await browserOf(estate, await estate.as.admin(), desktop);
  await menu(page).getByRole('button', { name: 'Data Pembayaran' }).click();
  await expect(row(page, siti.nama)).toContainText('Menunggu Konfirmasi');
  await expect.soft(page.locator('p:text-is("Lunas") ~ p')).toHaveText(['1', /^Rp\s100\.000$/]);
  await expect.soft(page.getByLabel('Blok').getByRole('option')).toHaveCount(17);
  await expect
    .soft(options(page.getByLabel('Status')))
    .toHaveText(['Semua status', 'Belum Bayar', 'Menunggu Konfirmasi', 'Lunas', 'Ditolak']);
  await expect.soft(options(page.getByLabel('Tahun'))).toHaveText(years(-3, -2, -1, 0, 1));
  await expect.soft(options(page.getByLabel('Bulan'))).toHaveText(months);
  const [oldest = ''] = years(-3);
  await page.getByLabel('Tahun').selectOption(oldest);
  await expect.soft(options(page.getByLabel('Tahun'))).toHaveText(years(-6, -5, -4, -3, -2, -1, 0, 1));
  await page.getByRole('button', { name: 'Hapus filter' }).click();
  await expect.soft(page.getByRole('button', { name: 'Export', exact: true })).toBeVisible();
  const exported = async () => (await save(page, 'csv')).lines.slice(1).map(([nama]) => nama);
  await page.getByLabel('Blok').selectOption('Blok B');
  await expect(row(page, siti.nama)).toBeHidden();
  expect.soft(await exported()).toEqual([budi.nama]);
  await page.getByLabel('Blok').selectOption('');
  await page.getByLabel('Cari warga').fill('b1');
  await expect(row(page, siti.nama)).toBeHidden();
  expect.soft(await exported()).toEqual([budi.nama]);
  await page.getByLabel('Cari warga').fill('');
  await page.getByLabel('Status').selectOption('Belum Bayar');
  await expect(row(page, budi.nama)).toBeHidden();
  await expect(row(page, 'Warga C1')).toBeVisible();
  await page.getByLabel('Status').selectOption('');

  await openPage(page, 'verify-payments');
  await expect(row(page, siti.nama)).toBeVisible();
  for (const label of ['Menunggu', 'Terverifikasi', 'Belum Bayar'])
    await expect.soft(figure(page, label), label).toHaveText('1');
  await expect
    .soft(columns(page, 'Daftar verifikasi pembayaran'))
    .toHaveText(['Warga', 'Periode', 'Status', 'Jumlah', 'Aksi']);
  await expect.soft(row(page, siti.nama)).toContainText(/Dikirim \d/);
  await expect
    .soft(options(page.getByLabel('Status')))
    .toHaveText(['Semua status', 'Menunggu', 'Terverifikasi', 'Belum Bayar']);
  const action = (name: string, of: string) => page.getByRole('button', { name: `${name} ${of}` });
  await action('Lihat Bukti', siti.nama).click();
  await expect.soft(picture(page, /^Bukti transfer/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect.soft(action('Verifikasi', siti.nama)).toBeVisible();
  await expect.soft(action('Lihat Bukti', budi.nama)).toBeVisible();
  await expect.soft(action('Verifikasi', budi.nama)).toBeHidden();
  await page.getByLabel('Cari warga').fill('tidak ada');
  await expect.soft(page.getByText('Tidak Ada Data')).toBeVisible();
  const clear = page.getByRole('button', { name: 'Hapus filter' });
  await expect.soft(clear).toHaveCount(1);
  await page.getByLabel('Cari warga').fill(`${siti.blok}`.toLowerCase());
  await expect(row(page, siti.nama)).toBeVisible();
  await expect.soft(row(page, budi.nama)).toBeHidden();

  await menu(page).getByRole('button', { name: 'Data Pembayaran' }).click();
  await cutOff(page, 'PUT **/api/admin/payments/*/confirm', async () => {
    await action('Konfirmasi', siti.nama).click();
    await page.getByRole('button', { name: 'Ya, konfirmasi' }).click();
    await expect.soft(toast(page, 'Gagal mengupdate status pembayaran')).toBeVisible();
  });
  await cutOff(page, 'GET **/api/admin/payments/**', async () => {
    await action('Tolak', siti.nama).click();
    const reject = dialog(page, `Tolak pembayaran ${siti.nama}, ${formatMonth(thisMonth)}?`);
    await reject.getByLabel('Catatan (opsional)').fill('Bukti tidak terbaca');
    await reject.getByRole('button', { name: 'Tolak' }).click();
    await expect(toast(page, 'Status pembayaran berhasil diupdate')).toBeVisible();
    await expect(reject).toBeHidden();
    for (const name of ['Konfirmasi', 'Tolak']) // the list has not been reloaded yet
      await expect.soft(action(name, siti.nama)).toHaveAttribute('aria-busy', 'true');
  });
  await page.reload();
  await expect(row(page, siti.nama)).toContainText('Ditolak');
  await expect.soft(action('Konfirmasi', siti.nama)).toBeHidden();
});

test('a reason that is being typed stays when a colleague decides, who is then named', async ({ estate }) => {
  const [ketua, siti] = [await estate.as.ketua(), await estate.as.warga('A1-1')];
  const id = await estate.given.payment({ of: siti, ...thisMonth });
  const page = await browserOf(estate, await estate.as.admin(), desktop, 'payments-admin');
  await page.getByRole('button', { name: `Tolak ${siti.nama}` }).click();
  const reason = dialog(page).getByLabel('Catatan (opsional)');
  await reason.fill('Nominal berbeda');
  await ketua.call(reviewPayment, { params: { id }, body: { status: 'dikonfirmasi' } });
  await expect(row(page, siti.nama)).toContainText('Lunas');
  await expect(reason).toHaveValue('Nominal berbeda');
  await dialog(page).getByRole('button', { name: 'Tolak', exact: true }).click();
  await expect(toast(page, 'Sudah diproses pengurus lain')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
});

test('slips go into the first bank account, or into the one chosen beside the proof, also the next ones', async ({
  estate,
}) => {
  const [admin, siti] = [await estate.as.admin(), await estate.as.warga('A1-1')];
  for (const of of [siti, await estate.as.warga('A1-2'), await estate.as.warga('A1-3')])
    await estate.given.payment({ of, ...thisMonth });
  for (const nama of ['Bank BRI', 'Bank BCA'])
    await admin.call(addMoneyAccount, { body: { nama, jenis: 'bank' } });
  const balances = async () => (await admin.call(listMoneyAccounts)).body.data.map(({ saldo }) => saldo);
  const page = await browserOf(estate, admin, desktop, 'payments-admin');
  await page.getByRole('button', { name: `Konfirmasi ${siti.nama}` }).click();
  await expect(dialog(page)).toContainText('Uangnya masuk ke Bank BRI; rekening lain dipilih');
  await dialog(page).getByRole('button', { name: 'Ya, konfirmasi' }).click();
  await expect(row(page, siti.nama)).toContainText('Lunas');
  expect(await balances()).toEqual([0, 100_000, 0]);
  await page.getByRole('button', { name: 'Periksa 2 bukti' }).click();
  const account = dialog(page).getByLabel('Masuk ke rekening');
  await expect(account.locator('option:checked')).toHaveText('Bank BRI');
  await account.selectOption('Bank BCA');
  const confirm = dialog(page).getByRole('button', { name: 'Konfirmasi' });
  await expect(async () => {
    await confirm.click(); // ignored while the proof has just appeared
    await expect(dialog(page).getByText('Semua bukti sudah diperiksa')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  expect(await balances()).toEqual([0, 100_000, 200_000]);
});

test('a coordinator records a payment: own block, offered years, current month, and its consequence', async ({
  estate,
}) => {
  const siti = await estate.as.warga('A1-1');
  const budi = await estate.as.warga('B1');
  const koordinator = await estate.as.koordinator('A');
  await estate.given.payment({ of: koordinator, ...thisMonth });
  await (await estate.as.ketua()).call(changeSettings, { body: { duesAmount: 125_000, password } }); // valid from this month on
  const page = await browserOf(estate, koordinator, desktop);
  await menu(page).getByRole('button', { name: 'Tambah Pembayaran' }).click();
  await expect(title(page)).toHaveText('Tambah Pembayaran Warga');
  await expect.soft(page.getByText('Blok Anda: A')).toBeVisible();
  await expect.soft(page.getByText('Anda hanya dapat menambahkan pembayaran warga Blok A.')).toBeVisible();
  await expect.soft(page.getByText(/langsung Lunas, masuk buku kas/)).toBeVisible();
  const form = page.getByRole('form', { name: 'Tambah Pembayaran Warga' });
  await expect.soft(options(form.getByLabel('Tahun'))).toHaveText(years(-2, -1, 0));
  await expect.soft(form.getByLabel('Tahun')).toHaveValue(String(thisMonth.tahun));
  await expect.soft(form.getByLabel('Bulan')).toHaveValue(String(thisMonth.bulan));
  const amount = form.getByLabel('Jumlah');
  const turnTo = async ({ tahun, bulan }: Period) => {
    await form.getByLabel('Tahun').selectOption(String(tahun));
    await form.getByLabel('Bulan').selectOption(String(bulan));
  };
  await expect.soft(amount).toHaveValue('125.000');
  await turnTo(before(1));
  await expect.soft(amount).toHaveValue('100.000');
  await amount.fill('');
  const send = form.getByRole('button', { name: 'Tambah Pembayaran' });
  await send.click();
  for (const sentence of ['Warga wajib diisi', 'Jumlah wajib diisi', 'Bukti transfer harus diupload'])
    await expect.soft(form.getByText(sentence)).toBeVisible();
  await form.getByRole('combobox', { name: 'Warga' }).fill('Warga');
  await expect.soft(page.getByRole('option', { name: budi.nama })).toBeHidden();
  await page.getByRole('option', { name: siti.nama }).click();
  await amount.fill('90000');
  await turnTo(thisMonth);
  await expect.soft(form.getByText(/jumlah ini kurang Rp\s35\.000\./)).toBeVisible();
  await amount.fill('150000');
  await expect.soft(amount).toHaveValue('150.000');
  await expect
    .soft(form.getByText('Iurannya Rp 125.000, jumlah ini lebih Rp 25.000. Bulannya tetap menjadi Lunas.'))
    .toBeVisible();
  await choose(form, 'Pilih foto', jpeg(await pictures.jpeg()));
  await cutOff(page, 'POST **/api/payments', async () => {
    await send.click();
    await expect.soft(form.getByText('Gagal menambahkan pembayaran')).toBeVisible();
  });
  await send.click();
  await expect(toast(page, 'Pembayaran berhasil ditambahkan')).toBeVisible();
  await menu(page).getByRole('button', { name: 'Pembayaran Warga' }).click();
  await expect(row(page, siti.nama)).toContainText(/Lunas.*Rp\s150\.000/);

  const own = row(page, koordinator.nama);
  await expect.soft(own.getByRole('button', { name: 'Konfirmasi' })).toBeHidden();
  await own.getByRole('button', { name: /^Lihat bukti transfer/ }).click();
  await expect(dialog(page).getByText(/^Pembayaran Anda sendiri/)).toBeVisible();
  await expect.soft(dialog(page).getByRole('button', { name: 'Konfirmasi' })).toBeHidden();
});
