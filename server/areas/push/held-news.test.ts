/** What is held in the night is pushed in the morning only as far as it still holds, and concerns its reader. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { decideApproval, listApprovals } from '../../../contract/approvals.ts';
import { nameAuditors } from '../../../contract/auditors.ts';
import { setOpeningBalance } from '../../../contract/book.ts';
import { commentComplaint, createComplaint, deleteComplaint } from '../../../contract/complaints.ts';
import { monthKey } from '../../../contract/format.ts';
import { decideHandover, makeHandover, withdrawHandover } from '../../../contract/handovers.ts';
import { listNotifications, readNotifications } from '../../../contract/notifications.ts';
import { changeAccount } from '../../../contract/officers.ts';
import { deletePaymentWarga, reviewPayment, uploadPaymentWarga } from '../../../contract/payments.ts';
import { listMoneyAccounts, transferMoney } from '../../../contract/places.ts';
import { createPost, deletePost } from '../../../contract/posts.ts';
import { pushTexts, subscribePush } from '../../../contract/push.ts';
import { changeResident } from '../../../contract/residents.ts';
import { collectDues, getRound } from '../../../contract/rounds.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { type Person, password } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { makePhone, type PushServer, readPush, startPushServer } from '../../testing/push-phone.ts';
import { deliverPushes } from './deliver-pushes.ts';

let app: TestApp;
let push: PushServer;
let ketua: Person;
let admin: Person;
let rina: Person;
let siti: Person;
const phone = makePhone();
beforeEach(async () => {
  push = await startPushServer(300);
  app = await makeApp({}, { pushService: push.service });
  [ketua, admin, rina] = [await app.as.ketua(), await app.as.admin(), await app.as.koordinator('A')];
  siti = await app.as.warga('A1-1');
  for (const person of [ketua, admin, rina, siti]) await subscribe(person);
  app.clock.set('2026-07-15T16:00:00.000Z'); // 23.00 in Jakarta
});
afterEach(async () => {
  await app.close();
  await push.close();
});

const subscribe = (by: Person) =>
  by.call(subscribePush, {
    body: { endpoint: `${push.address}/${by.id}`, p256dh: phone.p256dh, auth: phone.auth },
  });
interface Told {
  isi: string;
  halaman: string;
}
/** What is pushed at six, and who gets it. */
async function morning(): Promise<Record<string, Told>> {
  await deliverPushes(app.context);
  expect(push.received).toEqual([]);
  app.clock.set('2026-07-15T23:00:00.000Z');
  await deliverPushes(app.context);
  expect(await app.context.db.selectFrom('kabar_push').selectAll().execute()).toEqual([]);
  return Object.fromEntries(
    push.received.map(({ path, body }) => {
      const { tag: _, ...told } = JSON.parse(readPush(body, phone)) as Told & { tag: string };
      return [app.people.find(({ id }) => path === `/${id}`)?.nama, told];
    }),
  );
}
const upload = async (...bulan: string[]) =>
  (
    await siti.call(uploadPaymentWarga, {
      body: { 'bulan[]': bulan },
      files: { bukti_transfer: await photo() },
    })
  ).body.data.id;
const withdraw = (id: number) => siti.call(deletePaymentWarga, { params: { id }, query: {} });
const confirm = (id: number) =>
  admin.call(reviewPayment, { params: { id }, body: { status: 'dikonfirmasi' } });
const newPayment: Told = { isi: 'Ada pembayaran baru untuk diperiksa.', halaman: 'verify-payments' };

describe('a push', () => {
  test('leads to the page of its news, whoever hears of it', async () => {
    await upload('2026-07');
    expect(await morning()).toEqual({ Ketua: newPayment, Admin: newPayment, 'Koordinator A': newPayment });
  });

  test('of several news leads to their page if they share one, else to the dashboard', async () => {
    for (const month of ['2026-06', '2026-07']) await upload(month);
    await siti.call(createPost, { body: { konten: 'Kerja bakti' } });
    for (const bulan of [4, 5]) await confirm(await app.given.payment({ of: siti, bulan }));
    expect(await morning()).toEqual({
      Ketua: { isi: 'Ada 3 kabar baru.', halaman: 'dashboard' },
      Admin: { isi: 'Ada 2 kabar baru.', halaman: 'verify-payments' },
      'Koordinator A': { isi: 'Ada 2 kabar baru.', halaman: 'verify-payments' },
      [siti.nama]: { isi: 'Ada 2 kabar baru.', halaman: 'payments' },
    });
  });

  test('of an older program leads to the dashboard', async () => {
    const news = {
      user_id: siti.id,
      jenis: 'payment-confirmed',
      dibuat: app.context.clock().toISOString(),
    } as const;
    await app.context.write('system', (tx) => tx.db.insertInto('kabar_push').values(news).execute());
    expect((await morning())[siti.nama]).toEqual({
      isi: 'Pembayaran Anda sudah diperiksa.',
      halaman: 'dashboard',
    });
  });

  test('is not sent a day later, as after a restore', async () => {
    await upload('2026-07');
    app.clock.set('2026-07-16T23:00:00.000Z');
    await deliverPushes(app.context);
    expect(push.received).toEqual([]);
  });
});

describe('what no longer holds in the morning is not pushed', () => {
  test('a payment that was withdrawn; another one counts alone', async () => {
    const id = await upload('2026-06');
    await upload('2026-07');
    expect((await withdraw(id)).status).toBe(200);
    expect(await morning()).toEqual({ Ketua: newPayment, Admin: newPayment, 'Koordinator A': newPayment });
  });

  test('a payment that was checked in the night: only its payer hears of it', async () => {
    await confirm(await upload('2026-07'));
    expect(await morning()).toEqual({
      [siti.nama]: { isi: 'Pembayaran Anda sudah diperiksa.', halaman: 'payments' },
    });
  });

  test('of several months with one proof those count that still wait', async () => {
    await withdraw(await upload('2026-06', '2026-07'));
    expect(Object.keys(await morning())).toEqual(['Ketua', 'Admin', 'Koordinator A']);
  });

  test('a post that was deleted', async () => {
    const { id } = (await siti.call(createPost, { body: { konten: 'Salah tulis' } })).body.data;
    expect((await siti.call(deletePost, { params: { id } })).status).toBe(200);
    expect(await morning()).toEqual({});
  });

  test('a complaint that was deleted, and what was written under it', async () => {
    const id = await complain();
    await admin.call(commentComplaint, { params: { id }, body: { komentar: 'Segera' } });
    app.clock.set('2026-07-15T17:00:00.000Z');
    expect((await siti.call(deleteComplaint, { params: { id } })).status).toBe(200);
    expect(await morning()).toEqual({});
  });

  test('a complaint that an officer deleted: its owner hears of that', async () => {
    const id = await complain();
    expect((await ketua.call(deleteComplaint, { params: { id } })).status).toBe(200);
    expect(await morning()).toEqual({
      [siti.nama]: { isi: 'Ada kabar tentang aduan Anda.', halaman: 'aduan-saya' },
    });
  });

  test.each(['setuju', 'tolak'] as const)(
    'a proposal that was decided: %s; its proposer hears',
    async (keputusan) => {
      await propose();
      await decide(ketua, keputusan);
      expect(await morning()).toEqual({ Admin: approval('buku-kas') });
    },
  );

  test('a proposal that was withdrawn', async () => {
    await propose();
    await decide(admin, 'tolak');
    expect(await morning()).toEqual({});
  });

  test('a hand-over of cash that was withdrawn', async () => {
    const id = await handOver();
    expect((await rina.call(withdrawHandover, { params: { id } })).status).toBe(200);
    expect(Object.keys(await morning())).toEqual(['Warga A2']);
  });

  test('what its reader has read in the app already', async () => {
    await upload('2026-07');
    const [news] = (await ketua.call(listNotifications)).body.data;
    await ketua.call(readNotifications, { body: { ids: [Number(news?.id)] } });
    expect(Object.keys(await morning())).toEqual(['Admin', 'Koordinator A']);
  });
});

async function complain(): Promise<number> {
  const body = { judul: 'Lampu mati', kategori: 'infrastruktur', deskripsi: 'Di depan rumah' } as const;
  const { id } = (await siti.call(createComplaint, { body })).body.data;
  app.clock.set('2026-07-15T16:30:00.000Z');
  return id;
}
const approval = (halaman: string): Told => ({ isi: 'Ada kabar tentang persetujuan.', halaman });
const propose = () => admin.call(setOpeningBalance, { body: { tanggal: '2026-07-01', jumlah: 5_000_000 } });
async function decide(by: Person, keputusan: 'setuju' | 'tolak') {
  const [{ id, sidik } = { id: 0, sidik: '' }] = (await by.call(listApprovals)).body.data;
  const { status } = await by.call(decideApproval, { params: { id }, body: { keputusan, sidik } });
  expect(status).toBe(200);
}
/** The coordinator receives dues of a house and hands them over. */
async function handOver(): Promise<number> {
  const payer = await app.as.warga('A2', { created_at: '2026-07-10T00:00:00.000Z' });
  await subscribe(payer);
  const { rumah } = (await rina.call(getRound, { query: { blok: 'A' } })).body.data;
  const months = rumah.find(({ user_id }) => user_id === payer.id)?.bulan ?? [];
  const body = { ketukan: randomUUID(), user_id: payer.id, bulan: months.map(monthKey), jumlah: 100_000 };
  await rina.call(collectDues, { body: { ...body, waktu: '2026-07-15T15:00:00.000Z' } });
  const { status, body: made } = await rina.call(makeHandover, { body: { jumlah: 100_000 } });
  expect(status).toBe(201);
  return made.id;
}

/** Moves what the coordinator holds into the estate's account: who holds cash is not made a resident. */
async function takeOver(jumlah: number) {
  const held = (await ketua.call(listMoneyAccounts)).body.data.find(({ saldo }) => saldo === jumlah)?.id ?? 0;
  const body = { dari_akun: held, dari_dana: 1, ke_akun: 1, ke_dana: 1, jumlah, tanggal: '2026-07-15' };
  expect((await ketua.call(transferMoney, { body })).status).toBe(201);
}

describe('who has lost a role in the night', () => {
  const change = async (of: Person, body: { jenis?: 'warga'; blok?: string; status?: 'inactive' }) =>
    expect((await ketua.call(changeAccount, { params: { id: of.id }, body })).status).toBe(200);

  test('hears of the new role, and nothing that only officers hear', async () => {
    await upload('2026-07');
    const boss = await app.as.person('ketua', { nama: 'Ketua Lama' });
    await subscribe(boss);
    await propose();
    const refusal = { status: 'ditolak', alasan: 'Uangnya belum saya terima' } as const;
    await ketua.call(decideHandover, { params: { id: await handOver() }, body: refusal });
    await siti.call(createPost, { body: { konten: 'Kerja bakti' } });
    for (const jenis of ['storage-scarce', 'backup-late'] as const)
      await app.context.write('system', (tx) =>
        tx.notify({ user_id: boss.id, jenis, judul: 'x', pesan: 'x', halaman: 'dashboard' }),
      );
    for (const former of [admin, boss]) await change(former, { jenis: 'warga', blok: `A8-${former.id}` });
    await takeOver(100_000);
    await change(rina, { jenis: 'warga' });
    const { Ketua: _, 'Warga A2': __, ...former } = await morning();
    const changed = { isi: pushTexts['account-changed'], halaman: 'profile' };
    expect(former).toEqual({ Admin: changed, 'Koordinator A': changed, 'Ketua Lama': changed });
  });

  test('still hears what residents hear', async () => {
    await confirm(await app.given.payment({ of: rina, bulan: 7 }));
    await upload('2026-07');
    await change(rina, { jenis: 'warga' });
    expect((await morning())['Koordinator A']?.isi, 'of the payment and of the role').toBe(
      'Ada 2 kabar baru.',
    );
  });

  test('a coordinator of another block hears nothing of the former one', async () => {
    await upload('2026-07');
    await change(rina, { blok: 'B9-9' });
    expect(Object.keys(await morning())).toEqual(['Ketua', 'Admin']);
  });

  test('a payer who moves to another block takes the news along', async () => {
    await upload('2026-07');
    await admin.call(changeResident, { params: { id: siti.id }, body: { blok: 'B1-1' } });
    expect(Object.keys(await morning())).toEqual(['Ketua', 'Admin']);
  });

  test('a deactivated officer hears nothing', async () => {
    await upload('2026-07');
    await change(admin, { status: 'inactive' });
    expect(Object.keys(await morning())).toEqual(['Ketua', 'Koordinator A']);
  });

  test('a former auditor hears of no proposal', async () => {
    const name = (ids: number[]) => ketua.call(nameAuditors, { body: { user_ids: ids, password } });
    expect((await name([siti.id])).status).toBe(200);
    await propose();
    expect((await name([])).status).toBe(200);
    expect((await morning())[siti.nama]).toEqual({ isi: 'Ada 2 kabar baru.', halaman: 'buku-kas' });
  });
});
