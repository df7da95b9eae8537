/** The coordinator's round on an own estate: offline, through a crash of the browser, to the treasurer who counts. */
import { expect, type Page } from '@playwright/test';
import { reverseEntry } from '../contract/book.ts';
import { defaultTimeZone, monthIn, monthKey, shiftMonth } from '../contract/format.ts';
import { makeHandover, withdrawHandover } from '../contract/handovers.ts';
import { changeAccount, deleteAccount } from '../contract/officers.ts';
import { formatMonths } from '../contract/payment-months.ts';
import { listPayments, uploadPaymentWarga } from '../contract/payments.ts';
import { listMoneyAccounts } from '../contract/places.ts';
import { collectDues, getRound } from '../contract/rounds.ts';
import type { TestApp } from '../server/testing/app.ts';
import { photo } from '../server/testing/pictures.ts';
import { browserOf, openPage, test } from './estate.ts';
import { closeToasts, desktop, dialog, phone, row, title } from './screen.ts';

test.use({ serviceWorkers: 'allow' });

const thisMonth = monthIn(defaultTimeZone, new Date());
const month = (back: number) => shiftMonth(thisMonth, -back);

const house = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Rumah' })
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) });
const take = (page: Page, name: string) =>
  house(page, name).getByRole('button', { name: new RegExp(`^Terima dari ${name}\\b`) });
const inHand = (page: Page) => page.getByRole('status', { name: 'Uang di tangan' });
const signal = (page: Page, there: boolean) => page.context().setOffline(!there);

/** Three houses that owe this month and the one before. */
async function block(estate: TestApp) {
  const created_at = `${monthKey(month(1))}-02T03:00:00.000Z`;
  const rina = await estate.as.koordinator('A');
  const payers = await Promise.all(['A1', 'A2', 'A10'].map((blok) => estate.as.warga(blok, { created_at })));
  return { rina, payers };
}

test('taps without a signal survive a crash of the browser, book once, and the treasurer accepts the sum', async ({
  estate,
}) => {
  const admin = await estate.as.admin();
  const { rina, payers } = await block(estate);
  const page = await browserOf(estate, rina, phone);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await openPage(page, 'keliling');
  await expect(title(page)).toHaveText('Keliling Iuran');
  await expect(take(page, 'A1')).toBeVisible();
  await signal(page, false);

  await take(page, 'A1').click();
  await take(page, 'A2').click();
  await expect(inHand(page)).toContainText(/Rp\s400\.000/);
  await house(page, 'A2').getByRole('button', { name: 'Urungkan A2' }).click();
  await expect(inHand(page)).toContainText(/Rp\s200\.000/);
  await house(page, 'A10').getByRole('button', { name: 'Pilih bulan A10' }).click();
  await dialog(page)
    .getByRole('button', { name: /^Terima Rp\s100\.000$/ })
    .click();
  await expect(inHand(page)).toContainText(/Rp\s300\.000/);
  await take(page, 'A2').click();
  await expect(inHand(page)).toContainText(/Rp\s500\.000/);

  // A2 pays the running month by transfer meanwhile.
  const sent = await payers[1]?.call(uploadPaymentWarga, {
    body: thisMonth,
    files: { bukti_transfer: await photo() },
  });
  expect(sent?.status).toBe(201);

  const again = await page.context().newPage();
  await page.close({ runBeforeUnload: false });
  await again.goto('/');
  await openPage(again, 'keliling');
  await expect(inHand(again)).toContainText(/Rp\s500\.000/);
  await expect(house(again, 'A2').getByRole('button', { name: /^Terima/ })).toHaveCount(0);

  await signal(again, true);
  await expect(again.getByText(/^A2 .* sudah dibayar lewat transfer/).first()).toBeVisible({
    timeout: 60_000,
  });
  await expect(inHand(again)).toContainText(/Rp\s300\.000/);
  await expect(inHand(again)).not.toContainText('belum terkirim');
  const { data } = (await rina.call(getRound)).body;
  expect(data.saldo).toBe(300_000);
  await closeToasts(again);
  const given = again.getByRole('button', { name: 'Uang sudah dikembalikan' });
  const question = dialog(again, 'Rp 200.000 sudah dikembalikan?');
  await given.click();
  await question.getByRole('button', { name: 'Batal' }).click();
  await expect(question).toBeHidden();
  await given.click();
  await question.getByRole('button', { name: 'Ya, sudah dikembalikan' }).click();
  await expect(given).toBeHidden();
  await house(again, 'A1').getByRole('button', { name: 'Kuitansi A1' }).click();
  await expect(dialog(again).getByRole('button', { name: 'Bagikan' })).toBeVisible();
  await dialog(again).getByRole('button', { name: 'Tutup' }).click();

  await again.getByRole('button', { name: 'Setor', exact: true }).click();
  await dialog(again).getByRole('button', { name: 'Ya, setor' }).click();
  await expect(inHand(again)).toContainText('menunggu diterima');
  await expect(inHand(again)).toContainText('Yang dapat menerima sekarang: ');

  const desk = await browserOf(estate, admin, desktop, 'setoran');
  await row(desk, rina.nama)
    .getByRole('button', { name: /Hitung dan terima/ })
    .click();
  await dialog(desk).getByLabel('Uang yang dihitung').fill('300000');
  await dialog(desk).getByRole('button', { name: 'Terima', exact: true }).click();
  await expect(row(desk, rina.nama)).toContainText('Diterima');
  const accounts = (await admin.call(listMoneyAccounts)).body.data;
  expect(accounts.map(({ saldo }) => saldo)).toEqual([300_000, 0]);
  await expect(inHand(again)).toContainText(/Rp\s0/);

  await expect(desk.getByText('Keliru menerima? Batalkan transaksinya')).toBeVisible();
  await openPage(desk, 'buku-kas');
  await desk.getByRole('tab', { name: 'Rekening & Dana' }).click();
  await desk.getByRole('button', { name: 'Transaksi Kas Koordinator Blok A' }).click();
  await row(desk, 'Pemindahan')
    .getByRole('button', { name: /^Batalkan Setoran/ })
    .click();
  await dialog(desk).getByLabel('Alasan').fill('Uangnya masih di tangan koordinator');
  await dialog(desk).getByRole('button', { name: 'Batalkan transaksi' }).click();
  await expect(row(desk, 'Pemindahan')).toContainText('Dibatalkan kemudian');
  await openPage(desk, 'setoran');
  await expect(row(desk, rina.nama)).toContainText('Dibatalkan');
  await expect(inHand(again)).toContainText(/Rp\s300\.000/);
});

test('who is counting a hand-over reads that it was withdrawn, and what was typed stays', async ({
  estate,
}) => {
  const admin = await estate.as.admin();
  const { rina, payers } = await block(estate);
  const body = {
    ketukan: crypto.randomUUID(),
    user_id: payers[0]?.id ?? 0,
    bulan: [monthKey(thisMonth)],
    jumlah: 100_000,
    waktu: new Date().toISOString(),
  };
  await rina.call(collectDues, { body });
  const made = await rina.call(makeHandover, { body: { jumlah: 100_000 } });
  const page = await browserOf(estate, admin, phone, 'setoran');
  await page.getByRole('button', { name: /^Hitung dan terima/ }).click();
  const form = dialog(page, `Setoran ${rina.nama}`);
  await form.getByLabel('Uang yang dihitung').fill('50000');
  await form.getByRole('button', { name: 'Terima', exact: true }).click();
  await expect(form.getByText(/^Kurang Rp 50.000. Tulis alasannya/)).toBeVisible();
  await form.getByLabel('Keputusan').selectOption('Tolak');
  await expect(form.getByText(/^Kurang Rp 50.000/)).toHaveCount(0);
  await form.getByLabel('Keputusan').selectOption('Terima');
  await form.getByLabel('Uang yang dihitung').fill('100000');
  await expect(form.getByRole('alert')).toHaveCount(0);
  await rina.call(withdrawHandover, { params: { id: made.body.data.id } });
  await expect(form.getByRole('alert')).toContainText(`Batal disetor oleh ${rina.nama}`);
  await expect(form.getByLabel('Uang yang dihitung')).toHaveValue('100.000');
  await form.getByRole('button', { name: 'Terima', exact: true }).click();
  await expect(form.getByText('Setoran ini sudah diproses.')).toBeVisible();
});

test('who handed over what was reversed since is told what to do, which a treasurer cannot', async ({
  estate,
}) => {
  const admin = await estate.as.admin();
  const { rina, payers } = await block(estate);
  for (const payer of payers.slice(0, 2))
    await rina.call(collectDues, {
      body: {
        ketukan: crypto.randomUUID(),
        user_id: payer.id,
        bulan: [monthKey(thisMonth)],
        jumlah: 100_000,
        waktu: new Date().toISOString(),
      },
    });
  await rina.call(makeHandover, { body: { jumlah: 200_000 } });
  await admin.call(reverseEntry, { body: { nomor: 1, alasan: 'Salah rumah, uangnya kembali' } });
  const page = await browserOf(estate, rina, phone, 'keliling');
  await expect(inHand(page)).toContainText('Tekan Batal setor, lalu setor lagi.');
  await expect(inHand(page)).not.toContainText('Minta bendahara');
  await inHand(page).getByRole('button', { name: 'Batal setor' }).click();
  await inHand(page).getByRole('button', { name: 'Setor', exact: true }).click();
  await page.getByRole('button', { name: 'Ya, setor' }).click();
  await expect(inHand(page)).toContainText(/Rp\s100\.000 menunggu diterima/);
});

test('the cash of a coordinator who has left is moved by the treasurer, and not by its holder', async ({
  estate,
}) => {
  const [ketua, admin] = [await estate.as.ketua(), await estate.as.admin()];
  const { rina, payers } = await block(estate);
  const tap = (jumlah: number, at: number) => ({
    ketukan: crypto.randomUUID(),
    user_id: payers[at]?.id ?? 0,
    bulan: [monthKey(thisMonth)],
    jumlah,
    waktu: new Date().toISOString(),
  });
  await rina.call(collectDues, { body: tap(100_000, 0) });
  await admin.call(collectDues, { body: tap(100_000, 1) });
  const away = { params: { id: rina.id }, body: { status: 'inactive' } } as const;
  expect((await ketua.call(changeAccount, away)).status).toBe(200);
  const page = await browserOf(estate, admin, phone, 'buku-kas');
  await page.getByRole('tab', { name: 'Rekening & Dana' }).click();
  await page.getByRole('button', { name: 'Pindahkan', exact: true }).click();
  const form = dialog(page, 'Pindahkan Uang');
  await form.getByLabel('Jumlah').fill('100000');
  await form.getByLabel('Dari rekening').selectOption('Kas Admin');
  await form.getByRole('button', { name: 'Pindahkan', exact: true }).click();
  await expect(form.getByText('Uang di tangan Anda sendiri disetor lewat Keliling Iuran')).toBeVisible();
  await form.getByLabel('Dari rekening').selectOption('Kas Koordinator Blok A');
  await expect(form.getByText(/Kas Koordinator Blok A: Rp\s100\.000 menjadi Rp\s0/)).toBeVisible();
  await expect(form.getByLabel('Ke rekening').getByRole('option')).toHaveText(['Kas']);
  await form.getByRole('button', { name: 'Pindahkan', exact: true }).click();
  await expect(form).toBeHidden();
  const balances = (await admin.call(listMoneyAccounts)).body.data.map(({ nama, saldo }) => [nama, saldo]);
  expect(balances).toEqual([
    ['Kas', 100_000],
    ['Kas Koordinator Blok A', 0],
    ['Kas Admin', 100_000],
  ]);
  expect((await ketua.call(deleteAccount, { params: { id: rina.id } })).status).toBe(200);
});

test('ten houses take ten taps', async ({ estate }) => {
  const rina = await estate.as.koordinator('A');
  const created_at = `${monthKey(month(1))}-02T03:00:00.000Z`;
  const houses = Array.from({ length: 10 }, (_, at) => `A${at + 1}`);
  for (const blok of houses) await estate.as.warga(blok, { created_at });
  const page = await browserOf(estate, rina, phone, 'keliling');
  for (const name of houses) await take(page, name).click();
  await expect(inHand(page)).toContainText(/Rp\s2\.000\.000/);
});

test('what undoes a tap is in view, also of a house right above the sum', async ({ estate }) => {
  const rina = await estate.as.koordinator('A');
  for (let at = 1; at <= 8; at += 1) await estate.as.warga(`A${at}`);
  const page = await browserOf(estate, rina, { ...phone, viewport: { width: 360, height: 640 } }, 'keliling');
  const last = take(page, 'A4');
  await expect(last).toBeVisible();
  await signal(page, false);
  const sum = await inHand(page).boundingBox();
  await last.evaluate((row, top) => scrollBy(0, row.getBoundingClientRect().bottom - top), sum?.y ?? 0);
  const box = await last.boundingBox();
  await page.touchscreen.tap(180, (box?.y ?? 0) + 20);
  const undo = house(page, 'A4').getByRole('button', { name: /^Urungkan/ });
  const isOnTop = (button: Element) => {
    const { x, width, bottom } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(x + width / 2, bottom - 1));
  };
  await expect.poll(() => undo.evaluate(isOnTop)).toBe(true);
  await undo.tap();
  await expect(inHand(page)).toContainText(/Rp\s0/);
});

test('a house pays single months at the door, chosen without a signal', async ({ estate }) => {
  const rina = await estate.as.koordinator('A');
  await estate.as.warga('A1', { created_at: `${monthKey(month(3))}-02T03:00:00.000Z` });
  const page = await browserOf(estate, rina, phone, 'keliling');
  await expect(take(page, 'A1')).toBeVisible();
  await signal(page, false);
  await house(page, 'A1').getByRole('button', { name: 'Pilih bulan A1' }).click();
  const sheet = dialog(page);
  await sheet.getByLabel('Bulan yang dibayar').selectOption('Pilih bulan');
  await expect(sheet.getByRole('button', { name: /^Terima/ })).toBeDisabled();
  const months = sheet.getByRole('group', { name: 'Pilih bulan' }).getByRole('button');
  await months.nth(1).click();
  await months.nth(3).click();
  await sheet.getByRole('button', { name: /^Terima Rp\s200\.000$/ }).click();
  await expect(inHand(page)).toContainText(/Rp\s200\.000/);
  await expect(house(page, 'A1')).toContainText(formatMonths([month(3), month(1)]));
  await signal(page, true);
  await expect(inHand(page)).not.toContainText('belum terkirim', { timeout: 60_000 });
  const paid = (await rina.call(listPayments, { query: {} })).body.data.toReversed();
  expect(paid.map(({ tahun, bulan }) => ({ tahun, bulan }))).toEqual([month(2), month(0)]);
});

test('refused money stays in view until it is taken for other months', async ({ estate }) => {
  test.slow(); // it can be undone for ten seconds
  const { rina, payers } = await block(estate);
  const page = await browserOf(estate, rina, phone, 'keliling');
  await expect(take(page, 'A2')).toBeVisible();
  await signal(page, false);
  await take(page, 'A2').click();
  await expect(inHand(page)).toContainText(/Rp\s200\.000/);
  const sent = { body: thisMonth, files: { bukti_transfer: await photo() } };
  expect((await payers[1]?.call(uploadPaymentWarga, sent))?.status).toBe(201);
  await signal(page, true);
  const refused = page.getByText(/^Rp\s200\.000 tidak tercatat$/);
  await expect(refused).toBeVisible({ timeout: 60_000 });
  await closeToasts(page);
  await page.getByRole('button', { name: 'Catat untuk bulan lain' }).click();
  await dialog(page).getByRole('button', { name: 'Tutup' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(refused).toBeVisible();
  await page.getByRole('button', { name: 'Catat untuk bulan lain' }).click();
  await dialog(page)
    .getByRole('button', { name: /^Terima Rp\s100\.000$/ })
    .click();
  await expect(refused).toBeHidden();
  await expect(inHand(page)).toContainText(/Rp\s100\.000/);
});

test('a tap counts after the browser has closed the database of the open page', async ({ estate }) => {
  const { rina } = await block(estate);
  const page = await browserOf(estate, rina, phone, 'keliling');
  await expect(take(page, 'A1')).toBeVisible();
  await signal(page, false);
  await take(page, 'A1').click();
  await expect(house(page, 'A1')).toContainText('diterima');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Storage.clearDataForOrigin', { origin: estate.url, storageTypes: 'indexeddb' });
  await expect(async () => {
    if (await take(page, 'A2').isVisible()) await take(page, 'A2').click({ timeout: 1_000 });
    await expect(house(page, 'A2')).toContainText('diterima', { timeout: 2_000 });
  }).toPass({ timeout: 20_000 }); // the page may hear of it only after the first tap
});
