import { expect, type Page } from '@playwright/test';
import { defaultTimeZone, monthIn } from '../contract/format.ts';
import { uploadPaymentWarga } from '../contract/payments.ts';
import { pictures } from '../server/testing/pictures.ts';
import { browserOf, openPage, test } from './estate.ts';
import { desktop, dialog, phone, picture, violationsOf } from './screen.ts';

const thisMonth = monthIn(defaultTimeZone, new Date());
const viewer = (page: Page) => dialog(page, 'Penampil gambar');
const proof = (page: Page) => picture(page, /^Bukti transfer/);
const place = (page: Page) => viewer(page).getByText(/^\d+ dari \d+$/);
const button = (page: Page, name: string) => viewer(page).getByRole('button', { name });
const width = async (page: Page) => (await proof(page).boundingBox())?.width ?? 0;

for (const [name, size] of Object.entries({ phone, desktop })) {
  test(`on a ${name}, the decision buttons keep their position from one proof to the next`, async ({
    estate,
  }) => {
    for (const [at, nama] of ['Ani', 'Budi Santoso Hadiwijaya Kusumaningrat', 'Citra'].entries()) {
      const of = await estate.as.person('warga', { nama, blok: `A1-${at + 1}` });
      await estate.given.payment({ of, ...thisMonth });
    }
    const page = await browserOf(estate, await estate.as.ketua(), size);
    await page.clock.install();
    await openPage(page, 'verify-payments');
    await page.getByRole('button', { name: /^Periksa \d+ bukti/ }).click();
    const accept = button(page, 'Konfirmasi');
    await expect(accept).toBeVisible();
    for (const left of ['2 menunggu', 'Tinggal bukti ini']) {
      const before = await accept.boundingBox();
      await page.clock.fastForward(600); // longer than the minimum time a proof must be visible
      await accept.click();
      await expect(viewer(page).getByText(left)).toBeVisible();
      await expect(viewer(page).getByText(/^Status pembayaran berhasil diupdate/)).toBeVisible();
      expect(await accept.boundingBox()).toEqual(before);
    }
    expect(await violationsOf(page, '[role=dialog]')).toEqual([]);
  });
}

test('buttons, wheel, double click and keys zoom, a dragged picture moves, another one starts unzoomed', async ({
  estate,
}) => {
  const bukti_transfer = new File([new Uint8Array(await pictures.phone())], 'bukti.jpg', {
    type: 'image/jpeg',
  });
  for (const house of ['A1-1', 'A1-2', 'A1-3'])
    await (await estate.as.warga(house)).call(uploadPaymentWarga, {
      body: thisMonth,
      files: { bukti_transfer },
    });
  const page = await browserOf(estate, await estate.as.ketua(), desktop, 'verify-payments');
  await page.getByRole('button', { name: /^Periksa \d+ bukti/ }).click();
  await expect(proof(page)).toBeVisible();
  await expect.poll(() => width(page)).toBeGreaterThan(0);
  const whole = await width(page);
  const isWhole = () => expect.poll(() => width(page)).toBeCloseTo(whole, 0);
  const isLarger = () => expect.poll(() => width(page)).toBeGreaterThan(1.2 * whole);

  await expect(button(page, 'Perkecil')).toBeDisabled();
  await button(page, 'Perbesar').click();
  await isLarger();
  const { x = 0 } = (await proof(page).boundingBox()) ?? {};
  await page.mouse.move(450, 400);
  await page.mouse.down();
  await page.mouse.move(420, 400, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await proof(page).boundingBox())?.x).not.toBe(x);
  await expect(place(page)).toHaveText('1 dari 3');
  await button(page, 'Perkecil').click();
  await isWhole();
  await page.mouse.wheel(0, -300);
  await isLarger();
  await viewer(page).getByRole('heading').click(); // focus leaves the picture; keys still work
  await page.keyboard.press('0');
  await isWhole();
  await page.keyboard.press('+');
  await isLarger();
  await page.keyboard.press('0');
  await isWhole();
  await proof(page).dblclick();
  await isLarger();
  await button(page, 'Berikutnya').click();
  await expect(place(page)).toHaveText('2 dari 3');
  await isWhole();
});

test('a picture that fails to load shows an error and can be retried', async ({ estate }) => {
  await estate.given.payment({ of: await estate.as.warga('A1-1'), ...thisMonth });
  const page = await browserOf(estate, await estate.as.ketua(), phone, 'verify-payments');
  const full = (url: URL) => url.pathname.startsWith('/assets/') && url.search === '';
  await page.route(full, (route) => route.abort());
  await page.getByRole('button', { name: /^Periksa \d+ bukti/ }).click();
  await expect(viewer(page).getByText('Gambar belum dapat dimuat.')).toBeVisible();
  await page.unroute(full);
  await button(page, 'Coba lagi').click();
  const seen = proof(page).and(page.locator('img:not([class*=loading])'));
  await expect(seen).toBeVisible();
  expect(await width(page)).toBeGreaterThan(0);
});
