/** What residents see who came this month, on an own estate. */
import { expect, type Page } from '@playwright/test';
import { defaultTimeZone, formatMonth, monthIn, monthKey, shiftMonth } from '../contract/format.ts';
import { setRate } from '../contract/rates.ts';
import { createResident } from '../contract/residents.ts';
import { password } from '../server/testing/people.ts';
import { type Estate, enter, openPage, test } from './estate.ts';
import { dialog, phone } from './screen.ts';

const thisMonth = monthIn(defaultTimeZone, new Date());
const before = (months: number) => shiftMonth(thisMonth, -months);

/** @returns the payments of Dewi, whom the ketua entered today */
async function paymentsOfDewi(estate: Estate, prepare?: (id: number) => Promise<void>) {
  const body = { nama: 'Dewi', email: 'dewi@contoh.id', blok: 'A3', password } as const;
  const made = await (await estate.as.ketua()).call(createResident, { body });
  await prepare?.(made.body.id);
  const page: Page = await (await estate.browser.newContext({ ...phone, baseURL: estate.url })).newPage();
  await page.goto('/');
  await enter(page, body.email, password);
  await openPage(page, 'payments');
  return page;
}

test('months before a resident came are not shown as unpaid, nor offered for payment', async ({ estate }) => {
  const page = await paymentsOfDewi(estate);
  const cards = page.getByRole('list', { name: 'Status tiga bulan terakhir' }).getByRole('listitem');
  await expect(cards).toHaveText([
    new RegExp(`${formatMonth(before(2))}.*Tidak Ditagih`),
    new RegExp(`${formatMonth(before(1))}.*Tidak Ditagih`),
    /Bulan Ini.*Belum Bayar/,
  ]);
  await expect(cards.getByRole('button')).toHaveCount(1);
});

test('a house that costs nothing is asked for no transfer, and the form chooses no month for it', async ({
  estate,
}) => {
  const page = await paymentsOfDewi(estate, async (user_id) => {
    const body = { jumlah: 0, user_id, sejak: monthKey(thisMonth), password } as const;
    expect((await (await estate.as.ketua()).call(setRate, { body })).status).toBe(200);
  });
  await expect(page.getByText('Anda tidak ditagih iuran bulan ini.')).toBeVisible();
  await page.getByRole('button', { name: 'Tambah Pembayaran' }).first().click();
  await expect(dialog(page).getByLabel('Bulan', { exact: true })).toHaveValue('');
});

test('an officer without a house is not asked for dues', async ({ estate }) => {
  const { email } = await estate.as.ketua();
  const page = await (await estate.browser.newContext({ ...phone, baseURL: estate.url })).newPage();
  await page.goto('/');
  await enter(page, email, password);
  await openPage(page, 'payments');
  const cards = page.getByRole('list', { name: 'Status tiga bulan terakhir' }).getByRole('listitem');
  await expect(cards).toHaveText([/Tidak Ditagih/, /Tidak Ditagih/, /Bulan Ini.*Tidak Ditagih/]);
  await expect(cards.getByRole('button')).toHaveCount(0);
  await expect(page.getByText('Anda tidak ditagih iuran bulan ini.')).toBeVisible();
});
