/** Requests that fail show an error and can be repeated; on an own estate. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { createComplaint } from '../contract/complaints.ts';
import { dateIn, defaultTimeZone } from '../contract/format.ts';
import { createPost, likePost } from '../contract/posts.ts';
import { changeSettings } from '../contract/settings.ts';
import { password } from '../server/testing/people.ts';
import { pictures } from '../server/testing/pictures.ts';
import { browserOf, openPage, test } from './estate.ts';
import {
  answer,
  choosePhoto,
  clearOfflineData,
  cutOff,
  desktop,
  dialog,
  figure,
  menu,
  openExport,
  phone,
  title,
  toast,
} from './screen.ts';

test('deleting a complaint, liking, exporting, changing password and profile', async ({ estate }) => {
  const siti = await estate.as.warga('A1-1');
  const body = { judul: 'Lampu mati', kategori: 'keamanan', deskripsi: 'Sejak kemarin' } as const;
  await siti.call(createComplaint, { body });
  await siti.call(createPost, { body: { konten: 'Selamat pagi' } });
  const page = await browserOf(estate, siti, desktop);
  const go = (name: string) => menu(page).getByRole('button', { name, exact: true }).click();

  await go('Aduan Saya');
  await cutOff(page, 'DELETE **/api/aduan/*', async () => {
    await page.getByRole('button', { name: 'Hapus aduan Lampu mati' }).click();
    await answer(page, 'Ya, Hapus!');
    await expect.soft(toast(page, 'Gagal menghapus aduan')).toBeVisible();
  });
  await go('Info Warga');
  await cutOff(page, 'POST **/api/posts/*/like', async () => {
    await page.getByRole('button', { name: '0 suka' }).click();
    await expect.soft(toast(page, 'Gagal menyukai post')).toBeVisible();
    await expect.soft(page.getByRole('button', { name: '0 suka' })).toBeVisible();
  });
  await go('Pembayaran');
  await cutOff(page, 'GET **/api/warga/payments/export/*', async () => {
    await (await openExport(page, '(.csv)')).click();
    await expect.soft(toast(page, 'Gagal mengekspor data')).toBeVisible();
  });

  await go('Profil');
  await page.getByLabel('Nama').fill('Siti Rahayu');
  await cutOff(page, 'PUT **/api/warga/profile', async () => {
    await page.getByRole('button', { name: 'Simpan' }).click();
    await expect.soft(page.getByText('Gagal mengupdate profile')).toBeVisible();
  });
  await page.route('**/api/warga/profile', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expect.soft(page.getByText('Terjadi kesalahan')).toBeVisible();
  await page.getByRole('tab', { name: 'Ubah Password' }).click();
  await page.getByLabel('Password saat ini').fill(password);
  await page.getByLabel('Password baru', { exact: false }).first().fill('kunci-rumah-7');
  await page.getByLabel('Konfirmasi password baru').fill('kunci-rumah-7');
  await cutOff(page, 'POST **/api/warga/update-password', async () => {
    await page.getByRole('button', { name: 'Ubah Password', exact: true }).click();
    await expect.soft(page.getByText('Gagal mengubah password')).toBeVisible();
  });
});

test('a proof can be sent while what is owed cannot be read, and reading that again keeps the form', async ({
  estate,
}) => {
  const page = await browserOf(estate, await estate.as.warga('A1-1'), desktop);
  await clearOfflineData(page);
  await page.route('**/api/tunggakan/saya', (route) => route.abort());
  await page.reload();
  await menu(page).getByRole('button', { name: 'Pembayaran', exact: true }).click();
  await page.getByRole('button', { name: 'Tambah Pembayaran' }).first().click();
  const form = dialog(page, 'Tambah Pembayaran');
  await form.evaluate((node) => Object.assign(node, { isFirst: true }));
  const again = page.waitForRequest('**/api/tunggakan/saya');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await again;
  await choosePhoto(form, await pictures.jpeg());
  expect(await form.evaluate((node) => 'isFirst' in node)).toBe(true);
  await form.getByRole('button', { name: 'Kirim bukti' }).click();
  await expect(toast(page, 'Pembayaran berhasil diupload')).toBeVisible();
});

test('a list that fails to load shows an error, logs it, and can be retried', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.admin(), desktop);
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  const lists = {
    'Info Warga': '**/api/posts*',
    'Kelola Aduan': '**/api/aduan?*',
    Pengeluaran: '**/api/pengeluaran/**',
    Dokumen: '**/api/dokumen?*',
  };
  for (const [name, address] of Object.entries(lists)) {
    await page.route(address, (route) => route.abort());
    await menu(page).getByRole('button', { name, exact: true }).click();
    await expect(title(page)).toContainText(/\w/);
    const again = page.getByRole('main').getByRole('button', { name: 'Coba lagi' }).first();
    await expect.soft(again, name).toBeVisible();
    await expect.soft(page.getByText(/Tidak dapat terhubung ke server/).first(), name).toBeVisible();
    await page.unroute(address);
    await again.click();
    await expect.soft(again, name).toBeHidden();
  }
  expect(logged.filter((line) => line.startsWith('Reading failed')).length).toBeGreaterThanOrEqual(4);
});

test('"Coba lagi" also reloads counters, totals and charts', async ({ estate }) => {
  const admin = await estate.as.admin();
  const siti = await estate.as.warga('A1-1');
  await siti.call(createComplaint, {
    body: { judul: 'Lampu mati', kategori: 'keamanan', deskripsi: 'Sejak kemarin' },
  });
  const tanggal = dateIn(defaultTimeZone, new Date());
  await estate.given.expense({ by: admin, jumlah: 250_000, tanggal });
  const page = await browserOf(estate, admin, desktop);
  const parts = {
    'Kelola Warga': page.getByText('Total 1 warga'),
    'Kelola Aduan': page.getByRole('tab', { name: 'Pending' }).getByText('1'),
    Pengeluaran: page.locator('p.ui-tabular').filter({ hasText: /^Rp\s250\.000$/ }),
  };
  for (const [name, part] of Object.entries(parts)) {
    await page.route('**/api/**', (route) => route.abort());
    await menu(page).getByRole('button', { name, exact: true }).click();
    const again = page.getByRole('main').getByRole('button', { name: 'Coba lagi' });
    await expect(again, name).toBeVisible();
    await expect.soft(page.getByText('Menghitung warga…'), name).toBeHidden();
    await page.unroute('**/api/**');
    await again.click();
    await expect.soft(part, name).toBeVisible();
  }
});

test('the names of who likes a post: a failed load shows an error and can be retried', async ({ estate }) => {
  const siti = await estate.as.warga('A1-1');
  const { body } = await siti.call(createPost, { body: { konten: 'Selamat pagi' } });
  await siti.call(likePost, { params: { id: body.id ?? 0 } });
  const page = await browserOf(estate, siti, desktop);
  await menu(page).getByRole('button', { name: 'Info Warga' }).click();
  await page.route('**/api/posts/*/likes', (route) => route.abort());
  await page.getByRole('button', { name: '0 komentar' }).click();
  await expect(page.getByText('Daftar suka belum dapat dimuat.')).toBeVisible();
  await page.unroute('**/api/posts/*/likes');
  await page.getByRole('button', { name: 'Coba lagi' }).click();
  await expect(page.getByText(`Disukai ${siti.nama}`)).toBeVisible();
});

test('a next page that fails to load shows an error and is not retried automatically', async ({ estate }) => {
  const siti = await estate.as.warga('A1-1');
  for (let at = 1; at <= 21; at++) await siti.call(createPost, { body: { konten: `Kabar ke-${at}` } });
  const page = await browserOf(estate, siti, desktop);
  let asked = 0;
  await page.route('**/api/posts?*cursor=*', (route) => {
    asked++;
    return route.fulfill({ status: 422, json: { message: 'Periksa kembali isian Anda.' } });
  });
  await menu(page).getByRole('button', { name: 'Info Warga', exact: true }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'Lanjutan daftar belum dapat dimuat' });
  await expect(page.getByText('Kabar ke-21', { exact: true })).toBeVisible();
  await page.keyboard.press('End');
  await expect(failure).toContainText('Periksa kembali isian Anda.');
  await page.keyboard.press('End');
  await expect(failure).toBeInViewport();
  expect(asked).toBe(1);
  await failure.getByRole('button', { name: 'Coba lagi' }).click();
  await expect.poll(() => asked).toBe(2);
  await page.unroute('**/api/posts?*cursor=*');
  await failure.getByRole('button', { name: 'Coba lagi' }).click();
  await expect(page.getByText('Kabar ke-1', { exact: true })).toBeVisible();
  await expect(failure).toBeHidden();
});

test('a lazy part that fails to load affects nothing else and loads when the connection returns', async ({
  estate,
}) => {
  const siti = await estate.as.warga('A1-1');
  await siti.call(createComplaint, {
    body: { judul: 'Lampu mati', kategori: 'keamanan', deskripsi: 'Sejak kemarin' },
  });
  const page = await browserOf(estate, siti, desktop);
  const dialogs = '**/static/dialogs-*';
  await page.route(dialogs, (route) => route.abort());
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/dialogs-'));
  await page.reload();
  await lost;
  await expect(figure(page, 'Total Aduan')).toHaveText('1');
  await page.unroute(dialogs);
  const styles = () =>
    Array.from(
      document.styleSheets,
      ({ href, cssRules }) => href?.includes('/dialogs-') && cssRules.length > 0,
    );
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    expect((await page.evaluate(styles)).filter(Boolean)).toHaveLength(1);
  }).toPass();
  await menu(page).getByRole('button', { name: 'Aduan Saya', exact: true }).click();
  await page.getByRole('button', { name: 'Hapus aduan Lampu mati' }).click();
  await answer(page, 'Batal');
});

test('a proxy’s error page is distinguished from a lost connection', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.warga('A1-1'), phone);
  await page.route('**/{healthz,api/**}', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  );
  await menu(page).getByRole('button', { name: 'Pembayaran', exact: true }).click();
  const banner = page.getByText('Server belum dapat dihubungi.');
  await expect(banner).toBeVisible();
  await page.unrouteAll();
  await expect(banner).toBeHidden();
});

test('live updates whose code fails to load are reported and start once it loads', async ({ estate }) => {
  const [ketua, siti] = [await estate.as.ketua(), await estate.as.warga('A1-1')];
  const page = await browserOf(estate, ketua, desktop);
  const unhandled: Error[] = [];
  page.on('pageerror', (error) => unhandled.push(error));
  const code = '**/static/live-*.js';
  await page.route(code, (route) => route.abort());
  await page.reload();
  const banner = page.getByText('Kabar terbaru belum dapat diterima.');
  await expect(banner).toBeVisible();
  expect(estate.context.realtime.connections()).toBe(0);
  await page.unroute(code);
  await expect(banner).toBeHidden();
  await siti.call(createPost, { body: { konten: 'Selamat pagi' } });
  await expect(toast(page, 'Postingan Baru!')).toBeVisible();
  expect(unhandled).toEqual([]);
});

test('a chart whose code fails to load shows an error in its place and is retried', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.ketua(), desktop);
  await estate.as.warga('A1-1');
  const charts = '**/static/{Line,Bar}Chart-*.js';
  await page.route(charts, (route) => route.abort());
  await page.reload();
  const failed = page.getByRole('alert').filter({ hasText: 'Grafik belum dapat ditampilkan' });
  await expect(failed).toHaveCount(2);
  await expect(figure(page, 'Total Warga')).toHaveText('1');
  await page.unroute(charts);
  await failed.first().getByRole('button', { name: 'Coba lagi' }).click();
  await failed.first().getByRole('button', { name: 'Coba lagi' }).click();
  await expect(failed).toHaveCount(0);
  await expect(page.getByRole('img', { name: /^Saldo kas/ })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Iuran terkumpul/ })).toBeVisible();
});

test('a page that fails by itself does not blame the connection', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.warga('A1-1'), phone);
  const isNone = { status: 'success', data: [{ id: 1 }] };
  await page.route('**/api/aduan/user', (route) => route.fulfill({ json: isNone }));
  await openPage(page, 'aduan-saya');
  const failed = page.getByRole('alert').filter({ hasText: 'Halaman belum dapat ditampilkan' });
  await expect(failed).toContainText('Ada kesalahan pada aplikasi ini.');
  await expect(failed).not.toContainText('internet');
  await page.unroute('**/api/aduan/user');
  await failed.getByRole('button', { name: 'Coba lagi' }).click();
  await expect(page.getByText('Belum ada aduan.')).toBeVisible();
});

/** During `work`, responses to these calls end in the middle: the connection is cut, or stalls. */
async function halfAnswered(
  page: Page,
  address: string,
  { type, cut }: { type: Record<string, string>; cut: boolean },
  work: (begun: () => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { ...type, 'content-length': 1_000 });
    response.write('{"status":"succ', () => cut && response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;
  await page.route(address, (route) => route.continue({ url }));
  const answered = page.waitForResponse(url);
  // A round trip, so that the page has processed the first part, which restarts its timeout.
  await work(async () => (await answered) && (await page.evaluate(() => true)));
  await page.unroute(address);
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
}

const json = { 'content-type': 'application/json' };
const spreadsheet = { 'content-disposition': `attachment; filename*=UTF-8''riwayat.csv` };

test('a stalled response or export times out after a minute; list and form stay usable', async ({
  estate,
}) => {
  const siti = await estate.as.warga('A1-1');
  await estate.given.payment({ of: siti });
  const page = await browserOf(estate, siti, desktop);
  await menu(page).getByRole('button', { name: 'Profil', exact: true }).click();
  await page.clock.install();
  await page.reload();
  const save = page.getByRole('button', { name: 'Simpan' });
  await page.getByLabel('Nama').fill('Siti Rahayu');
  await halfAnswered(page, '**/api/warga/profile', { type: json, cut: false }, async (begun) => {
    await save.click();
    await begun();
    await page.clock.fastForward(59_000);
    await expect(save).toHaveAttribute('aria-busy');
    await page.clock.fastForward(2_000);
    await expect(page.getByText(/Tidak dapat terhubung ke server/)).toBeVisible();
    await expect(save).not.toHaveAttribute('aria-busy');
  });
  await save.click();
  await expect(toast(page, 'Profil berhasil diupdate')).toBeVisible();

  await menu(page).getByRole('button', { name: 'Pembayaran', exact: true }).click();
  await halfAnswered(page, '**/payments/export/*', { type: spreadsheet, cut: false }, async (begun) => {
    await (await openExport(page, '(.csv)')).click();
    await begun();
    await page.clock.fastForward(61_000);
    await expect(toast(page, 'Gagal mengekspor data')).toBeVisible();
  });
});

test('an interrupted export, or a proxy’s page instead, saves no file and shows an Indonesian error', async ({
  estate,
}) => {
  const siti = await estate.as.warga('A1-1');
  await estate.given.payment({ of: siti });
  const page = await browserOf(estate, siti, desktop);
  const saved: string[] = [];
  page.on('download', (download) => saved.push(download.suggestedFilename()));
  await menu(page).getByRole('button', { name: 'Pembayaran', exact: true }).click();
  const news = page.getByRole('region', { name: 'Pemberitahuan' });
  await halfAnswered(page, '**/payments/export/*', { type: spreadsheet, cut: true }, async () => {
    await (await openExport(page, '(.csv)')).click();
    await expect(news).toContainText('Tidak dapat terhubung ke server.');
  });
  await page.route('**/payments/export/*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Captive portal</h1>' }),
  );
  await (await openExport(page, '(.csv)')).click();
  await expect(news).toContainText('Terjadi kesalahan');
  await page.unroute('**/payments/export/*');
  const whole = page.waitForEvent('download');
  await (await openExport(page, '(.csv)')).click();
  await whole;
  expect(saved).toHaveLength(1);
});

test('without the estate’s settings no default amount or account is shown', async ({ estate }) => {
  const ketua = await estate.as.ketua();
  await ketua.call(changeSettings, { body: { bankAccount: '0987654321', password } });
  const page = await browserOf(estate, await estate.as.warga('A1-1'), phone, 'payments');
  await clearOfflineData(page);
  await page.route('**/api/settings', (route) => route.fulfill({ status: 500, body: '' }));
  await page.reload();
  await page.getByRole('button', { name: 'Tambah Pembayaran' }).first().click();
  const form = dialog(page, 'Tambah Pembayaran');
  await expect(form.getByText('Data belum dapat dimuat')).toBeVisible();
  await expect(form.getByText(/Rp\s|Nomor rekening/)).toHaveCount(0);
  await page.unroute('**/api/settings');
  await form.getByRole('button', { name: 'Coba lagi' }).click();
  await expect(form.getByText('Rp 100.000')).toBeVisible();
  await expect(form.getByText('0987654321', { exact: true })).toBeVisible();
});
