/** How many taps the most frequent things take: of a coordinator and a resident from the dashboard, of a treasurer in the book. */
import { expect, type Locator, type Page } from '@playwright/test';
import { defaultTimeZone, monthIn, monthKey, shiftMonth } from '../contract/format.ts';
import { addIncome } from '../contract/income.ts';
import { listOwnPaymentsWarga } from '../contract/payments.ts';
import { addMoneyAccount } from '../contract/places.ts';
import { getRound } from '../contract/rounds.ts';
import { pictures } from '../server/testing/pictures.ts';
import { browserOf, openPage, test } from './estate.ts';
import { choose, desktop, dialog, jpeg, phone, toast } from './screen.ts';

const thisMonth = monthIn(defaultTimeZone, new Date());
const since = (months: number) => `${monthKey(shiftMonth(thisMonth, -months))}-02T03:00:00.000Z`;

/** Counts what a finger does, whatever element it meets. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const root = document.documentElement;
    root.dataset['taps'] = '0';
    const count = ({ isTrusted }: Event) => {
      if (isTrusted) root.dataset['taps'] = String(Number(root.dataset['taps']) + 1);
    };
    document.addEventListener('pointerdown', count, { capture: true });
  });
  return () => page.evaluate(() => Number(document.documentElement.dataset['taps']));
}

test('a house that is tapped twice before the first tap is kept has paid once', async ({ estate }) => {
  const rina = await estate.as.koordinator('A');
  await estate.as.warga('A1', { created_at: since(0) });
  const page = await browserOf(estate, rina, phone, 'keliling');
  await page.getByRole('button', { name: /^Terima dari A1\b/ }).evaluate((house: HTMLElement) => {
    house.click();
    house.click();
  });
  await expect(page.getByText(/^Rp\s100\.000 diterima$/)).toHaveCount(1);
  await expect(page.getByRole('status', { name: 'Uang di tangan' })).toContainText(/Rp\s100\.000/);
});

test('the second click of a double click presses nothing in what the first one opened or uncovered', async ({
  estate,
}) => {
  const rina = await estate.as.koordinator('A');
  await estate.as.warga('A1', { created_at: since(2) });
  const page = await browserOf(estate, rina, desktop);
  await page.evaluate(() => {
    let first: EventTarget | null = null;
    document.addEventListener('click', ({ detail, target }) => {
      if (detail === 1) first = target;
      else if (target !== first) document.documentElement.dataset.pressed = 'something else';
    });
  });
  await page.getByRole('button', { name: /^Keliling Iuran/ }).dblclick();
  await page.getByRole('button', { name: 'Pilih bulan A1', exact: true }).dblclick();
  await dialog(page)
    .getByRole('button', { name: /^Terima Rp/ })
    .dblclick();
  await expect(page.getByRole('status', { name: 'Uang di tangan' })).toContainText(/Rp\s100\.000/);
  await expect(page.locator('html')).not.toHaveAttribute('data-pressed');
});

test('the cash of ten houses takes at most twelve taps', async ({ estate }) => {
  const rina = await estate.as.koordinator('A');
  const houses = Array.from({ length: 40 }, (_, at) => `A${at + 1}`);
  for (const blok of houses) await estate.as.warga(blok, { created_at: since(0) });
  const page = await browserOf(estate, rina, phone);
  const round = page.getByRole('button', { name: /^Keliling Iuran/ });
  await expect(round).toBeVisible();
  const taps = await countTaps(page);
  await round.tap();
  for (const name of houses.slice(0, 10))
    await page.getByRole('button', { name: new RegExp(`^Terima dari ${name}\\b`) }).tap();
  await expect(page.getByRole('status', { name: 'Uang di tangan' })).toContainText(/Rp\s1\.000\.000/);
  expect(await taps()).toBeLessThanOrEqual(12);
  await expect
    .poll(async () => (await rina.call(getRound)).body.data.saldo, { timeout: 30_000 })
    .toBe(1_000_000);
});

test('paying three months with a photo takes at most four taps', async ({ estate }) => {
  const siti = await estate.as.warga('A1-1', { created_at: since(3) });
  await estate.given.payment({ of: siti, ...thisMonth, status: 'dikonfirmasi' });
  const page = await browserOf(estate, siti, phone);
  const pay = page.getByRole('button', { name: 'Bayar Tunggakan' });
  await expect(pay).toBeVisible();
  const taps = await countTaps(page);
  await pay.tap();
  const form = dialog(page, 'Tambah Pembayaran');
  await choose(form, 'Pilih foto', jpeg(await pictures.jpeg()));
  await form.getByRole('button', { name: 'Kirim bukti' }).tap();
  await expect(toast(page, 'Pembayaran berhasil diupload')).toBeVisible();
  expect(await taps()).toBeLessThanOrEqual(4);
  expect(await taps()).toBeGreaterThan(0);
  const { data } = (await siti.call(listOwnPaymentsWarga, { params: { userId: siti.id } })).body;
  expect(data.filter(({ status }) => status === 'menunggu_konfirmasi').map(({ jumlah }) => jumlah)).toEqual([
    100_000, 100_000, 100_000,
  ]);
});

test('what a treasurer does in the book takes at most five taps each', async ({ estate }) => {
  test.slow(); // four tasks
  await estate.as.ketua(); // who agrees to a closing
  const admin = await estate.as.admin();
  await admin.call(addMoneyAccount, { body: { nama: 'Bank BRI', jenis: 'bank' } });
  const donation = { judul: 'Sumbangan', kategori: 'sumbangan', jumlah: 500_000 };
  const given = { body: { ...donation, tanggal: since(1).slice(0, 10) }, files: {} };
  expect((await admin.call(addIncome, given)).status).toBe(201);
  const page = await browserOf(estate, admin, phone);
  const button = (name: string, where: Page | Locator = page) =>
    where.getByRole('button', { name, exact: true });
  const type = async (field: Locator, text: string) => {
    await field.tap();
    await field.fill(text);
  };
  const tasks: Record<string, () => Promise<void>> = {
    'rent is entered': async () => {
      await button('Catat penerimaan').tap();
      const form = dialog(page, 'Catat Penerimaan');
      await type(form.getByLabel('Judul'), 'Sewa balai warga');
      await form.getByLabel('Kategori').tap();
      await form.getByLabel('Kategori').selectOption('sewa');
      await type(form.getByLabel('Jumlah'), '750000');
      await button('Simpan', form).tap();
      await expect(toast(page, 'Penerimaan berhasil dicatat')).toBeVisible();
    },
    'an entry is reversed': async () => {
      await page.getByRole('button', { name: /^Batalkan Sewa balai warga, nomor/ }).tap();
      const form = page.getByRole('form', { name: 'Batalkan transaksi' });
      await type(form.getByLabel('Alasan'), 'Uangnya dikembalikan');
      await button('Batalkan transaksi', form).tap();
      await expect(form).toBeHidden();
    },
    'cash is taken to the bank': async () => {
      await page.getByRole('tab', { name: 'Rekening & Dana' }).tap();
      await button('Pindahkan').tap();
      const form = dialog(page, 'Pindahkan Uang');
      await type(form.getByLabel('Jumlah'), '200000');
      await button('Pindahkan', form).tap();
      await expect(form).toBeHidden();
    },
    'a month is closed': async () => {
      await page.getByRole('tab', { name: 'Tutup Buku' }).tap();
      await type(page.getByLabel('Uang di Kas'), '500000');
      await type(page.getByLabel('Uang di Bank BRI'), '0');
      await button('Ajukan tutup buku').tap();
      await expect(toast(page, 'Usulan dikirim dan menunggu persetujuan orang kedua.')).toBeVisible();
    },
  };
  await openPage(page, 'buku-kas');
  await expect(page.getByText('Riwayat transaksi')).toBeVisible();
  const taps = await countTaps(page);
  for (const [task, carryOut] of Object.entries(tasks)) {
    const before = await taps();
    await carryOut();
    const used = (await taps()) - before;
    expect.soft(used, task).toBeLessThanOrEqual(5);
    expect.soft(used, task).toBeGreaterThan(2);
  }
});
