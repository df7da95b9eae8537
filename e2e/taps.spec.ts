/** How many taps the two most frequent things take, from the dashboard. */
import { expect, type Page } from '@playwright/test';
import { defaultTimeZone, monthIn, monthKey, shiftMonth } from '../contract/format.ts';
import { listOwnPaymentsWarga } from '../contract/payments.ts';
import { getRound } from '../contract/rounds.ts';
import { pictures } from '../server/testing/pictures.ts';
import { browserOf, test } from './estate.ts';
import { choose, dialog, jpeg, phone, toast } from './screen.ts';

const thisMonth = monthIn(defaultTimeZone, new Date());
const since = (months: number) => `${monthKey(shiftMonth(thisMonth, -months))}-02T03:00:00.000Z`;

/** Counts what a finger does, whatever element it meets. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const root = document.documentElement;
    root.dataset['taps'] = '0';
    const count = ({ isTrusted }: Event) => {
      if (isTrusted) root.dataset['taps'] = String(Number(root.dataset['taps']) + 1);
    };
    document.addEventListener('pointerdown', count, { capture: true });
  });
  return () => page.evaluate(() => Number(document.documentElement.dataset['taps']));
}

test('the cash of ten houses takes at most twelve taps', async ({ browser, estate }) => {
  const rina = await estate.as.koordinator('A');
  const houses = Array.from({ length: 40 }, (_, at) => `A${at + 1}`);
  for (const blok of houses) await estate.as.warga(blok, { created_at: since(0) });
  const page = await browserOf(browser, estate, rina, phone);
  const round = page.getByRole('button', { name: /^Keliling Iuran/ });
  await expect(round).toBeVisible();
  const taps = await countTaps(page);
  await round.tap();
  for (const name of houses.slice(0, 10))
    await page.getByRole('button', { name: new RegExp(`^Terima dari ${name}\\b`) }).tap();
  await expect(page.getByRole('status', { name: 'Uang di tangan' })).toContainText(/Rp\s1\.000\.000/);
  expect(await taps()).toBeLessThanOrEqual(12);
  await expect
    .poll(async () => (await rina.call(getRound)).body.data.saldo, { timeout: 30_000 })
    .toBe(1_000_000);
});

test('paying three months with a photo takes at most four taps', async ({ browser, estate }) => {
  const siti = await estate.as.warga('A1-1', { created_at: since(3) });
  await estate.given.payment({ of: siti, ...thisMonth, status: 'dikonfirmasi' });
  const page = await browserOf(browser, estate, siti, phone);
  const pay = page.getByRole('button', { name: 'Bayar Tunggakan' });
  await expect(pay).toBeVisible();
  const taps = await countTaps(page);
  await pay.tap();
  const form = dialog(page, 'Tambah Pembayaran');
  await choose(form, 'Pilih foto', jpeg(await pictures.jpeg()));
  await form.getByRole('button', { name: 'Kirim bukti' }).tap();
  await expect(toast(page, 'Pembayaran berhasil diupload')).toBeVisible();
  expect(await taps()).toBeLessThanOrEqual(4);
  expect(await taps()).toBeGreaterThan(0);
  const { data } = (await siti.call(listOwnPaymentsWarga, { params: { userId: siti.id } })).body;
  expect(data.filter(({ status }) => status === 'menunggu_konfirmasi').map(({ jumlah }) => jumlah)).toEqual([
    100_000, 100_000, 100_000,
  ]);
});
