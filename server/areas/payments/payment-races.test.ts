import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBalance } from '../../../contract/cash-book.ts';
import { listNotifications } from '../../../contract/notifications.ts';
import * as payments from '../../../contract/payments.ts';
import { deleteResident } from '../../../contract/residents.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Response } from '../../testing/call.ts';
import { photo } from '../../testing/pictures.ts';
import { hold, untilWaiting } from '../../testing/until-waiting.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());

const july = { tahun: 2026, bulan: 7 };

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

const statusesOf = (answers: readonly Pick<Response, 'status'>[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

const rowsOf = (userId: number) =>
  app.context.db.selectFrom('payments').selectAll().where('user_id', '=', userId).orderBy('id').execute();

const auditOf = async (id: number) =>
  (
    await app.context.db
      .selectFrom('audit')
      .select('aksi')
      .where('entitas', '=', 'payments')
      .where('entitas_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ aksi }) => aksi);

async function orphans() {
  const named = new Set(
    (await app.context.db.selectFrom('files').select('nama').execute()).map(({ nama }) => nama),
  );
  const lost: string[] = [];
  for (const prefix of ['uploads', 'thumbnails', 'documents']) {
    for await (const { key } of app.context.storage.list(prefix)) {
      if (!named.has(key.slice(prefix.length + 1))) lost.push(key);
    }
  }
  return lost;
}

test('50 concurrent uploads for one resident and month leave one payment and no orphaned files', async () => {
  const siti = await app.as.warga('A1-1');
  const file = await photo();
  const answers = await times(50, () =>
    siti.call(payments.uploadPaymentWarga, { body: july, files: { bukti_transfer: file } }),
  );
  expect(statusesOf(answers)).toEqual([201, ...Array(49).fill(409)]);
  const [winner] = answers.filter(({ status }) => status === 201);
  const rows = await rowsOf(siti.id);
  expect(rows.map(({ id, status }) => [id, status])).toEqual([[winner?.body.id, 'menunggu_konfirmasi']]);
  for (const { status, refusal } of answers) {
    if (status === 409)
      expect(refusal).toMatchObject({ code: 'payment_exists', data: { id: winner?.body.id } });
  }
  expect(await auditOf(winner?.body.id ?? 0)).toEqual(['payment.uploaded']);
  expect(await orphans()).toEqual([]);
});

test('of 20 concurrent confirmations one succeeds, with one audit row, notification and income', async () => {
  const siti = await app.as.warga('A1-2');
  const staff = [
    await app.as.ketua(),
    await app.as.admin(),
    await app.as.admin('Admin kedua'),
    await app.as.koordinator('A'),
  ];
  const id = await app.given.payment({ of: siti, ...july });
  const before = (await siti.call(getBalance)).body.data.saldo;
  const answers = await times(20, async (index) => {
    const actor = staff[index % staff.length] ?? (await app.as.ketua());
    return await actor.call(payments.reviewPayment, {
      params: { id },
      body: { status: 'dikonfirmasi', catatan: `Oleh ${actor.nama}` },
    });
  });
  expect(statusesOf(answers)).toEqual([200, ...Array(19).fill(409)]);
  const note = answers.find(({ status }) => status === 200)?.body.data.catatan;
  for (const { status, refusal } of answers) {
    if (status === 409)
      expect(refusal).toMatchObject({ data: { id, status: 'dikonfirmasi', catatan: note } });
  }
  expect(await auditOf(id)).toEqual(['payment.confirmed']);
  expect((await siti.call(listNotifications)).body.data).toHaveLength(1);
  expect((await siti.call(getBalance)).body.data.saldo).toBe(before + 100_000);
});

test('of a concurrent confirmation and rejection one succeeds, and the payer is notified of that one', async () => {
  const siti = await app.as.warga('A1-3');
  const [ketua, admin] = [await app.as.ketua(), await app.as.admin()];
  for (let bulan = 1; bulan <= 12; bulan += 1) {
    const id = await app.given.payment({ of: siti, tahun: 2026, bulan });
    const decisions = ['dikonfirmasi', 'ditolak'] as const;
    const answers = await times(6, (index) =>
      (index % 2 ? ketua : admin).call(payments.reviewPayment, {
        params: { id },
        body: { status: decisions[index % 2] ?? 'ditolak' },
      }),
    );
    expect(statusesOf(answers)).toEqual([200, ...Array(5).fill(409)]);
    const decided = answers.find(({ status }) => status === 200)?.body.data.status;
    const [row] = (await rowsOf(siti.id)).filter((payment) => payment.id === id);
    expect(row?.status).toBe(decided);
    expect(await auditOf(id)).toEqual([
      decided === 'dikonfirmasi' ? 'payment.confirmed' : 'payment.rejected',
    ]);
  }
  expect((await siti.call(listNotifications)).body.data).toHaveLength(12);
});

test('confirming against taking back: confirmed and there, or taken back and never money', async () => {
  const siti = await app.as.warga('A1-4');
  const admin = await app.as.admin();
  for (let bulan = 1; bulan <= 12; bulan += 1) {
    const id = await app.given.payment({ of: siti, tahun: 2026, bulan });
    const confirm = () =>
      admin.call(payments.reviewPayment, { params: { id }, body: { status: 'dikonfirmasi' } });
    const takeBack = () => siti.call(payments.deletePaymentWarga, { params: { id } });
    const [first, second] = bulan % 2 ? [confirm, takeBack] : [takeBack, confirm];
    const answers = await Promise.all([first(), second()]);
    const [confirmed, taken] = bulan % 2 ? answers : answers.toReversed();
    const [row] = (await rowsOf(siti.id)).filter((payment) => payment.id === id);
    if (row?.status === 'dikonfirmasi') {
      expect([confirmed?.status, taken?.status, row.dihapus_pada]).toEqual([200, 409, null]);
      expect(taken?.refusal).toMatchObject({
        code: 'payment_confirmed',
        data: { id, status: 'dikonfirmasi' },
      });
      expect(await auditOf(id)).toEqual(['payment.confirmed']);
    } else {
      expect([confirmed?.status, taken?.status, row?.tanggal_kas]).toEqual([404, 200, null]);
      expect(await auditOf(id)).toEqual(['payment.withdrawn']);
    }
  }
});

test('of a concurrent upload and recording one succeeds', async () => {
  const [siti, admin] = [await app.as.warga('A1-5'), await app.as.admin()];
  const file = await photo();
  for (let bulan = 1; bulan <= 6; bulan += 1) {
    const answers = await Promise.all([
      siti.call(payments.uploadPaymentWarga, {
        body: { tahun: 2026, bulan },
        files: { bukti_transfer: file },
      }),
      admin.call(payments.recordPayment, {
        body: { user_id: siti.id, tahun: 2026, bulan, jumlah: 50_000 },
        files: { bukti_transfer: file },
      }),
    ]);
    expect(statusesOf(answers)).toEqual([201, 409]);
  }
  expect(await rowsOf(siti.id)).toHaveLength(6);
  expect(await orphans()).toEqual([]);
});

test('a payment uploaded during the removal of the account does not stay waiting', async () => {
  const admin = await app.as.admin();
  const file = await photo();
  for (let house = 1; house <= 8; house += 1) {
    const person = await app.as.warga(`F${house}`);
    const uploads = times(4, (index) =>
      person.call(payments.uploadPaymentWarga, {
        body: { tahun: 2026, bulan: index + 1 },
        files: { bukti_transfer: file },
      }),
    );
    const removed = await admin.call(deleteResident, { params: { id: person.id } });
    expect(removed.status).toBe(200);
    for (const { status } of await uploads) expect([201, 401]).toContain(status);
    const waiting = (await rowsOf(person.id)).filter(({ status }) => status === 'menunggu_konfirmasi');
    expect(waiting).toEqual([]);
  }
  expect(await orphans()).toEqual([]);
});

test('a slip for two months and the withdrawal of the second one do not lock each other out', async () => {
  const [siti, admin] = [await app.as.warga('A1-6'), await app.as.admin()];
  const { body: first } = await siti.call(payments.uploadPaymentWarga, {
    body: { 'bulan[]': ['2026-06', '2026-07'] },
    files: { bukti_transfer: await photo() },
  });
  const second = (await rowsOf(siti.id)).at(-1)?.id ?? 0;
  const release = await hold(app, async (tx) => {
    await tx.dialect.forShare(tx.db.selectFrom('payments').select('id').where('id', '=', second)).execute();
  });
  const taken = siti.call(payments.deletePaymentWarga, { params: { id: second } });
  await untilWaiting(app, 1);
  const confirmed = admin.call(payments.reviewPayment, {
    params: { id: first.id },
    body: { status: 'dikonfirmasi', kelompok: first.id, jumlah: 200_000 },
  });
  await untilWaiting(app, 2);
  await release();
  expect([(await taken).status, (await confirmed).status]).toEqual([200, 409]);
});
