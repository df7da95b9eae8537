/** Web push in Chromium: the service worker shows what arrives, and nobody is asked before the first confirmed payment. */
import { expect, type Page } from '@playwright/test';
import { defaultTimeZone, monthIn } from '../contract/format.ts';
import type { TestApp } from '../server/testing/app.ts';
import { browserOf, openPage, test } from './estate.ts';
import { phone, toast } from './screen.ts';

test.use({ serviceWorkers: 'allow' });

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const notifications = await registration.getNotifications();
    return notifications.map(({ title, body, tag }) => [title, body, tag]);
  });

test('what is pushed appears on the phone; a push that says nothing appears, too', async ({
  browser,
  estate,
}) => {
  const page = await browserOf(browser, estate, await estate.as.warga('A1'), {
    ...phone,
    permissions: ['notifications'],
  });
  await page.evaluate(() => navigator.serviceWorker.ready);
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    }),
  );
  await cdp.send('ServiceWorker.enable');
  const registrationId = await registered;
  const deliver = (data: string) =>
    cdp.send('ServiceWorker.deliverPushMessage', { origin: estate.url, registrationId, data });
  await deliver(JSON.stringify({ isi: 'Pembayaran Anda sudah diperiksa.', tag: 'kabar-1' }));
  await expect.poll(() => shown(page)).toEqual([['Guyub', 'Pembayaran Anda sudah diperiksa.', 'kabar-1']]);
  await deliver(JSON.stringify({ isi: 'Ada 2 kabar baru.', tag: 'kabar-1' }));
  await expect.poll(() => shown(page)).toEqual([['Guyub', 'Ada 2 kabar baru.', 'kabar-1']]);
  await deliver('bukan JSON');
  await expect.poll(() => shown(page)).toContainEqual(['Guyub', 'Ada kabar baru.', 'kabar']);
});

/** Chromium of the tests reaches no push service: stands in for the browser's own parts, and counts questions. */
const pushingBrowser = async (page: Page) => {
  await page.addInitScript(() => {
    let permission: NotificationPermission = 'default';
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = async () => {
      document.documentElement.dataset['asked'] = 'yes';
      return (permission = 'granted');
    };
    const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };
    const subscription = { endpoint: 'https://fcm.googleapis.com/fcm/send/x', keys };
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async () =>
      ({ ...subscription, toJSON: () => subscription }) as unknown as PushSubscription;
  });
  await page.reload();
};
const subscriptions = (estate: TestApp) =>
  estate.context.db.selectFrom('langganan_push').select('session_id').execute();

test('nobody is asked before the first confirmed payment; then once, and in the profile', async ({
  browser,
  estate,
}) => {
  const siti = await estate.as.warga('A1');
  const page = await browserOf(browser, estate, siti, phone);
  await pushingBrowser(page);
  await expect(page.getByText('Total Pembayaran')).toBeVisible();
  await expect(page.getByText('Mau dikabari di HP ini?')).toBeHidden();
  const thisMonth = monthIn(defaultTimeZone, new Date());
  await estate.given.payment({ of: siti, ...thisMonth, status: 'dikonfirmasi' });
  await page.reload();
  await expect(page.getByText('Mau dikabari di HP ini?')).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-asked');
  await page.getByRole('button', { name: 'Ya, kabari saya' }).click();
  await expect(toast(page, 'Pemberitahuan di sini menyala.')).toBeVisible();
  await expect(page.getByText('Mau dikabari di HP ini?')).toBeHidden();
  expect(await subscriptions(estate)).toHaveLength(1);

  await openPage(page, 'profile');
  await page.getByRole('tab', { name: 'Pemberitahuan' }).click();
  const here = page.getByRole('switch', { name: 'HP atau komputer ini' });
  await page.screenshot({ path: '/tmp/push-profile.png', fullPage: true });
  await expect(here).toBeChecked();
  await page.getByRole('switch', { name: 'Pengumuman penting' }).click();
  await expect(toast(page, 'Pilihan pemberitahuan disimpan.')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await here.click();
  await expect(toast(page, 'Pemberitahuan di sini dimatikan.')).toBeVisible();
  expect(await subscriptions(estate)).toEqual([]);
});
