/** How the browser signs in, what it stores and sends, and what ends a session; on an own estate. */
import { expect, type Page } from '@playwright/test';
import { login } from '../contract/auth.ts';
import { listPosts } from '../contract/posts.ts';
import { password } from '../server/testing/people.ts';
import { pictures } from '../server/testing/pictures.ts';
import { browserOf, type Estate, enter, openPage, pressLink, test } from './estate.ts';
import { choosePhoto, desktop, dialog, mark, openExport, title, toast, untouched } from './screen.ts';

/** In one evaluation: a request without the token in between would reload the page. */
const reloadWithout = (page: Page, key: string) =>
  Promise.all([
    page.waitForEvent('load'),
    page.evaluate((lost) => {
      localStorage.removeItem(lost);
      location.reload();
    }, key),
  ]);

const stored = (page: Page) => page.evaluate(() => Object.fromEntries(Object.entries<string>(localStorage)));

test('calls carry the stored token as Bearer, and no header without one', async ({ estate }) => {
  const page = await (await estate.browser.newContext({ ...desktop, baseURL: estate.url })).newPage();
  const headers: { path: string; sent: string | undefined }[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) headers.push({ path: pathname, sent: request.headers().authorization });
  });
  await page.goto('/');
  const submit = page.getByRole('button', { name: 'Masuk', exact: true });
  let answerNow = () => {};
  const held = new Promise<void>((resolve) => (answerNow = resolve));
  await page.route('**/api/auth/login', async (route) => {
    await held;
    await route.fallback();
  });
  await enter(page, (await estate.as.warga('A1-1')).email, password);
  await expect.soft(submit).toHaveAttribute('aria-busy', 'true');
  await expect.soft(submit.locator('svg, span').first()).toBeVisible();
  answerNow();
  await expect(title(page)).toHaveText('Dashboard');
  await page.getByRole('button', { name: 'Pembayaran' }).first().click();
  await expect(title(page)).toHaveText('Pembayaran');

  const { token, user } = await stored(page);
  const { jenis, role } = JSON.parse(user ?? '{}') as { jenis: string; role: string };
  expect.soft([jenis, role]).toEqual(['warga', 'warga']);
  const open = ['/api/welcome', '/api/auth/login'];
  for (const { path, sent } of headers)
    expect.soft(sent, path).toBe(open.includes(path) ? undefined : `Bearer ${token}`);
  expect.soft(headers.map(({ path }) => path)).toContain('/api/dashboard/warga');
});

test('a session needs both, the stored person and the token', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.warga('A1-1'), desktop);
  await page.reload();
  await expect(title(page)).toHaveText('Dashboard');
  for (const lost of ['user', 'token']) {
    const kept = await stored(page);
    await reloadWithout(page, lost);
    await expect(title(page)).toHaveText('Sistem Guyub');
    await page.evaluate((all) => Object.assign(localStorage, all), kept);
    await page.reload();
    await expect(title(page)).toHaveText('Dashboard');
  }
});

test('a 401 removes the stored user and token and reloads the page', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.warga('A1-1'), desktop);
  await mark(page);
  await page.route('**/api/warga/payments/*', (route) =>
    route.fulfill({ status: 401, json: { status: 'error', code: 'no_session', message: 'Habis' } }),
  );
  await page.getByRole('button', { name: 'Pembayaran' }).first().click();
  await expect(title(page)).toHaveText('Sistem Guyub');
  expect(await untouched(page)).toBe(false);
  await expect(page.getByText('Sesi Anda telah berakhir')).toBeVisible();
  const { user, token } = await stored(page);
  expect([user, token]).toEqual([undefined, undefined]);
});

/** A resident's logout without a connection, and how the server answers the token from then on. */
async function leaveOffline(estate: Estate) {
  const page = await browserOf(estate, await estate.as.warga('A1-1'), desktop);
  const { token } = await stored(page);
  const status = async () =>
    (await fetch(`${estate.url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status;
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Keluar', exact: true }).click();
  await expect(title(page)).toHaveText('Sistem Guyub');
  return { page, token, status };
}

test('a logout without a connection ends the session on the server once there is one', async ({ estate }) => {
  const { page, status } = await leaveOffline(estate);
  expect(await status()).toBe(200);
  await page.context().setOffline(false);
  await expect.poll(status).toBe(401);
});

test('a session left without a connection ends at the next start if the page was closed before', async ({
  estate,
}) => {
  const { page, token, status } = await leaveOffline(estate);
  expect(JSON.stringify(await stored(page))).not.toContain(token);
  const later = await page.context().newPage();
  await page.close();
  await page.context().setOffline(false);
  expect(await status()).toBe(200);
  await later.goto('/');
  await expect(title(later)).toHaveText('Sistem Guyub');
  await expect.poll(status).toBe(401);
  await expect.poll(() => later.evaluate(() => localStorage.getItem('session-left'))).toBeNull();
});

test('a session that the server has ended is explained in every tab, and a logout is not', async ({
  estate,
}) => {
  const siti = await estate.as.warga('A1-1');
  const page = await browserOf(estate, siti, desktop);
  const other = await page.context().newPage();
  await other.goto('/');
  await expect(title(other)).toHaveText('Dashboard');
  const end = () =>
    estate.context.write('system', (tx) =>
      tx.db.deleteFrom('sessions').where('user_id', '=', siti.id).execute(),
    );
  await end();
  await pressLink(page, 'payments').catch(() => {}); // a request of either tab may have come before, and reload it
  const why = /Sesi Anda telah berakhir, misalnya karena password diganti/;
  for (const tab of [page, other]) await expect(tab.getByText(why)).toBeVisible();
  await expect(page.getByText(/Yang sudah Anda ketik/)).toBeHidden();
  await enter(page, siti.email, password);
  for (const tab of [page, other]) await expect(title(tab)).not.toHaveText('Sistem Guyub');
  await page.getByRole('button', { name: 'Keluar', exact: true }).click();
  for (const tab of [page, other]) {
    await expect(title(tab)).toHaveText('Sistem Guyub');
    await expect(tab.getByText(why)).toBeHidden();
  }
});

test('a page that slept while somebody else signed in sends nothing in their name, and is theirs on waking', async ({
  estate,
}) => {
  const [siti, budi] = [await estate.as.warga('A1-1'), await estate.as.warga('A2-1')];
  const page = await browserOf(estate, siti, desktop, 'info-warga');
  await page.getByLabel('Apa kabar hari ini?').fill('Kucing saya hilang');
  const { body } = await estate.as.nobody.call(login, { body: { email: budi.email, password } });
  // A page hears of no change that it has made itself, nor of one made while the browser had put it aside.
  await page.evaluate(
    ({ user, token }) => Object.assign(localStorage, { user: JSON.stringify(user), token }),
    body,
  );
  await page.getByRole('button', { name: 'Posting' }).click();
  await expect(toast(page, 'Post berhasil dibuat')).toBeVisible();
  const [post] = (await siti.call(listPosts, { query: {} })).body.data;
  expect(post).toMatchObject({ konten: 'Kucing saya hilang', user_id: siti.id });

  await page.getByLabel('Apa kabar hari ini?').fill('Rahasia Siti');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('banner')).toContainText(budi.nama);
  await expect(page.getByLabel('Apa kabar hari ini?')).toHaveValue('');
});

test('drafts outlive a session that the server has ended, without the photo, and no logout', async ({
  estate,
}) => {
  const siti = await estate.as.warga('A1-1');
  const page = await browserOf(estate, siti, desktop);
  const form = dialog(page, 'Tambah Aduan');
  const open = async () => {
    await openPage(page, 'aduan-saya');
    await page.getByRole('button', { name: 'Tambah Aduan' }).first().click();
    await expect(form.getByLabel('Judul')).toBeVisible();
  };
  const lost = form.getByText('Foto yang tadi dipilih tidak ikut tersimpan. Silakan pilih lagi.');
  const signIn = async () => {
    await enter(page, siti.email, password);
    await expect(title(page)).not.toHaveText('Sistem Guyub');
  };
  await open();
  await form.getByLabel('Judul').fill('Lampu jalan mati');
  await choosePhoto(form, await pictures.jpeg());
  await expect(lost).toBeHidden();

  await page.evaluate(() => {
    localStorage.setItem('session-ended', '1');
    localStorage.removeItem('token');
    location.reload();
  });
  await expect(page.getByText(/Yang sudah Anda ketik masih ada/)).toBeVisible();
  await signIn();
  await open();
  await expect(form.getByLabel('Judul')).toHaveValue('Lampu jalan mati');
  await expect(lost).toBeVisible();
  await choosePhoto(form, await pictures.jpeg());
  await expect(lost).toBeHidden();
  await form.getByRole('button', { name: 'Hapus file' }).click();
  await form.getByRole('button', { name: 'Batal' }).click();

  await page.getByRole('button', { name: 'Keluar', exact: true }).click();
  await expect(title(page)).toHaveText('Sistem Guyub');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Lampu');
  await signIn();
  await open();
  await expect(form.getByLabel('Judul')).toHaveValue('');
});

test('a browser that blocks storage can sign in', async ({ estate }) => {
  const siti = await estate.as.warga('A1-1');
  const page = await (await estate.browser.newContext({ ...desktop, baseURL: estate.url })).newPage();
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
  });
  await page.goto('/');
  await enter(page, siti.email, password);
  await expect(title(page)).toHaveText('Dashboard');
  await page.getByRole('button', { name: 'Pembayaran' }).first().click();
  await expect(title(page)).toHaveText('Pembayaran');
});

test('an export that is answered 401 ends the session likewise', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.warga('A1-1'), desktop, 'buku-kas');
  await mark(page);
  await page.route('**/api/buku-kas/export/*', (route) =>
    route.fulfill({ status: 401, json: { status: 'error', code: 'no_session', message: 'Habis' } }),
  );
  await (await openExport(page, '(.csv)')).click();
  await expect(page.getByText('Sesi Anda telah berakhir')).toBeVisible();
  expect(await untouched(page)).toBe(false);
  const { user, token } = await stored(page);
  expect([user, token]).toEqual([undefined, undefined]);
});

test('a failed login is logged and stores nothing', async ({ estate }) => {
  const page = await (await estate.browser.newContext({ baseURL: estate.url })).newPage();
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.goto('/');
  await enter(page, 'tidak-ada@contoh.id', 'salah-sekali');
  await expect(page.getByRole('alert')).toHaveText('Email atau password salah');
  await page.route('**/api/auth/login', (route) => route.abort());
  await enter(page, 'tidak-ada@contoh.id', 'salah-sekali');
  await expect(page.getByRole('alert')).toContainText('Tidak dapat terhubung ke server');
  expect(logged.filter((line) => line.startsWith('Login error:'))).toHaveLength(2);
  const { user, token } = await stored(page);
  expect([user, token]).toEqual([undefined, undefined]);
});

test('the default theme is the system’s; the sidebar is 64 units wide and names the user', async ({
  estate,
}) => {
  const siti = await estate.as.warga('A1-1');
  const page = await browserOf(estate, siti, { ...desktop, colorScheme: 'dark' });
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
  expect.soft(await scheme()).toBe('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(scheme).toBe('light');
  const side = page.getByRole('banner');
  const box = await side.boundingBox();
  expect.soft([box?.x, box?.width, box?.height]).toEqual([0, 64 * 4, desktop.viewport.height]);
  for (const words of ['Guyub', siti.nama, 'Warga', 'Blok A1-1'])
    await expect.soft(side).toContainText(words);
  for (const name of ['Tentang', 'Dark Mode', 'Keluar'])
    await expect.soft(side.getByRole('button', { name, exact: true })).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  for (const words of [siti.nama, 'Blok A1-1'])
    await expect.soft(page.getByRole('banner')).toContainText(words);
  const bar = page.getByRole('navigation', { name: 'Menu utama' });
  const overflows = () =>
    bar.evaluate((node) =>
      [node, ...node.querySelectorAll('*')].some(
        (each) => each.scrollWidth > each.clientWidth && getComputedStyle(each).overflowX === 'auto',
      ),
    );
  await expect.poll(overflows).toBe(true);
});
