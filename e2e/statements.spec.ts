/** Bank statements: import, confirming by keyboard and by touch, and what cannot be imported. */
import { expect } from '@playwright/test';
import { reverseEntry } from '../contract/book.ts';
import { dateIn, defaultTimeZone, formatDate, monthIn, monthKey, shiftMonth } from '../contract/format.ts';
import { formatMonths } from '../contract/payment-months.ts';
import { listOwnPayments, listOwnPaymentsWarga, reviewPayment } from '../contract/payments.ts';
import { addMoneyAccount, changeMoneyAccount, listMoneyAccounts } from '../contract/places.ts';
import { changeSettings } from '../contract/settings.ts';
import { listStatementLines, markStatementLine, matchStatementLines } from '../contract/statements.ts';
import { password } from '../server/testing/people.ts';
import { bcaStatement } from '../server/testing/statement-recipes.ts';
import { browserOf, test } from './estate.ts';
import { choose, desktop, dialog, phone, sideways, toast, violationsOf } from './screen.ts';

const today = dateIn(defaultTimeZone, new Date());
const month = monthIn(defaultTimeZone, new Date());
const day = `${today.slice(8)}/${today.slice(5, 7)}`;
const whole = `${day}/${today.slice(0, 4)}`;
const statement = (texts: readonly string[], amount = 100_000) => ({
  name: 'mutasi.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    bcaStatement(
      texts.map((text) => ({ day, text, amount })),
      { from: whole, to: whole },
    ),
  ),
});
const names = ['Budi Santoso', 'Sri Lestari', 'Tono Wijaya'];

test('an import into the wrong account is taken back on a phone, and not once its lines are used', async ({
  estate,
}) => {
  const admin = await estate.as.admin();
  await estate.as.warga('A1-1', { nama: 'Budi Santoso', created_at: new Date().toISOString() });
  const page = await browserOf(estate, admin, phone, 'buku-kas');
  await page.getByRole('tab', { name: 'Mutasi Bank' }).click();
  await choose(page, 'Pilih file', statement(['TRSF CR Budi Santoso', 'SETORAN TUNAI']));
  const lines = page.getByRole('list', { name: 'Mutasi bank' }).getByRole('article');
  await expect(lines).toHaveCount(2);
  await lines.first().getByRole('button', { name: 'Bukan urusan kas' }).click();
  await expect(lines).toHaveCount(1);
  await page.getByRole('button', { name: 'Riwayat impor' }).click();
  const sheet = dialog(page, 'Riwayat impor');
  const withdraw = async () => {
    await sheet.getByRole('button', { name: 'Batalkan impor' }).click();
    await dialog(page, 'Batalkan impor ini?').getByRole('button', { name: 'Ya, batalkan' }).click();
  };
  await expect(sheet).toContainText(`2 mutasi baru, diimpor ${admin.nama}`);
  expect(await sideways(page)).toBe(0);
  await withdraw();
  await expect(page.getByText(/^1 mutasi dari impor ini sudah dicocokkan atau ditandai/)).toBeVisible();
  const [marked] = (await admin.call(listStatementLines, { query: { status: 'diabaikan' } })).body.data;
  await admin.call(markStatementLine, { params: { id: marked?.id ?? 0 }, body: { status: 'terbuka' } });
  await withdraw();
  await expect(sheet).toContainText('Belum ada impor.');
  await page.keyboard.press('Escape');
  await expect(lines).toHaveCount(0);
  await expect(page.getByText('2 mutasi baru tersimpan')).toBeHidden();
});

test('the admin imports a statement and confirms one line by keyboard and the rest with one press', async ({
  estate,
}) => {
  const residents = await Promise.all(
    names.map((nama, at) => estate.as.warga(`A1-${at + 1}`, { nama, created_at: new Date().toISOString() })),
  );
  const page = await browserOf(estate, await estate.as.admin(), desktop, 'buku-kas');
  await page.getByRole('tab', { name: 'Mutasi Bank' }).click();
  await choose(page, 'Pilih file', statement([...names.map((nama) => `TRSF CR ${nama}`), 'SETORAN TUNAI']));
  await expect(page.getByText('4 mutasi baru tersimpan dari rekening 9998085001')).toBeVisible();
  const lines = page.getByRole('list', { name: 'Mutasi bank' }).getByRole('article');
  await expect(lines).toHaveCount(4);
  await expect(lines.first()).toContainText('Budi Santoso (A1-1)');
  expect.soft(await violationsOf(page)).toEqual([]);

  await lines.first().focus();
  await page.keyboard.press('Enter');
  await expect(lines).toHaveCount(3);
  await expect(lines.first()).toBeFocused();
  await page.getByRole('button', { name: 'Cocokkan 2 usulan' }).click();
  await page.getByRole('button', { name: 'Ya, cocokkan' }).click();
  await expect(lines).toHaveCount(1);
  await expect(lines.first()).toContainText('Pengirim belum dikenal');
  for (const { id, call } of residents) {
    const { body } = await call(listOwnPaymentsWarga, { params: { userId: id } });
    expect(body.data.map(({ status, jumlah }) => [status, jumlah])).toEqual([['dikonfirmasi', 100_000]]);
  }
});

test('after a line is decided by a button, the focus moves to the next line', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.admin(), desktop, 'buku-kas');
  await page.getByRole('tab', { name: 'Mutasi Bank' }).click();
  await choose(page, 'Pilih file', statement(['SETORAN TUNAI', 'BUNGA', 'BUNGA LAIN']));
  const lines = page.getByRole('list', { name: 'Mutasi bank' }).getByRole('article');
  for (const left of [2, 1]) {
    await lines.last().getByRole('button', { name: 'Bukan urusan kas' }).press('Enter');
    await expect(lines).toHaveCount(left);
    await expect(lines.last()).toBeFocused();
  }
});

test('a line of which a payment is reversed says who holds the rest, on the smallest phone with the longest name', async ({
  estate,
}) => {
  const [ketua, admin] = [await estate.as.ketua(), await estate.as.admin()];
  const siti = await estate.as.warga('A1-1', { nama: 'M'.repeat(100), created_at: new Date().toISOString() });
  const viewport = { width: 320, height: 640 };
  const page = await browserOf(estate, admin, { ...phone, viewport }, 'buku-kas');
  await page.getByRole('tab', { name: 'Mutasi Bank' }).click();
  await choose(page, 'Pilih file', statement(['SETORAN TUNAI', 'SETORAN LAIN'], 200_000));
  const lines = page.getByRole('article');
  await expect(lines).toHaveCount(2);
  const held = (await admin.call(listStatementLines)).body.data.find(({ uraian }) =>
    uraian.includes('TUNAI'),
  );
  const next = shiftMonth(month, 1);
  const tagihan = [{ user_id: siti.id, bulan: [monthKey(month), monthKey(next)] }];
  await admin.call(matchStatementLines, { body: { cocok: [{ mutasi_id: held?.id ?? 0, tagihan }] } });
  await expect(lines).toHaveCount(1);
  await ketua.call(reverseEntry, { body: { nomor: 1, alasan: 'Salah bulan, dicatat ulang' } });
  await expect(
    lines.getByText(`Masih dipakai untuk ${siti.nama} (A1-1) ${formatMonths([next])} Rp 100.000.`),
  ).toBeVisible();
  await expect(lines.getByText('Sisa Rp 100.000')).toBeVisible();
  expect(await sideways(page)).toBe(0);

  const names = await page
    .getByRole('button', { name: 'Bukan urusan kas' })
    .evaluateAll((buttons) => buttons.map((button) => button.ariaLabel));
  const on = formatDate(today);
  expect(names).toEqual([
    `Bukan urusan kas: ${on}, Rp 200.000, SETORAN TUNAI`,
    `Bukan urusan kas: ${on}, Rp 200.000, SETORAN LAIN`,
  ]);
  await page.keyboard.press('Tab'); // what is focused from here on is focused as by keyboard
  await lines.first().focus();
  expect(await lines.first().evaluate((line) => getComputedStyle(line).outlineStyle)).toBe('solid');

  await lines.first().getByRole('button', { name: 'Pilih warga' }).click();
  const sheet = dialog(page, 'Pilih warga');
  await sheet.getByRole('combobox', { name: 'Warga' }).fill('MMM');
  const option = page.getByRole('option', { name: siti.nama });
  expect(
    await option.evaluate((node) => node.scrollWidth - node.clientWidth),
    'the option',
  ).toBeLessThanOrEqual(0);
});

test('a file of another account is imported only after a question; the same file again has no news', async ({
  estate,
}) => {
  const ketua = await estate.as.ketua();
  await ketua.call(changeSettings, { body: { bankAccount: '1330012345678', password } });
  const page = await browserOf(estate, await estate.as.admin(), phone, 'buku-kas');
  await page.getByRole('tab', { name: 'Mutasi Bank' }).click();
  await choose(page, 'Pilih file', statement(['SETORAN TUNAI']));
  const question = dialog(page, 'Tetap impor?');
  await expect(question).toContainText(
    'File ini dari rekening 9998085001, sedangkan rekening perumahan di Pengaturan 1330012345678.',
  );
  expect(await sideways(page)).toBe(0);
  await question.getByRole('button', { name: 'Periksa lagi' }).click();
  await expect(page.getByText('Tidak ada mutasi yang belum dicocokkan.')).toBeVisible();
  await choose(page, 'Pilih file', statement(['SETORAN TUNAI']));
  await question.getByRole('button', { name: 'Ya, impor' }).click();
  await expect(page.getByText('1 mutasi baru tersimpan dari rekening 9998085001')).toBeVisible();

  await choose(page, 'Pilih file', statement(['SETORAN TUNAI']));
  await expect(page.getByText('Tidak ada mutasi baru dari rekening 9998085001')).toBeVisible();
  await expect(toast(page, 'Semuanya sudah tersimpan sebelumnya')).toBeVisible();
});

test('a line names its account where there are several', async ({ estate }) => {
  const admin = await estate.as.admin();
  const page = await browserOf(estate, admin, phone, 'buku-kas');
  await page.getByRole('tab', { name: 'Mutasi Bank' }).click();
  await choose(page, 'Pilih file', statement(['BUNGA']));
  const line = page.getByRole('list', { name: 'Mutasi bank' }).getByRole('article');
  await expect(line).toBeVisible();
  await expect(line).not.toContainText(' · ');
  await admin.call(addMoneyAccount, { body: { nama: 'B'.repeat(60), jenis: 'bank' } });
  await expect(line).toContainText(`${formatDate(today)} · Kas`);
  await admin.call(changeMoneyAccount, { params: { id: 1 }, body: { nama: 'K'.repeat(60) } });
  await expect(line).toContainText(`${formatDate(today)} · ${'K'.repeat(60)}`);
  expect(await sideways(page)).toBe(0);
});

test('interest is entered as income of its account, and its line is done', async ({ estate }) => {
  const admin = await estate.as.admin();
  const page = await browserOf(estate, admin, phone, 'buku-kas');
  await page.getByRole('tab', { name: 'Mutasi Bank' }).click();
  await choose(page, 'Pilih file', statement(['BUNGA']));
  await page.getByRole('button', { name: 'Catat penerimaan' }).click();
  const form = dialog(page, 'Catat Penerimaan');
  await expect(form.getByLabel('Judul')).toHaveValue('BUNGA');
  await form.getByLabel('Kategori').selectOption('bunga');
  expect(await sideways(page)).toBe(0);
  await form.getByRole('button', { name: 'Simpan' }).click();
  await expect(page.getByText('Tidak ada mutasi yang belum dicocokkan.')).toBeVisible();
  expect((await admin.call(listMoneyAccounts)).body.data.map(({ saldo }) => saldo)).toEqual([100_000]);
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByLabel('Status').selectOption('dicatat');
  await expect(page.getByRole('article')).toContainText('BUNGA');
  await expect(page.getByRole('button', { name: 'Buka lagi' }), 'is refused').toBeHidden();
});

test('spending that was recorded before its line came is named, and not entered again', async ({
  estate,
}) => {
  const admin = await estate.as.admin();
  await estate.given.expense({ by: admin, tanggal: today, jumlah: 50_000, judul: 'Honor satpam' });
  const page = await browserOf(estate, admin, phone, 'buku-kas');
  await page.getByRole('tab', { name: 'Mutasi Bank' }).click();
  await choose(page, 'Pilih file', statement(['TRSF SARJITO'], -50_000));
  await expect(page.getByText(/^Mungkin sudah ada di buku kas: Honor satpam,/)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  expect(await sideways(page)).toBe(0);
  await page.getByRole('button', { name: 'Sudah dicatat' }).click();
  await expect(page.getByText('Tidak ada mutasi yang belum dicocokkan.')).toBeVisible();
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByLabel('Status').selectOption('dicatat');
  await expect(page.getByRole('button', { name: 'Buka lagi' })).toBeVisible();
});

test('two lines that pay one confirmed slip together are said to be recorded', async ({ estate }) => {
  const admin = await estate.as.admin();
  const budi = await estate.as.warga('A1-1', { nama: 'Budi Santoso', created_at: new Date().toISOString() });
  const id = await estate.given.payment({ of: budi, ...month, jumlah: 100_000 });
  await admin.call(reviewPayment, { params: { id }, body: { status: 'dikonfirmasi' } });
  const page = await browserOf(estate, admin, phone, 'buku-kas');
  await page.getByRole('tab', { name: 'Mutasi Bank' }).click();
  await choose(page, 'Pilih file', statement(['TRSF BUDI SANTOSO', 'TRSF BUDI SANTOSO'], 50_000));
  const lines = page.getByRole('list', { name: 'Mutasi bank' }).getByRole('article');
  for (const left of [1, 0]) {
    await lines.first().getByRole('button', { name: 'Sudah dicatat' }).click();
    await expect(lines).toHaveCount(left);
  }
  expect((await admin.call(listMoneyAccounts)).body.data.map(({ saldo }) => saldo)).toEqual([100_000]);
});

test('a form stays open with what was typed when a colleague decides its line, and is refused', async ({
  estate,
}) => {
  const [ketua, admin] = [await estate.as.ketua(), await estate.as.admin()];
  const page = await browserOf(estate, admin, desktop, 'buku-kas');
  await page.getByRole('tab', { name: 'Mutasi Bank' }).click();
  await choose(page, 'Pilih file', statement(['BUNGA', 'SETORAN TUNAI']));
  const lines = page.getByRole('list', { name: 'Mutasi bank' }).getByRole('article');
  await page.getByRole('button', { name: /^Catat penerimaan: .*BUNGA$/ }).click();
  const form = dialog(page, 'Catat Penerimaan');
  await form.getByLabel('Judul').fill('Bunga bank Oktober');
  await form.getByLabel('Kategori').selectOption('bunga');
  const found = (await ketua.call(listStatementLines)).body.data.find(({ uraian }) => uraian === 'BUNGA');
  const params = { id: found?.id ?? 0 };
  await ketua.call(markStatementLine, { params, body: { status: 'dicatat' } });
  await expect(lines).toHaveCount(1);
  await form.getByRole('button', { name: 'Simpan' }).click();
  await expect(form.getByRole('alert')).toContainText('sudah dicocokkan atau ditandai oleh pengurus lain');
  await expect(form.getByLabel('Judul')).toHaveValue('Bunga bank Oktober');
  await form.getByRole('button', { name: 'Batal' }).click();
  await expect(lines.first(), 'not its first button, which one more key would press').toBeFocused();
});

test('a form about a line is left only after a question once something was typed or chosen', async ({
  estate,
}) => {
  const admin = await estate.as.admin();
  await estate.as.warga('A1-1', { nama: 'Siti Aminah' });
  const page = await browserOf(estate, admin, desktop, 'buku-kas');
  await page.getByRole('tab', { name: 'Mutasi Bank' }).click();
  const lines = [
    { day, text: 'BUNGA', amount: 100_000 },
    { day, text: 'TARIKAN TUNAI', amount: -50_000 },
  ];
  const buffer = Buffer.from(bcaStatement(lines, { from: whole, to: whole }));
  await choose(page, 'Pilih file', { name: 'mutasi.csv', mimeType: 'text/csv', buffer });
  const leave = async (button: RegExp, type: () => Promise<unknown>) => {
    await page.getByRole('button', { name: button }).first().click();
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page), 'nothing was typed').toBeHidden();
    await page.getByRole('button', { name: button }).first().click();
    await type();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Lanjut mengisi' }).click();
    await expect(dialog(page)).toHaveCount(1);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Ya, tinggalkan' }).click();
    await expect(dialog(page)).toBeHidden();
  };
  await leave(/^Catat penerimaan: .*BUNGA$/, () => dialog(page).getByLabel('Judul').fill('Bunga bank'));
  await leave(/^Catat pengeluaran: /, () => dialog(page).getByLabel('Deskripsi').fill('Untuk kas kecil'));
  await leave(/^Pilih warga: /, async () => {
    await dialog(page).getByRole('combobox', { name: 'Warga' }).fill('siti');
    await page.getByRole('option', { name: 'Siti Aminah (A1-1)' }).click();
  });
});

test('a line matched with the wrong confirmed slip is opened again', async ({ estate }) => {
  const admin = await estate.as.admin();
  const created_at = new Date().toISOString();
  const budi = await estate.as.warga('A1-1', { nama: 'Budi Santoso', created_at });
  const id = await estate.given.payment({ of: budi, ...month });
  await admin.call(reviewPayment, { params: { id }, body: { status: 'dikonfirmasi' } });
  const page = await browserOf(estate, admin, phone, 'buku-kas');
  await page.getByRole('tab', { name: 'Mutasi Bank' }).click();
  await choose(page, 'Pilih file', statement(['TRSF BUDI SANTOSO']));
  await page.getByRole('button', { name: 'Cocokkan:' }).click();
  await expect(page.getByText('Tidak ada mutasi yang belum dicocokkan.')).toBeVisible();
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByLabel('Status').selectOption('cocok');
  await page.getByRole('button', { name: 'Lihat hasil' }).click();
  await page.getByRole('button', { name: 'Buka lagi' }).click();
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByLabel('Status').selectOption('terbuka');
  await page.getByRole('button', { name: 'Lihat hasil' }).click();
  await expect(page.getByRole('article')).toContainText('menurut bukti yang sudah dikonfirmasi');
});

test('an open line lets go of a wrong confirmed slip that holds a part of it', async ({ estate }) => {
  const [ketua, admin] = [await estate.as.ketua(), await estate.as.admin()];
  const created_at = new Date().toISOString();
  const budi = await estate.as.warga('A1-1', { nama: 'Budi Santoso', created_at });
  const sri = await estate.as.warga('A1-2', { nama: 'Sri Lestari', created_at });
  const id = await estate.given.payment({ of: budi, ...month });
  await admin.call(reviewPayment, { params: { id }, body: { status: 'dikonfirmasi' } });
  const page = await browserOf(estate, admin, phone, 'buku-kas');
  await page.getByRole('tab', { name: 'Mutasi Bank' }).click();
  await choose(page, 'Pilih file', statement(['TRSF DUA RUMAH'], 200_000));
  const line = page.getByRole('list', { name: 'Mutasi bank' }).getByRole('article');
  await expect(line).toHaveCount(1);
  await expect(line.getByRole('button', { name: 'Lepaskan' })).toBeHidden();
  const [mutasi_id = 0] = (await admin.call(listStatementLines)).body.data.map((each) => each.id);
  const tagihan = [budi, sri].map((each) => ({ user_id: each.id, bulan: [monthKey(month)] }));
  await admin.call(matchStatementLines, { body: { cocok: [{ mutasi_id, tagihan }] } });
  await ketua.call(reverseEntry, { body: { nomor: 2, alasan: 'Salah rumah, dicatat ulang' } });
  await expect(line.getByText(/^Masih dipakai untuk Budi Santoso/)).toBeVisible();
  await line.getByRole('button', { name: 'Lepaskan' }).click();
  await expect(line.getByText(/^Masih dipakai/)).toBeHidden();
  await expect(line.getByRole('button', { name: 'Lepaskan' })).toBeHidden();
  await expect(line).toContainText('+Rp 200.000');
});

test('more months than one line may pay are refused in the sheet', async ({ estate }) => {
  const overdue = { nama: 'Budi Santoso', created_at: '2024-01-05T00:00:00.000Z' };
  await estate.as.warga('A1-1', overdue);
  const page = await browserOf(estate, await estate.as.admin(), phone, 'buku-kas');
  await page.getByRole('tab', { name: 'Mutasi Bank' }).click();
  await choose(page, 'Pilih file', statement(['SETORAN TUNAI'], 2_500_000));
  await page.getByRole('button', { name: 'Pilih warga' }).click();
  const sheet = dialog(page, 'Pilih warga');
  await sheet.getByRole('combobox', { name: 'Warga' }).fill('Budi');
  await page.getByRole('option', { name: 'Budi Santoso (A1-1)' }).click();
  await sheet.getByLabel('Dibayar sekaligus').selectOption('Pilih bulan');
  const offered = sheet.getByRole('group', { name: 'Bulan yang dibayar' }).getByRole('button');
  for (let at = 0; at < 25; at += 1) await offered.nth(at).click();
  await sheet.getByRole('button', { name: 'Cocokkan' }).click();
  await expect(sheet.getByText('Maksimal 24 bulan dengan satu mutasi')).toBeVisible();
  await offered.nth(24).click();
  await sheet.getByRole('button', { name: 'Cocokkan' }).click();
  await expect(sheet.getByText('Maksimal 24 bulan dengan satu mutasi')).toBeHidden();
});

test('a line without a proposal pays months that do not follow each other', async ({ estate }) => {
  const budi = await estate.as.warga('A1-1', { nama: 'Budi Santoso', created_at: new Date().toISOString() });
  const page = await browserOf(estate, await estate.as.admin(), phone, 'buku-kas');
  await page.getByRole('tab', { name: 'Mutasi Bank' }).click();
  await choose(page, 'Pilih file', statement(['SETORAN TUNAI'], 200_000));
  await page.getByRole('button', { name: 'Pilih warga' }).click();
  const sheet = dialog(page, 'Pilih warga');
  await sheet.getByLabel('Dibayar sekaligus').selectOption('Pilih bulan');
  await expect(sheet.getByText('Pilih warga dahulu')).toBeVisible();
  await expect(sheet.getByRole('combobox', { name: 'Warga' })).toBeVisible(); // its code comes later
  await sheet.getByRole('button', { name: 'Cocokkan' }).click();
  await expect(sheet.getByRole('combobox', { name: 'Warga' })).toBeFocused();
  await sheet.getByRole('combobox', { name: 'Warga' }).fill('Budi');
  await page.getByRole('option', { name: 'Budi Santoso (A1-1)' }).click();
  const offered = sheet.getByRole('group', { name: 'Bulan yang dibayar' }).getByRole('button');
  await sheet.getByRole('button', { name: 'Cocokkan' }).click();
  await expect(sheet.getByText('Pilih minimal satu bulan')).toBeVisible();
  const chosen = [monthIn(defaultTimeZone, new Date())];
  await offered.nth(0).click();
  await offered.nth(2).click();
  chosen.push(...chosen.map((month) => shiftMonth(month, 2)));
  expect(await sideways(page)).toBe(0);
  await sheet.getByRole('button', { name: 'Cocokkan' }).click();
  await expect(toast(page, 'Mutasi berhasil dicocokkan')).toBeVisible();
  const { body } = await budi.call(listOwnPaymentsWarga, { params: { userId: budi.id } });
  const paid = body.data.map(({ tahun, bulan, status }) => ({ tahun, bulan, status }));
  expect(paid).toHaveLength(2);
  expect(paid).toEqual(expect.arrayContaining(chosen.map((month) => ({ ...month, status: 'dikonfirmasi' }))));
});

test('a line with more than the dues of an officer says so, and goes wholly into the month', async ({
  estate,
}) => {
  const made = { nama: 'Agus Pratama', blok: 'A1-9', created_at: new Date().toISOString() };
  const agus = await estate.as.person('koordinator_perblok', made);
  const page = await browserOf(estate, await estate.as.admin(), phone, 'buku-kas');
  await page.getByRole('tab', { name: 'Mutasi Bank' }).click();
  await choose(page, 'Pilih file', statement(['SETORAN TUNAI'], 150_643));
  await page.getByRole('button', { name: 'Pilih warga' }).click();
  const sheet = dialog(page, 'Pilih warga');
  await sheet.getByRole('combobox', { name: 'Warga' }).fill('Agus');
  await page.getByRole('option', { name: 'Agus Pratama (A1-9)' }).click();
  const beside = sheet.getByRole('status');
  await sheet.getByLabel('Dibayar sekaligus').selectOption('2 bulan');
  await expect(beside).toHaveText(
    'Iuran 2 bulan Rp 200.000, mutasi Rp 150.643: kurang Rp 49.357. Pilih bulan yang tagihannya sama dengan mutasi.',
  );
  await sheet.getByLabel('Dibayar sekaligus').selectOption('1 bulan');
  await expect(beside).toHaveText(
    'Iuran 1 bulan Rp 100.000, mutasi Rp 150.643: lebih Rp 50.643. Seluruhnya dicatat untuk bulan ini.',
  );
  expect(await sideways(page)).toBe(0);
  expect.soft(await violationsOf(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Cocokkan' }).click();
  await expect(toast(page, 'Mutasi berhasil dicocokkan')).toBeVisible();
  const { body } = await agus.call(listOwnPayments, { params: { userId: agus.id } });
  expect(body.data.map(({ status, jumlah }) => [status, jumlah])).toEqual([['dikonfirmasi', 150_643]]);
});

test('a month that is paid already is named before its payer’s line is matched', async ({ estate }) => {
  const month = monthIn(defaultTimeZone, new Date());
  const siti = await estate.as.warga('A1-1', { nama: 'Siti Aminah' });
  await estate.given.payment({ of: siti, ...month, status: 'dikonfirmasi' });
  const page = await browserOf(estate, await estate.as.admin(), phone, 'buku-kas');
  await page.getByRole('tab', { name: 'Mutasi Bank' }).click();
  await choose(page, 'Pilih file', statement(['SETORAN TUNAI'], 100_000));
  await page.getByRole('button', { name: 'Pilih warga' }).click();
  const sheet = dialog(page, 'Pilih warga');
  await sheet.getByRole('combobox', { name: 'Warga' }).fill('Siti');
  await page.getByRole('option', { name: 'Siti Aminah (A1-1)' }).click();
  await expect(sheet.getByRole('status')).toHaveText(
    `${formatMonths([month])} sudah lunas atau dibebaskan. Pilih bulan lain.`,
  );
});

test('on a phone a settlement of QRIS is matched with the slips of its day, and its fee is booked', async ({
  estate,
}) => {
  const admin = await estate.as.admin();
  for (const [at, nama] of names.entries()) {
    const of = await estate.as.warga(`A1-${at + 1}`, { nama, created_at: new Date().toISOString() });
    await estate.given.payment({ of, ...monthIn(defaultTimeZone, new Date()), status: 'dikonfirmasi' });
  }
  const page = await browserOf(estate, admin, phone, 'buku-kas');
  await page.getByRole('tab', { name: 'Mutasi Bank' }).click();
  await choose(page, 'Pilih file', statement(['QRIS SETTLEMENT MID:885'], 198_600));
  await expect(page.getByRole('button', { name: 'Catat penerimaan' })).toBeHidden();
  await page.getByRole('button', { name: 'Cocokkan QRIS' }).click();
  const sheet = dialog(page, 'Cocokkan pencairan QRIS');
  const settle = sheet.getByRole('button', { name: 'Cocokkan', exact: true });
  await expect(sheet.getByText('Pilih bukti yang jumlahnya sama')).toBeVisible();
  await expect(settle).toBeDisabled();
  for (const name of names.slice(0, 2)) await sheet.getByRole('button', { name: new RegExp(name) }).click();
  await expect(sheet.getByText('Rp 1.400')).toBeVisible();
  expect(await sideways(page)).toBe(0);
  expect.soft(await violationsOf(page)).toEqual([]);
  await settle.click();
  await expect(toast(page, 'Mutasi berhasil dicocokkan')).toBeVisible();
  await expect(page.getByText('Tidak ada mutasi yang belum dicocokkan.')).toBeVisible();
  expect((await admin.call(listMoneyAccounts)).body.data.map(({ saldo }) => saldo)).toEqual([298_600]);
});

test('on a phone a line without a proposal gets its resident by touch; a broken file names its line', async ({
  estate,
}) => {
  const budi = await estate.as.warga('A1-1', { nama: 'Budi Santoso', created_at: new Date().toISOString() });
  const page = await browserOf(estate, await estate.as.admin(), phone, 'buku-kas');
  await page.getByRole('tab', { name: 'Mutasi Bank' }).click();
  const file = statement(['SETORAN TUNAI']);
  await choose(page, 'Pilih file', {
    ...file,
    buffer: Buffer.from(file.buffer.toString().replace('1,100,000', '1,200,000')),
  });
  await expect(page.getByText('Baris 5: Saldonya tidak cocok')).toBeVisible();
  await choose(page, 'Pilih file', file);
  await expect(page.getByText('1 mutasi baru tersimpan')).toBeVisible();
  await page.getByRole('button', { name: 'Pilih warga' }).click();
  const sheet = page.getByRole('dialog', { name: 'Pilih warga' });
  await sheet.getByRole('combobox', { name: 'Warga' }).fill('Budi');
  await page.getByRole('option', { name: 'Budi Santoso (A1-1)' }).click();
  expect(await sideways(page)).toBe(0);
  expect.soft(await violationsOf(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Cocokkan' }).click();
  await expect(toast(page, 'Mutasi berhasil dicocokkan')).toBeVisible();
  const { body } = await budi.call(listOwnPaymentsWarga, { params: { userId: budi.id } });
  expect(body.data.map(({ status }) => status)).toEqual(['dikonfirmasi']);
});
