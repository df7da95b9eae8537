/** Notifications: who receives them, how long their toasts are visible, and their sound. */
import { expect, type Page } from '@playwright/test';
import { createComplaint } from '../contract/complaints.ts';
import { defaultTimeZone, formatMonth, monthIn, shiftMonth } from '../contract/format.ts';
import { reviewPayment, uploadPaymentWarga } from '../contract/payments.ts';
import { createPost } from '../contract/posts.ts';
import { password } from '../server/testing/people.ts';
import { photo } from '../server/testing/pictures.ts';
import { startSession } from './demo.ts';
import { browserOf, enter, openPage, test } from './estate.ts';
import { desktop, dialog, menu, phone, row, title, toast } from './screen.ts';

const thisMonth = monthIn(defaultTimeZone, new Date());

interface Witnessed {
  chimes: { volume: number }[];
  tones: { frequency: number; seconds: number }[];
  /** Toast text → milliseconds of the page's clock during which it was visible. */
  stays: Record<string, number>;
}

/** Records sounds and toasts; lets the sound file fail on request. */
async function witness(page: Page, broken: boolean) {
  await title(page).click(); // browsers play no sound before a user gesture
  await page.clock.install();
  await page.evaluate((fails) => {
    const seen: Witnessed = { chimes: [], tones: [], stays: {} };
    Object.assign(window, { seen });
    HTMLMediaElement.prototype.play = function () {
      seen.chimes.push({ volume: this.volume });
      return fails ? Promise.reject(new Error('no file')) : Promise.resolve();
    };
    const starts = new WeakMap<AudioScheduledSourceNode, number>();
    const { start, stop } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when) {
      starts.set(this, this.context.currentTime);
      start.call(this, when);
    };
    OscillatorNode.prototype.stop = function (when = 0) {
      const seconds = Math.round((when - (starts.get(this) ?? 0)) * 10) / 10;
      seen.tones.push({ frequency: this.frequency.value, seconds });
      stop.call(this, when);
    };
    const since = new Map<string, number>();
    const linesOf = (nodes: NodeList) =>
      [...nodes].flatMap((node) =>
        node instanceof Element
          ? Array.from(node.querySelectorAll(':not(:has(*))'), (line) => line.textContent)
          : [],
      );
    new MutationObserver((changes) => {
      for (const { addedNodes, removedNodes } of changes) {
        for (const line of linesOf(addedNodes)) since.set(line, Date.now());
        for (const line of linesOf(removedNodes)) seen.stays[line] = Date.now() - (since.get(line) ?? 0);
      }
    }).observe(document.body, { childList: true, subtree: true });
  }, broken);
}
const witnessed = (page: Page) => page.evaluate(() => (window as never as { seen: Witnessed }).seen);

async function secondsOf(page: Page, text: string): Promise<number> {
  await expect(async () => {
    await page.clock.runFor(250);
    await expect(toast(page, text)).toBeHidden({ timeout: 1 });
  }).toPass({ intervals: [1] });
  return Math.round(((await witnessed(page)).stays[text] ?? 0) / 1_000);
}

test('only the ketua gets toasts of posts, payments and complaints; each stays five seconds', async ({
  estate,
}) => {
  const siti = await estate.as.warga('A1-1');
  const page = await browserOf(estate, await estate.as.ketua(), desktop);
  const others = [
    await browserOf(estate, await estate.as.admin(), desktop),
    await browserOf(estate, await estate.as.koordinator('A'), desktop),
  ];
  await witness(page, false);
  const happenings = {
    'Postingan Baru!': () => siti.call(createPost, { body: { konten: 'Selamat pagi' } }),
    'Aduan Baru!': () =>
      siti.call(createComplaint, { body: { judul: 'Lampu', kategori: 'lainnya', deskripsi: 'Mati' } }),
    'Pembayaran Baru!': async () =>
      siti.call(uploadPaymentWarga, { body: thisMonth, files: { bukti_transfer: await photo() } }),
  };
  for (const [text, happen] of Object.entries(happenings)) {
    await happen();
    await expect(toast(page, text)).toBeVisible();
    expect.soft(await secondsOf(page, text), text).toBe(5);
    for (const other of others) await expect.soft(toast(other, text)).toBeHidden();
  }
  const { chimes, tones } = await witnessed(page);
  expect.soft(chimes.map(({ volume }) => volume)).toEqual([0.5, 0.5, 0.5]);
  expect.soft(tones).toEqual([]);
});

test('the news of a slip leads to it, for whatever month it is', async ({ estate }) => {
  const siti = await estate.as.warga('A1-1');
  const page = await browserOf(estate, await estate.as.ketua(), desktop, 'buku-kas');
  const body = shiftMonth(thisMonth, -1);
  await siti.call(uploadPaymentWarga, { body, files: { bukti_transfer: await photo() } });
  await page.getByRole('button', { name: /^Notifikasi, 1 / }).click();
  await dialog(page, 'Notifikasi')
    .getByRole('button', { name: /^Pembayaran Baru!/ })
    .click();
  await expect(row(page, formatMonth(body))).toContainText('Menunggu Konfirmasi');
});

test('the payer sees a decision with its note for eight seconds; without the sound file an 800 Hz tone plays', async ({
  estate,
}) => {
  const [siti, admin] = [await estate.as.warga('A1-1'), await estate.as.admin()];
  const page = await browserOf(estate, siti, desktop);
  await witness(page, true);
  const decide = async (status: 'dikonfirmasi' | 'ditolak', catatan: string) => {
    const id = await estate.given.payment({ of: siti, ...thisMonth });
    await admin.call(reviewPayment, { params: { id }, body: { status, catatan } });
  };
  for (const [status, text, isUrgent] of [
    ['ditolak', 'Pembayaran Ditolak', true],
    ['dikonfirmasi', 'Pembayaran Dikonfirmasi!', false],
  ] as const) {
    await decide(status, 'Terima kasih');
    await expect(toast(page, text)).toBeVisible();
    const alert = page.getByRole('alert').getByText(text, { exact: true });
    await expect.soft(alert).toBeVisible({ visible: isUrgent });
    await expect.soft(page.getByText('Catatan: Terima kasih').last()).toBeVisible();
    expect.soft(await secondsOf(page, text), text).toBe(8);
  }
  await expect.poll(async () => (await witnessed(page)).tones).toHaveLength(2);
  for (const tone of (await witnessed(page)).tones)
    expect.soft(tone).toEqual({ frequency: 800, seconds: 0.5 });
});

test('a success toast stays two seconds', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.warga('A1-1'), desktop);
  await menu(page).getByRole('button', { name: 'Info Warga' }).click();
  await witness(page, false);
  await page.getByLabel('Apa kabar hari ini?').fill('Selamat pagi');
  await page.getByRole('button', { name: 'Posting', exact: true }).click();
  await expect(toast(page, 'Post berhasil dibuat')).toBeVisible();
  expect(await secondsOf(page, 'Post berhasil dibuat')).toBe(2);
});

test('without websockets, notifications arrive by polling', async ({ estate }) => {
  const context = await estate.browser.newContext({ baseURL: estate.url, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const tried: string[] = [];
  await page.addInitScript(() => {
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL) {
        super(String(url).replace('/socket.io/', '/tertutup/')); // like a proxy without websocket support
      }
    };
  });
  page.on('websocket', () => tried.push('websocket'));
  page.on('request', (request) => request.url().includes('transport=polling') && tried.push('polling'));
  await page.goto('/');
  await enter(page, (await estate.as.ketua()).email, password);
  await expect.poll(() => tried.slice(0, 2)).toEqual(['websocket', 'polling']);
  await expect.poll(() => estate.context.realtime.connections()).toBe(1);
  await (await estate.as.warga('A1-1')).call(createPost, { body: { konten: 'Selamat pagi' } });
  await expect(toast(page, 'Postingan Baru!')).toBeVisible();
});

test('a page refetches when its socket connects and shows earlier changes', async ({ estate }) => {
  const context = await estate.browser.newContext({ ...phone, baseURL: estate.url, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const mayHear = Promise.withResolvers<void>();
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    await mayHear.promise;
    socket.connectToServer();
  });
  const reads: string[] = [];
  page.on('request', (request) => reads.push(new URL(request.url()).pathname));
  const times = (path: string) => reads.filter((read) => read === path).length;

  const siti = await estate.as.warga('A1-1');
  await startSession(page, siti.email, password);
  await openPage(page, 'info-warga');
  await expect(page.getByText('Belum ada postingan')).toBeVisible();
  await (await estate.as.warga('A1-2')).call(createPost, { body: { konten: 'Air mati sampai sore' } });
  expect(times('/api/posts')).toBe(1);
  mayHear.resolve();
  await expect(page.getByText('Air mati sampai sore')).toBeVisible();
  expect(times('/api/posts')).toBe(2);
});

test('data stored at the previous visit is not treated as fresh', async ({ estate }) => {
  const siti = await estate.as.warga('A1-1');
  const page = await browserOf(estate, siti, desktop);
  await menu(page).getByRole('button', { name: 'Info Warga' }).click();
  await expect(page.getByText('Belum ada postingan')).toBeVisible();
  const context = page.context();
  await page.close();
  await expect.poll(() => estate.context.realtime.connections()).toBe(0);
  await (await estate.as.warga('A1-2')).call(createPost, { body: { konten: 'Air mati sampai sore' } });

  const again = await context.newPage();
  await again.goto('/');
  await expect.poll(() => estate.context.realtime.connections()).toBe(1);
  await menu(again).getByRole('button', { name: 'Info Warga' }).click();
  await expect(again.getByText('Air mati sampai sore')).toBeVisible();
});
