/** What happens to a coordinator's phone in the round: its browser is killed, answers get lost, its clock is wrong. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { defaultTimeZone, monthIn, monthKey, shiftMonth } from '../contract/format.ts';
import { changeAccount } from '../contract/officers.ts';
import { listPayments } from '../contract/payments.ts';
import { getRound } from '../contract/rounds.ts';
import type { TestApp } from '../server/testing/app.ts';
import { type Person, password } from '../server/testing/people.ts';
import { browserOptions } from '../tools/browser.ts';
import { startSession } from './demo.ts';
import { browserOf, openPage, test } from './estate.ts';
import { phone, title } from './screen.ts';

test.use({ serviceWorkers: 'allow' });

const hour = 60 * 60 * 1_000;
const thisMonth = monthIn(defaultTimeZone, new Date());

/** Houses that owe this month and the one before, Rp 200.000 each. */
async function block(estate: TestApp, houses: readonly string[]) {
  const created_at = `${monthKey(shiftMonth(thisMonth, -1))}-02T03:00:00.000Z`;
  const rina = await estate.as.koordinator('A');
  for (const blok of houses) await estate.as.warga(blok, { created_at });
  return rina;
}

const take = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Rumah' })
    .getByRole('button', { name: new RegExp(`^Terima dari ${name}\\b`) });
const inHand = (page: Page) => page.getByRole('status', { name: 'Uang di tangan' });
const booked = async (by: Person) => {
  const { data } = (await by.call(listPayments, { query: { limit: 100 } })).body;
  return data.filter(({ metode }) => metode === 'tunai');
};

test('the browser process is killed in the round: every tap is there without a signal, and sent once', async ({
  estate,
}) => {
  test.setTimeout(180_000);
  const rina = await block(estate, ['A1', 'A2', 'A3']);
  const profile = await mkdtemp(join(tmpdir(), 'guyub-phone-'));
  const start = async (): Promise<[BrowserContext, Page]> => {
    const context = await chromium.launchPersistentContext(profile, {
      ...phone,
      ...browserOptions(),
      baseURL: estate.url,
      locale: 'id-ID',
      timezoneId: 'Asia/Jakarta',
      reducedMotion: 'reduce',
    });
    return [context, await context.newPage()];
  };
  try {
    let [context, page] = await start();
    await startSession(page, rina.email, password);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await openPage(page, 'keliling');
    await expect(take(page, 'A3')).toBeVisible();
    await context.close(); // the session is on the disk

    [context, page] = await start();
    await page.goto('/');
    await openPage(page, 'keliling');
    await expect(take(page, 'A3')).toBeVisible();
    await context.setOffline(true);
    await take(page, 'A1').click();
    await take(page, 'A2').click();
    await expect(inHand(page)).toContainText(/Rp\s400\.000/);
    const gone = new Promise<void>((resolve) => void context.once('close', () => resolve()));
    const cdp = await context.newCDPSession(page);
    void cdp.send('Browser.crash').catch(() => {}); // its answer never comes
    await gone;
    expect(await booked(rina)).toEqual([]);

    [context, page] = await start();
    await context.setOffline(true);
    await page.goto('/');
    await openPage(page, 'keliling');
    await expect(inHand(page)).toContainText(/Rp\s400\.000/);
    await expect(take(page, 'A1')).toHaveCount(0);
    await expect(take(page, 'A3')).toBeVisible();
    await context.setOffline(false);
    await expect(inHand(page)).not.toContainText('belum terkirim', { timeout: 60_000 });
    await expect(inHand(page)).toContainText(/Rp\s400\.000/);
    expect(await booked(rina)).toHaveLength(4);
    expect((await rina.call(getRound)).body.data.saldo).toBe(400_000);
    await context.close();
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
});

test('one tap sent five times after three hours, by a phone whose clock is an hour late, is booked once today', async ({
  estate,
}) => {
  test.setTimeout(120_000);
  const rina = await block(estate, ['A1']);
  const page = await browserOf(estate, rina, phone);
  await page.addInitScript((late) => {
    globalThis.Date = new Proxy(Date, {
      construct: (real, given: unknown[]) =>
        Reflect.construct(real, given.length > 0 ? given : [real.now() - late]) as Date,
      get: (real, key) => (key === 'now' ? () => real.now() - late : (Reflect.get(real, key) as unknown)),
    });
  }, hour);
  await page.reload();
  await openPage(page, 'keliling');
  await expect(take(page, 'A1')).toBeVisible();
  await page.context().setOffline(true);
  await take(page, 'A1').click();
  await expect(inHand(page)).toContainText(/Rp\s200\.000/);

  const later = new Date(Date.now() + 3 * hour);
  estate.clock.set(later.toISOString());
  const keys: string[] = [];
  await page.route('**/api/keliling', async (route) => {
    if (route.request().method() !== 'POST') return await route.fallback();
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    if (keys.length >= 5) return await route.fallback();
    expect((await route.fetch()).status()).toBe(201);
    await route.abort(); // booked, but the phone never hears of it
  });
  await expect(async () => {
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await expect.poll(() => keys.length, { timeout: 4_000 }).toBeGreaterThanOrEqual(5);
  }).toPass({ timeout: 90_000 });
  await expect(inHand(page)).not.toContainText('belum terkirim', { timeout: 60_000 });
  await expect(inHand(page)).toContainText(/Rp\s200\.000/);
  expect(new Set(keys).size).toBe(1);
  const payments = await booked(rina);
  expect(payments).toHaveLength(2);
  for (const { tanggal_konfirmasi, keterangan } of payments) {
    expect(tanggal_konfirmasi).toBe(later.toISOString());
    expect(keterangan).toContain('menurut HP');
  }
});

test('money received at the door by somebody who is no coordinator any more is shown on the dashboard', async ({
  estate,
}) => {
  const rina = await block(estate, ['A1']);
  const page = await browserOf(estate, rina, phone, 'keliling');
  await expect(take(page, 'A1')).toBeVisible();
  await page.context().setOffline(true);
  await take(page, 'A1').click();
  await expect(inHand(page)).toContainText(/Rp\s200\.000/);
  const body = { jenis: 'warga' } as const;
  const changed = (await estate.as.ketua()).call(changeAccount, { params: { id: rina.id }, body });
  expect((await changed).status).toBe(200);
  await page.context().setOffline(false);
  const lost = page.getByText(/Rp\s200\.000 tidak tercatat/);
  await expect(lost).toBeVisible({ timeout: 60_000 });
  await expect(title(page)).toHaveText('Dashboard');
  await page.getByRole('button', { name: 'Uang sudah diserahkan' }).click();
  await page.keyboard.press('Escape');
  await expect(lost, 'nothing else tells of it').toBeVisible();
  await page.getByRole('button', { name: 'Uang sudah diserahkan' }).click();
  await page.getByRole('button', { name: 'Ya, sudah diserahkan' }).click();
  await expect(lost).toBeHidden();
});
