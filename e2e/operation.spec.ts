import { expect } from '@playwright/test';
import { backUpNow, checkNow } from '../server/testing/upkeep.ts';
import { browserOf, openPage, test } from './estate.ts';
import { desktop, phone } from './screen.ts';

test('a violated rule is shown on the ketua’s dashboard with its row and remedy until it is fixed', async ({
  estate,
}) => {
  const payer = await estate.as.warga('A1-1');
  const page = await browserOf(estate, await estate.as.ketua(), phone);
  await expect(page.getByText('Menunggu Anda')).toBeVisible();
  await expect(page.getByText('Pemeriksaan data')).toBeHidden();

  const id = await estate.given.payment({ of: payer, status: 'dikonfirmasi' }); // invalid: confirmed by nobody
  await checkNow(estate);
  const alert = page.getByRole('alert').filter({ hasText: 'Pemeriksaan data menemukan 1 masalah' });
  await expect(alert).toContainText(`Tidak ada catatannya di riwayat perubahan: Pembayaran nomor ${id}`);
  await expect(alert).toContainText('npm run doctor');

  await estate.context.write('system', (tx) =>
    tx.audit('payment.recorded', 'payments', id, { sesudah: { jumlah: 100_000 } }),
  );
  await checkNow(estate);
  await expect(alert).toBeHidden();
});

test('settings show a missing backup, then the last verified one, then an outdated one', async ({
  estate,
}) => {
  const payer = await estate.as.warga('A1-1');
  await estate.given.payment({ of: payer });
  const ketua = await estate.as.ketua();
  const page = await browserOf(estate, ketua, desktop, 'management');
  await expect(page.getByText('Belum ada cadangan')).toBeVisible();

  await expect(page.getByText(await backUpNow(estate))).toBeVisible();
  await expect(page.getByText('1 pembayaran, 2 akun, 1 file')).toBeVisible();
  await expect(page.getByText('Belum ada cadangan')).toBeHidden();

  const later = Date.now() + 3 * 24 * 60 * 60 * 1_000;
  estate.clock.set(new Date(later).toISOString());
  await page.reload();
  await openPage(page, 'management');
  await expect(page.getByText('Cadangan terakhir lebih dari dua hari yang lalu')).toBeVisible();
});
