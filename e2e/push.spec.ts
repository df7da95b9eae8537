/** Web push in Chromium: the service worker shows what arrives, and nobody is asked before the first confirmed payment. */
import { expect, type Page, type Worker } from '@playwright/test';
import { defaultTimeZone, monthIn } from '../contract/format.ts';
import type { TestApp } from '../server/testing/app.ts';
import { password } from '../server/testing/people.ts';
import { browserOf, type Estate, enter, openPage, test } from './estate.ts';
import { phone, toast } from './screen.ts';

const thisMonth = monthIn(defaultTimeZone, new Date());

test.use({ serviceWorkers: 'allow' });

/** What the service worker shows, by tag: Chromium without a window has no place for notifications. */
async function watchNotifications(worker: Worker): Promise<() => Promise<[string, string][]>> {
  await worker.evaluate(() => {
    const shown = new Map<string, string>();
    Object.assign(globalThis, { shown });
    ServiceWorkerRegistration.prototype.showNotification = async (title, { body = '', tag = '' } = {}) =>
      void shown.set(tag, `${title}: ${body}`);
  });
  return () => worker.evaluate(() => [...(globalThis as unknown as { shown: Map<string, string> }).shown]);
}

test('what is pushed appears on the phone; a push that says nothing appears, too', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.warga('A1'), phone);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('no service worker');
  const shown = await watchNotifications(worker);
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
  await expect.poll(shown).toEqual([['kabar-1', 'Guyub: Pembayaran Anda sudah diperiksa.']]);
  await deliver(JSON.stringify({ isi: 'Ada 2 kabar baru.', tag: 'kabar-1' }));
  await expect.poll(shown).toEqual([['kabar-1', 'Guyub: Ada 2 kabar baru.']]);
  await deliver('bukan JSON');
  await expect.poll(shown).toContainEqual(['kabar', 'Guyub: Ada kabar baru.']);
});

/** Chromium of the tests reaches no push service: stands in for the browser's own parts, and counts questions. */
const pushingBrowser = async (page: Page) => {
  await page.addInitScript(() => {
    const kept = localStorage;
    Object.defineProperty(Notification, 'permission', { get: () => kept.getItem('permission') ?? 'default' });
    Notification.requestPermission = async () => {
      document.documentElement.dataset['asked'] = 'yes';
      kept.setItem('permission', 'granted');
      return 'granted';
    };
    const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };
    const present = () => {
      const key = kept.getItem('push-key');
      if (key === null) return null;
      const subscription = {
        endpoint: `https://fcm.googleapis.com/fcm/send/${kept.getItem('pushes')}`,
        keys,
      };
      const bytes = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
      return {
        ...subscription,
        options: { applicationServerKey: Uint8Array.from(bytes, (each) => each.charCodeAt(0)).buffer },
        toJSON: () => subscription,
        unsubscribe: async () => {
          kept.removeItem('push-key');
          return true;
        },
      } as unknown as PushSubscription;
    };
    PushManager.prototype.getSubscription = async () => present();
    PushManager.prototype.subscribe = async ({ applicationServerKey } = {}) => {
      kept.setItem('push-key', String(applicationServerKey));
      kept.setItem('pushes', String(Number(kept.getItem('pushes')) + 1));
      return present() as PushSubscription;
    };
  });
  await page.reload();
};
const subscriptions = (estate: TestApp) =>
  estate.context.db.selectFrom('langganan_push').select('endpoint').execute();

/** Whose first payment is confirmed, before the offer is answered. */
async function offered(estate: Estate) {
  const siti = await estate.as.warga('A1');
  await estate.given.payment({ of: siti, ...thisMonth, status: 'dikonfirmasi' });
  const page = await browserOf(estate, siti, phone);
  await pushingBrowser(page);
  const accept = page.getByRole('button', { name: 'Ya, kabari saya' });
  return { page, accept };
}

test('nobody is asked before the first confirmed payment; then once, and in the profile', async ({
  estate,
}) => {
  const siti = await estate.as.warga('A1');
  const page = await browserOf(estate, siti, phone);
  await pushingBrowser(page);
  await expect(page.getByText('Total Pembayaran')).toBeVisible();
  await expect(page.getByText('Mau dikabari di HP ini?')).toBeHidden();
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
  await expect(here).toBeChecked();
  await page.getByRole('switch', { name: 'Pengumuman penting' }).click();
  await expect(toast(page, 'Pilihan pemberitahuan disimpan.')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await here.click();
  await expect(toast(page, 'Pemberitahuan di sini dimatikan.')).toBeVisible();
  expect(await subscriptions(estate)).toEqual([]);
});

test('a phone whose pushes were just switched on is shown so, however soon the profile is opened', async ({
  estate,
}) => {
  const { page, accept } = await offered(estate);
  await expect(accept).toBeVisible();
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/push', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    await gate.promise;
    await route.continue().catch(() => {}); // cancelled with the page
  });
  await accept.click();
  await expect(accept).toBeHidden();
  await openPage(page, 'profile');
  gate.resolve();
  await page.getByRole('tab', { name: 'Pemberitahuan' }).click();
  await expect(page.getByRole('switch', { name: 'HP atau komputer ini' })).toBeChecked();
});

test('a phone that has been told meanwhile to show no notifications is not shown as switched on', async ({
  estate,
}) => {
  const { page, accept } = await offered(estate);
  await accept.click();
  await expect(accept).toBeHidden();
  await page.evaluate(() => localStorage.setItem('permission', 'denied'));
  await openPage(page, 'profile');
  await page.getByRole('tab', { name: 'Pemberitahuan' }).click();
  await expect(page.getByRole('switch', { name: 'HP atau komputer ini' })).not.toBeChecked();
});

test('an offer that could not be accepted without a connection stays, and works at the next press', async ({
  estate,
}) => {
  const { page, accept } = await offered(estate);
  const released = Promise.withResolvers<void>();
  await page.route('**/api/push', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    await released.promise;
    await route.abort();
  });
  await accept.click();
  await expect(accept).toHaveAttribute('aria-busy', 'true');
  released.resolve();
  await expect(toast(page, 'Pemberitahuan tidak dapat dinyalakan')).toBeVisible();
  await expect(accept).not.toHaveAttribute('aria-busy', 'true');
  expect(await subscriptions(estate)).toHaveLength(0);
  await page.unroute('**/api/push');
  await accept.click();
  await expect(toast(page, 'Pemberitahuan di sini menyala.')).toBeVisible();
  await expect(accept).toBeHidden();
  expect(await subscriptions(estate)).toHaveLength(1);
});

test('who declined the offer is not asked again; the next person on the same phone is', async ({
  estate,
}) => {
  const [siti, budi] = [await estate.as.warga('A1'), await estate.as.warga('A2')];
  for (const of of [siti, budi]) await estate.given.payment({ of, ...thisMonth, status: 'dikonfirmasi' });
  const page = await browserOf(estate, siti, phone);
  await pushingBrowser(page);
  const offer = page.getByText('Mau dikabari di HP ini?');
  const asks = () => page.waitForResponse((response) => response.url().endsWith('/api/push'));
  await page.getByRole('button', { name: 'Tidak perlu' }).click();
  await expect(offer).toBeHidden();
  const address = page.url();
  await page.goto('about:blank'); // an answer to the first page may still be on its way
  await Promise.all([asks(), page.goto(address)]);
  await expect(page.getByText('Total Pembayaran')).toBeVisible();
  await expect(offer).toBeHidden();
  await Promise.all([
    page.waitForEvent('load'),
    page.evaluate(() => (localStorage.removeItem('token'), location.reload())),
  ]);
  await enter(page, budi.email, password);
  await expect(offer).toBeVisible();
});

test('a subscription that is gone is replaced at the next start; a living one stays', async ({ estate }) => {
  const siti = await estate.as.warga('A1');
  await estate.given.payment({ of: siti, ...thisMonth, status: 'dikonfirmasi' });
  const page = await browserOf(estate, siti, phone);
  await pushingBrowser(page);
  await page.getByRole('button', { name: 'Ya, kabari saya' }).click();
  await expect(toast(page, 'Pemberitahuan di sini menyala.')).toBeVisible();
  const start = () =>
    Promise.all([page.waitForResponse((response) => response.url().endsWith('/api/push')), page.reload()]);
  await start();
  await start(); // the former start has renewed whatever it would
  const [first] = await subscriptions(estate);
  expect(first?.endpoint).toMatch(/1$/);
  // The push service has answered 410.
  await estate.context.write('system', (tx) => tx.db.deleteFrom('langganan_push').execute());
  await start();
  await expect.poll(() => subscriptions(estate)).toEqual([{ endpoint: first?.endpoint.replace(/1$/, '2') }]);
});
