/** Many residents added from one spreadsheet, on an own estate. */
import { expect, type Locator, type Page } from '@playwright/test';
import writeXlsxFile from 'write-excel-file/node';
import { createPost } from '../contract/posts.ts';
import { listResidents } from '../contract/residents.ts';
import { browserOf, enter, openPage, test } from './estate.ts';
import { choose, desktop, dialog, phone, title } from './screen.ts';

const sheet = (page: Page) => dialog(page, 'Tambah Banyak Warga');
const notAdded = (page: Page) => sheet(page).getByText('baris tidak ditambahkan').locator('..');

async function openSheet(page: Page): Promise<Locator> {
  await openPage(page, 'kelola-warga');
  await page.getByRole('button', { name: 'Tambah Warga' }).first().click();
  await dialog(page).getByRole('button', { name: 'Tambah dari Excel' }).click();
  return sheet(page);
}

async function paste(page: Page, ...rows: string[]): Promise<Locator> {
  const form = await openSheet(page);
  await form.getByLabel('Atau tempel dari Excel atau Google Sheets').fill(rows.join('\n'));
  await form.getByRole('button', { name: 'Periksa daftar' }).click();
  return form;
}

test('a pasted list adds residents, names those that it cannot add, and shows passwords that work', async ({
  estate,
}) => {
  const admin = await browserOf(estate, await estate.as.admin(), phone);
  const form = await paste(
    admin,
    'No\tNama\tBlok\tNo HP',
    '1\tSiti Aminah\tA1/1\t81234567001',
    `2\tBudi Santoso\tA2\t`,
    '3\tTanpa Rumah\t\t',
    '4\tRumah Asing\tZ9\t',
  );
  await expect(form.getByText('2 warga siap ditambahkan.')).toBeVisible();
  await expect(notAdded(admin)).toContainText('Baris 4, Tanpa Rumah: Blok wajib diisi');
  await expect(notAdded(admin)).toContainText('Baris 5, Rumah Asing: Huruf blok harus salah satu dari');
  await form.getByRole('button', { name: 'Tambah 2 Warga' }).click();
  await expect(form.getByText('2 warga sudah ditambahkan.')).toBeVisible();

  const added = form.getByRole('region', { name: 'Password warga baru' }).getByRole('listitem');
  await expect(added).toHaveText([/Siti Aminah A1-1081234567001/, /Budi Santoso A2a2@warga\.test/]);
  const password =
    /[a-z0-9]{4}-[a-z0-9]{4}(?=Kirim)/.exec((await added.first().textContent()) ?? '')?.[0] ?? '';
  const link = added.first().getByRole('link', { name: 'Kirim password Siti Aminah lewat WhatsApp' });
  const address = new URL((await link.getAttribute('href')) ?? '');
  expect(address.pathname).toBe('/6281234567001');
  expect(address.searchParams.get('text')).toContain(`Password: ${password}`);

  const siti = await (await estate.browser.newContext({ ...phone, baseURL: estate.url })).newPage();
  await siti.goto('/');
  await enter(siti, '081234567001', password);
  await expect(title(siti)).toHaveText('Dashboard');

  await form.getByRole('button', { name: 'Selesai' }).click();
  await admin.getByRole('button', { name: 'Ya, tutup' }).click();
  await expect(admin.getByText('Siti Aminah')).toBeVisible();
});

test('rows of a refused list say nothing about another list', async ({ estate }) => {
  const { email } = await estate.as.warga('A1');
  const admin = await browserOf(estate, await estate.as.admin(), desktop);
  const form = await paste(admin, 'Nama,Blok,Email', `Budi,A2,${email}`);
  await form.getByRole('button', { name: 'Tambah 1 Warga' }).click();
  await expect(notAdded(admin)).toContainText('Baris 2, Budi: Email sudah digunakan akun lain.');
  await form.getByRole('button', { name: 'Daftar lain' }).click();
  await form.getByLabel('Atau tempel dari Excel atau Google Sheets').fill('Nama,Blok\nSiti,A1');
  await form.getByRole('button', { name: 'Periksa daftar' }).click();
  await expect(form.getByText('1 warga siap ditambahkan.')).toBeVisible();
});

test('a list that was read before adds nobody twice, and no house that has an account', async ({
  estate,
}) => {
  const admin = await browserOf(estate, await estate.as.admin(), desktop);
  const rows = [
    'Nama,Blok,Email',
    'Siti,A1,siti@contoh.id',
    'Budi,A2,budi@contoh.id',
    'Rini,A01,rini@contoh.id',
  ];
  const form = await paste(admin, rows.slice(0, 2).join('\n'));
  await form.getByRole('button', { name: 'Tambah 1 Warga' }).click();
  await form.getByRole('button', { name: 'Selesai' }).click();
  await admin.getByRole('button', { name: 'Ya, tutup' }).click();

  await paste(admin, ...rows);
  await form.getByRole('button', { name: 'Tambah 3 Warga' }).click();
  await expect(form.getByText('1 warga sudah ditambahkan.')).toBeVisible();
  await expect(notAdded(admin)).toContainText('Baris 2, Siti: Rumah A1 sudah punya akun: Siti');
  await expect(notAdded(admin)).toContainText('Baris 4, Rini: Rumah A01 sudah punya akun: Siti');
});

test('an answer that was lost and a break of the connection add nobody twice', async ({ estate }) => {
  const admin = await browserOf(estate, await estate.as.admin(), desktop);
  const form = await paste(admin, 'Nama,Blok', 'Siti,A1', 'Budi,A2');
  await admin.route('**/api/warga', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await form.getByRole('button', { name: 'Tambah 2 Warga' }).click();
  await expect(form.getByRole('alert')).toContainText('Berhenti sebelum selesai');
  await admin.unroute('**/api/warga');
  await form.getByRole('button', { name: 'Tambah 2 Warga' }).click();
  await expect(form.getByText('2 warga sudah ditambahkan.')).toBeVisible();
  const { body } = await (await estate.as.admin()).call(listResidents, { query: {} });
  expect(body.data.map(({ nama }) => nama)).toEqual(['Siti', 'Budi']);
});

test('a server that asks for a rest gets it, and the list goes on by itself', async ({ estate }) => {
  const admin = await browserOf(estate, await estate.as.admin(), desktop);
  const form = await paste(admin, 'Nama,Blok', 'Siti,A1', 'Budi,A2');
  const rest = {
    status: 429,
    headers: { 'retry-after': '1' },
    json: { status: 'error', message: 'Tunggu.' },
  };
  await admin.route('**/api/warga', (route) => route.fulfill(rest), { times: 1 });
  await form.getByRole('button', { name: 'Tambah 2 Warga' }).click();
  await expect(form.getByText('2 warga sudah ditambahkan.')).toBeVisible();
});

test('a spreadsheet is read, and its passwords are printed as slips, and not left without a question', async ({
  estate,
}) => {
  const ketua = await browserOf(estate, await estate.as.ketua(), desktop);
  const rows = [
    ['Nama', 'Blok', 'No HP'],
    ['Siti', 'A1', 81_234_567_001],
    ['Budi', 'A2', null],
  ];
  const file = await writeXlsxFile(rows).toBuffer();
  const form = await openSheet(ketua);
  await choose(form, 'Pilih file', {
    name: 'warga.xlsx',
    mimeType: 'application/octet-stream',
    buffer: file,
  });
  await form.getByRole('button', { name: 'Tambah 2 Warga' }).click();
  await expect(form.getByRole('button', { name: 'Cetak semua' })).toBeVisible();
  await ketua.emulateMedia({ media: 'print' });
  const slips = ketua.getByRole('article');
  await expect(slips).toHaveText([/Siti \(A1\).*081234567001/, /Budi \(A2\).*a2@warga\.test/]);
  await expect(form).toBeHidden();
  await ketua.emulateMedia({ media: 'screen' });

  await ketua.keyboard.press('Escape');
  await ketua.getByRole('button', { name: 'Belum' }).click();
  await (await estate.as.admin()).call(createPost, { body: { konten: 'Kerja bakti' }, files: {} });
  await ketua.getByRole('button', { name: 'Lihat', exact: true }).click();
  await ketua.getByRole('button', { name: 'Lanjut mengisi' }).click();
  await expect(form.getByText('2 warga sudah ditambahkan.')).toBeVisible();
});

test('a file that is no table is refused with a sentence', async ({ estate }) => {
  const ketua = await browserOf(estate, await estate.as.ketua(), desktop);
  const form = await openSheet(ketua);
  const buffer = Buffer.from('not a spreadsheet');
  await choose(form, 'Pilih file', { name: 'warga.xlsx', mimeType: 'application/octet-stream', buffer });
  await expect(form.getByRole('alert')).toContainText('tidak dapat dibaca sebagai Excel');
  await choose(form, 'Pilih file', { name: 'warga.csv', mimeType: 'text/csv', buffer });
  await expect(form.getByRole('alert')).toContainText('Judul kolom tidak ditemukan');
});

test('a pasted list is left only after a question', async ({ estate }) => {
  const admin = await browserOf(estate, await estate.as.admin(), desktop);
  const form = await openSheet(admin);
  const list = form.getByLabel('Atau tempel dari Excel atau Google Sheets');
  await list.fill('Nama,Blok\nSiti,A1');
  await admin.keyboard.press('Escape');
  await admin.getByRole('button', { name: 'Lanjut mengisi' }).click();
  await expect(list).toHaveValue('Nama,Blok\nSiti,A1');
});
