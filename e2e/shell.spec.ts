import { expect, type Page, test } from '@playwright/test';
import { authorize, closeAll, type DemoRole, demoPassword, demoPeople, signIn, signInAs } from './demo.ts';
import { loading, menu, title, violationsOf } from './screen.ts';

test.afterEach(closeAll);

const phone = { width: 360, height: 640 };
const desktop = { width: 1280, height: 800 };
test.use({ viewport: desktop });

const entry = (page: Page, name: string) => menu(page).getByRole('button', { name, exact: true });
const account = (page: Page, role: DemoRole) =>
  page.getByRole('button', { name: `${role} ${demoPeople[role].email}` });
const submit = (page: Page) => page.getByRole('button', { name: 'Masuk', exact: true });
/** Scroll anchoring moves the page by a few pixels when a line above appears or disappears. */
const offBy = (page: Page, wanted: number) => page.evaluate((y) => Math.abs(scrollY - y), wanted);
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

async function fillIn(page: Page, identifier: string, password: string) {
  await page.getByLabel('Email atau No HP').fill(identifier);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

test.describe('signing in', () => {
  for (const role of Object.keys(demoPeople) as DemoRole[]) {
    test(`the demo account of ${role} fills the form and leads to its dashboard`, async ({ page }) => {
      const { email, jenis } = demoPeople[role];
      await page.goto('/');
      await expect(title(page)).toHaveText('Sistem Guyub');
      await expect(page.getByText('Perumahan Guyub Asri')).toBeVisible();
      await expect(page.getByText(demoPassword)).toBeVisible();
      await account(page, role).click();
      await expect(page.getByLabel('Email atau No HP')).toHaveValue(email);
      await submit(page).click();

      await expect(entry(page, 'Dashboard')).toHaveAttribute('aria-current', 'page');
      expect(JSON.parse((await stored(page, 'user')) ?? '{}')).toMatchObject({ email, jenis, role: jenis });
      expect(await stored(page, 'token')).toBeTruthy();
    });
  }

  test('a resident can sign in with the phone number in any spelling', async ({ page }) => {
    await page.goto('/');
    await fillIn(page, '+62 812-3456-7890', demoPassword);
    await submit(page).click();
    await expect(entry(page, 'Dashboard')).toBeVisible();
    expect(JSON.parse((await stored(page, 'user')) ?? '{}')).toMatchObject(demoPeople.Warga);
  });

  test('a wrong password is announced and keeps the input', async ({ page }) => {
    await page.goto('/');
    await fillIn(page, 'bukan-warga@guyub.test', 'salah-sekali');
    await submit(page).click();
    await expect(page.getByRole('alert')).toHaveText('Email atau password salah');
    await expect(page.getByLabel('Email atau No HP')).toHaveValue('bukan-warga@guyub.test');
    expect(await stored(page, 'token')).toBeNull();
  });

  test('too many wrong passwords show how long to wait', async ({ page }) => {
    await page.goto('/');
    await fillIn(page, `tak-dikenal-${Date.now()}@guyub.test`, 'salah-sekali');
    await expect(async () => {
      await submit(page).click();
      await expect(page.getByRole('alert')).toHaveText(/Silakan coba lagi dalam \d+ (detik|menit)\./, {
        timeout: 500,
      });
    }).toPass();
  });

  test('both fields are required and the first missing one gets the focus', async ({ page }) => {
    await page.goto('/');
    await submit(page).click();
    await expect(page.getByText('Email atau No HP wajib diisi')).toBeVisible();
    await expect(page.getByText('Password wajib diisi')).toBeVisible();
    await expect(page.getByLabel('Email atau No HP')).toBeFocused();
  });

  test('without a connection the form says so and keeps what was typed', async ({ page, context }) => {
    await page.goto('/');
    await account(page, 'Warga').click();
    await context.setOffline(true);
    await submit(page).click();
    await expect(page.getByRole('alert')).toContainText('Tidak dapat terhubung ke server');
    await expect(page.getByLabel('Email atau No HP')).toHaveValue(demoPeople.Warga.email);
  });

  test('the password can be shown and hidden', async ({ page }) => {
    await page.goto('/');
    const password = page.getByLabel('Password', { exact: true });
    await expect(password).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Tampilkan password' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Sembunyikan password' }).click();
    await expect(password).toHaveAttribute('type', 'password');
  });

  test('everything can be done from the keyboard', async ({ page }) => {
    await page.goto('/');
    await page.getByLabel('Email atau No HP').focus();
    await page.keyboard.type(demoPeople.Warga.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(demoPassword);
    await page.keyboard.press('Enter');
    await expect(title(page)).toBeFocused();
    await entry(page, 'Pembayaran').focus();
    await page.keyboard.press('Enter');
    await expect(title(page)).toHaveText('Pembayaran');
    await expect(title(page)).toBeFocused();
  });
});

test.describe('Cek Warga', () => {
  const logo = (page: Page) => page.getByRole('button', { name: 'Logo Guyub' });

  test('opens after five clicks on the logo and answers Ada or Tidak Ada', async ({ page }) => {
    await page.goto('/');
    await logo(page).click({ clickCount: 4 });
    await expect(page.getByRole('dialog')).toBeHidden();
    await logo(page).click();
    const dialog = page.getByRole('dialog', { name: 'Cek Warga' });
    const answer = dialog.getByRole('status');

    await dialog.getByRole('button', { name: 'Cek' }).click();
    await expect(answer).toBeEmpty();
    await dialog.getByLabel('Email atau No HP').fill('081234567890');
    await dialog.getByRole('button', { name: 'Cek' }).click();
    await expect(answer).toHaveText('Ada');
    await dialog.getByLabel('Email atau No HP').fill('tidak-ada@guyub.test');
    await dialog.getByRole('button', { name: 'Cek' }).click();
    await expect(answer).toHaveText('Tidak Ada');
  });

  test('answers Error when the server cannot be reached', async ({ page, context }) => {
    await page.goto('/');
    await logo(page).click({ clickCount: 5 });
    const dialog = page.getByRole('dialog', { name: 'Cek Warga' });
    await dialog.getByLabel('Email atau No HP').fill('081234567890');
    await context.setOffline(true);
    await dialog.getByRole('button', { name: 'Cek' }).click();
    await expect(dialog.getByRole('status')).toHaveText('Error');
  });

  test('five slow clicks do not open it', async ({ page }) => {
    await page.clock.install();
    await page.goto('/');
    for (let click = 0; click < 5; click++) {
      await logo(page).click();
      await page.clock.fastForward(800);
    }
    await page.waitForLoadState('networkidle'); // otherwise the dialog's code would be requested now
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});

test.describe('pages without addresses', () => {
  test('Back and Forward go through the pages, a reload stays, the address never changes', async ({
    page,
  }) => {
    await signIn(page, 'Warga');
    const address = page.url();
    await entry(page, 'Pembayaran').click();
    await expect(title(page)).toHaveText('Pembayaran');
    await expect(page).toHaveTitle('Pembayaran · Perumahan Guyub Asri');

    await page.reload();
    await expect(title(page)).toHaveText('Pembayaran');
    await page.goBack();
    await expect(entry(page, 'Dashboard')).toHaveAttribute('aria-current', 'page');
    await expect(title(page)).not.toHaveText('Pembayaran');
    await page.goForward();
    await expect(title(page)).toHaveText('Pembayaran');
    await expect(title(page)).toBeFocused();
    expect(page.url()).toBe(address);
  });

  test('Back restores the scroll position', async ({ page }) => {
    await page.setViewportSize(phone);
    await signIn(page, 'Warga');
    await entry(page, 'Pembayaran').click();
    await expect(title(page)).toHaveText('Pembayaran');
    await expect(loading(page)).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => document.body.scrollHeight)).toBeGreaterThan(1_000);
    await page.evaluate(() => scrollTo(0, 300));
    await expect.poll(() => offBy(page, 300)).toBeLessThan(10);
    await entry(page, 'Kas').click();
    await expect(title(page)).toHaveText('Buku Kas');
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect(title(page)).toHaveText('Pembayaran');
    await expect.poll(() => offBy(page, 300)).toBeLessThan(10);
  });

  test('scrolling while the code of a page loads does not change its scroll position', async ({ page }) => {
    await page.setViewportSize(phone);
    await signIn(page, 'Warga');
    await entry(page, 'Kas').click();
    await expect(title(page)).toHaveText('Buku Kas');
    await page.evaluate(() => history.replaceState({ page: 'payments', at: 0, scroll: 300 }, ''));
    await page.evaluate(() => history.pushState({ page: 'buku-kas', at: 1, scroll: 0 }, ''));
    await page.clock.install();
    const fetched = Promise.withResolvers<void>();
    await page.route('**/static/PaymentsPage-*.js', (route) => fetched.promise.then(() => route.continue()));
    await page.reload();
    await expect(page).toHaveTitle('Buku Kas · Perumahan Guyub Asri');
    await page.goBack();
    await page.evaluate(() => scrollTo(0, 20));
    await expect.poll(() => offBy(page, 20)).toBeLessThan(10);
    await page.clock.runFor(1_000); // longer than the delay before the position is saved
    fetched.resolve();
    await expect(title(page)).toHaveText('Pembayaran');
    await expect.poll(() => offBy(page, 300)).toBeLessThan(10);
  });

  test('Back closes an open dialog before it leaves the page', async ({ page }) => {
    await signIn(page, 'Warga');
    await entry(page, 'Pembayaran').click();
    await page.getByRole('button', { name: /^Notifikasi/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(title(page)).toHaveText('Pembayaran');
    await page.goBack();
    await expect(entry(page, 'Dashboard')).toHaveAttribute('aria-current', 'page');
  });

  test('Back on the first page closes a dialog, and only then leaves', async ({ page }) => {
    await signIn(page, 'Warga');
    const address = page.url();
    await page.getByRole('button', { name: /^Notifikasi/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(entry(page, 'Dashboard')).toHaveAttribute('aria-current', 'page');
    await page.goBack();
    await expect.poll(() => page.url()).not.toBe(address);
  });

  for (const key of ['verify-payments', 'tidak-ada', 'constructor']) {
    test(`the key '${key}' is the dashboard for a warga`, async ({ page }) => {
      await signIn(page, 'Warga');
      await page.evaluate((name) => history.replaceState({ page: name }, ''), key);
      await page.reload();
      await expect(entry(page, 'Dashboard')).toHaveAttribute('aria-current', 'page');
    });
  }

  test('a page whose code fails to load shows an error and can be retried', async ({ page }) => {
    await signIn(page, 'Warga');
    await page.route('**/static/CashBookPage-*.js', (route) => route.abort());
    await page.evaluate(() => history.replaceState({ page: 'buku-kas' }, ''));
    await page.reload();
    await expect(page.getByText('Halaman belum dapat ditampilkan')).toBeVisible();
    await expect(page.getByText('Periksa sambungan internet Anda')).toBeVisible();
    await page.unroute('**/static/CashBookPage-*.js');
    await page.getByRole('button', { name: 'Coba lagi' }).click();
    await expect(title(page)).toHaveText('Buku Kas');
  });
});

test.describe('the session', () => {
  test('signing out ends it on the server and in every tab', async ({ page, context, request }) => {
    await signIn(page, 'Warga');
    const token = await stored(page, 'token');
    const other = await context.newPage();
    await other.goto('/');
    await expect(entry(other, 'Dashboard')).toBeVisible();

    await page.getByRole('button', { name: 'Keluar', exact: true }).click();
    for (const tab of [page, other]) await expect(submit(tab)).toBeVisible();
    await expect(page).toHaveTitle('Sistem Guyub');
    expect(await stored(page, 'user')).toBeNull();
    expect(await stored(page, 'token')).toBeNull();
    const authorization = `Bearer ${token}`;
    await expect
      .poll(async () => (await request.get('/api/auth/me', { headers: { authorization } })).status())
      .toBe(401);
  });

  test('a session ended elsewhere signs this browser out at once', async ({ page, request }) => {
    await signIn(page, 'Warga');
    await expect(title(page)).toBeVisible();
    const authorization = `Bearer ${await stored(page, 'token')}`;
    await request.post('/api/auth/logout', { headers: { authorization } });
    await expect(submit(page)).toBeVisible();
    expect(await stored(page, 'user')).toBeNull();
  });

  test('the stored user is refreshed in the background', async ({ page }) => {
    await signIn(page, 'Warga');
    await page.evaluate(() => {
      const user = JSON.parse(localStorage.getItem('user') ?? '{}');
      localStorage.setItem('user', JSON.stringify({ ...user, nama: 'Nama Lama', jenis: 'ketua' }));
    });
    await page.reload();
    await expect(page.getByText('Nama Lama')).toHaveCount(0);
    await expect(entry(page, 'Pembayaran')).toBeVisible();
    expect(JSON.parse((await stored(page, 'user')) ?? '{}')).toMatchObject(demoPeople.Warga);
  });
});

test('a new role shows at once in an open browser', async ({ page, playwright, baseURL }) => {
  const office = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  const headers = await authorize(office, 'Ketua');
  const email = `peran-${Date.now()}@guyub.test`;
  const person = { nama: 'Warga Baru', email, blok: 'P9', jenis: 'warga', password: demoPassword };
  const created = await office.post('/api/users', { headers, data: person });
  const { id } = (await created.json()) as { id: number };
  try {
    await signInAs(page, email);
    await expect(entry(page, 'Tambah Pembayaran')).toBeHidden();
    await office.put(`/api/users/${id}`, { headers, data: { jenis: 'koordinator_perblok' } });
    await expect(entry(page, 'Tambah Pembayaran')).toBeVisible();
    await expect(title(page)).toHaveText('Dashboard Koordinator Blok P');
  } finally {
    await office.delete(`/api/users/${id}`, { headers });
  }
  await expect(submit(page)).toBeVisible(); // the account no longer exists, so the session has ended
  await office.dispose();
});

test.describe('the two layouts', () => {
  test('follow the width of the window', async ({ page }) => {
    await signIn(page, 'Ketua');
    await expect(entry(page, 'Kas')).toBeHidden();
    await page.setViewportSize({ width: 767, height: 800 });
    await expect(entry(page, 'Kas')).toBeVisible();
    await page.setViewportSize({ width: 768, height: 800 });
    await expect(entry(page, 'Kas')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Keluar', exact: true })).toBeVisible();
  });

  test('the theme is kept as plain dark or light', async ({ page }) => {
    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
    await page.emulateMedia({ colorScheme: 'light' });
    await signIn(page, 'Ketua');
    expect(await stored(page, 'theme')).toBeNull();
    await page.getByRole('button', { name: 'Dark Mode' }).click();
    expect(await stored(page, 'theme')).toBe('dark');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Light Mode' })).toBeVisible();
    expect(await scheme()).toBe('dark');
  });

  test('behind the name on phones: theme, sound, Keluar', async ({ page }) => {
    await page.setViewportSize(phone);
    await signIn(page, 'Warga');
    const person = page.getByRole('banner').getByRole('button', { name: /Blok A1-1/ });
    await person.click();
    await page.getByRole('menuitem', { name: 'Senyapkan notifikasi' }).click();
    await person.click();
    await expect(page.getByRole('menuitem', { name: 'Bunyikan notifikasi' })).toBeVisible();
    await page.getByRole('menuitem', { name: 'Keluar' }).click();
    await expect(submit(page)).toBeVisible();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of [phone, desktop]) {
      const tag = colorScheme === 'light' || viewport === desktop ? '@long' : [];
      test(`no axe violations: ${colorScheme}, ${viewport.width} px`, { tag }, async ({ page }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize(viewport);
        await page.goto('/');
        await expect(account(page, 'Ketua')).toBeVisible();
        expect(await violationsOf(page)).toEqual([]);
        await signIn(page, 'Ketua');
        expect(await violationsOf(page)).toEqual([]);
        await page.getByRole('button', { name: /^Notifikasi/ }).click();
        await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
        expect(await violationsOf(page)).toEqual([]);
      });
    }
  }
});

test.describe('news', () => {
  /** A post of the demo warga, sent by the API. */
  async function postAsWarga(page: Page, konten: string) {
    const headers = await authorize(page.request, 'Warga');
    const answer = await page.request.post('/api/posts', { headers, multipart: { konten } });
    expect(answer.status()).toBe(201);
  }
  const bell = (page: Page) => page.getByRole('button', { name: /^Notifikasi/ });
  const toast = (page: Page) =>
    page.getByRole('region', { name: 'Pemberitahuan' }).getByText('Postingan Baru!');

  test('the ketua is told of a post at once: toast, sound, list', async ({ page, browser }) => {
    const elsewhere = await browser.newPage();
    await signIn(page, 'Ketua');
    await bell(page).click();
    await page.getByRole('button', { name: 'Tandai semua dibaca' }).click();
    await expect(bell(page)).toHaveAccessibleName('Notifikasi');

    const sound = page.waitForRequest('**/notification.wav');
    await postAsWarga(elsewhere, 'Kerja bakti hari Minggu');
    await sound;
    await expect(toast(page)).toBeVisible();
    const first = page.getByRole('dialog').getByRole('listitem').first();
    await expect(first).toContainText('Postingan Baru! (belum dibaca)');
    await first.getByRole('button').click();
    await expect(title(page)).toHaveText('Info Warga');
    await expect(title(page)).toBeFocused();
    await expect(bell(page)).toHaveAccessibleName('Notifikasi');
  });

  test('a resident gets no toast of it, and mute silences the sound', async ({ page, browser }) => {
    const neighbour = await browser.newPage();
    await signIn(neighbour, 'Warga');
    await signIn(page, 'Ketua');
    await bell(page).click();
    await page.getByRole('button', { name: 'Suara aktif' }).click();
    const sounds: string[] = [];
    page.on('request', (request) => request.url().endsWith('.wav') && sounds.push(request.url()));

    await postAsWarga(neighbour, 'Kunci motor ditemukan');
    await expect(toast(page)).toBeVisible();
    await expect(toast(neighbour)).toBeHidden();
    expect(sounds).toEqual([]);
    await page.keyboard.press('Escape');
    await toast(page).click();
    await expect(title(page)).toHaveText('Info Warga');
  });

  test('a lost connection is shown until it returns', async ({ page, context }) => {
    await signIn(page, 'Ketua');
    await context.setOffline(true);
    await expect(page.getByText(/^Tidak ada sambungan internet/)).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText(/^Tidak ada sambungan internet/)).toBeHidden();
  });
});
