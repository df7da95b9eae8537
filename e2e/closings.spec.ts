/** A month is closed by two people, on a desk and on a phone; a resident sees both names, and reads and prints the LPJ. */
import { expect } from '@playwright/test';
import { addExpense } from '../contract/expenses.ts';
import { dateIn, defaultTimeZone, formatDate, formatMonth, monthOf } from '../contract/format.ts';
import { addIncome } from '../contract/income.ts';
import { addFund } from '../contract/places.ts';
import { deleteResident } from '../contract/residents.ts';
import { importStatement } from '../contract/statements.ts';
import type { Person } from '../server/testing/people.ts';
import { photo } from '../server/testing/pictures.ts';
import { decide, onlyProposal } from '../server/testing/proposals.ts';
import { bcaStatement, fileOf } from '../server/testing/statement-recipes.ts';
import { browserOf, lastDayOfLastMonth, test } from './estate.ts';
import { desktop, dialog, phone, sideways, title, toast, violationsOf } from './screen.ts';

const month = formatMonth(monthOf(lastDayOfLastMonth()));

/** A line of the bank on that day. */
async function importDeposit(by: Person) {
  const [year, ...days] = lastDayOfLastMonth().split('-');
  const day = days.toReversed().join('/');
  const span = { from: `${day}/${year}`, to: `${day}/${year}` };
  const berkas = fileOf(bcaStatement([{ day, text: 'SETORAN TUNAI', amount: 45_000 }], span));
  await by.call(importStatement, { body: { akun_id: 1 }, files: { berkas } });
}

test('admin counts and proposes, ketua approves on a phone, a resident sees it, and the month stays', async ({
  estate,
}) => {
  test.slow(); // three browsers
  const [ketua, admin] = [await estate.as.ketua(), await estate.as.admin()];
  await estate.given.payment({ of: await estate.as.warga('A1-1'), jumlah: 900_000, status: 'dikonfirmasi' });
  await estate.given.expense({ by: admin, tanggal: lastDayOfLastMonth(), jumlah: 40_000, judul: 'Cat pos' });
  await importDeposit(admin);

  const desk = await browserOf(estate, admin, desktop, 'buku-kas');
  await desk.getByRole('tab', { name: 'Tutup Buku' }).click();
  const form = desk.getByRole('form', { name: `Tutup buku ${month}` });
  await expect(desk.getByText('Saldo awal belum dicatat'), 'before the first closing').toBeVisible();
  await form.getByRole('button', { name: 'Ajukan tutup buku' }).click();
  await expect(form.getByText('Jumlah wajib diisi')).toBeVisible();
  await expect(form.getByLabel('Uang yang dihitung')).toBeFocused();
  await form.getByLabel('Uang yang dihitung').fill('5000');
  await expect(form.getByText('Selisih: lebih Rp 45.000 dari buku')).toBeVisible();
  await expect(form.getByText('1 mutasi bulan ini belum dicocokkan: Rp 45.000')).toBeVisible();
  await form.getByRole('button', { name: 'Ajukan tutup buku' }).click();
  await expect(form.getByText('Alasan minimal 10 karakter')).toBeVisible();
  await expect(form.getByLabel('Alasan selisih')).toBeFocused();
  await desk.reload();
  await desk.getByRole('tab', { name: 'Tutup Buku' }).click();
  await expect(form.getByLabel('Uang yang dihitung'), 'counted once').toHaveValue('5.000');
  await form.getByLabel('Alasan selisih').fill('Sumbangan kotak pos ronda');
  await form.getByRole('button', { name: 'Ajukan tutup buku' }).click();
  await expect(toast(desk, 'Usulan dikirim dan menunggu persetujuan orang kedua.')).toBeVisible();
  await desk
    .getByRole('region', { name: /^Berikutnya/ })
    .getByRole('button', { name: 'Batalkan usulan' })
    .click();
  await dialog(desk, 'Batalkan usulan tutup buku?').getByRole('button', { name: 'Ya, batalkan' }).click();
  await expect(desk.getByText('Usulan dibatalkan', { exact: true })).toBeVisible();
  await form.getByRole('button', { name: 'Isi seperti usulan itu' }).click();
  await expect(form.getByLabel('Uang yang dihitung')).toHaveValue('5.000');
  await expect(form.getByLabel('Alasan selisih')).toHaveValue('Sumbangan kotak pos ronda');
  await expect(form.getByLabel('Dana selisih'), 'the estate has one fund').toBeHidden();
  await form.getByRole('button', { name: 'Ajukan tutup buku' }).click();
  await expect(
    desk.getByRole('region', { name: /^Berikutnya/ }).getByRole('button', { name: 'Batalkan usulan' }),
  ).toBeVisible();

  const hand = await browserOf(estate, ketua, phone);
  await hand.getByRole('button', { name: /Menunggu persetujuan Anda/ }).click();
  const proposal = hand.getByRole('article', { name: 'Tutup buku' });
  await expect(proposal).toContainText('Rp 5.000, lebih Rp 45.000 dari buku -Rp 40.000');
  await hand.emulateMedia({ media: 'print' });
  await expect(proposal, 'above a report on paper').toBeHidden();
  await hand.emulateMedia({ media: 'screen' });
  await proposal.getByRole('button', { name: 'Setujui' }).click();
  await dialog(hand, 'Setujui tutup buku?').getByRole('button', { name: 'Ya, setujui' }).click();
  await expect(toast(hand, 'Usulan disetujui dan sudah dicatat.')).toBeVisible();
  await expect(desk.getByText('Saldo awal belum dicatat')).toBeHidden();

  const page = await browserOf(estate, await estate.as.warga('B1-1'), phone, 'buku-kas');
  await page.getByRole('tab', { name: 'Tutup Buku' }).click();
  const closing = page.getByRole('article', { name: `Tutup buku ${month}` });
  await expect(closing).toContainText(`Disusun oleh${admin.nama}`);
  await expect(closing).toContainText(`Disetujui oleh${ketua.nama}`);
  await expect(closing).toContainText('Sumbangan kotak pos ronda');
  await expect(page.getByRole('button', { name: /Ajukan|Tambah catatan/ })).toHaveCount(0);
  expect(await sideways(page)).toBe(0);
  expect(await violationsOf(page)).toEqual([]);

  const late = await admin.call(addExpense, {
    body: {
      ...monthOf(lastDayOfLastMonth()),
      jumlah: 1_000,
      judul: 'Sapu',
      deskripsi: 'Sapu lidi',
      tanggal_digunakan: lastDayOfLastMonth(),
    },
    files: { foto: await photo() },
  });
  expect([late.status, late.refusal.message]).toEqual([
    409,
    expect.stringContaining(`Buku sampai ${month} sudah ditutup.`),
  ]);
});

test('what a colleague books or imports stands beside the count at once, and the LPJ has who still owes', async ({
  estate,
}) => {
  const [ketua, admin, siti] = [
    await estate.as.ketua(),
    await estate.as.admin(),
    await estate.as.warga('A1-1'),
  ];
  await estate.given.expense({ by: admin, tanggal: lastDayOfLastMonth(), jumlah: 40_000 });
  const page = await browserOf(estate, admin, desktop, 'buku-kas');
  await page.getByRole('tab', { name: 'Tutup Buku' }).click();
  const form = page.getByRole('form', { name: `Tutup buku ${month}` });
  await expect(form.getByText('Menurut buku -Rp 40.000')).toBeVisible();
  const body = { judul: 'Sewa', kategori: 'sewa', jumlah: 90_000, tanggal: lastDayOfLastMonth() };
  await ketua.call(addIncome, { body });
  await expect(form.getByText('Menurut buku Rp 50.000')).toBeVisible();
  await importDeposit(ketua);
  await expect(form.getByText('1 mutasi bulan ini belum dicocokkan: Rp 45.000')).toBeVisible();

  await page.getByRole('tab', { name: 'Laporan (LPJ)' }).click();
  const report = page.getByRole('article', { name: /^LPJ/ });
  await expect(report).toContainText('Lebih dari 6 bulan1 rumah');
  await ketua.call(deleteResident, { params: { id: siti.id } });
  await expect(report).toContainText('Lebih dari 6 bulan0 rumah');
});

test('a difference is for the fund that the preparer chooses, also after the proposal was refused', async ({
  estate,
}) => {
  const [ketua, admin] = [await estate.as.ketua(), await estate.as.admin()];
  const { id: dana_id } = (await ketua.call(addFund, { body: { nama: 'Duka', terikat: true } })).body;
  const body = {
    judul: 'Donasi',
    kategori: 'sumbangan',
    jumlah: 90_000,
    tanggal: lastDayOfLastMonth(),
    dana_id,
  };
  await admin.call(addIncome, { body });
  const page = await browserOf(estate, admin, phone, 'buku-kas');
  await page.getByRole('tab', { name: 'Tutup Buku' }).click();
  const form = page.getByRole('form', { name: `Tutup buku ${month}` });
  await form.getByLabel('Uang yang dihitung').fill('80000');
  await form.getByLabel('Dana selisih').selectOption('Duka');
  await form.getByLabel('Alasan selisih').fill('Kotak duka dihitung ulang');
  await form.getByRole('button', { name: 'Ajukan tutup buku' }).click();
  await expect(page.getByText('Menunggu persetujuan', { exact: true })).toBeVisible();
  const proposal = await onlyProposal(ketua);
  expect(proposal.isi).toContainEqual({ label: 'Dana selisih', nilai: 'Duka' });
  await decide(ketua, proposal, 'tolak');
  await form.getByRole('button', { name: 'Isi seperti usulan itu' }).click();
  await expect(form.getByLabel('Dana selisih')).toHaveValue(String(dana_id));
  expect(await sideways(page)).toBe(0);
  await form.getByRole('button', { name: 'Ajukan tutup buku' }).click();
  await expect(page.getByText('Menunggu persetujuan', { exact: true })).toBeVisible();
  await decide(ketua, await onlyProposal(ketua));
  const closing = page.getByRole('article', { name: `Tutup buku ${month}` });
  await expect(closing).toContainText('Dana selisihDuka');
});

test('the LPJ of last month is read on a phone and printed on A4 without buttons', async ({ estate }) => {
  await estate.given.expense({
    by: await estate.as.admin(),
    tanggal: lastDayOfLastMonth(),
    jumlah: 40_000,
    judul: 'Cat pos',
  });
  const page = await browserOf(estate, await estate.as.warga('A1-1'), phone, 'buku-kas');
  await page.getByRole('tab', { name: 'Laporan (LPJ)' }).click();
  const report = page.getByRole('article', { name: `LPJ ${month}` });
  await expect(report.getByRole('row', { name: /Jumlah pengeluaran/ })).toContainText('Rp 40.000');
  expect(await sideways(page)).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByLabel('Laporan untuk').selectOption('masa');
  const last = page.getByRole('group', { name: 'Sampai' }).getByLabel('Tahun');
  const year = await last.inputValue();
  const newest = last.getByRole('option').first();
  await expect(newest, 'no year to come').toHaveText(dateIn(defaultTimeZone, new Date()).slice(0, 4));
  await last.selectOption(String(Number(year) - 1));
  await expect(page.getByText('Bulan terakhir tidak boleh sebelum bulan pertama')).toBeVisible();
  await expect(page.getByText('Laporan tidak dapat dibuat')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Coba lagi' })).toBeHidden();
  await last.selectOption(year);
  await page.emulateMedia({ media: 'print' });
  await expect(report.getByText('Bendahara')).toBeVisible();
  await expect(report.getByText(`Dicetak ${formatDate(dateIn(defaultTimeZone, new Date()))}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cetak' })).toBeHidden();
  await expect(page.getByRole('tab', { name: 'Tutup Buku' })).toBeHidden();
  await expect(title(page)).toBeHidden();
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.toString('latin1')).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12]/);
});

test('the figures of one period never stand under the name of another', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.warga('A1-1'), desktop, 'buku-kas');
  await page.getByRole('tab', { name: 'Laporan (LPJ)' }).click();
  await expect(page.getByRole('article', { name: `LPJ ${month}` })).toBeVisible();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/lpj?**', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByLabel('Laporan untuk').selectOption('tahun');
  await expect(page.getByRole('article', { name: /^LPJ/ })).toHaveCount(0);
  release();
  await expect(page.getByRole('article', { name: /^LPJ Januari \d+ – Desember \d+$/ })).toBeVisible();
});
