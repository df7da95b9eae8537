import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getBalance } from '../../../contract/cash-book.ts';
import { listNotifications } from '../../../contract/notifications.ts';
import * as payments from '../../../contract/payments.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { photo } from '../../testing/pictures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());

const july = { tahun: 2026, bulan: 7 };

describe('from the proof to the cash book', () => {
  test('upload notifies the ketua; confirmation notifies the resident and increases the balance', async () => {
    const { as } = app;
    const [siti, ketua, admin] = [await as.warga('A1-1'), await as.ketua(), await as.admin()];
    const before = await siti.call(getBalance);

    const uploaded = await siti.call(payments.uploadPaymentWarga, {
      body: july,
      files: { bukti_transfer: await photo() },
    });
    expect(uploaded.body).toMatchObject({
      status: 'success',
      message: 'Pembayaran berhasil diupload',
      data: { ...july, jumlah: 100_000, status: 'menunggu_konfirmasi', user_id: siti.id },
    });
    expect(uploaded.status).toBe(201);
    const news = await ketua.call(listNotifications);
    expect(news.body).toMatchObject({
      unread: 1,
      data: [{ jenis: 'new-payment', judul: 'Pembayaran Baru!' }],
    });

    const reviewed = await admin.call(payments.reviewPayment, {
      params: { id: uploaded.body.id },
      body: { status: 'dikonfirmasi', catatan: 'Terima kasih' },
    });
    expect(reviewed.body).toMatchObject({
      message: 'Status pembayaran berhasil diupdate',
      data: { status: 'dikonfirmasi' },
    });
    const told = await siti.call(listNotifications);
    expect(told.body.data[0]).toMatchObject({ judul: 'Pembayaran Dikonfirmasi!', halaman: 'payments' });
    const after = await siti.call(getBalance);
    expect(after.body.data.saldo).toBe(before.body.data.saldo + 100_000);
  });
});

test('staff record the dues of an officer with a house', async () => {
  const { as } = app;
  const [admin, coordinator] = [await as.admin(), await as.koordinator('C')];
  const body = { ...july, user_id: coordinator.id, jumlah: 100_000, metode: 'tunai' as const };
  const { status, body: recorded } = await admin.call(payments.recordPayment, { body });
  expect(status).toBe(201);
  expect(recorded.data).toMatchObject({ nama: coordinator.nama, blok: coordinator.blok, ...july });
  const own = await coordinator.call(payments.listOwnPayments, { params: { userId: coordinator.id } });
  expect(own.body.data).toMatchObject([{ ...july, jumlah: 100_000, status: 'dikonfirmasi' }]);
});
