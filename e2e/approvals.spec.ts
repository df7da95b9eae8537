/** Two officers and a mistake: one proposes its reversal, the other approves on a phone, everybody sees both. */
import { expect } from '@playwright/test';
import { decideApproval, listApprovals } from '../contract/approvals.ts';
import { reverseEntry } from '../contract/book.ts';
import { getBalance } from '../contract/cash-book.ts';
import { listClosings, proposeClosing } from '../contract/closings.ts';
import { dateIn, defaultTimeZone, formatDate } from '../contract/format.ts';
import { changeAccount } from '../contract/officers.ts';
import { addMoneyAccount } from '../contract/places.ts';
import { browserOf, lastDayOfLastMonth, openPage, test } from './estate.ts';
import { closeToasts, cutOff, desktop, dialog, phone, sideways, toast, violationsOf } from './screen.ts';

test('an expense of last month is reversed once a second officer has approved it', async ({ estate }) => {
  const [ketua, admin] = [await estate.as.ketua(), await estate.as.admin()];
  await estate.given.expense({
    by: admin,
    tanggal: lastDayOfLastMonth(),
    jumlah: 900_000,
    judul: 'Salah catat',
  });
  const saldo = async () => (await ketua.call(getBalance)).body.data.saldo;

  const desk = await browserOf(estate, admin, desktop, 'buku-kas');
  await desk.getByLabel('Tahun').selectOption(lastDayOfLastMonth().slice(0, 4));
  await desk.getByRole('button', { name: /^Batalkan Salah catat, nomor \d+$/ }).click();
  const form = dialog(desk, 'Batalkan Salah catat?');
  await form.getByLabel('Alasan').fill('keliru');
  await form.getByRole('button', { name: 'Batalkan transaksi' }).click();
  await expect(form.getByText('Alasan minimal 10 karakter')).toBeVisible();
  await form.getByLabel('Alasan').fill('Nota ini milik RT sebelah');
  await form.getByRole('button', { name: 'Batalkan transaksi' }).click();
  await expect(toast(desk, 'Usulan dikirim dan menunggu persetujuan orang kedua.')).toBeVisible();
  await expect(desk.getByText('Menunggu orang lain.', { exact: false })).toBeVisible();
  expect(await saldo()).toBe(-900_000);

  const hand = await browserOf(estate, ketua, phone);
  await hand.getByRole('button', { name: /Menunggu persetujuan Anda/ }).click();
  const proposal = hand.getByRole('article', { name: 'Pembatalan transaksi' });
  await expect(proposal).toContainText('Rp 900.000');
  await expect(proposal).toContainText('Nota ini milik RT sebelah');
  expect(await sideways(hand)).toBe(0);
  expect(await violationsOf(hand)).toEqual([]);
  await proposal.getByRole('button', { name: 'Setujui' }).click();
  const question = dialog(hand, 'Setujui pembatalan transaksi?');
  expect(await question.innerText(), 'each figure on its own line').toMatch(/\nJumlah: Rp\s900\.000\n/);
  await question.getByRole('button', { name: 'Ya, setujui' }).click();
  await expect(toast(hand, 'Usulan disetujui dan sudah dicatat.')).toBeVisible();
  await expect(proposal).toBeHidden();
  await expect(hand.getByText('Pembatalan: Salah catat')).toBeVisible();
  await expect(desk.getByText('Menunggu orang lain.', { exact: false })).toBeHidden();
  expect(await saldo()).toBe(0);
});

test('proposals of one kind have buttons of different names, and the longest account name fits', async ({
  estate,
}) => {
  const [ketua, admin] = [await estate.as.ketua(), await estate.as.admin()];
  for (const judul of ['Pagar', 'Tenda'])
    await estate.given.expense({ by: admin, tanggal: lastDayOfLastMonth(), judul });
  await admin.call(addMoneyAccount, { body: { nama: 'B'.repeat(50), jenis: 'bank' } });
  const { berikutnya } = (await admin.call(listClosings)).body;
  const { bulan = '', ringkasan } = berikutnya ?? {};
  const akun = (ringkasan?.akun ?? []).map(({ akun_id }) => ({ akun_id, jumlah: 0 }));
  await admin.call(proposeClosing, { body: { bulan, akun, alasan: 'Dihitung ulang di pos' } });
  for (const nomor of [1, 2])
    await admin.call(reverseEntry, { body: { nomor, alasan: 'Nota ini milik RT sebelah' } });
  const page = await browserOf(estate, ketua, {
    ...phone,
    viewport: { width: 320, height: 640 },
  });
  await openPage(page, 'buku-kas');
  await expect(page.getByText(`Uang di ${'B'.repeat(50)}`)).toBeVisible();
  expect(await sideways(page)).toBe(0);
  for (const what of ['Setujui', 'Tolak'])
    for (const nomor of [1, 2])
      await expect(
        page.getByRole('button', { name: `${what} pembatalan transaksi, ${nomor}`, exact: true }),
      ).toBeVisible();
});

test('a proposal that can no longer be done can only be refused', async ({ estate }) => {
  const [ketua, admin] = [await estate.as.ketua(), await estate.as.admin()];
  await estate.given.expense({ by: admin, tanggal: lastDayOfLastMonth(), judul: 'Pagar' });
  const { berikutnya } = (await admin.call(listClosings)).body;
  const { bulan = '', ringkasan } = berikutnya ?? {};
  const akun = (ringkasan?.akun ?? []).map(({ akun_id, saldo }) => ({ akun_id, jumlah: Math.max(0, saldo) }));
  await admin.call(proposeClosing, { body: { bulan, akun, alasan: 'Dihitung ulang di pos' } });
  await admin.call(addMoneyAccount, { body: { nama: 'Bank Baru', jenis: 'bank' } });
  const page = await browserOf(estate, ketua, desktop, 'buku-kas');
  const proposal = page.getByRole('article', { name: 'Tutup buku' });
  await expect(proposal).toContainText('Tidak dapat dilakukan lagi');
  await expect(proposal.getByRole('button', { name: 'Setujui' })).toBeHidden();
  await proposal.getByRole('button', { name: 'Tolak' }).click();
  await dialog(page, 'Tolak tutup buku?').getByRole('button', { name: 'Tolak', exact: true }).click();
  await expect(proposal).toBeHidden();
});

test('who set the proposer’s password reads why they cannot decide, and is offered no button', async ({
  estate,
}) => {
  const [ketua, admin] = [await estate.as.ketua(), await estate.as.admin()];
  await estate.given.expense({
    by: admin,
    tanggal: lastDayOfLastMonth(),
    jumlah: 900_000,
    judul: 'Salah catat',
  });
  const reversal = { nomor: 1, alasan: 'Nota ini milik RT sebelah' };
  expect((await admin.call(reverseEntry, { body: reversal })).body.data.nomor).toBeNull();
  const body = { password: 'mangga-muda-7' };
  expect((await ketua.call(changeAccount, { params: { id: admin.id }, body })).status).toBe(200);
  const page = await browserOf(estate, ketua, phone, 'buku-kas');
  const proposal = page.getByRole('article', { name: 'Pembatalan transaksi' });
  await expect(proposal).toContainText('kurang dari 30 hari');
  await expect(proposal.getByRole('button')).toHaveCount(0);
});

test('proposals stand below the tabs, whole in the first one and folded in the others', async ({
  estate,
}) => {
  const [ketua, admin] = [await estate.as.ketua(), await estate.as.admin()];
  await estate.given.expense({
    by: admin,
    tanggal: lastDayOfLastMonth(),
    jumlah: 900_000,
    judul: 'Salah catat',
  });
  await admin.call(reverseEntry, { body: { nomor: 1, alasan: 'Nota ini milik RT sebelah' } });
  const page = await browserOf(estate, ketua, phone, 'buku-kas');
  const proposal = page.getByRole('tabpanel').getByRole('article', { name: 'Pembatalan transaksi' });
  await expect(proposal).toBeVisible();
  await page.getByRole('tab', { name: 'Laporan (LPJ)' }).click();
  await expect(proposal).toBeHidden();
  await page.getByRole('button', { name: 'Menunggu persetujuan (1)' }).click();
  await expect(proposal).toBeVisible();
  await page.getByRole('tab', { name: 'Buku', exact: true }).click();
  await expect(proposal).toBeVisible();
});

test('who set the payer’s password reads why they cannot decide the payment, in the list and beside the proof', async ({
  estate,
}) => {
  const [ketua, payer] = [await estate.as.ketua(), await estate.as.koordinator('A')];
  await estate.as.admin(); // can decide
  const body = { password: 'mangga-muda-7' };
  expect((await ketua.call(changeAccount, { params: { id: payer.id }, body })).status).toBe(200);
  await estate.given.payment({ of: payer });
  const page = await browserOf(estate, ketua, phone, 'verify-payments');
  const card = page.getByRole('listitem').filter({ hasText: payer.nama }).filter({ hasText: 'Menunggu' });
  await expect(card).toContainText('kurang dari 30 hari');
  await expect(card.getByRole('button', { name: /Verifikasi/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Periksa/ })).toHaveCount(0);
  await card.getByRole('button', { name: /Lihat Bukti/ }).click();
  await expect(dialog(page).getByText('kurang dari 30 hari', { exact: false })).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: /Konfirmasi|Tolak/ })).toHaveCount(0);
});

test('a resident reads the book, and is offered no reversal, no opening balance and no proposals', async ({
  estate,
}) => {
  await estate.given.expense({ by: await estate.as.admin(), judul: 'Cat pos' });
  const page = await browserOf(estate, await estate.as.warga('A1-1'), desktop, 'buku-kas');
  await page.getByLabel('Tahun', { exact: true }).selectOption('2026');
  await expect(page.getByText('Cat pos')).toBeVisible();
  await expect(page.getByRole('button', { name: /Batalkan|saldo awal/i })).toHaveCount(0);
});

test('an opening balance is entered once, and a wrong one is taken back and entered anew', async ({
  estate,
}) => {
  const ketua = await estate.as.ketua();
  const page = await browserOf(estate, ketua, phone, 'buku-kas');
  // Exact: the first steps on the dashboard, which stays until the next page has loaded, have one that contains it.
  const button = page.getByRole('button', { name: 'Catat saldo awal', exact: true });
  const form = dialog(page, 'Catat Saldo Awal');
  const today = formatDate(dateIn(defaultTimeZone, new Date()));
  const enter = async (jumlah: string) => {
    await button.click();
    await form.getByLabel('Jumlah').fill(jumlah);
    await form.getByLabel('Tanggal').click();
    await page.getByRole('button', { name: today, exact: true }).click();
    await form.getByRole('button', { name: 'Simpan' }).click();
    await expect(toast(page, 'Saldo awal berhasil dicatat')).toBeVisible();
    await closeToasts(page);
  };
  await enter('25000000');
  await expect(button).toBeHidden();
  await page.getByRole('tab', { name: 'Rekening & Dana' }).click();
  await page.getByRole('button', { name: 'Transaksi Kas', exact: true }).click();
  await page.getByRole('button', { name: 'Batalkan Saldo awal, nomor 1' }).click();
  const question = dialog(page, 'Batalkan Saldo awal?');
  await expect(question).toContainText(/Rp\s25\.000\.000 \(nomor 1\) dibatalkan/);
  await question.getByLabel('Alasan').fill('Kelebihan satu angka nol');
  await question.getByRole('button', { name: 'Batalkan transaksi' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole('button', { name: /^Batalkan/ })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Buku', exact: true }).click();
  await enter('2500000');
  await expect(button).toBeHidden();
  await expect(page.getByText(/^Termasuk saldo awal Rp\s2\.500\.000$/)).toBeVisible();
  expect((await ketua.call(getBalance)).body.data).toMatchObject({ saldoAwal: 2_500_000, saldo: 2_500_000 });
});

test('a colleague’s reversal leaves the own question open and says that the list changed', async ({
  estate,
}) => {
  const [ketua, admin] = [await estate.as.ketua(), await estate.as.admin()];
  const today = dateIn(defaultTimeZone, new Date());
  await estate.given.expense({ by: admin, tanggal: today, jumlah: 40_000, judul: 'Cat pos' });
  await estate.given.expense({ by: admin, tanggal: today, jumlah: 90_000, judul: 'Cat pagar' });
  for (const [at, key, name, about] of [
    [1, 'buku-kas', 'Batalkan Cat pos', 'Batalkan transaksi'],
    [2, 'pengeluaran', 'Hapus pengeluaran Cat pagar', 'Hapus pengeluaran'],
  ] as const) {
    const page = await browserOf(estate, admin, phone);
    await openPage(page, key);
    await page.getByRole('button', { name }).click();
    const question = dialog(page, `${name}?`);
    await question.getByLabel('Alasan').fill('Nota ini milik RT sebelah');
    await expect(question.getByRole('alert')).toHaveCount(0);
    await ketua.call(reverseEntry, { body: { nomor: at, alasan: 'Nota milik RT sebelah' } });
    await expect(question.getByRole('alert')).toContainText('Daftar ini baru saja berubah');
    await expect(question.getByLabel('Alasan')).toHaveValue('Nota ini milik RT sebelah');
    await question.getByRole('button', { name: about }).click();
    await expect(page.getByText('Transaksi ini sudah dibatalkan atau merupakan pembatalan.')).toBeVisible();
    await question.getByRole('button', { name: 'Batal', exact: true }).click();
    await expect(question).toBeHidden();
    await page.context().close();
  }
});

test('the reason of a refusal stays when a colleague decides the proposal', async ({ estate }) => {
  const [ketua, admin] = [await estate.as.ketua(), await estate.as.admin()];
  const auditor = await estate.as.warga('C1', { pengawas: true });
  await estate.given.expense({
    by: admin,
    tanggal: lastDayOfLastMonth(),
    jumlah: 900_000,
    judul: 'Salah catat',
  });
  await admin.call(reverseEntry, { body: { nomor: 1, alasan: 'Nota milik RT sebelah' } });
  const page = await browserOf(estate, auditor, phone, 'buku-kas');
  await page.getByRole('button', { name: /^Tolak pembatalan transaksi/ }).click();
  const form = dialog(page, 'Tolak pembatalan transaksi?');
  await form.getByLabel('Alasan (opsional)').fill('Notanya memang milik kita');
  const [proposal] = (await ketua.call(listApprovals)).body.data;
  const { id = 0, sidik = '' } = proposal ?? {};
  await ketua.call(decideApproval, { params: { id }, body: { keputusan: 'setuju', sidik } });
  await expect(page.getByRole('article', { name: 'Pembatalan transaksi' })).toBeHidden();
  await form.getByRole('button', { name: 'Tolak' }).click();
  await expect(page.getByText('Usulan ini sudah diputuskan.')).toBeVisible();
  await expect(page.getByText(`Pembatalan transaksi: disetujui oleh ${ketua.nama}.`)).toBeVisible();
  await expect(form.getByLabel('Alasan (opsional)')).toHaveValue('Notanya memang milik kita');
});

test('a reason that could not be sent is still there when the question is closed and opened again', async ({
  estate,
}) => {
  const [ketua, admin] = [await estate.as.ketua(), await estate.as.admin()];
  const today = dateIn(defaultTimeZone, new Date());
  await estate.given.expense({ by: admin, tanggal: today, judul: 'Cat pos' });
  await estate.given.expense({ by: admin, tanggal: lastDayOfLastMonth(), judul: 'Pagar' });
  await admin.call(reverseEntry, { body: { nomor: 2, alasan: 'Nota milik RT sebelah' } });
  const page = await browserOf(estate, ketua, desktop, 'buku-kas');
  for (const [button, action, label, call] of [
    ['Batalkan Cat pos, nomor 1', 'Batalkan transaksi', 'Alasan', 'POST **/api/kas/pembatalan'],
    ['Tolak pembatalan transaksi, 2', 'Tolak', 'Alasan (opsional)', 'PUT **/api/persetujuan/*'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await dialog(page).getByLabel(label).fill('Nota ini memang milik kita');
    await cutOff(page, call, async () => {
      await dialog(page).getByRole('button', { name: action, exact: true }).click();
      await expect(page.getByText(/Tidak dapat terhubung ke server/).first()).toBeVisible();
    });
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await page.getByRole('button', { name: button }).click();
    await expect.soft(dialog(page).getByLabel(label)).toHaveValue('Nota ini memang milik kita');
    await page.keyboard.press('Escape');
    await closeToasts(page);
  }
});

test('a proposal that has changed since it was shown says how, and is refused by a second press', async ({
  estate,
}) => {
  const [ketua, admin] = [await estate.as.ketua(), await estate.as.admin()];
  await estate.given.expense({ by: admin, tanggal: lastDayOfLastMonth(), jumlah: 40_000, judul: 'Pagar' });
  const { berikutnya } = (await admin.call(listClosings)).body;
  const { bulan = '', ringkasan } = berikutnya ?? {};
  const akun = (ringkasan?.akun ?? []).map(({ akun_id }) => ({ akun_id, jumlah: 0 }));
  await admin.call(proposeClosing, { body: { bulan, akun, alasan: 'Dihitung ulang di pos' } });
  const page = await browserOf(estate, ketua, desktop, 'buku-kas');
  const proposal = page.getByRole('article', { name: 'Tutup buku' });
  await proposal.getByRole('button', { name: 'Tolak' }).click();
  const form = dialog(page, 'Tolak tutup buku?');
  await form.getByLabel('Alasan (opsional)').fill('Uangnya belum dihitung');
  await estate.given.expense({
    by: admin,
    tanggal: lastDayOfLastMonth(),
    jumlah: 50_000,
    judul: 'Cat pagar',
  });
  const refuse = form.getByRole('button', { name: 'Tolak', exact: true });
  await refuse.click();
  await expect(page.getByText(/Isi usulan berubah\. Periksa lagi sebelum memutuskan\./)).toBeVisible();
  await expect(page.getByText(/Pengeluaran: Rp\s40\.000 → Rp\s90\.000/)).toBeVisible();
  await refuse.click();
  await expect(proposal).toBeHidden();
  const [decided] = (await admin.call(listApprovals)).body.data;
  expect([decided?.keputusan, decided?.alasan]).toEqual(['tolak', 'Uangnya belum dihitung']);
});
