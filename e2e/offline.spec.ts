/**
 * Offline use, on own estates: the app opens, data seen before stays readable, and forms wait in the outbox
 * until they have been sent exactly once.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { createComplaint, listOwnComplaints } from '../contract/complaints.ts';
import { addExpense } from '../contract/expenses.ts';
import { dateIn, defaultTimeZone, formatMonth, monthIn } from '../contract/format.ts';
import { listNotifications } from '../contract/notifications.ts';
import { changeAccount } from '../contract/officers.ts';
import { listOwnPaymentsWarga, recordPayment, uploadPaymentWarga } from '../contract/payments.ts';
import { createPost } from '../contract/posts.ts';
import { changeSettings } from '../contract/settings.ts';
import { makeApp, type TestApp } from '../server/testing/app.ts';
import { type Person, password } from '../server/testing/people.ts';
import { photo, pictures } from '../server/testing/pictures.ts';
import { closeAll } from './demo.ts';
import { browserOf, enter, openPage, pressLink, test, testIn, withClient } from './estate.ts';
import {
  answer,
  choose,
  closeToasts,
  desktop,
  dialog,
  jpeg,
  mark,
  menu,
  phone,
  title,
  toast,
  untouched,
  violationsOf,
} from './screen.ts';

test.use({ serviceWorkers: 'allow' });

const today = dateIn(defaultTimeZone, new Date());
const thisMonth = monthIn(defaultTimeZone, new Date());

async function go(page: Page, name: string, shown = name): Promise<void> {
  await menu(page).getByRole('button', { name, exact: true }).click();
  await expect(title(page)).toHaveText(shown);
}

const unsent = (page: Page, what: 'Bukti' | 'Aduan' = 'Bukti') =>
  page.getByRole('list', { name: `${what} yang belum terkirim` }).getByRole('listitem');
const signal = (page: Page, there: boolean) => page.context().setOffline(!there);

/** Waits until the service worker controls the page. */
const kept = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));

const offlineBanner = (page: Page) => page.getByText(/^Tidak ada sambungan internet/);

async function fillProof(page: Page) {
  await page.getByRole('button', { name: 'Tambah Pembayaran' }).first().click();
  const form = dialog(page, 'Tambah Pembayaran');
  await form.getByLabel('Tahun').selectOption(String(thisMonth.tahun));
  await form.getByLabel('Bulan').selectOption(String(thisMonth.bulan));
  await choose(form, 'Pilih foto', jpeg(await pictures.phone()));
  await expect(form.getByRole('img', { name: 'Pratinjau' })).toBeVisible();
  return form;
}

async function sendProof(page: Page) {
  const form = await fillProof(page);
  await form.getByRole('button', { name: 'Kirim bukti' }).click();
  await expect(form).toBeHidden();
}

async function sendComplaint(page: Page, judul: string) {
  await page.getByRole('button', { name: 'Tambah Aduan' }).first().click();
  const form = dialog(page, 'Tambah Aduan');
  await form.getByLabel('Judul').fill(judul);
  await form.getByLabel('Kategori').selectOption('Keamanan');
  await form.getByLabel('Deskripsi').fill('Sejak kemarin');
  await choose(form, 'Pilih foto', jpeg(await pictures.jpeg()));
  await expect(form.getByRole('img', { name: 'Pratinjau' })).toBeVisible();
  await form.getByRole('button', { name: 'Kirim Aduan' }).click();
  await expect(form).toBeHidden();
}

/** The entry may be sent, and disappear, before the click. */
async function sendNow(page: Page) {
  const button = unsent(page).getByRole('button', { name: 'Kirim sekarang' });
  await button.click({ timeout: 5_000 }).catch(() => {});
  await expect(unsent(page)).toBeHidden();
}

async function traces(estate: TestApp, siti: Person) {
  const { data } = (await siti.call(listOwnPaymentsWarga, { params: { userId: siti.id } })).body;
  const audit = await estate.context.db
    .selectFrom('audit')
    .select('aksi')
    .where('user_id', '=', siti.id)
    .execute();
  return {
    payments: data.map(({ tahun, bulan }) => formatMonth({ tahun, bulan })),
    audit: audit.map(({ aksi }) => aksi),
    told: (await (await estate.as.ketua()).call(listNotifications)).body.data.length,
  };
}

const once = { payments: [formatMonth(thisMonth)], audit: ['payment.uploaded'], told: 1 };

test('offline, the app opens with the data seen last, except private data of others', async ({ estate }) => {
  const [siti, ketua] = [await estate.as.warga('A1-1'), await estate.as.ketua()];
  await siti.call(uploadPaymentWarga, { body: thisMonth, files: { bukti_transfer: await photo() } });
  await siti.call(createComplaint, {
    body: { judul: 'Lampu mati', kategori: 'keamanan', deskripsi: 'Sejak kemarin' },
  });
  await ketua.call(createPost, { body: { konten: 'Kerja bakti hari Minggu' } });
  await ketua.call(addExpense, {
    body: {
      ...thisMonth,
      jumlah: 75_000,
      judul: 'Sapu lidi',
      deskripsi: 'Untuk taman',
      tanggal_digunakan: today,
    },
    files: { foto: await photo() },
  });
  const page = await browserOf(estate, siti, phone);
  const seen = [
    ['Pembayaran', 'Pembayaran', /Menunggu Konfirmasi/],
    ['Info Warga', 'Info Warga', 'Kerja bakti hari Minggu'],
    ['Kas', 'Buku Kas', 'Sapu lidi'],
    ['Pengeluaran', 'Pengeluaran', 'Sapu lidi'],
    ['Dashboard', 'Dashboard', 'Total Pembayaran'],
  ] as const;
  for (const [name, shown, words] of seen) {
    await go(page, name, shown);
    await expect(page.getByRole('main').getByText(words).first()).toBeVisible();
  }
  await go(page, 'Aduan Saya');
  await expect(page.getByText('Lampu mati')).toBeVisible();
  await kept(page);

  await signal(page, false);
  await page.reload();
  await offlineBanner(page).click();
  await expect(title(page)).toHaveText('Aduan Saya');
  await expect(page.getByText('Data belum dapat dimuat')).toBeVisible();
  await expect(page.getByText('Lampu mati')).toBeHidden();
  for (const [name, shown, words] of seen) {
    await go(page, name, shown);
    await expect(page.getByRole('main').getByText(words).first()).toBeVisible();
    await expect(page.getByText(/Data yang tampil adalah data .* dan mungkin sudah berubah/)).toBeVisible();
  }
  expect(await violationsOf(page)).toEqual([]);

  await siti.call(createPost, { body: { konten: 'Siapa ikut?' } });
  await signal(page, true);
  await go(page, 'Info Warga');
  await expect(page.getByText('Siapa ikut?')).toBeVisible();
  await expect(offlineBanner(page)).toBeHidden();
});

test('the connection banner follows actual requests, not navigator.onLine, in one line on a phone', async ({
  estate,
}) => {
  const page = await browserOf(estate, await estate.as.warga('A1-1'), phone);
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'onLine', { get: () => true }));
  await go(page, 'Pembayaran');
  await kept(page);
  await signal(page, false);
  await page.reload();
  const banner = page.getByText('Tidak ada sambungan internet ke server.');
  await expect(banner).toBeVisible();
  expect((await banner.boundingBox())?.height).toBeLessThan(50);
  await signal(page, true);
  await expect(banner).toBeHidden();
});

test('a server that shuts down is not reported as a lost signal', async ({ browser }) => {
  const estate = Object.assign(await makeApp({}, withClient), { browser });
  const page = await browserOf(estate, await estate.as.warga('A1-1'), phone);
  await estate.close();
  await expect(page.getByText('Server belum dapat dihubungi.')).toBeVisible();
  await closeAll({ browser });
});

test('an officer’s stored cash book contains no notes or proofs of others', async ({ estate }) => {
  const [siti, admin] = [await estate.as.warga('A1-1'), await estate.as.admin()];
  await admin.call(recordPayment, {
    body: { user_id: siti.id, ...thisMonth, jumlah: 100_000, keterangan: 'Titip lewat anaknya' },
    files: { bukti_transfer: await photo() },
  });
  await admin.call(createPost, { body: { konten: 'Kerja bakti hari Minggu' } });
  const page = await browserOf(estate, admin, desktop, 'buku-kas');
  await expect(page.getByText('Titip lewat anaknya')).toBeVisible();
  await go(page, 'Info Warga');
  const texts = async () => (await leftovers(page)).join();
  await expect.poll(texts).toContain('Kerja bakti hari Minggu'); // stored after the earlier ones
  expect(await texts()).toContain('"type":"pemasukan"');
  expect(await texts()).not.toMatch(/Titip lewat anaknya|"bukti_transfer":"/);
});

test('without a signal, the dashboard does not ask for what was just paid', async ({ estate }) => {
  await estate.as.ketua();
  const page = await browserOf(estate, await estate.as.warga('A1-1'), phone);
  await expect(page.getByText('Belum Bayar').first()).toBeVisible();
  await go(page, 'Pembayaran');
  await kept(page);
  await sendProof(page);
  await expect
    .poll(async () => (await leftovers(page)).join())
    .toContain('"statusBulanIni":"menunggu_konfirmasi"');
  await expect(page.getByRole('button', { name: /^Bulan Ini/ })).toContainText('Menunggu Konfirmasi');
  await signal(page, false);
  await page.reload();
  await go(page, 'Dashboard');
  await expect(offlineBanner(page)).toBeVisible();
  await expect(page.getByText('Belum Bayar')).toBeHidden();
});

test('an offline proof survives a reload and is created once although the first response is lost', async ({
  estate,
}) => {
  await estate.as.ketua();
  const siti = await estate.as.warga('A1-1');
  const page = await browserOf(estate, siti, phone);
  await go(page, 'Pembayaran');
  await expect(page.getByRole('button', { name: /^Bulan Ini/ })).toBeVisible();
  await kept(page);
  await signal(page, false);
  await sendProof(page);
  await expect(toast(page, 'Menunggu sinyal')).toBeVisible();
  await expect(unsent(page)).toContainText(formatMonth(thisMonth));
  await expect(unsent(page).locator('img')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Bulan Ini/ })).toContainText('Menunggu sinyal');
  expect(await violationsOf(page)).toEqual([]);
  await unsent(page).getByRole('button', { name: 'Kirim sekarang' }).click();
  await expect(page.getByText('Belum ada sinyal. Kiriman Anda tetap tersimpan')).toBeVisible();
  await page.getByRole('button', { name: 'Tambah Pembayaran' }).first().click();
  const form = dialog(page, 'Tambah Pembayaran');
  await form.getByLabel('Tahun').selectOption(String(thisMonth.tahun - 1));
  await form.getByLabel('Bulan').selectOption(String(thisMonth.bulan));
  await form.getByLabel('Tahun').selectOption(String(thisMonth.tahun));
  await expect(form.getByLabel('Bulan')).toHaveValue(''); // a proof of that month already waits

  await page.reload();
  await expect(unsent(page)).toContainText('Menunggu sinyal');
  await expect(unsent(page).locator('img')).toBeVisible();
  const keys: (string | undefined)[] = [];
  await page.route('**/api/warga/payments', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return await route.fallback();
    expect((await route.fetch()).status()).toBe(201);
    await route.abort(); // the server has it, but the response was lost
  });
  await signal(page, true);
  await expect.poll(() => keys.length).toBeGreaterThan(0);
  await sendNow(page);
  await expect(page.getByRole('button', { name: /^Bulan Ini/ })).toContainText('Menunggu Konfirmasi');
  expect(new Set(keys).size).toBe(1);
  expect(await traces(estate, siti)).toEqual(once);
});

test('a form whose first request gets no response waits in the outbox and is sent once', async ({
  estate,
}) => {
  await estate.as.ketua();
  const siti = await estate.as.warga('A1-1');
  const page = await browserOf(estate, siti, phone);
  await go(page, 'Pembayaran');
  await page.route('**/api/warga/payments', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await sendProof(page);
  await expect(unsent(page)).toContainText('Menunggu sinyal');
  await page.unroute('**/api/warga/payments');
  await sendNow(page);
  expect(await traces(estate, siti)).toEqual(once);
});

test('of two open tabs only one sends the outbox', async ({ estate }) => {
  await estate.as.ketua();
  const siti = await estate.as.warga('A1-1');
  const page = await browserOf(estate, siti, desktop);
  const other = await page.context().newPage();
  await other.goto('/');
  await go(other, 'Pembayaran');
  await go(page, 'Pembayaran');
  for (const tab of [page, other])
    await expect(tab.getByRole('button', { name: /^Bulan Ini/ })).toBeVisible();
  await signal(page, false);
  await sendProof(page);
  await expect(unsent(other)).toContainText('Menunggu sinyal');
  const sent: string[] = [];
  page.context().on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/warga/payments'))
      sent.push(request.url());
  });
  await signal(page, true);
  for (const tab of [page, other]) {
    await expect(unsent(tab)).toBeHidden();
    await expect(tab.getByRole('button', { name: /^Bulan Ini/ })).toContainText('Menunggu Konfirmasi');
  }
  expect(sent).toHaveLength(1);
  expect(await traces(estate, siti)).toEqual(once);
});

test('an offline complaint that the server refuses shows the reason and can be corrected or removed', async ({
  estate,
}) => {
  const [siti, ketua] = [await estate.as.warga('A1-1'), await estate.as.ketua()];
  const page = await browserOf(estate, siti, phone);
  await go(page, 'Aduan Saya');
  await signal(page, false);
  await sendComplaint(page, 'Lampu mati');
  await sendComplaint(page, 'Pagar roboh');
  await expect(unsent(page, 'Aduan')).toHaveCount(2);
  await unsent(page, 'Aduan').first().getByRole('button', { name: 'Batalkan' }).click();
  await page.getByRole('button', { name: 'Ya, Hapus!' }).click();
  await expect(unsent(page, 'Aduan')).toHaveCount(1);
  await expect(unsent(page, 'Aduan')).toContainText('Pagar roboh');

  await ketua.call(changeSettings, { body: { complaintMenuEnabled: false } });
  await signal(page, true);
  await expect(unsent(page, 'Aduan')).toContainText('Menu aduan sedang dinonaktifkan oleh ketua.');
  await ketua.call(changeSettings, { body: { complaintMenuEnabled: true } });
  await unsent(page, 'Aduan').getByRole('button', { name: 'Perbaiki' }).click();
  const form = dialog(page, 'Tambah Aduan');
  await expect(form.getByLabel('Judul')).toHaveValue('Pagar roboh');
  await expect(form.getByRole('img', { name: 'Pratinjau' })).toBeVisible();
  await form.getByLabel('Deskripsi').fill('Sejak hujan semalam');
  await form.getByRole('button', { name: 'Kirim Aduan' }).click();
  await expect(toast(page, 'Aduan berhasil ditambahkan')).toBeVisible();
  await expect(unsent(page, 'Aduan')).toBeHidden();
  const { data } = (await siti.call(listOwnComplaints)).body;
  expect(data.map(({ judul, deskripsi, foto }) => [judul, deskripsi, foto !== null])).toEqual([
    ['Pagar roboh', 'Sejak hujan semalam', true],
  ]);
});

test('a postponed entry shows the reason, blocks no other entry, and is sent later', async ({ estate }) => {
  await estate.as.ketua();
  const siti = await estate.as.warga('A1-1');
  const page = await browserOf(estate, siti, phone);
  await go(page, 'Pembayaran');
  await go(page, 'Aduan Saya');
  await signal(page, false);
  await sendComplaint(page, 'Lampu mati');
  await go(page, 'Pembayaran');
  await sendProof(page);
  const message = 'Batas tulisan dan perubahan Anda untuk hari ini sudah tercapai. Silakan coba lagi besok.';
  let asked = 0;
  await page.route('**/api/aduan', (route) => {
    asked++;
    return route.fulfill({ status: 429, json: { status: 'error', code: 'too_many_texts', message } });
  });
  await signal(page, true);
  await expect(unsent(page)).toBeHidden();
  expect(asked).toBeGreaterThan(0);
  expect((await traces(estate, siti)).payments).toEqual(once.payments);

  await go(page, 'Aduan Saya');
  const complaint = unsent(page, 'Aduan');
  await expect(complaint).toContainText('Menunggu server');
  await expect(complaint).toContainText(message);
  expect(await violationsOf(page)).toEqual([]);
  await complaint.getByRole('button', { name: 'Kirim sekarang' }).click();
  const news = page.getByRole('region', { name: 'Pemberitahuan' });
  await expect(news).toContainText('Kiriman Anda tetap tersimpan');
  await expect(news).toContainText(message);
  await page.unroute('**/api/aduan');
  await closeToasts(page);
  await complaint.getByRole('button', { name: 'Kirim sekarang' }).click();
  await expect(complaint).toBeHidden();
  expect((await siti.call(listOwnComplaints)).body.data.map(({ judul }) => judul)).toEqual(['Lampu mati']);
});

test('a proof that waited during a change of role is listed in the profile and can be corrected', async ({
  estate,
}) => {
  const [siti, ketua] = [await estate.as.warga('A1-1'), await estate.as.ketua()];
  const page = await browserOf(estate, siti, desktop);
  await go(page, 'Pembayaran');
  await signal(page, false);
  await sendProof(page);
  await expect(unsent(page)).toBeVisible();
  const body = { jenis: 'koordinator_perblok' } as const;
  await ketua.call(changeAccount, { params: { id: siti.id }, body });
  await signal(page, true);
  await go(page, 'Profil', 'Profil Saya');
  const waiting = page.getByRole('list', { name: 'Yang belum terkirim' }).getByRole('listitem');
  await expect(waiting).toContainText('Anda tidak memiliki akses untuk tindakan ini.');
  await expect(waiting.getByRole('button', { name: 'Hapus' })).toBeVisible();
  await waiting.getByRole('button', { name: 'Perbaiki' }).click();
  await expect(title(page)).toHaveText('Pembayaran');
  await unsent(page).getByRole('button', { name: 'Perbaiki' }).click();
  await dialog(page, 'Tambah Pembayaran').getByRole('button', { name: 'Kirim bukti' }).click();
  await expect(toast(page, 'Pembayaran berhasil diupload')).toBeVisible();
  await expect(unsent(page)).toBeHidden();
});

test('a complaint that was refused is removed in the profile while the menu leads to no complaints', async ({
  estate,
}) => {
  const [siti, ketua] = [await estate.as.warga('A1-1'), await estate.as.ketua()];
  const page = await browserOf(estate, siti, desktop);
  await go(page, 'Aduan Saya');
  await signal(page, false);
  await sendComplaint(page, 'Lampu mati');
  await ketua.call(changeSettings, { body: { complaintMenuEnabled: false } });
  await signal(page, true);
  await expect(menu(page).getByRole('button', { name: 'Aduan Saya' })).toBeHidden();
  await go(page, 'Profil', 'Profil Saya');
  await page.getByRole('button', { name: 'Hapus Lampu mati' }).click();
  await answer(page, 'Ya, Hapus!');
  await expect(page.getByRole('list', { name: 'Yang belum terkirim' })).toBeHidden();
  expect((await leftovers(page)).join()).not.toContain('Lampu mati');
});

/** All data that the browser stores for this origin. */
const leftovers = (page: Page) =>
  page.evaluate(async () => {
    const texts: string[] = [JSON.stringify(localStorage)];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error ?? new Error(name));
      });
      for (const store of db.objectStoreNames) {
        const all = db.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => (all.onsuccess = resolve));
        texts.push(JSON.stringify(all.result));
      }
      db.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) texts.push(new URL(request.url).pathname);
    }
    return texts;
  });

test('logout deletes all data of the user from the device, after asking about unsent entries', async ({
  estate,
}) => {
  const siti = await estate.as.warga('A1-1');
  await siti.call(createPost, { body: { konten: 'Kucing saya hilang' } });
  const page = await browserOf(estate, siti, desktop);
  await go(page, 'Info Warga');
  await expect(page.getByText('Kucing saya hilang')).toBeVisible();
  await kept(page);
  await expect.poll(async () => (await leftovers(page)).join()).toContain('Kucing saya hilang');
  await go(page, 'Pembayaran');
  await signal(page, false);
  await sendProof(page);
  await expect(unsent(page)).toBeVisible();

  await page.getByRole('button', { name: 'Keluar', exact: true }).click();
  const question = dialog(page, 'Keluar sebelum semuanya terkirim?');
  await expect(question).toContainText(formatMonth(thisMonth));
  await question.getByRole('button', { name: 'Batal' }).click();
  await expect(unsent(page)).toBeVisible();
  await page.getByRole('button', { name: 'Keluar', exact: true }).click();
  await question.getByRole('button', { name: 'Ya, keluar' }).click();
  await expect(page.getByLabel('Email atau No HP')).toBeVisible();
  await expect
    .poll(async () =>
      (await leftovers(page)).filter((text) => !/^\/(static\/[^/]+|start\.js|favicon\.svg)?$/.test(text)),
    )
    .toEqual([
      expect.stringMatching(/^\{("(theme|sound|session-left)":"\w+",?)*\}$/),
      expect.stringMatching(/^\[\{"asal":"[^"]+","kunci":"[^"]+","catatan":"[^"]+","dilihat":"[^"]+",/), // of the log
      '[]', // entries that wait, and answered ones
      '[]',
    ]);
});

test('a request in flight at logout is not stored for the next user of the device', async ({ estate }) => {
  const [siti, budi] = [await estate.as.warga('A1-1'), await estate.as.warga('A1-2')];
  const page = await browserOf(estate, siti, desktop);
  await go(page, 'Pembayaran');
  const dead = Promise.withResolvers<void>();
  await page.route('**/api/warga/payments', async (route) => {
    await dead.promise;
    await route.abort();
  });
  const asked = page.waitForRequest('**/api/warga/payments');
  const form = await fillProof(page);
  await form.getByRole('button', { name: 'Kirim bukti' }).click();
  await asked;
  await form.getByRole('button', { name: 'Batal' }).click();
  await page.getByRole('button', { name: 'Keluar', exact: true }).click();
  await expect(page.getByLabel('Email atau No HP')).toBeVisible();
  const failed = page.waitForEvent('requestfailed');
  dead.resolve();
  await failed;
  await enter(page, budi.email, password);
  await go(page, 'Pembayaran');
  await expect(page.getByRole('button', { name: /^Bulan Ini/ })).toBeVisible();
  expect((await leftovers(page)).join()).not.toContain('"path":"/api/warga/payments"');
});

/** Requests that this tab sends when another user signs in in another tab just as sending begins. */
async function triedInTheNameOf(page: Page, { id }: Person): Promise<string[]> {
  const tried: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/')) tried.push(request.url());
  });
  const begun = await page.evaluateHandle(async () => {
    const turn = Promise.withResolvers<void>();
    await new Promise<void>((taken) => {
      void navigator.locks.request('outbox', () => {
        taken();
        return turn.promise;
      });
    });
    return turn;
  });
  await unsent(page).getByRole('button', { name: 'Kirim sekarang' }).click();
  await expect
    .poll(() => page.evaluate(async () => (await navigator.locks.query()).pending?.length))
    .toBeGreaterThan(0);
  await begun.evaluate(async (turn, userId) => {
    const user = localStorage.getItem('user') ?? '';
    localStorage.setItem('user', JSON.stringify({ id: userId }));
    turn.resolve();
    await navigator.locks.request('outbox', () => {}); // queued behind the running send
    localStorage.setItem('user', user);
  }, id);
  return tried;
}

test('a session ended elsewhere leaves no readable data, and nothing that another user would send', async ({
  estate,
}) => {
  const [siti, budi] = [await estate.as.warga('A1-1'), await estate.as.warga('A1-2')];
  await siti.call(createPost, { body: { konten: 'Kucing saya hilang' } });
  const page = await browserOf(estate, siti, desktop);
  await go(page, 'Info Warga');
  await expect.poll(async () => (await leftovers(page)).join()).toContain('Kucing saya hilang');
  await go(page, 'Pembayaran');
  await signal(page, false);
  await sendProof(page);
  await expect(unsent(page)).toBeVisible();
  expect(await triedInTheNameOf(page, budi)).toEqual([]);
  await estate.context.write('system', (tx) =>
    tx.db.deleteFrom('sessions').where('user_id', '=', siti.id).execute(),
  );
  await signal(page, true);
  await expect(page.getByLabel('Email atau No HP')).toBeVisible();
  await expect.poll(async () => (await leftovers(page)).join()).not.toContain('Kucing saya hilang');

  await enter(page, budi.email, password);
  await go(page, 'Pembayaran');
  await expect(page.getByRole('button', { name: /^Bulan Ini.*Belum Bayar/ })).toBeVisible();
  expect((await leftovers(page)).join()).toContain('"path":"/api/warga/payments"'); // kept for Siti's next login
  await expect(unsent(page)).toBeHidden();
  await go(page, 'Profil', 'Profil Saya');
  await expect(page.getByRole('button', { name: 'Simpan' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Yang belum terkirim' })).toBeHidden();
  expect((await budi.call(listOwnPaymentsWarga, { params: { userId: budi.id } })).body.data).toEqual([]);
});

test('after sleep, changes made meanwhile appear without a reload', async ({ estate }) => {
  const [siti, budi] = [await estate.as.warga('A1-1'), await estate.as.warga('A1-2')];
  const page = await browserOf(estate, siti, phone);
  await go(page, 'Info Warga');
  await expect(page.getByText('Belum ada postingan.')).toBeVisible();
  await mark(page);
  await signal(page, false);
  await expect(offlineBanner(page)).toBeVisible();
  await budi.call(createPost, { body: { konten: 'Selamat pagi' } });
  await signal(page, true);
  await expect(page.getByText('Selamat pagi')).toBeVisible();
  expect(await untouched(page)).toBe(true);
});

test.describe('a new version', () => {
  const test = testIn(() => makeApp({}, { clientFolder: folder }));
  let folder: string;
  test.beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guyub-client-'));
    await cp('dist/client', folder, { recursive: true });
  });
  test.afterEach(() => rm(folder, { recursive: true }));

  async function change(file: string, from: string | RegExp, to: string) {
    const path = join(folder, file);
    const text = await readFile(path, 'utf8');
    expect(text).toMatch(from);
    await writeFile(path, text.replace(from, to));
    for (const packed of ['gz', 'br']) await rm(`${path}.${packed}`, { force: true });
  }

  test('is offered, and taken when the person wants it', async ({ estate }) => {
    const page = await browserOf(estate, await estate.as.warga('A1-1'), desktop);
    await kept(page);
    await page.reload();
    await go(page, 'Profil', 'Profil Saya');
    await page.getByRole('tab', { name: 'Ubah Password' }).click();
    await page.getByLabel('Password baru').first().fill('tidak disimpan');
    await change('index.html', '<noscript>', '<noscript data-new>');
    await change('worker.js', /"version":"\w+"/, '"version":"next"');
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await expect(toast(page, 'Versi baru tersedia')).toBeVisible();
    await expect(page.locator('noscript[data-new]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Muat ulang' }).click();
    await dialog(page, 'Tinggalkan isian ini?').getByRole('button', { name: 'Ya, tinggalkan' }).click();
    await expect(page.locator('noscript[data-new]')).toHaveCount(1);
    await expect(title(page)).toHaveText('Profil Saya');
  });

  test('reloads once by itself when old files are gone, unless input would be lost', async ({ estate }) => {
    const page = await browserOf(estate, await estate.as.warga('A1-1'), {
      ...desktop,
      serviceWorkers: 'block',
    });
    await page.route('**/static/{CashBookPage,AboutPage}-*.js', (route) => route.fulfill({ status: 404 }));
    const isNew = () => page.locator('noscript[data-new]').count();
    await change('index.html', '<noscript>', '<noscript data-new>');
    await openPage(page, 'buku-kas');
    await expect(page.getByText('Halaman belum dapat ditampilkan')).toBeVisible(); // no other version yet
    expect(await isNew()).toBe(0);
    await openPage(page, 'profile');
    await page.getByLabel('Nama').fill('Siti Rahayu');
    await change('index.html', /\/static\/index-[\w-]+\.js/, '/static/index-next.js');
    const asked = page.waitForResponse((response) => new URL(response.url()).pathname === '/');
    await page.evaluate(async () => {
      window.dispatchEvent(new Event('vite:preloadError')); // a lazy chunk that the current screen does not need
      await fetch('/');
    });
    await asked;
    await expect(page.getByLabel('Nama')).toHaveValue('Siti Rahayu');
    await pressLink(page, 'about'); // of which the code is gone, so it is another page that comes
    await expect.poll(isNew).toBe(1);
  });
});
