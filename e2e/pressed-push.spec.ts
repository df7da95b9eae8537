/** Pressing a push opens the page that it names in the app, and nothing else. */
import { expect, type Page, type Worker } from '@playwright/test';
import { createComplaint } from '../contract/complaints.ts';
import { defaultTimeZone, monthIn } from '../contract/format.ts';
import { uploadPaymentWarga } from '../contract/payments.ts';
import type { PushMessage } from '../contract/push.ts';
import { password } from '../server/testing/people.ts';
import { photo } from '../server/testing/pictures.ts';
import { browserOf, enter, openPage, openWithoutSession, test } from './estate.ts';
import { dialog, phone, title } from './screen.ts';

test.use({ serviceWorkers: 'allow' });

interface WithPushes {
  shown: unknown[];
  opened: string[];
}

/**
 * The service worker, with stand-ins for what Chromium without a window has not: it shows no notifications, nobody
 * can press one, and without a press no window may be opened.
 */
async function workerOf(page: Page): Promise<Worker> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('no service worker');
  await worker.evaluate(() => {
    const pushes: WithPushes = { shown: [], opened: [] };
    ServiceWorkerRegistration.prototype.showNotification = async (_, { data = null } = {}) =>
      void pushes.shown.push(data);
    const { clients } = globalThis as unknown as { clients: object };
    Object.assign(clients, { openWindow: async (address: string) => void pushes.opened.push(address) });
    Object.assign(globalThis, { pushes });
  });
  return worker;
}

/** Delivers a push and presses what it shows. @returns addresses of the windows that the worker opens */
const press = (worker: Worker, message: Partial<PushMessage>) =>
  worker.evaluate(async (sent) => {
    const { pushes } = globalThis as unknown as { pushes: WithPushes };
    const happen = async (type: string, what: object) => {
      const work: Promise<unknown>[] = [];
      const waitUntil = (each: Promise<unknown>) => void work.push(each);
      dispatchEvent(Object.assign(new Event(type), what, { waitUntil }));
      await Promise.allSettled(work);
    };
    await happen('push', { data: { json: () => sent } });
    await happen('notificationclick', { notification: { data: pushes.shown.at(-1), close: () => {} } });
    return pushes.opened;
  }, message);
const about = (halaman: string) => ({ isi: 'Ada kabar baru.', tag: 'kabar-1', halaman });

test('a window that is open shows the page, over the list of notifications too', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.warga('A1'), phone);
  const worker = await workerOf(page);
  await page.getByRole('button', { name: /^Notifikasi/ }).click();
  await expect(dialog(page, 'Notifikasi')).toBeVisible();
  expect(await press(worker, about('payments'))).toEqual([]);
  await expect(title(page)).toHaveText('Pembayaran');
  await expect(dialog(page, 'Notifikasi')).toBeHidden();
  expect(new URL(page.url()).search).toBe('');
});

test('the news that leads to the opened page is read then, and no other', async ({ estate }) => {
  const ketua = await estate.as.ketua();
  const siti = await estate.as.warga('A1');
  const page = await browserOf(estate, ketua, phone);
  const worker = await workerOf(page);
  await siti.call(uploadPaymentWarga, {
    body: monthIn(defaultTimeZone, new Date()),
    files: { bukti_transfer: await photo() },
  });
  await siti.call(createComplaint, { body: { judul: 'Lampu', kategori: 'lainnya', deskripsi: 'Mati' } });
  await expect(page.getByRole('button', { name: 'Notifikasi, 2 belum dibaca' })).toBeVisible();
  await press(worker, about('verify-payments'));
  await expect(page.getByRole('button', { name: 'Notifikasi, 1 belum dibaca' })).toBeVisible();
});

test('an open window ignores what is no page, or none of its reader', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.warga('A1'), phone);
  const worker = await workerOf(page);
  await openPage(page, 'dokumen');
  const unknown = ['https://contoh.id/', '//contoh.id', '../cek', 'verify-payments', 'constructor', '', 7];
  for (const halaman of unknown) expect(await press(worker, about(halaman as string))).toEqual([]);
  await press(worker, about('payments'));
  await expect(title(page)).toHaveText('Pembayaran');
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(title(page)).toHaveText('Dokumen');
});

test('without a window the app starts with the page, after the login too, and once', async ({ estate }) => {
  const siti = await estate.as.warga('A1');
  const page = await browserOf(estate, siti, phone);
  const worker = await workerOf(page);
  await page.goto('/cek'); // no window of the app
  expect(await press(worker, about('https://contoh.id/?'))).toEqual([
    '/?kabar=https%3A%2F%2Fcontoh.id%2F%3F',
  ]);
  const [, address = ''] = await press(worker, about('payments'));
  expect(address).toBe('/?kabar=payments');
  await page.evaluate(() => localStorage.clear());
  await page.goto(address);
  await enter(page, siti.email, password);
  await expect(title(page)).toHaveText('Pembayaran');
  await expect(page).toHaveURL('/');
  await openPage(page, 'dokumen');
  await page.reload();
  await expect(title(page)).toHaveText('Dokumen');
});

test('a window whose session has ended shows the page after the login', async ({ estate }) => {
  const siti = await estate.as.warga('A1');
  const page = await browserOf(estate, siti, phone);
  const worker = await workerOf(page);
  await openWithoutSession(page);
  await page.getByLabel('Email atau No HP').waitFor();
  expect(await press(worker, about('payments'))).toEqual([]);
  await expect(page).toHaveURL('/?kabar=payments');
  await enter(page, siti.email, password);
  await expect(title(page)).toHaveText('Pembayaran');
});

test('what was typed and is kept nowhere is left only after a question; a draft without one', async ({
  estate,
}) => {
  const page = await browserOf(estate, await estate.as.warga('A1'), phone);
  const worker = await workerOf(page);
  await openPage(page, 'profile');
  await page.getByLabel('Nama').fill('Siti Aminah');
  await press(worker, about('payments'));
  await expect(title(page)).toHaveText('Pembayaran');
  await openPage(page, 'profile');
  await expect(page.getByLabel('Nama')).toHaveValue('Siti Aminah');

  await page.getByRole('tab', { name: 'Ubah Password' }).click();
  const secret = page.getByLabel('Password saat ini');
  await secret.fill(password);
  await press(worker, about('payments'));
  await page.getByRole('button', { name: 'Lanjut mengisi' }).click();
  await expect(secret).toHaveValue(password);
  await press(worker, about('payments'));
  await page.getByRole('button', { name: 'Ya, tinggalkan' }).click();
  await expect(title(page)).toHaveText('Pembayaran');
});

test('a waiver that is being written, and a pasted table, are left only after a question', async ({
  estate,
}) => {
  const created_at = new Date(Date.now() - 70 * 24 * 60 * 60 * 1_000).toISOString();
  await estate.as.warga('A1', { created_at });
  const page = await browserOf(estate, await estate.as.admin(), phone, 'tunggakan');
  const worker = await workerOf(page);
  await page.getByRole('button', { name: /^Bebaskan…/ }).click();
  const reason = dialog(page).getByLabel('Keterangan (opsional)');
  await reason.fill('Suaminya meninggal');
  await press(worker, about('buku-kas'));
  await page.getByRole('button', { name: 'Lanjut mengisi' }).click();
  await expect(reason).toHaveValue('Suaminya meninggal');

  await press(worker, about('buku-kas'));
  await page.getByRole('button', { name: 'Ya, tinggalkan' }).click();
  await page.getByRole('tab', { name: 'Mutasi Bank' }).click();
  await page.getByRole('button', { name: 'Tempel tabel' }).click();
  const table = dialog(page).getByLabel('Tabel mutasi');
  await table.fill('Tanggal;Uraian');
  for (const leave of [() => press(worker, about('payments')), () => page.keyboard.press('Escape')]) {
    await leave();
    await page.getByRole('button', { name: 'Lanjut mengisi' }).click();
    await expect(table).toHaveValue('Tanggal;Uraian');
  }
});
