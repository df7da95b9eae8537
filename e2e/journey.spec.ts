/**
 * Dues from upload to cash book, with the browsers of resident and ketua open. The tests run one after the
 * other; they are the only ones that change money of the demo estate.
 */
import {
  type Browser,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
  test,
} from '@playwright/test';
import sharp from 'sharp';
import { defaultTimeZone, formatMonth, formatRupiah, monthIn, monthName } from '../contract/format.ts';
import { pictures } from '../server/testing/pictures.ts';
import { closeAll, type DemoRole, signIn } from './demo.ts';
import {
  choosePhoto,
  desktop,
  mark,
  phone,
  picture,
  row,
  title,
  toast,
  untouched,
  violationsOf,
} from './screen.ts';

test.afterEach(closeAll);

const dues = 100_000;
const thisMonth = monthIn(defaultTimeZone, new Date());

async function open(browser: Browser, role: DemoRole, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await signIn(page, role);
  return page;
}

async function go(page: Page, entry: string) {
  await page
    .getByRole('navigation', { name: 'Menu utama' })
    .getByRole('button', { name: entry, exact: true })
    .click();
  await expect(title(page)).toContainText(/\w/);
}

async function goToKey(page: Page, key: string) {
  await page.evaluate((name) => history.replaceState({ page: name }, ''), key);
  await page.reload();
}

/** A second tab of the same user that stays on the cash book. */
async function openCashBook(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto('/');
  await goToKey(tab, 'buku-kas');
  await expect(title(tab)).toHaveText('Buku Kas');
  await expect(balance(tab)).toHaveText(/Rp/);
  return tab;
}

const balance = (page: Page) => page.locator('p:text-is("Saldo") + p').first();
const amount = async (page: Page) => Number((await balance(page).innerText()).replace(/[^\d-]/g, ''));

const viewer = (page: Page) => page.getByRole('dialog', { name: 'Penampil gambar' });
const place = (page: Page) => viewer(page).getByText(/^\d+ dari \d+$/);

/**
 * A toast disappears after two seconds. `expect` polls once a second, `waitFor` every frame; if other steps
 * come between cause and toast, the wait starts before them.
 */
const appears = (passing: Locator) => passing.waitFor({ timeout: 60_000 });

/**
 * A proof ignores clicks for a moment after it appears, so the click is repeated until the next proof is
 * shown.
 */
async function decide(page: Page, press: () => Promise<void>) {
  const here = await place(page).innerText();
  const next = viewer(page)
    .getByText('Semua bukti sudah diperiksa')
    .or(place(page).filter({ hasNotText: here }))
    .first();
  await expect(async () => {
    if (!(await next.isVisible())) await press();
    await expect(next).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

interface Stored {
  id: number;
  tahun: number;
  bulan: number;
  bukti_transfer: string;
}

/** The user's own payments, from the API. */
async function ownPayments(page: Page): Promise<Stored[]> {
  const { user, headers } = await session(page);
  const answer = await page.request.get(`/api/warga/payments/${user.id}`, { headers });
  return ((await answer.json()) as { data: Stored[] }).data;
}

async function session(page: Page) {
  const kept = await page.evaluate(() => ({
    user: localStorage.getItem('user'),
    token: localStorage.getItem('token'),
  }));
  const user = JSON.parse(kept.user ?? '{}') as { id: number; nama: string };
  return { user, headers: { authorization: `Bearer ${kept.token}` } };
}

/** The photo is rotated by EXIF: the red band at the top of the pixels must appear on the right. */
async function expectUprightAndBare(page: Page, file: string) {
  for (const [size, longest] of [
    ['', 1600],
    ['?size=thumb', 400],
  ] as const) {
    const picture = await page.request.get(`/assets/uploads/${file}${size}`); // with the cookie, as an <img> requests it
    expect(picture.status()).toBe(200);
    const { width, height, exif, xmp, orientation } = await sharp(await picture.body()).metadata();
    expect({ exif, xmp, orientation }).toEqual({ exif: undefined, xmp: undefined, orientation: undefined });
    expect(height).toBeGreaterThan(width);
    expect(height).toBeLessThanOrEqual(longest);
    const left = await colourAt(await picture.body(), 0.05);
    const right = await colourAt(await picture.body(), 0.97);
    expect(left.green).toBeGreaterThan(left.red);
    expect(right.red).toBeGreaterThan(right.green);
  }
}

async function colourAt(picture: Buffer, share: number) {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width * share)) * info.channels;
  return { red: data[at] ?? 0, green: data[at + 1] ?? 0 };
}

test('a resident pays from the phone, the ketua verifies, both cash books follow, nobody reloads', async ({
  browser,
}) => {
  test.slow();
  const [resident, ketua] = await Promise.all([
    open(browser, 'Warga', { ...phone, colorScheme: 'light' }),
    open(browser, 'Ketua', { ...desktop, colorScheme: 'dark' }),
  ]);
  const { nama } = (await session(resident)).user;
  const books = await Promise.all([openCashBook(resident), openCashBook(ketua)]);
  const before = await Promise.all(books.map(amount));
  await go(resident, 'Pembayaran');
  await go(ketua, 'Pembayaran Warga');
  const card = resident.getByRole('button', { name: /^Bulan Ini/ });
  await expect(card).toContainText('Belum Bayar');
  await expect(row(ketua, nama)).toContainText('Belum Bayar');
  await Promise.all([resident, ketua, ...books].map(mark));

  await card.tap();
  const dialog = resident.getByRole('dialog', { name: 'Tambah Pembayaran' });
  await expect(dialog.getByLabel('Bulan')).toHaveValue(String(thisMonth.bulan));
  await expect(dialog.getByText(formatRupiah(dues))).toBeVisible();
  await dialog.getByRole('button', { name: 'Kirim bukti' }).tap();
  await expect(dialog.getByText('Bukti transfer harus diupload')).toBeVisible();
  await choosePhoto(resident, await pictures.phone());
  // All tabs of the ketua's browser together play one sound.
  const sounds: string[] = [];
  ketua.context().on('request', (request) => {
    if (request.url().endsWith('/notification.wav')) sounds.push(request.url());
  });
  await Promise.all([
    appears(toast(resident, 'Pembayaran berhasil diupload')),
    appears(toast(ketua, 'Pembayaran Baru!')),
    dialog.getByRole('button', { name: 'Kirim bukti' }).tap(),
  ]);
  await expect(dialog).toBeHidden();
  await expect(card).toContainText('Menunggu Konfirmasi');

  await expect.poll(() => sounds).toHaveLength(1);
  await expect(row(ketua, nama)).toContainText('Menunggu Konfirmasi');
  await row(ketua, nama)
    .getByRole('button', { name: /^Lihat bukti transfer/ })
    .click();
  await expect(viewer(ketua).getByRole('heading', { name: nama })).toBeVisible();
  await expect(picture(ketua, /^Bukti transfer/)).toBeVisible();
  await Promise.all([
    appears(toast(resident, 'Pembayaran Dikonfirmasi!')),
    decide(ketua, () => ketua.keyboard.press('k')),
  ]);
  await expect(viewer(ketua).getByText(`Status pembayaran berhasil diupdate: ${nama}`)).toBeVisible();
  await ketua.keyboard.press('Escape');
  await expect(row(ketua, nama)).toContainText('Lunas');

  await expect(card).toContainText('Lunas');
  for (const [index, book] of books.entries()) {
    await expect.poll(() => amount(book)).toBe((before[index] ?? 0) + dues);
    await expect(book.getByText(nama).first()).toBeVisible();
  }
  for (const page of [resident, ketua, ...books]) expect(await untouched(page)).toBe(true);

  const stored = (await ownPayments(resident)).find(
    ({ tahun, bulan }) => tahun === thisMonth.tahun && bulan === thisMonth.bulan,
  );
  await expectUprightAndBare(resident, stored?.bukti_transfer ?? '');
});

test('a photo that the browser did not shrink is turned and cleaned by the server', async ({ page }) => {
  await signIn(page, 'Warga');
  const { headers } = await session(page);
  const proof = { name: 'IMG.jpg', mimeType: 'image/jpeg', buffer: await pictures.phone() };
  const next = { tahun: thisMonth.tahun + 1, bulan: 1 };
  const answer = await page.request.post('/api/warga/payments', {
    headers,
    multipart: { ...next, bukti_transfer: proof },
  });
  expect(answer.status()).toBe(201);
  const { data } = (await answer.json()) as { data: Stored };
  await expectUprightAndBare(page, data.bukti_transfer);
  await page.request.delete(`/api/warga/payments/${data.id}`, { headers });
});

test('a failed upload keeps the form, offline it waits in the outbox; a waiting payment can be withdrawn', async ({
  browser,
}) => {
  const page = await open(browser, 'Warga', phone);
  const period = { tahun: thisMonth.tahun + 1, bulan: 2 };
  await go(page, 'Pembayaran');
  await page.getByRole('button', { name: 'Tambah Pembayaran' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Tambah Pembayaran' });
  await expect(dialog.getByRole('option', { name: `${monthName(thisMonth.bulan)} · Lunas` })).toBeDisabled();
  await dialog.getByLabel('Tahun').selectOption(String(period.tahun));
  await dialog.getByLabel('Bulan').selectOption(String(period.bulan));
  await choosePhoto(page, await pictures.jpeg());
  await page.route('**/api/warga/payments', (route) => route.fulfill({ status: 500, body: '' }));
  const sending = dialog.getByRole('button', { name: 'Kirim bukti' });
  await sending.tap();
  await expect(dialog.getByRole('alert')).toContainText('Gagal mengupload pembayaran');
  await expect(dialog.getByRole('alert')).toBeInViewport();
  await expect(dialog.getByRole('img', { name: 'Pratinjau' })).toBeVisible();
  await page.unroute('**/api/warga/payments');
  await page.context().setOffline(true);
  await sending.scrollIntoViewIfNeeded();
  await expect(sending).toBeInViewport({ ratio: 1 }); // a touch while the form still scrolls is no tap
  await sending.tap();
  await expect(dialog).toBeHidden();
  const waiting = page.getByRole('list', { name: 'Bukti yang belum terkirim' }).getByRole('listitem');
  await expect(waiting).toContainText(formatMonth(period));
  await expect(waiting).toContainText('Menunggu sinyal');
  await page.context().setOffline(false);
  await appears(toast(page, 'Pembayaran berhasil diupload'));
  await expect(waiting).toBeHidden();

  const mine = page
    .getByRole('list', { name: 'Daftar pembayaran' })
    .getByRole('listitem')
    .filter({ hasText: formatMonth(period) });
  await mine.getByRole('button', { name: /^Hapus/ }).tap();
  const question = page.getByRole('dialog', { name: /^Hapus pembayaran/ });
  await question.getByRole('button', { name: 'Batal' }).tap();
  await expect(question).toBeHidden();
  await mine.getByRole('button', { name: /^Hapus/ }).tap();
  await question.getByRole('button', { name: 'Ya, Hapus!' }).tap();
  await appears(toast(page, 'Pembayaran berhasil dihapus'));
  await expect(mine).toBeHidden();
});

test('a coordinator records a payment from the row of somebody who owes', async ({ browser }) => {
  const page = await open(browser, 'Koordinator Blok', desktop);
  await go(page, 'Pembayaran Warga');
  await expect(title(page)).toHaveText('Pembayaran Warga Blok A');
  await expect(page.getByLabel('Blok')).toBeHidden();
  await page.getByLabel('Status').selectOption('Belum Bayar');
  const rows = page.getByRole('row').filter({ hasText: 'Belum Bayar' });
  await expect(page.getByRole('row').filter({ hasText: 'Lunas' })).toHaveCount(0);
  await expect(rows.first()).toBeVisible();
  const owing = await rows.count();
  await rows
    .first()
    .getByRole('button', { name: /^Tambah pembayaran/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Tambah Pembayaran Warga' });
  await expect(dialog.getByRole('combobox', { name: 'Warga' })).toHaveValue(/\(A/);
  await expect(dialog.getByLabel('Jumlah')).toHaveValue('100.000');
  await dialog.getByRole('button', { name: 'Tambah Pembayaran' }).click();
  await expect(dialog.getByText('Bukti transfer harus diupload')).toBeVisible();
  await choosePhoto(page, await pictures.jpeg());
  await dialog.getByRole('button', { name: 'Tambah Pembayaran' }).click();
  await appears(toast(page, 'Pembayaran berhasil ditambahkan'));
  await expect(dialog).toBeHidden();
  await expect(rows).toHaveCount(owing - 1);
});

test('on a phone: swipe through the proofs, reject one with a note', async ({ browser }) => {
  const page = await open(browser, 'Admin', phone);
  await goToKey(page, 'verify-payments');
  await page.getByRole('button', { name: /^Periksa \d+ bukti/ }).tap();
  await expect(place(page)).toHaveText(/^1 dari/);
  await expect(picture(page, /^Bukti transfer/)).toBeVisible();
  await swipe(page, -160);
  await expect(place(page)).toHaveText(/^2 dari/);
  await swipe(page, 160);
  await expect(place(page)).toHaveText(/^1 dari/);

  await viewer(page).getByRole('button', { name: 'Tolak' }).tap();
  await viewer(page).getByRole('button', { name: 'Bukti tidak terbaca' }).tap();
  await viewer(page).getByRole('form').getByRole('button', { name: 'Tolak' }).tap();
  await expect(place(page)).toHaveText(/^2 dari/);
  await swipe(page, 160);
  await expect(viewer(page).getByText('Bukti tidak terbaca')).toBeVisible();
  await expect(viewer(page).getByRole('button', { name: 'Konfirmasi' })).toBeHidden();
});

async function swipe(page: Page, by: number) {
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 220 }] });
  await touch('touchStart', 180);
  for (let step = 1; step <= 5; step++) await touch('touchMove', 180 + (by * step) / 5);
  await touch('touchEnd');
}

// Two combinations cover both themes and both widths.
for (const [options, details] of [
  [{ ...phone, colorScheme: 'dark', reducedMotion: 'reduce' }, {}],
  [{ ...desktop, colorScheme: 'light', reducedMotion: 'reduce' }, { tag: '@long' }],
] as const) {
  const name = `no axe violations in what opens: ${options.colorScheme}, ${options.viewport.width} px`;
  test(name, details, async ({ browser }) => {
    test.slow();

    const resident = await open(browser, 'Warga', options);
    await go(resident, 'Pembayaran');
    await resident.getByRole('button', { name: 'Tambah Pembayaran' }).click();
    await resident.getByRole('button', { name: 'Kirim bukti' }).click();
    await expect(resident.getByText('Bukti transfer harus diupload')).toBeVisible();
    expect(await violationsOf(resident)).toEqual([]);

    const staff = await open(browser, 'Admin', options);
    await goToKey(staff, 'verify-payments');
    await staff.getByRole('button', { name: /^Periksa \d+ bukti/ }).click();
    await expect(viewer(staff).getByRole('button', { name: 'Konfirmasi' })).toBeVisible();
    expect(await violationsOf(staff)).toEqual([]);
    await staff.keyboard.press('t');
    await expect(viewer(staff).getByLabel('Catatan (opsional)')).toBeVisible();
    expect(await violationsOf(staff)).toEqual([]);
  });
}

test('the ketua verifies a row of proofs by keyboard, including one decided meanwhile by another officer', async ({
  browser,
}) => {
  test.slow();
  const page = await open(browser, 'Ketua', desktop);
  await page.clock.install();
  const press = (key: string) => async () => {
    await page.clock.fastForward(600);
    await page.keyboard.press(key);
  };
  await goToKey(page, 'verify-payments');
  const start = page.getByRole('button', { name: /^Periksa \d+ bukti/ });
  const count = Number(/\d+/.exec(await start.innerText())?.[0]);
  expect(count).toBeGreaterThanOrEqual(30);
  await start.click();

  // The admin decides first, and the ketua's browser does not receive the event.
  await page.route('**/api/admin/payments**', (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  );
  const { headers } = await session(page);
  const waiting = await page.request.get('/api/admin/payments?status=menunggu_konfirmasi', { headers });
  const oldest = ((await waiting.json()) as { data: Stored[] }).data.at(-1);
  const admin = await open(browser, 'Admin', desktop);
  const verdict = { status: 'ditolak', catatan: 'Salah rekening' };
  await admin.request.put(`/api/admin/payments/${oldest?.id}/confirm`, {
    ...(await session(admin)),
    data: verdict,
  });
  await decide(page, press('k'));
  await appears(toast(page, 'Sudah diproses pengurus lain'));
  await page.keyboard.press('ArrowLeft');
  await expect(viewer(page).getByText('Salah rekening')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.unroute('**/api/admin/payments**');

  // The second click of a double click must not decide the next proof.
  const first = await place(page).innerText();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
  await page.keyboard.press('k');
  await expect(async () => {
    await page.clock.runFor(10);
    await expect(place(page)).not.toHaveText(first, { timeout: 1 });
  }).toPass({ intervals: [1] });
  const second = await place(page).innerText();
  await page.keyboard.press('k');
  await page.clock.resume();

  await page.keyboard.press('t');
  await expect(viewer(page).getByLabel('Catatan (opsional)')).toBeFocused();
  await page.keyboard.type('Kurang jelas');
  await decide(page, press('Enter'));
  await page.keyboard.press('ArrowLeft');
  await expect(place(page)).toHaveText(second);
  await expect(viewer(page).getByText('Kurang jelas')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  for (let left = count - 3; left > 0; left--) await decide(page, press('k'));
  await expect(viewer(page).getByText('Semua bukti sudah diperiksa')).toBeVisible();
  await expect(viewer(page).getByRole('button', { name: 'Selesai' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(viewer(page)).toBeHidden();
  await expect(start).toBeHidden();
  await page.getByLabel('Status').selectOption('Menunggu');
  await expect(page.getByText('Tidak Ada Data')).toBeVisible();
});
