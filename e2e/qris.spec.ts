/** The estate's QRIS code: photographed and tried by the ketua, then paid by residents with the amount filled in. */
import { expect, type Locator } from '@playwright/test';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { drawQrCode } from '../client/lib/qr-code.ts';
import { qrisFor } from '../contract/qris.ts';
import { changeSettings } from '../contract/settings.ts';
import { sampleQris } from '../contract/testing/sample-qris.ts';
import { password } from '../server/testing/people.ts';
import { browserOf, test } from './estate.ts';
import { choosePhoto, dialog, phone, sideways, toast, violationsOf } from './screen.ts';

const code = sampleQris();

/** A code as it hangs on the wall: not filling the photo, and a little askew. */
async function photographed(text: string, { around = 20, askew = 4 } = {}): Promise<Buffer> {
  const { size, path } = drawQrCode(text);
  const side = size + 2 * around;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-${around} -${around} ${side} ${side}" width="1500"><rect x="-${around}" y="-${around}" width="100%" height="100%" fill="#b8c4b0"/><g transform="rotate(${askew} ${size / 2} ${size / 2})"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}"/></g></svg>`;
  return await sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer();
}

/** A code as a bank's app saves it, without a background. */
async function saved(text: string): Promise<Buffer> {
  const { size, path } = drawQrCode(text);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="600"><path d="${path}"/></svg>`;
  return await sharp(Buffer.from(svg)).png().toBuffer();
}

async function readCode(shown: Locator): Promise<string> {
  const shot = sharp(await shown.screenshot()).ensureAlpha();
  const { data, info } = await shot.raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data });
}

test('the ketua photographs the code, tries it and switches it on', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.ketua(), phone, 'management');
  await page.getByRole('tab', { name: 'Iuran' }).click();
  const form = page.getByRole('form', { name: 'QRIS' });
  await choosePhoto(form, await photographed('https://contoh.id/undangan'));
  await expect(form.getByRole('alert')).toHaveText('Ini bukan kode QRIS');
  await form.getByRole('button', { name: 'Hapus file' }).click();
  await choosePhoto(form, await photographed(code));
  await expect(form.getByText('KAS GRIYA RUKUN')).toBeVisible();
  await expect(form.getByRole('switch')).toBeHidden();
  await form.getByLabel('Password Anda').fill(password);
  await form.getByRole('button', { name: 'Simpan', exact: true }).click();
  await expect(toast(page, 'Pengaturan berhasil disimpan')).toBeVisible();

  const trial = form.getByRole('img', { name: /^Kode QRIS/ });
  expect(await readCode(trial)).toBe(qrisFor(code, 1_000));
  expect(await violationsOf(page)).toEqual([]);
  await form.getByRole('switch', { name: 'Tampilkan kepada warga' }).click();
  await form.getByLabel('Password Anda').fill(password);
  await form.getByRole('button', { name: 'Simpan', exact: true }).click();
  await expect(trial).toBeHidden();
  await expect(form.getByRole('switch')).toBeChecked();
  expect(await sideways(page)).toBe(0);
});

test('a code is read upside down, from afar too, and from a picture without a background', async ({
  estate,
}) => {
  const page = await browserOf(estate, await estate.as.ketua(), phone, 'management');
  await page.getByRole('tab', { name: 'Iuran' }).click();
  const form = page.getByRole('form', { name: 'QRIS' });
  const pictures = {
    near: await photographed(code, { around: 80, askew: 133 }),
    far: await photographed(code, { around: 120, askew: 133 }),
    saved: await saved(code),
  };
  for (const [which, picture] of Object.entries(pictures)) {
    await choosePhoto(form, picture);
    await expect.soft(form.getByText('KAS GRIYA RUKUN'), which).toBeVisible();
    await form.getByRole('button', { name: 'Hapus file' }).click();
    await expect.soft(form.getByText('KAS GRIYA RUKUN'), which).toBeHidden();
  }
});

test('the code of a photo that was removed while it was read is not taken', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.ketua(), phone, 'management');
  await page.getByRole('tab', { name: 'Iuran' }).click();
  const form = page.getByRole('form', { name: 'QRIS' });
  const reading = Promise.withResolvers<void>();
  await page.route(/read-qr-code/, async (route) => {
    await reading.promise;
    await route.continue();
  });
  await choosePhoto(form, await photographed(code));
  await form.getByRole('button', { name: 'Hapus file' }).click();
  await choosePhoto(form, await photographed('https://contoh.id/undangan'));
  reading.resolve();
  await expect(form.getByRole('alert')).toHaveText('Ini bukan kode QRIS');
  await expect(form.getByText('KAS GRIYA RUKUN')).toBeHidden();
});

test('a resident scans or saves the code with the amount of the months, and compares the merchant', async ({
  estate,
}) => {
  const ketua = await estate.as.ketua();
  for (const body of [{ qris: code }, { qrisAktif: true }])
    await ketua.call(changeSettings, { body: { ...body, password } });
  const page = await browserOf(estate, await estate.as.warga('A1-1'), phone, 'payments');
  await page.getByRole('button', { name: 'Tambah Pembayaran' }).first().click();
  const sheet = dialog(page, 'Tambah Pembayaran');
  await sheet.getByRole('button', { name: 'Tampilkan kode QRIS' }).click();
  const shown = sheet.getByRole('img', { name: 'Kode QRIS sebesar Rp 100.000' });
  expect(await readCode(shown)).toBe(qrisFor(code, 100_000));
  for (const words of ['KAS GRIYA RUKUN', 'SLEMAN', 'NMID: ID1020000000001'])
    await expect(sheet.getByText(words, { exact: true })).toBeVisible();
  await sheet.getByText('Pilih bulan', { exact: true }).click();
  await expect(sheet.getByText('Atau bayar dengan QRIS')).toBeHidden(); // no month, no amount
  await sheet.getByText('3 bulan', { exact: true }).click();
  await expect(sheet.getByRole('img', { name: 'Kode QRIS sebesar Rp 300.000' })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  expect(await sideways(page)).toBe(0);

  const saving = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Simpan atau bagikan gambar' }).click();
  const saved = sharp(await (await saving).path()).ensureAlpha();
  const { data, info } = await saved.raw().toBuffer({ resolveWithObject: true });
  expect(decodeQR({ width: info.width, height: info.height, data })).toBe(qrisFor(code, 300_000));
});

test('a press while the share sheet is still opening does nothing, and a refused one saves the picture', async ({
  estate,
}) => {
  const ketua = await estate.as.ketua();
  for (const body of [{ qris: code }, { qrisAktif: true }])
    await ketua.call(changeSettings, { body: { ...body, password } });
  const page = await browserOf(estate, await estate.as.warga('A1-1'), phone, 'payments');
  await page.evaluate(() => {
    const html = document.documentElement;
    const answers = ['', 'InvalidStateError', 'NotAllowedError'];
    const share = () =>
      new Promise((_, reject) => {
        const reason = answers[Number((html.dataset['shares'] ??= '0'))];
        html.dataset['shares'] = String(Number(html.dataset['shares']) + 1);
        if (reason) reject(new DOMException('Failed to execute share', reason));
      });
    Object.assign(navigator, { canShare: () => true, share });
  });
  await page.getByRole('button', { name: 'Tambah Pembayaran' }).first().click();
  const sheet = dialog(page, 'Tambah Pembayaran');
  await sheet.getByRole('button', { name: 'Tampilkan kode QRIS' }).click();
  const saved: string[] = [];
  page.on('download', (download) => saved.push(download.suggestedFilename()));
  for (const shares of ['1', '2', '3']) {
    await sheet.getByRole('button', { name: 'Simpan atau bagikan gambar' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-shares', shares);
  }
  await expect.poll(() => saved).toEqual(['qris.png']);
  await expect(page.getByText('Kode QRIS tidak dapat dibagikan')).toBeHidden();
});
