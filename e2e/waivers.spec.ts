/** Staff propose that months are not paid; a second person agrees. */
import { expect, type Page } from '@playwright/test';
import { decideApproval, listApprovals } from '../contract/approvals.ts';
import { defaultTimeZone, monthIn, monthKey, monthName, shiftMonth } from '../contract/format.ts';
import { formatMonths } from '../contract/payment-months.ts';
import { recordPayment } from '../contract/payments.ts';
import { proposeWaiver } from '../contract/waivers.ts';
import type { Person } from '../server/testing/people.ts';
import { browserOf, openPage, test } from './estate.ts';
import { dialog, phone, toast, violationsOf } from './screen.ts';

const back = (count: number) => shiftMonth(monthIn(defaultTimeZone, new Date()), -count);
const small = { ...phone, viewport: { width: 360, height: 740 } };
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

/** What waits for a second person is approved. */
async function approve(by: Person): Promise<void> {
  const [open] = (await by.call(listApprovals, { query: { status: 'menunggu' } })).body.data;
  if (!open) throw new Error('nothing waits');
  const body = { keputusan: 'setuju', sidik: open.sidik } as const;
  expect((await by.call(decideApproval, { params: { id: open.id }, body })).status).toBe(200);
}

test('the admin proposes a waiver on a narrow phone, the ketua agrees, and the month is no longer owed', async ({
  estate,
}) => {
  const created_at = `${monthKey(back(3))}-02T03:00:00.000Z`;
  const siti = await estate.as.warga('A12', { nama: 'Siti Aminah', created_at });
  const [ketua, admin] = [await estate.as.ketua('Pak Hadi'), await estate.as.admin('Bu Sri')];
  const page = await browserOf(estate, admin, small, 'tunggakan');
  await page.getByRole('button', { name: 'Bebaskan… Siti Aminah' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('Pilih dulu bulan yang tidak perlu dibayar.');
  const waived = back(2);
  await sheet.getByRole('button', { name: `${monthName(waived.bulan).slice(0, 3)} ${waived.tahun}` }).click();
  await expect(sheet).toContainText('Rp 100.000 tidak ditagih lagi (1 bulan)');
  expect(await fits(page)).toBe(true);
  await sheet.getByRole('button', { name: 'Ajukan' }).click();
  await expect(toast(page, 'Usulan dikirim dan menunggu persetujuan orang kedua.')).toBeVisible();

  const other = await browserOf(estate, ketua, phone, 'buku-kas');
  const proposal = other.getByRole('article', { name: 'Pembebasan iuran' });
  await expect(proposal).toContainText('Warga berduka');
  await proposal.getByRole('button', { name: 'Setujui' }).click();
  const question = dialog(other, 'Setujui pembebasan iuran?');
  expect(await question.innerText()).toContain('Rumah: A12\nNama: Siti Aminah\n');
  await question.getByRole('button', { name: 'Ya, setujui' }).click();
  await expect(toast(other, 'Usulan disetujui dan sudah dicatat.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Daftar tunggakan' })).toContainText('2 bulan');

  const own = await browserOf(estate, siti, phone, 'payments');
  await expect(own.getByText(/^2 bulan, sejak/)).toBeVisible();
  await expect(own.getByText('Tidak perlu Anda bayar')).toBeVisible();
});

test('a chosen month that is paid meanwhile is not proposed', async ({ estate }) => {
  const created_at = `${monthKey(back(3))}-02T03:00:00.000Z`;
  const siti = await estate.as.warga('A12', { nama: 'Siti Aminah', created_at });
  const admin = await estate.as.admin();
  const page = await browserOf(estate, admin, phone, 'tunggakan');
  await page.getByRole('button', { name: 'Bebaskan… Siti Aminah' }).click();
  const sheet = page.getByRole('dialog');
  const months = sheet.getByRole('group', { name: 'Bulan yang dibebaskan' }).getByRole('button');
  for (const at of [0, 1]) await months.nth(at).click();
  await expect(sheet).toContainText('Rp 200.000 tidak ditagih lagi (2 bulan)');
  const body = { user_id: siti.id, ...back(3), jumlah: 100_000, metode: 'tunai' } as const;
  expect((await admin.call(recordPayment, { body, files: {} })).status).toBe(201);
  await expect(sheet).toContainText('Rp 100.000 tidak ditagih lagi (1 bulan)');
  await sheet.getByRole('button', { name: 'Ajukan' }).click();
  await expect(sheet).toBeHidden();
});

test('a waived month whose proof was rejected is not to be paid on any screen', async ({ estate }) => {
  const month = back(0);
  const siti = await estate.as.warga('A12', { created_at: `${monthKey(month)}-02T03:00:00.000Z` });
  await estate.given.payment({ of: siti, ...month, status: 'ditolak' });
  const [ketua, admin] = [await estate.as.ketua(), await estate.as.admin()];
  const body = { user_id: siti.id, bulan: [monthKey(month)], sebab: 'berduka' as const };
  expect((await admin.call(proposeWaiver, { body })).status).toBe(200);
  await approve(ketua);
  const page = await browserOf(estate, siti, phone);
  await expect(page.getByText('Iuran bulan ini tidak perlu Anda bayar.')).toBeVisible();
  await openPage(page, 'payments');
  const card = page.getByRole('listitem').filter({ hasText: 'Bulan Ini' });
  await expect(card.getByText('Tidak perlu Anda bayar', { exact: true })).toBeVisible();
  const round = await browserOf(estate, await estate.as.koordinator('A'), phone, 'keliling');
  await expect(round.getByRole('listitem').filter({ hasText: siti.nama })).toContainText('Tidak ada tagihan');
});

test('a running waiver says who decided it, and its end who pays again from when, on a narrow phone', async ({
  estate,
}) => {
  const created_at = `${monthKey(back(4))}-02T03:00:00.000Z`;
  const siti = await estate.as.warga('A12', { nama: 'Siti Aminah', created_at });
  const [ketua, admin] = [await estate.as.ketua('Pak Hadi'), await estate.as.admin('Bu Sri')];
  const months = [back(3), back(2)];
  const wanted = { user_id: siti.id, bulan: months.map(monthKey), sebab: 'berduka' as const };
  await admin.call(proposeWaiver, { body: wanted });
  await approve(ketua);

  const page = await browserOf(estate, admin, small, 'tunggakan');
  await page.getByRole('button', { name: 'Bebaskan… Siti Aminah' }).click();
  const running = page.getByRole('list', { name: 'Pembebasan yang berlaku' });
  await expect(running.getByRole('listitem')).toHaveCount(1);
  await expect(running).toContainText(formatMonths(months));
  await expect(running).toContainText(/Warga berduka · Rp\s200\.000/);
  await expect(running).toContainText('Diajukan Bu Sri, disetujui Pak Hadi');
  expect(await fits(page)).toBe(true);
  await running.getByRole('button', { name: `Akhiri pembebasan ${formatMonths(months)}` }).click();
  const sheet = dialog(page, 'Akhiri pembebasan Siti Aminah');
  await expect(sheet).toContainText(`Ditagih lagi mulai ${formatMonths([back(3)])}`);
  await sheet.getByRole('button', { pressed: true }).first().click();
  await expect(sheet).toContainText(`Ditagih lagi mulai ${formatMonths([back(2)])}`);
  expect(await fits(page)).toBe(true);
  expect(await violationsOf(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Ajukan akhir pembebasan' }).click();
  await expect(sheet.getByText('Alasan wajib diisi')).toBeVisible();
  await sheet.getByLabel('Alasan').fill('Salah rumah');
  await sheet.getByRole('button', { name: 'Ajukan akhir pembebasan' }).click();
  await expect(toast(page, 'Usulan dikirim dan menunggu persetujuan orang kedua.')).toBeVisible();
  const cards = page.getByRole('list', { name: 'Daftar tunggakan' });
  await expect(cards).toContainText('2 bulan');

  await approve(ketua);
  await expect(cards).toContainText('3 bulan');
  await page.getByRole('button', { name: 'Bebaskan… Siti Aminah' }).click();
  await expect(running).toContainText(formatMonths([back(3)]));
  await expect(running).not.toContainText(formatMonths(months));
});

test('months ahead of a house without arrears are waived from the list of residents', async ({ estate }) => {
  const siti = await estate.as.warga('A12', { nama: 'Siti Aminah', created_at: new Date().toISOString() });
  const [ketua, admin] = [await estate.as.ketua(), await estate.as.admin()];
  const [paid, ...ahead] = Array.from({ length: 13 }, (_, at) => back(-at));
  await estate.given.payment({ of: siti, ...paid, status: 'dikonfirmasi' });
  const page = await browserOf(estate, admin, small, 'kelola-warga');
  await page.getByRole('button', { name: 'Bebaskan… Siti Aminah' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Alasan').selectOption('Pengurus sesuai AD/ART');
  const offered = sheet.getByRole('group', { name: 'Bulan yang dibebaskan' }).getByRole('button');
  await expect(offered).toHaveCount(ahead.length);
  for (const month of await offered.all()) await month.click();
  await expect(sheet).toContainText(/Rp\s1\.200\.000 tidak ditagih lagi \(12 bulan\)/);
  expect(await fits(page)).toBe(true);
  await sheet.getByRole('button', { name: 'Ajukan' }).click();
  await expect(toast(page, 'Usulan dikirim dan menunggu persetujuan orang kedua.')).toBeVisible();
  await approve(ketua);
  await page.getByRole('button', { name: 'Bebaskan… Siti Aminah' }).click();
  await expect(page.getByRole('list', { name: 'Pembebasan yang berlaku' })).toContainText(
    formatMonths(ahead),
  );
  await expect(offered).toHaveCount(0);

  const rina = await estate.as.koordinator('B');
  const gone = await estate.as.person('admin', { nama: 'Pak Mantan', blok: 'C1', status: 'inactive' });
  const other = await browserOf(estate, ketua, small, 'kelola-perangkat');
  const waive = other.getByRole('button', { name: /^Bebaskan…/ });
  await expect(other.getByRole('list', { name: 'Daftar perangkat' })).toContainText(`${gone.nama} Nonaktif`);
  await expect(waive).toHaveAccessibleName(`Bebaskan… ${rina.nama}`); // the others have no house, or are inactive
  await waive.click();
  await expect(dialog(other, `Bebaskan iuran ${rina.nama}`)).toBeVisible();
});

async function openOldMonths(page: Page) {
  await page
    .getByRole('button', { name: /^Bebaskan…/ })
    .first()
    .click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Alasan').selectOption('Lunas di sistem lama');
  return sheet;
}

test('what all houses owed before the book began is settled by one proposal', async ({ estate }) => {
  const created_at = `${monthKey(back(3))}-02T03:00:00.000Z`;
  for (const blok of ['A1', 'A2', 'B1']) await estate.as.warga(blok, { created_at });
  const ketua = await estate.as.ketua();
  const page = await browserOf(estate, await estate.as.admin(), small, 'tunggakan');
  const cards = page.getByRole('list', { name: 'Daftar tunggakan' }).getByRole('listitem');
  await expect(cards).toHaveCount(3);
  const sheet = await openOldMonths(page);
  await expect(sheet).toContainText(/Rp\s300\.000 tidak ditagih lagi \(1 rumah, 3 bulan\)/);
  await sheet.getByLabel('Semua tunggakan sebelum').selectOption(monthKey(back(1)));
  await expect(sheet).toContainText('(1 rumah, 2 bulan)');
  await sheet.getByRole('switch', { name: 'Untuk semua rumah' }).click();
  await expect(sheet).toContainText(/Rp\s600\.000 tidak ditagih lagi \(3 rumah, 6 bulan\)/);
  expect(await violationsOf(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Ajukan' }).click();
  await expect(toast(page, 'Usulan dikirim dan menunggu persetujuan orang kedua.')).toBeVisible();
  await expect(cards.filter({ hasText: '3 bulan' })).toHaveCount(3);
  await approve(ketua);
  await expect(cards.filter({ hasText: '1 bulan' })).toHaveCount(3);
});

test('what one house owes is not offered as what all houses owe while that is still counted', async ({
  estate,
}) => {
  const created_at = `${monthKey(back(3))}-02T03:00:00.000Z`;
  for (const blok of ['A1', 'A2', 'B1']) await estate.as.warga(blok, { created_at });
  const page = await browserOf(estate, await estate.as.admin(), small, 'tunggakan');
  const sheet = await openOldMonths(page);
  await expect(sheet).toContainText('(1 rumah, 3 bulan)');
  const counted = Promise.withResolvers<void>();
  await page.route(/\/api\/pembebasan\/sistem-lama\?/, async (route) => {
    await counted.promise;
    await route.continue();
  });
  await sheet.getByRole('switch', { name: 'Untuk semua rumah' }).click();
  await expect(sheet).toContainText('Menghitung tunggakan…');
  await expect(sheet.getByRole('button', { name: 'Ajukan' })).toBeDisabled();
  counted.resolve();
  await expect(sheet).toContainText('(3 rumah, 9 bulan)');
  await expect(sheet.getByRole('button', { name: 'Ajukan' })).toBeEnabled();
});
