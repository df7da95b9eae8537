/** Responses that arrive late, out of order, or after another user has signed in. */
import { expect, type Page } from '@playwright/test';
import { changeCategory, listCategories } from '../contract/categories.ts';
import { answerComplaint, createComplaint, listOwnComplaints } from '../contract/complaints.ts';
import { dateIn, defaultTimeZone, monthIn } from '../contract/format.ts';
import { uploadPaymentWarga } from '../contract/payments.ts';
import {
  addFund,
  addMoneyAccount,
  changeFund,
  changeMoneyAccount,
  listFunds,
  listMoneyAccounts,
} from '../contract/places.ts';
import { createPost, listPosts } from '../contract/posts.ts';
import { changeProfileWarga } from '../contract/profile.ts';
import { getPush } from '../contract/push.ts';
import { getReminderChoice } from '../contract/reminders.ts';
import { listResidents } from '../contract/residents.ts';
import { changeSettings } from '../contract/settings.ts';
import { password } from '../server/testing/people.ts';
import { photo, pictures } from '../server/testing/pictures.ts';
import { browserOf, enter, openPage, test } from './estate.ts';
import {
  choose,
  choosePhoto,
  clearOfflineData,
  desktop,
  dialog,
  figure,
  jpeg,
  phone,
  row,
  toast,
} from './screen.ts';

const thisMonth = monthIn(defaultTimeZone, new Date());

/**
 * Delays the next such call: `asked` resolves when it was sent, `arrive()` releases it. The server answers
 * before the delay, or receives the call only after it.
 */
async function slow(page: Page, what: 'answer' | 'request', method: string, address: RegExp) {
  const asked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let isHeld = false;
  await page.route(address, async (route) => {
    if (isHeld || route.request().method() !== method) return route.fallback();
    isHeld = true;
    const response = what === 'answer' ? await route.fetch() : undefined;
    asked.resolve();
    await gate.promise;
    // The page may have cancelled the call.
    await (response ? route.fulfill({ response }) : route.continue()).catch(() => {});
  });
  return { asked: asked.promise, arrive: () => gate.resolve() };
}

/** Resolves when the page cancels a call to such a URL. */
const untilGivenUp = (page: Page, address: string) =>
  page.waitForEvent('requestfailed', {
    predicate: (request) => request.url().includes(address),
    timeout: 15_000,
  });

test('a list that is still being read for the first time is read again when something changes', async ({
  estate,
}) => {
  const page = await browserOf(estate, await estate.as.ketua(), desktop);
  const siti = await estate.as.warga('A1-1');
  const list = /\/api\/admin\/payments\/\d+\/\d+/;
  const first = await slow(page, 'answer', 'GET', list);
  await openPage(page, 'pembayaran-warga');
  await first.asked;
  const heard = page.waitForRequest(/\/api\/notifications\/jumlah/);
  const files = { bukti_transfer: await photo() };
  await siti.call(uploadPaymentWarga, { body: thisMonth, files });
  await heard; // one event invalidates notifications and payments, so the payments are requested too
  first.arrive();
  await expect(row(page, siti.nama)).toContainText('Menunggu Konfirmasi');
});

test('a form closed while sending closes no other form; unchanged fields are not sent', async ({
  estate,
}) => {
  const admin = await estate.as.admin();
  const page = await browserOf(estate, admin, desktop);
  const siti = await estate.as.warga('A1-1');
  await estate.as.warga('A2-1');
  await openPage(page, 'kelola-warga');
  const edit = (name: string) => page.getByRole('button', { name: `Edit ${name}` }).click();
  const form = dialog(page, 'Edit Warga');

  await edit(siti.nama);
  await siti.call(changeProfileWarga, { body: { no_hp: '081299990000' } });
  await form.getByLabel('Nama').fill('Siti Rahayu');
  const saving = await slow(page, 'answer', 'PUT', /\/api\/warga\/\d+$/);
  await form.getByRole('button', { name: 'Simpan' }).click();
  await saving.asked;
  await form.getByLabel('Nama').pressSequentially('!');
  await expect.soft(form.getByLabel('Nama'), 'what is being sent stays').toHaveValue('Siti Rahayu');
  await form.getByRole('button', { name: 'Batal' }).click();
  await edit('Warga A2-1');
  await form.getByLabel('Nama').fill('Budi Santoso');
  saving.arrive();
  await expect(toast(page, 'Warga berhasil diupdate')).toBeVisible();
  await expect.soft(form.getByLabel('Nama')).toHaveValue('Budi Santoso');
  const { body } = await admin.call(listResidents, { query: { q: 'Siti' } });
  expect(body.data).toEqual([expect.objectContaining({ nama: 'Siti Rahayu', no_hp: '081299990000' })]);
});

test('a proof that is refused after its form was closed while sending is told, without a wrong question', async ({
  estate,
}) => {
  const siti = await estate.as.warga('A1-1', { created_at: new Date().toISOString() });
  const page = await browserOf(estate, siti, phone, 'payments');
  await page.getByRole('button', { name: 'Tambah Pembayaran' }).first().click();
  const form = dialog(page, 'Tambah Pembayaran');
  await choosePhoto(form, await pictures.phone());
  const sending = await slow(page, 'request', 'POST', /\/api\/warga\/payments$/);
  await form.getByRole('button', { name: 'Kirim bukti' }).click();
  await sending.asked;
  await form.getByRole('button', { name: 'Tutup' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0); // no question whether to lose what is being sent
  const files = { bukti_transfer: await photo() };
  expect((await siti.call(uploadPaymentWarga, { body: thisMonth, files })).status).toBe(201);
  sending.arrive();
  await expect(toast(page, 'Gagal mengupload pembayaran')).toBeVisible();
});

test('a chosen category that a colleague switches off is shown as gone, not as another one', async ({
  estate,
}) => {
  const ketua = await estate.as.ketua();
  const page = await browserOf(estate, await estate.as.admin(), desktop, 'pengeluaran');
  await page.getByRole('button', { name: 'Tambah Pengeluaran' }).first().click();
  const field = dialog(page).getByLabel('Kategori');
  await field.selectOption('Listrik');
  const { body } = await ketua.call(listCategories, {});
  const { id = 0 } = body.data.find(({ nama }) => nama === 'listrik') ?? {};
  await ketua.call(changeCategory, { params: { id }, body: { aktif: false } });
  await expect(field.locator('option:checked')).toHaveText('Sudah tidak ada');
  await expect(field).toHaveValue('listrik');
});

test('a question closed while its answer is awaited closes no other question', async ({ estate }) => {
  const admin = await estate.as.admin();
  const tanggal = dateIn(defaultTimeZone, new Date());
  for (const judul of ['Cat pos', 'Pagar']) await estate.given.expense({ by: admin, tanggal, judul });
  const page = await browserOf(estate, admin, desktop, 'pengeluaran');
  const remove = (title: string) => page.getByRole('button', { name: `Hapus pengeluaran ${title}` }).click();
  await remove('Cat pos');
  await dialog(page).getByLabel('Alasan').fill('Nota ini milik RT sebelah');
  const reversing = await slow(page, 'answer', 'POST', /\/api\/kas\/pembatalan$/);
  await dialog(page).getByRole('button', { name: 'Hapus pengeluaran' }).click();
  await reversing.asked;
  await dialog(page).getByRole('button', { name: 'Batal' }).click();
  await remove('Pagar');
  await dialog(page).getByLabel('Alasan').fill('Dicatat dua kali');
  reversing.arrive();
  await expect(toast(page, 'Transaksi berhasil dibatalkan')).toBeVisible();
  await expect(dialog(page, 'Hapus pengeluaran Pagar?').getByLabel('Alasan')).toHaveValue('Dicatat dua kali');
});

test('a rejection closed while its answer is awaited closes no other one', async ({ estate }) => {
  const admin = await estate.as.admin();
  for (const blok of ['A1', 'A2'])
    await estate.given.payment({ of: await estate.as.warga(blok, { nama: `Warga ${blok}` }), ...thisMonth });
  const page = await browserOf(estate, admin, desktop, 'pembayaran-warga');
  const reject = (name: string) =>
    row(page, name)
      .getByRole('button', { name: /^Tolak/ })
      .click();
  await reject('Warga A1');
  const rejecting = await slow(page, 'answer', 'PUT', /\/api\/admin\/payments\/\d+\/confirm$/);
  await dialog(page).getByRole('button', { name: 'Tolak', exact: true }).click();
  await rejecting.asked;
  await dialog(page).getByRole('button', { name: 'Batal' }).click();
  await reject('Warga A2');
  await dialog(page).getByLabel('Catatan').fill('Uangnya belum masuk');
  rejecting.arrive();
  await expect(row(page, 'Warga A1')).toContainText('Ditolak');
  await expect(dialog(page, 'Tolak pembayaran Warga A2').getByLabel('Catatan')).toHaveValue(
    'Uangnya belum masuk',
  );
});

test('a form is not sent before its photo is prepared', async ({ estate }) => {
  const siti = await estate.as.warga('A1-1');
  const page = await browserOf(estate, siti, phone, 'aduan-saya');
  await page.getByRole('button', { name: 'Tambah Aduan' }).first().click();
  const report = dialog(page, 'Tambah Aduan');
  await report.getByLabel('Judul').fill('Lampu mati');
  await report.getByLabel('Kategori').selectOption('keamanan');
  await report.getByLabel('Deskripsi').fill('Sejak kemarin.');
  await page.evaluate(() => {
    const decode = window.createImageBitmap.bind(window);
    const slowly = async (photo: Blob) => {
      await new Promise((done) => addEventListener('decode', done));
      return await decode(photo);
    };
    Object.assign(window, { createImageBitmap: slowly });
  });
  await choose(report, 'Pilih foto', jpeg(await pictures.jpeg()));
  await expect(report.getByRole('button', { name: 'Ambil foto' })).toBeDisabled(); // a second one would overtake it
  await report.getByRole('button', { name: 'Kirim Aduan' }).click({ force: true });
  await report.getByLabel('Judul').press('Enter');
  await page.evaluate(() => dispatchEvent(new Event('decode')));
  await expect(report.getByRole('button', { name: 'Hapus file' })).toBeVisible();
  await report.getByRole('button', { name: 'Kirim Aduan' }).click();
  await expect(report).toBeHidden();
  const [complaint] = (await siti.call(listOwnComplaints)).body.data;
  expect(complaint?.foto).toBeTruthy();
});

test('changing only the status keeps a colleague’s answer', async ({ estate }) => {
  const [siti, admin] = [await estate.as.warga('A1-1'), await estate.as.admin()];
  const report = { judul: 'Lampu mati', kategori: 'keamanan', deskripsi: 'Sejak kemarin.' } as const;
  const params = { id: (await siti.call(createComplaint, { body: report, files: {} })).body.id };
  await admin.call(answerComplaint, { params, body: { status: 'proses', jawaban: 'Kami cek' } });
  const page = await browserOf(estate, await estate.as.ketua(), desktop, 'aduan-warga');
  await page.getByRole('button', { name: 'Jawab aduan Lampu mati' }).click();
  const answering = dialog(page, 'Jawab Aduan');
  await expect(answering.getByLabel('Jawaban (opsional)', { exact: true })).toHaveValue('Kami cek');
  await admin.call(answerComplaint, { params, body: { status: 'proses', jawaban: 'Lampu diganti' } });
  await answering.getByLabel('Status').selectOption('selesai');
  await answering.getByRole('button', { name: 'Simpan' }).click();
  await expect(answering).toBeHidden();
  expect((await siti.call(listOwnComplaints)).body.data).toEqual([
    expect.objectContaining({ status: 'selesai', jawaban: 'Lampu diganti' }),
  ]);
});

test('a form with an answer shows that a colleague answered meanwhile', async ({ estate }) => {
  const [siti, admin] = [await estate.as.warga('A1-1'), await estate.as.admin()];
  const report = { judul: 'Lampu mati', kategori: 'keamanan', deskripsi: 'Sejak kemarin.' } as const;
  const params = { id: (await siti.call(createComplaint, { body: report, files: {} })).body.id };
  const page = await browserOf(estate, await estate.as.ketua(), desktop, 'aduan-warga');
  await page.getByRole('button', { name: 'Jawab aduan Lampu mati' }).click();
  const answering = dialog(page, 'Jawab Aduan');
  await answering.getByLabel('Jawaban (opsional)', { exact: true }).fill('Kami cek');
  await expect(answering.getByRole('alert')).toBeHidden();
  await admin.call(answerComplaint, { params, body: { status: 'selesai', jawaban: 'Lampu diganti' } });
  await expect(answering.getByRole('alert')).toContainText('Statusnya kini Selesai');
  await expect(answering.getByRole('alert')).toContainText(`Jawaban ${admin.nama}: Lampu diganti`);
  await expect(answering.getByLabel('Jawaban (opsional)', { exact: true })).toHaveValue('Kami cek');
});

test('an answer of a colleague that is not shown yet is replaced only by a second press', async ({
  estate,
}) => {
  const [siti, admin] = [await estate.as.warga('A1-1'), await estate.as.admin()];
  const report = { judul: 'Lampu mati', kategori: 'keamanan', deskripsi: 'Sejak kemarin.' } as const;
  const params = { id: (await siti.call(createComplaint, { body: report, files: {} })).body.id };
  const page = await browserOf(estate, await estate.as.ketua(), desktop, 'aduan-warga');
  await page.getByRole('tab', { name: /^Pending/ }).click();
  await page.getByRole('button', { name: 'Jawab aduan Lampu mati' }).click();
  const answering = dialog(page, 'Jawab Aduan');
  await answering.getByLabel('Jawaban (opsional)', { exact: true }).fill('Kami cek');
  await admin.call(answerComplaint, { params, body: { status: 'selesai', jawaban: 'Lampu diganti' } });
  await expect(page.getByRole('tab', { name: /^Pending/ })).toContainText('0'); // it has left the list
  await answering.getByRole('button', { name: 'Simpan' }).click();
  await expect(page.getByText(/^Aduan ini baru saja dijawab pengurus lain\./)).toBeVisible();
  expect((await siti.call(listOwnComplaints)).body.data[0]?.jawaban).toBe('Lampu diganti');
  await answering.getByRole('button', { name: 'Simpan' }).click();
  await expect(answering).toBeHidden();
  expect((await siti.call(listOwnComplaints)).body.data[0]?.jawaban).toBe('Kami cek');
});

test('on a shared phone the next user sees no draft, toast or late response of the previous one', async ({
  estate,
}) => {
  const [siti, budi] = [await estate.as.warga('A1-1'), await estate.as.warga('B1')];
  await budi.call(createPost, { body: { konten: 'Kerja bakti' } });
  const page = await browserOf(estate, siti, desktop, 'info-warga');
  await page.getByLabel('Apa kabar hari ini?').fill('Rahasia Siti');
  const like = await slow(page, 'request', 'POST', /\/api\/posts\/\d+\/like/);
  await page.getByRole('button', { name: '0 suka' }).click();
  await like.asked;
  await openPage(page, 'profile');
  await page.getByLabel('No HP').fill('081277778888');
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expect(toast(page, 'Profil berhasil diupdate')).toBeVisible();
  const signOuts: string[] = [];
  page.on('request', (request) => request.url().endsWith('/logout') && signOuts.push(request.url()));
  await page.getByRole('button', { name: 'Keluar', exact: true }).evaluate((button: HTMLElement) => {
    button.click();
    button.click(); // a double click while the page is busy
  });
  await expect(page.getByLabel('Email atau No HP')).toBeVisible();
  await enter(page, budi.email, password);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  expect.soft(signOuts).toHaveLength(1);
  expect.soft(await page.getByRole('region', { name: 'Pemberitahuan' }).innerText()).toBe('');
  const refused = page.waitForResponse(/\/like$/);
  like.arrive();
  expect((await refused).status()).toBe(401);
  await expect.soft(page.getByRole('button', { name: 'Keluar', exact: true })).toBeVisible();
  await openPage(page, 'info-warga');
  await expect(page.getByText('Kerja bakti')).toBeVisible();
  await expect.soft(page.getByLabel('Apa kabar hari ini?')).toHaveValue('');
});

test('saved data is not replaced by an older response', async ({ estate }) => {
  const siti = await estate.as.warga('A1-1');
  const page = await browserOf(estate, siti, desktop, 'profile');
  const me = await slow(page, 'answer', 'GET', /\/api\/auth\/me$/);
  await page.reload();
  await me.asked;
  const givenUp = untilGivenUp(page, '/api/auth/me');
  await page.getByLabel('Nama').fill('Siti Rahayu');
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expect(toast(page, 'Profil berhasil diupdate')).toBeVisible();
  await givenUp;
  me.arrive();
  await expect(page.getByRole('banner').getByText('Siti Rahayu')).toBeVisible();
});

test('a like is shown at once, survives an older response, and is undone when it fails', async ({
  estate,
}) => {
  const budi = await estate.as.warga('B1');
  await budi.call(createPost, { body: { konten: 'Kerja bakti' } });
  const page = await browserOf(estate, await estate.as.warga('A1-1'), desktop, 'info-warga');
  const heart = page.getByRole('button', { name: /suka/ });
  await expect(heart).toHaveText('0 suka');

  const list = await slow(page, 'answer', 'GET', /\/api\/posts\?/);
  await budi.call(createPost, { body: { konten: 'Jangan lupa' } });
  await list.asked;
  const like = await slow(page, 'request', 'POST', /\/like$/);
  const givenUp = untilGivenUp(page, '/api/posts?');
  await heart.first().click();
  await givenUp;
  list.arrive();
  await expect(heart.first()).toHaveText('1 suka');
  const answered = page.waitForResponse(/\/like$/);
  like.arrive();
  await answered;
  await expect(heart.first()).toHaveText('1 suka');
  await expect(heart.first()).toHaveAttribute('aria-pressed', 'true');

  await page.context().setOffline(true);
  await heart.first().click();
  await expect(toast(page, 'Gagal menyukai post')).toBeVisible();
  await expect(heart.first()).toHaveText('1 suka');
});

test('a like that is taken back while it is still being sent is taken back, also after the feed was read', async ({
  estate,
}) => {
  const budi = await estate.as.warga('B1');
  await budi.call(createPost, { body: { konten: 'Kerja bakti' } });
  const page = await browserOf(estate, await estate.as.warga('A1-1'), desktop, 'info-warga');
  const heart = page.getByRole('button', { name: /suka, .*Kerja bakti/ });
  const like = await slow(page, 'request', 'POST', /\/like$/);
  await heart.click();
  await like.asked;
  await budi.call(createPost, { body: { konten: 'Kabar lain' } });
  await expect(page.getByText('1 postingan baru')).toBeVisible(); // a read that does not know the like yet
  await expect(heart).toHaveText('1 suka');
  await heart.click();
  await expect(heart).toHaveText('0 suka');
  const likedBy = async () => (await budi.call(listPosts, {})).body.data[1]?.total_likes;
  let answers = 0;
  page.on('response', (answer) => void (answers += Number(answer.url().endsWith('/like'))));
  like.arrive();
  await expect.poll(() => answers).toBe(2);
  expect(await likedBy()).toBe(0);
  await expect(heart).toHaveText('0 suka');
});

test('choices of notifications that follow each other quickly are all saved', async ({ estate }) => {
  const siti = await estate.as.warga('A1-1');
  const page = await browserOf(estate, siti, phone, 'profile');
  await page.getByRole('tab', { name: 'Pemberitahuan' }).click();
  const first = await slow(page, 'request', 'PUT', /\/api\/push\/pilihan$/);
  const names = ['Pembayaran saya diperiksa', 'Pengumuman penting'];
  const switches = names.map((name) => page.getByRole('switch', { name }));
  for (const each of switches) {
    await each.click();
    await expect(each).not.toBeChecked();
  }
  await first.asked;
  first.arrive();
  await expect.poll(async () => (await siti.call(getPush, {})).body.data.bisu).toHaveLength(2);
  await page.reload();
  await page.getByRole('tab', { name: 'Pemberitahuan' }).click();
  for (const each of switches) await expect(each).not.toBeChecked();
});

test('a reminder that is allowed again while the choice is still being saved is allowed', async ({
  estate,
}) => {
  const siti = await estate.as.warga('A1-1');
  const page = await browserOf(estate, siti, phone, 'profile');
  await page.getByRole('tab', { name: 'Pemberitahuan' }).click();
  const choice = page.getByRole('switch', { name: 'Pengingat tunggakan' });
  const first = await slow(page, 'request', 'PUT', /\/api\/pengingat\/saya$/);
  await choice.click();
  await first.asked;
  await choice.click();
  await expect(choice).toBeChecked();
  let answers = 0;
  page.on('response', (answer) => void (answers += Number(answer.request().method() === 'PUT')));
  first.arrive();
  await expect.poll(() => answers).toBe(2);
  expect((await siti.call(getReminderChoice, {})).body.data.ingin).toBe(true);
  await expect(choice).toBeChecked();
});

test('a bank’s file can be chosen only once the accounts are there', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.admin(), desktop);
  const accounts = await slow(page, 'request', 'GET', /\/api\/kas\/akun$/);
  await openPage(page, 'buku-kas');
  await page.getByRole('tab', { name: 'Mutasi Bank' }).click();
  await accounts.asked;
  await expect(page.getByText('Tidak ada mutasi yang belum dicocokkan.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pilih file' })).toBeHidden();
  accounts.arrive();
  await expect(page.getByRole('button', { name: 'Pilih file' })).toBeVisible();
});

test('renaming an account or a fund keeps what a colleague changed meanwhile', async ({ estate }) => {
  const ketua = await estate.as.ketua();
  const account = (await ketua.call(addMoneyAccount, { body: { nama: 'Bank BRI', jenis: 'bank' } })).body
    .data;
  const fund = (await ketua.call(addFund, { body: { nama: 'Pembangunan', terikat: false } })).body.data;
  const page = await browserOf(estate, await estate.as.admin(), desktop, 'buku-kas');
  await page.getByRole('tab', { name: 'Rekening & Dana' }).click();
  const rename = async (before: string, meanwhile: () => Promise<unknown>) => {
    await page.getByRole('button', { name: `Ubah ${before}` }).click();
    await meanwhile();
    const form = dialog(page, `Ubah ${before}`);
    await form.getByLabel('Nama').fill(`${before} baru`);
    await form.getByRole('button', { name: 'Simpan' }).click();
    await expect(row(page, `${before} baru`)).toBeVisible();
  };
  await rename('Bank BRI', () =>
    ketua.call(changeMoneyAccount, { params: { id: account.id }, body: { aktif: false } }),
  );
  await rename('Pembangunan', () =>
    ketua.call(changeFund, { params: { id: fund.id }, body: { terikat: true } }),
  );
  const accounts = (await ketua.call(listMoneyAccounts)).body.data;
  expect(accounts.find(({ id }) => id === account.id)).toMatchObject({ nama: 'Bank BRI baru', aktif: false });
  const funds = (await ketua.call(listFunds)).body.data;
  expect(funds.find(({ id }) => id === fund.id)).toMatchObject({ nama: 'Pembangunan baru', terikat: true });
});

test('a slow decision does not change the picture after the user has moved on', async ({ estate }) => {
  const people = await Promise.all(['A1-1', 'A2-1', 'A3-1'].map((blok) => estate.as.warga(blok)));
  for (const of of people) await estate.given.payment({ of, ...thisMonth });
  const page = await browserOf(estate, await estate.as.ketua(), desktop);
  await page.clock.install();
  await openPage(page, 'pembayaran-warga');
  await page.getByRole('button', { name: 'Periksa 3 bukti' }).click();
  const viewer = dialog(page, 'Penampil gambar');
  await expect(viewer.getByRole('heading')).toHaveText('Warga A1-1');
  await expect(viewer.getByRole('img').first()).toBeVisible(); // the arrow keys are its part's
  await page.clock.fastForward(600);
  const verdict = await slow(page, 'answer', 'PUT', /\/confirm$/);
  const verdicts: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && verdicts.push(request.url()));
  await page.evaluate(() => {
    for (let presses = 2; presses > 0; presses--) dispatchEvent(new KeyboardEvent('keydown', { key: 'k' }));
  });
  await verdict.asked;
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByRole('heading')).toHaveText('Warga A3-1');
  verdict.arrive();
  await expect(viewer.getByText('2 menunggu')).toBeVisible();
  await expect(viewer.getByRole('heading')).toHaveText('Warga A3-1');
  expect(verdicts).toHaveLength(1);
});

test('the current month changes at the estate’s midnight, also on a sleeping page', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.ketua(), {
    ...desktop,
    time: '2026-11-30T16:58:50Z',
  });
  await openPage(page, 'verify-payments');
  await expect(page.getByText('keadaan November 2026')).toBeVisible();
  await expect(page.getByText('Tidak Ada Data')).toBeVisible();
  await page.clock.fastForward(75_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('keadaan Desember 2026')).toBeVisible();
});

test('a form that is open at midnight keeps its date and offers the new day', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.admin(), {
    ...desktop,
    time: '2026-11-30T16:58:50Z',
  });
  await openPage(page, 'pengeluaran');
  await page.getByRole('button', { name: 'Tambah Pengeluaran' }).first().click();
  const date = dialog(page, 'Tambah Pengeluaran').getByLabel('Tanggal digunakan');
  await expect(date).toHaveText('30 November 2026');
  await page.clock.fastForward(75_000);
  await date.click();
  await page.getByRole('button', { name: 'Bulan berikutnya' }).click();
  await expect(page.getByRole('button', { name: '2 Desember 2026', exact: true })).toBeDisabled();
  await expect(date).toHaveText('30 November 2026');
  await page.getByRole('button', { name: '1 Desember 2026', exact: true }).click();
  await expect(date).toHaveText('1 Desember 2026');
});

test('a question about a reversal says after the end of the month that a second person has to agree', async ({
  estate,
}) => {
  const admin = await estate.as.admin();
  await estate.given.expense({ by: admin, judul: 'Cat pagar', jumlah: 75_000, tanggal: '2026-11-05' });
  const page = await browserOf(estate, admin, { ...desktop, time: '2026-11-30T16:58:50Z' }, 'pengeluaran');
  await page.getByRole('button', { name: /^Hapus pengeluaran Cat pagar/ }).click();
  const question = dialog(page, 'Hapus pengeluaran Cat pagar?');
  const second = question.getByText('setelah disetujui orang kedua');
  await question.getByLabel('Alasan').fill('Nota ganda dari toko');
  await expect(second).toBeHidden();
  await page.clock.fastForward(75_000);
  await expect(second).toBeVisible();
  await expect(question.getByLabel('Alasan')).toHaveValue('Nota ganda dari toko');
});

test('amounts of one year are never shown under another year', async ({ estate }) => {
  const admin = await estate.as.admin();
  await estate.given.expense({
    by: admin,
    judul: 'Cat pagar',
    jumlah: 75_000,
    tanggal: `${thisMonth.tahun}-01-05`,
  });
  const page = await browserOf(estate, admin, desktop, 'pengeluaran');
  await expect(page.getByText('Rp 75.000')).toHaveCount(2);
  const total = await slow(page, 'answer', 'GET', /\/pengeluaran\/year\/\d+\/jumlah$/);
  const before = String(thisMonth.tahun - 1);
  await page.getByLabel('Tahun', { exact: true }).selectOption(before);
  await total.asked;
  await expect(page.getByText(`Total pengeluaran ${before}`)).toBeVisible();
  await expect(page.getByText('Rp 75.000')).toHaveCount(0);
  total.arrive();
  await expect(figure(page, `Total pengeluaran ${before}`)).toHaveText('Rp 0');
});

test('a form without a response can be sent again', async ({ estate }) => {
  const page = await browserOf(estate, await estate.as.warga('A1-1'), phone);
  await page.clock.install();
  await openPage(page, 'profile');
  const saving = await slow(page, 'request', 'PUT', /\/api\/warga\/profile$/);
  await page.getByLabel('Nama').fill('Siti Rahayu');
  await page.getByRole('button', { name: 'Simpan' }).click();
  await saving.asked;
  await page.clock.fastForward(60_000);
  await expect(page.getByText('Gagal mengupdate profile')).toBeVisible();
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expect(toast(page, 'Profil berhasil diupdate')).toBeVisible();
});

test('a recorded payment uses the estate’s dues, however late the settings load', async ({ estate }) => {
  await (await estate.as.ketua()).call(changeSettings, { body: { duesAmount: 150_000, password } });
  const page = await browserOf(estate, await estate.as.koordinator('A'), desktop);
  await clearOfflineData(page);
  const address = page.url();
  await page.goto('about:blank'); // the first page may still ask for the settings, and its call would be delayed instead
  const settings = await slow(page, 'answer', 'GET', /\/api\/settings$/);
  await page.goto(address);
  await settings.asked;
  await openPage(page, 'tambah-pembayaran');
  await expect(page.getByText('masuk buku kas', { exact: false })).toBeVisible();
  await expect(page.getByLabel('Jumlah')).toBeHidden();
  settings.arrive();
  await expect(page.getByLabel('Jumlah')).toHaveValue('150.000');
});

test('after the end of a month the dashboard does not show last month’s dues as current', async ({
  estate,
}) => {
  const page = await browserOf(estate, await estate.as.warga('A1-1'), {
    ...phone,
    time: '2026-11-30T16:58:50Z',
  });
  await openPage(page, 'dashboard');
  const card = (month: string) => page.getByRole('region', { name: `Iuran ${month} 2026` });
  await expect(card('November')).toContainText('Belum Bayar');
  const gate = Promise.withResolvers<void>();
  const dashboard = /\/api\/dashboard\/warga$/;
  await page.route(dashboard, async (route) => {
    await gate.promise;
    await route.continue().catch(() => {}); // cancelled when it is read once more
  });
  const again = page.waitForRequest(dashboard);
  await page.clock.fastForward(75_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await again;
  await expect(card('November')).toContainText('Belum Bayar');
  gate.resolve();
  await expect(card('Desember')).toContainText('Belum Bayar');
});

test('a switch that somebody else turned back at once shows what is saved, and can be pressed', async ({
  estate,
}) => {
  const page = await browserOf(estate, await estate.as.ketua(), desktop);
  const second = await estate.as.ketua('Ketua Dua');
  await openPage(page, 'management');
  const toggle = page.getByRole('switch', { name: 'Menu aduan' });
  await expect(toggle).toBeChecked();
  const settings = await slow(page, 'request', 'GET', /\/api\/settings$/);
  await toggle.click();
  await settings.asked;
  await expect(toggle).not.toBeChecked();
  await second.call(changeSettings, { body: { complaintMenuEnabled: true } });
  settings.arrive();
  await expect(toggle).toBeChecked();
  await toggle.click();
  await expect(toggle).not.toBeChecked();
});
