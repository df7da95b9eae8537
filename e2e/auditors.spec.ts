/** The ketua names a resident auditor; what an admin proposes, she reads and approves on her phone. */
import { expect } from '@playwright/test';
import { nameAuditors } from '../contract/auditors.ts';
import { setOpeningBalance } from '../contract/book.ts';
import { getBalance } from '../contract/cash-book.ts';
import { password } from '../server/testing/people.ts';
import { browserOf, openPage, test } from './estate.ts';
import { desktop, dialog, phone, sideways, toast, violationsOf } from './screen.ts';

test('a resident who is named auditor approves an opening balance on her phone', async ({ estate }) => {
  test.slow(); // three browsers
  const [ketua, admin] = [await estate.as.ketua(), await estate.as.admin()];
  const [siti, neighbour] = [await estate.as.warga('A1-1'), await estate.as.warga('A1-2')];
  const hand = await browserOf(estate, siti, phone);
  const other = await browserOf(estate, neighbour, phone);

  const desk = await browserOf(estate, ketua, desktop, 'management');
  await desk.getByRole('button', { name: 'Ubah pengawas' }).click();
  const form = dialog(desk, 'Ubah Pengawas');
  await form.getByRole('combobox', { name: 'Tambah warga' }).fill(siti.nama);
  await desk.getByRole('option', { name: siti.nama }).click();
  await expect(form.getByRole('combobox', { name: 'Tambah warga' })).toHaveValue('');
  await expect(form.getByRole('list', { name: 'Pengawas yang dipilih' })).toContainText(siti.nama);
  await form.getByRole('button', { name: 'Simpan' }).click();
  await expect(form.getByText('Password wajib diisi')).toBeVisible();
  await form.getByLabel('Password Anda').fill(password);
  await form.getByRole('button', { name: 'Simpan' }).click();
  await expect(toast(desk, 'Pengawas berhasil disimpan')).toBeVisible();
  await expect(desk.getByRole('list', { name: 'Pengawas', exact: true })).toContainText(siti.nama);

  await admin.call(setOpeningBalance, { body: { jumlah: 2_500_000, tanggal: '2020-01-01' } });
  await hand.getByRole('button', { name: 'Periksa' }).click();
  const proposal = hand.getByRole('article', { name: 'Saldo awal' });
  await expect(proposal).toContainText('Rp 2.500.000');
  expect(await sideways(hand)).toBe(0);
  expect(await violationsOf(hand)).toEqual([]);
  await proposal.getByRole('button', { name: 'Setujui' }).click();
  await dialog(hand, 'Setujui saldo awal?').getByRole('button', { name: 'Ya, setujui' }).click();
  await expect(toast(hand, 'Usulan disetujui dan sudah dicatat.')).toBeVisible();
  expect((await ketua.call(getBalance)).body.data.saldoAwal).toBe(2_500_000);

  await hand.getByRole('tab', { name: 'Riwayat Uang' }).click();
  await expect(hand.getByText('Mencatat saldo awal')).toBeVisible();
  const granted = hand.getByRole('listitem').filter({ hasText: /^Menyetujui/ });
  await expect(granted).toContainText('Isi usulan: Jumlah: Rp 2.500.000; Tanggal: 1 Januari 2020');
  expect(await sideways(hand)).toBe(0);

  await openPage(other, 'payments');
  await expect(other.getByText(`Pengawas: ${siti.nama} ditunjuk, oleh ${ketua.nama}, `)).toBeVisible();
  await openPage(other, 'buku-kas');
  await expect(other.getByRole('tab', { name: 'Log & Kuitansi' })).toBeVisible();
  await expect(other.getByRole('tab', { name: 'Riwayat Uang' })).toHaveCount(0);
  await ketua.call(nameAuditors, { body: { user_ids: [neighbour.id], password } });
  await openPage(other, 'payments');
  for (const change of [`${siti.nama} berhenti`, `${neighbour.nama} ditunjuk`])
    await expect(other.getByText(`Pengawas: ${change}, oleh ${ketua.nama}, `)).toBeVisible();
});
