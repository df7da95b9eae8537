/** A receipt from the list of payments to the checking page: by its QR code, on paper and as a picture. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { reverseEntry } from '../contract/book.ts';
import { defaultTimeZone, monthIn, monthKey, shiftMonth } from '../contract/format.ts';
import { formatMonths } from '../contract/payment-months.ts';
import { recordPayment, reviewPayment, uploadPaymentWarga } from '../contract/payments.ts';
import { noteOfLink, verifyReceipt } from '../contract/receipt.ts';
import { getReceipt } from '../contract/receipts.ts';
import type { TestApp } from '../server/testing/app.ts';
import type { Person } from '../server/testing/people.ts';
import { photo } from '../server/testing/pictures.ts';
import { findProgram } from '../tools/programs.ts';
import { browserOf, openPage, test } from './estate.ts';
import { desktop, dialog, phone, row, violationsOf } from './screen.ts';

const thisMonth = monthIn(defaultTimeZone, new Date());
const zbarimg = findProgram('zbarimg');

async function readCode(path: string): Promise<string> {
  const { stdout } = await promisify(execFile)(zbarimg ?? '', ['--quiet', '--raw', path]);
  return stdout.trim();
}

async function paid(estate: TestApp, payer: Person): Promise<Person> {
  const admin = await estate.as.admin();
  const id = await estate.given.payment({ of: payer, ...thisMonth });
  await admin.call(reviewPayment, { params: { id }, body: { status: 'dikonfirmasi' } });
  return admin;
}

async function openReceipt(page: Page) {
  await page
    .getByRole('button', { name: /^Kuitansi / })
    .first()
    .click();
  const sheet = dialog(page, 'Kuitansi nomor 1');
  await expect(sheet.getByRole('img', { name: /^Kode QR/ })).toBeVisible();
  return sheet;
}

test('a resident’s phone shows a receipt whose QR code opens the checking page, which finds it valid', async ({
  estate,
}, info) => {
  test.skip(!zbarimg, 'zbarimg is not installed (Debian package zbar-tools)');
  const payer = await estate.as.warga('A1-1');
  await paid(estate, payer);
  const page = await browserOf(estate, payer, phone, 'payments');
  const sheet = await openReceipt(page);
  await expect(sheet.getByRole('article')).toContainText('Rumah');
  await expect(sheet.getByRole('article')).not.toContainText(payer.nama);
  expect(await violationsOf(page)).toEqual([]);

  const shot = info.outputPath('kuitansi.png');
  await sheet.getByRole('img', { name: /^Kode QR/ }).screenshot({ path: shot });
  const link = await readCode(shot);
  expect(link).toMatch(new RegExp(`^${estate.url}/cek#k=`));
  const key = estate.context.signer.key;
  expect(await verifyReceipt(noteOfLink(link) ?? '', [key])).toMatchObject({
    valid: true,
    receipt: { nomor: 1, rumah: payer.blok, jumlah: 100_000 },
  });

  const stranger = await (await estate.browser.newContext(phone)).newPage();
  await stranger.goto(link);
  await expect(stranger.getByRole('heading', { level: 2 })).toHaveText(/Kuitansi sah/);
  await page.screenshot({ path: info.outputPath('sheet.png') });
});

test('a month that was paid in cash shows its receipt, and to nobody the proof of another payment', async ({
  estate,
}) => {
  const [payer, other] = [await estate.as.warga('A1'), await estate.as.warga('A2')];
  const admin = await estate.as.admin();
  const cash = { ...thisMonth, user_id: payer.id, jumlah: 100_000, metode: 'tunai' } as const;
  expect((await admin.call(recordPayment, { body: cash, files: {} })).status).toBe(201);
  for (const [of, month] of [[payer, shiftMonth(thisMonth, -1)] as const, [other, thisMonth] as const])
    await of.call(uploadPaymentWarga, { body: month, files: { bukti_transfer: await photo() } });
  const page = await browserOf(estate, payer, phone, 'payments');
  await page.getByRole('button', { name: /^Bulan Ini .*Kuitansi$/ }).click();
  await expect(dialog(page, 'Kuitansi nomor 1')).toContainText('(tunai)');

  const staff = await browserOf(estate, admin, desktop, 'verify-payments');
  await expect(staff.getByRole('button', { name: `Lihat Bukti ${other.nama}` })).toBeVisible();
  await expect(row(staff, payer.nama).filter({ hasText: 'Lunas' })).toBeVisible();
  await expect(staff.getByRole('button', { name: `Lihat Bukti ${payer.nama}` })).toHaveCount(1); // of the transfer
});

test('“Bagikan” saves a picture whose QR code holds the same note', async ({ estate }, info) => {
  test.skip(!zbarimg, 'zbarimg is not installed (Debian package zbar-tools)');
  const payer = await estate.as.warga('A1-1');
  const admin = await paid(estate, payer);
  const page = await browserOf(estate, admin, desktop, 'payments-admin');
  await page.evaluate(() => Object.assign(navigator, { canShare: undefined }));
  const sheet = await openReceipt(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: 'Bagikan' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('kuitansi-1.png');
  const path = info.outputPath('bagikan.png');
  await download.saveAs(path);
  const verdict = await verifyReceipt(noteOfLink(await readCode(path)) ?? '', [estate.context.signer.key]);
  expect(verdict).toMatchObject({ valid: true, receipt: { nomor: 1 } });
});

test('a receipt that the phone refuses to share is saved instead', async ({ estate }) => {
  const payer = await estate.as.warga('A1-1');
  await paid(estate, payer);
  const page = await browserOf(estate, payer, phone, 'payments');
  await page.evaluate(() => {
    const refuse = async () => {
      throw new DOMException('Must be handling a user gesture.', 'NotAllowedError');
    };
    Object.assign(navigator, { canShare: () => true, share: refuse });
  });
  const sheet = await openReceipt(page);
  const download = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Bagikan' }).click();
  expect((await download).suggestedFilename()).toBe('kuitansi-1.png');
});

test('prints on A6 and on 58 mm, one page each, with nothing but the receipt', async ({ estate }, info) => {
  const payer = await estate.as.warga('A1-1');
  await paid(estate, payer);
  const page = await browserOf(estate, payer, desktop, 'payments');
  const sheet = await openReceipt(page);
  for (const [name, width, height] of [
    ['A6', 297.6, 419.5],
    ['58 mm', 164.4, 453.5],
  ] as const) {
    await sheet.getByRole('button', { name: `Cetak ${name}` }).click();
    const pdf = await page.pdf({ preferCSSPageSize: true });
    const text = pdf.toString('latin1');
    const boxes = [...text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
    expect(boxes).toHaveLength(1);
    expect(Math.abs(Number(boxes[0]?.[1]) - width)).toBeLessThan(2);
    expect(Math.abs(Number(boxes[0]?.[2]) - height)).toBeLessThan(2);
    await writeFile(info.outputPath(`${name}.pdf`), pdf);
  }
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Pembayaran' })).toBeHidden();
  await expect(page.getByRole('article', { name: 'Kuitansi nomor 1' }).last()).toBeVisible();
});

/** Every other month, one of them reversed: the longest texts that a receipt has. */
async function paidManyMonths(estate: TestApp, payer: Person): Promise<Person> {
  const admin = await estate.as.admin();
  const body = {
    user_id: payer.id,
    'bulan[]': [0, 2, 4, 6, 8, 10].map((ahead) => monthKey(shiftMonth(thisMonth, ahead))),
    jumlah: 600_000,
    metode: 'tunai',
  } as const;
  const { id } = (await admin.call(recordPayment, { body, files: {} })).body;
  await admin.call(getReceipt, { params: { payment_id: id } });
  const alasan = 'Salah orang, uangnya dari tetangga';
  expect((await admin.call(reverseEntry, { body: { nomor: 2, alasan } })).status).toBe(200);
  return admin;
}

test('six scattered months, one of them reversed, and their code print on one page', async ({
  estate,
}, info) => {
  const payer = await estate.as.warga('A1-1');
  await paidManyMonths(estate, payer);
  const page = await browserOf(estate, payer, { viewport: { width: 344, height: 506 } }); // A6 without margins
  await openPage(page, 'payments');
  const sheet = await openReceipt(page);
  for (const name of ['58 mm', 'A6']) {
    await sheet.getByRole('button', { name: `Cetak ${name}` }).click();
    const pdf = await page.pdf({ preferCSSPageSize: true });
    await writeFile(info.outputPath(`${name}.pdf`), pdf);
    expect(pdf.toString('latin1').match(/\/MediaBox/g)).toHaveLength(1);
  }
  await page.emulateMedia({ media: 'print' });
  const code = await page
    .getByRole('img', { name: /^Kode QR/ })
    .last()
    .boundingBox();
  expect(code?.height, 'as a camera needs it: 35 mm').toBeGreaterThan(132);
});

test('the picture of six scattered months, one of them reversed, has no text over another', async ({
  estate,
}, info) => {
  const payer = await estate.as.warga('A1-1');
  const admin = await paidManyMonths(estate, payer);
  const page = await browserOf(estate, admin, desktop, 'payments-admin');
  const sheet = await openReceipt(page);
  await page.evaluate(() => {
    Object.assign(navigator, { canShare: undefined });
    const pen = CanvasRenderingContext2D.prototype;
    const { fillText } = pen;
    const written: object[] = [];
    Object.assign(window, { written });
    pen.fillText = function (text, x, y, ...most) {
      const { width } = this.measureText(text);
      const left = { left: x, right: x - width }[this.textAlign as string] ?? x - width / 2;
      written.push({ y, left, right: left + width });
      fillText.call(this, text, x, y, ...most);
    };
  });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: 'Bagikan' }).click(),
  ]);
  await download.saveAs(info.outputPath('bagikan.png'));
  const written = await page.evaluate(
    () => (window as unknown as { written: { y: number; left: number; right: number }[] }).written,
  );
  for (const [at, { y, left, right }] of written.entries()) {
    expect([left >= 0, right <= 720]).toEqual([true, true]);
    const beside = written.slice(at + 1).filter((other) => other.y === y);
    expect(beside.filter((other) => other.left < right && left < other.right)).toEqual([]);
  }
});

test('one slip of three months: one receipt, which then says which month was reversed', async ({
  estate,
}, info) => {
  const payer = await estate.as.warga('A1-1');
  const admin = await estate.as.admin();
  const months = [0, 1, 2].map((ahead) => shiftMonth(thisMonth, ahead));
  const files = { bukti_transfer: await photo() };
  const body = { 'bulan[]': months.map(monthKey) };
  const { data } = (await payer.call(uploadPaymentWarga, { body, files })).body;
  const confirm = { status: 'dikonfirmasi', kelompok: data.kelompok ?? undefined } as const;
  await admin.call(reviewPayment, { params: { id: data.id }, body: confirm });

  const page = await browserOf(estate, payer, { viewport: { width: 360, height: 740 } }, 'payments');
  const sheet = await openReceipt(page);
  const paper = sheet.getByRole('article');
  await expect(paper).toContainText(`Iuran ${formatMonths(months)}`);
  await expect(paper).toContainText(/Rp\s300\.000 \(transfer\)/);
  await expect(paper).toContainText('nomor 1–3');
  expect(await violationsOf(page)).toEqual([]);
  await page.screenshot({ path: info.outputPath('sheet.png') });
  const link = (await sheet.getByRole('link', { name: 'Periksa kuitansi ini' }).getAttribute('href')) ?? '';
  const alasan = 'Salah orang, uangnya dari tetangga';
  expect((await admin.call(reverseEntry, { body: { nomor: 2, alasan } })).status).toBe(200);
  await expect(paper).toContainText(`DIBATALKAN SEBAGIAN: ${formatMonths(months.slice(1, 2))} pada`);
  await expect(sheet.getByText('Berlaku sebagian')).toBeVisible();

  const stranger = await (await estate.browser.newContext(phone)).newPage();
  await stranger.goto(link);
  await expect(stranger.getByRole('heading', { level: 2 })).toHaveText(/Kuitansi sah/);
  await expect(stranger.getByText(`Iuran ${formatMonths(months)}`)).toBeVisible();
});

test('a receipt that is open says at once that the payment has been reversed', async ({ estate }) => {
  const payer = await estate.as.warga('A1-1');
  const admin = await paid(estate, payer);
  const page = await browserOf(estate, payer, phone, 'payments');
  const sheet = await openReceipt(page);
  const body = { nomor: 1, alasan: 'Salah orang, uangnya dari tetangga' };
  expect((await admin.call(reverseEntry, { body })).status).toBe(200);
  await expect(sheet.getByRole('article')).toContainText('DIBATALKAN pada');
  await expect(sheet.getByText('Tidak berlaku lagi')).toBeVisible();
});
