/** Web push through a push service of the test: what is sent to whom, when, and what ends it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { login, logout } from '../../../contract/auth.ts';
import { changeAccount } from '../../../contract/officers.ts';
import { reviewPayment, uploadPaymentWarga } from '../../../contract/payments.ts';
import { changePasswordWarga } from '../../../contract/profile.ts';
import {
  choosePush,
  getPush,
  mostSubscriptions,
  subscribePush,
  unsubscribePush,
} from '../../../contract/push.ts';
import { changeResident } from '../../../contract/residents.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { callsTo, type Person, password } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { makePhone, type PushServer, readPush, startPushServer } from '../../testing/push-phone.ts';
import { tellEveryone } from '../notifications/tell-everyone.ts';
import { deliverPushes } from './deliver-pushes.ts';

let app: TestApp;
let push: PushServer;
let admin: Person;
let siti: Person;
const phone = makePhone();
beforeEach(async () => {
  push = await startPushServer(300);
  app = await makeApp({}, { pushService: push.service }); // 10.00 in Jakarta
  [admin, siti] = [await app.as.admin(), await app.as.warga('A1')];
});
afterEach(async () => {
  await app.close();
  await push.close();
});

const subscribe = (by: Person, path = `/${by.id}`, address = push.address) =>
  by.call(subscribePush, {
    body: { endpoint: address + path, p256dh: phone.p256dh, auth: phone.auth },
  });
const deliver = () => deliverPushes(app.context);
const confirm = async (of = siti, bulan = 7) => {
  const id = await app.given.payment({ of, bulan });
  await admin.call(reviewPayment, { params: { id }, body: { status: 'dikonfirmasi' } });
};
const told = () =>
  push.received.map(({ path, body }) => [path, (JSON.parse(readPush(body, phone)) as { isi: string }).isi]);
const count = async (table: 'langganan_push' | 'kabar_push') =>
  (await app.context.db.selectFrom(table).selectAll().execute()).length;

describe('a push', () => {
  test('tells a closed phone of a confirmed payment without name and amount, and once', async () => {
    await subscribe(siti);
    await confirm();
    await Promise.all([deliver(), deliver(), deliver()]);
    await deliver();
    expect(told()).toEqual([[`/${siti.id}`, 'Pembayaran Anda sudah diperiksa.']]);
    expect(push.received[0]?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '86400',
      authorization: expect.stringMatching(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, ?k=B[\w-]{86}$/) as string,
    });
    expect(await count('kabar_push')).toBe(0);
  });

  test('of a new payment goes to admin and the coordinator of the block, unless they switched it off', async () => {
    const [a, b] = [await app.as.koordinator('A'), await app.as.koordinator('B')];
    for (const person of [admin, a, b]) await subscribe(person);
    const upload = async (bulan: string) =>
      siti.call(uploadPaymentWarga, {
        body: { 'bulan[]': [bulan] },
        files: { bukti_transfer: await photo() },
      });
    await upload('2026-07');
    await deliver();
    const text = 'Ada pembayaran baru untuk diperiksa.';
    expect(Object.fromEntries(told())).toEqual({ [`/${admin.id}`]: text, [`/${a.id}`]: text });
    expect(told()).toHaveLength(2);
    push.received.length = 0;
    await a.call(choosePush, { body: { bisu: ['new-payment'], tenang_dari: 21, tenang_sampai: 6 } });
    await upload('2026-08');
    await deliver();
    expect(told()).toEqual([[`/${admin.id}`, text]]);
  });

  test('of an announcement goes to everyone who subscribed, one request each', async () => {
    for (const person of [admin, siti]) await subscribe(person);
    await app.as.warga('A2');
    await app.context.write('system', (tx) =>
      tellEveryone(tx, { jenis: 'announcement', judul: 'x', pesan: 'x', halaman: 'payments' }),
    );
    expect(await count('kabar_push')).toBe(2);
    await deliver();
    expect(push.received.map(({ path }) => path).toSorted()).toEqual(
      [admin, siti].map(({ id }) => `/${id}`).toSorted(),
    );
  });
});

describe('quiet hours', () => {
  const night = '2026-07-15T16:00:00.000Z'; // 23.00 in Jakarta

  test('hold what happens until six, and tell it as one text, by one of several processes', async () => {
    await subscribe(siti);
    app.clock.set(night);
    for (const bulan of [5, 6, 7]) await confirm(siti, bulan);
    await deliver();
    app.clock.set('2026-07-15T22:59:00.000Z');
    await deliver();
    expect([push.received, await count('kabar_push')]).toEqual([[], 3]);
    app.clock.set('2026-07-15T23:00:00.000Z');
    await Promise.all([deliver(), deliver()]);
    expect(told()).toEqual([[`/${siti.id}`, 'Ada 3 kabar baru.']]);
  });

  test('are a person’s own, and none if both hours are equal', async () => {
    await subscribe(siti);
    app.clock.set(night);
    await siti.call(choosePush, { body: { bisu: [], tenang_dari: 0, tenang_sampai: 0 } });
    await confirm();
    await deliver();
    expect(told()).toHaveLength(1);
    await siti.call(choosePush, { body: { bisu: [], tenang_dari: 9, tenang_sampai: 12 } });
    app.clock.set('2026-07-16T03:00:00.000Z');
    await confirm(siti, 6);
    await deliver();
    app.clock.set('2026-07-16T05:00:00.000Z');
    expect(told()).toHaveLength(1);
    await deliver();
    expect(told()).toHaveLength(2);
  });

  test('a claim of a process that died is taken over later', async () => {
    await subscribe(siti);
    await confirm();
    await app.context.write('system', (tx) =>
      tx.db.updateTable('kabar_push').set({ diambil: tx.now }).execute(),
    );
    await deliver();
    expect(push.received).toEqual([]);
    app.clock.set('2026-07-15T03:11:00.000Z');
    await deliver();
    expect(told()).toHaveLength(1);
  });
});

describe('a subscription', () => {
  test.each([
    'https://127.0.0.1/x',
    'https://localhost/x',
    'https://[::1]/x',
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://a@fcm.googleapis.com/x',
    'https://fcm.googleapis.com.contoh.id/x',
    'https://push.apple.com/x',
    'https://evilpush.apple.com.id/x',
    'file:///etc/passwd',
    'x',
  ])('of %s is refused in production', async (endpoint) => {
    const real = await makeApp();
    const body = { endpoint, p256dh: phone.p256dh, auth: phone.auth };
    const { status, refusal } = await (await real.as.warga('A1')).call(subscribePush, { body });
    await real.close();
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, ['endpoint']]);
  });

  test.each([
    'https://fcm.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/x',
    'https://wns2-par02p.notify.windows.com/w/?token=x',
  ])('of %s is taken', async (endpoint) => {
    const real = await makeApp();
    const body = { endpoint, p256dh: phone.p256dh, auth: phone.auth };
    const { status } = await (await real.as.warga('A1')).call(subscribePush, { body });
    await real.close();
    expect(status).toBe(200);
  });

  test('is never answered, and only for the own session; it is offered once a payment is confirmed', async () => {
    await subscribe(siti);
    await confirm(await app.as.warga('A2'));
    await app.given.payment({ of: siti, bulan: 6 });
    const { body } = await siti.call(getPush);
    expect(body.data).toMatchObject({ aktif: true, tawarkan: false, bisu: [] });
    expect(JSON.stringify(body)).not.toContain(push.address);
    expect((await admin.call(getPush)).body.data.aktif).toBe(false);
    await confirm();
    expect((await siti.call(getPush)).body.data.tawarkan).toBe(true);
  });

  test('belongs to whoever used the browser last, and ends when switched off', async () => {
    await subscribe(siti, '/same');
    await subscribe(admin, '/same');
    await confirm();
    await deliver();
    expect(push.received).toEqual([]);
    await admin.call(unsubscribePush);
    expect(await count('langganan_push')).toBe(0);
  });

  test('of one device more than ten ends that of the oldest, and nobody else’s', async () => {
    const onDevice = async (device: number) => {
      const { token } = (await app.as.nobody.call(login, { body: { email: siti.email, password } })).body;
      await subscribe({ ...siti, call: callsTo(app.url, token) }, `/device-${device}`);
    };
    await subscribe(siti);
    for (let device = 2; device <= mostSubscriptions; device += 1) await onDevice(device);
    await subscribe(admin);
    await onDevice(mostSubscriptions + 1);
    expect(await count('langganan_push')).toBe(1 + mostSubscriptions);
    for (const [person, aktif] of [
      [siti, false],
      [admin, true],
    ] as const)
      expect((await person.call(getPush)).body.data.aktif).toBe(aktif);
  });

  test.each([
    ['logout', () => siti.call(logout)],
    [
      'deactivation',
      async () =>
        (await app.as.ketua()).call(changeAccount, {
          params: { id: siti.id },
          body: { status: 'inactive' },
        }),
    ],
    [
      'a new password from another device',
      () => admin.call(changeResident, { params: { id: siti.id }, body: { password: 'mangga-muda-7' } }),
    ],
  ])('ends with %s', async (_, end) => {
    await subscribe(siti);
    expect((await end()).status).toBe(200);
    expect(await count('langganan_push')).toBe(0);
  });

  test('stays when the password is changed on the same device', async () => {
    await subscribe(siti);
    await siti.call(changePasswordWarga, {
      body: { currentPassword: password, newPassword: 'mangga-muda-7' },
    });
    expect(await count('langganan_push')).toBe(1);
  });

  test.each([404, 410])('that the service answers with %i is deleted', async (status) => {
    await subscribe(siti);
    push.answers.set(`/${siti.id}`, status);
    await confirm();
    await deliver();
    expect(await count('langganan_push')).toBe(0);
  });

  test('that answers with a redirect, an error or never holds nobody up; the redirect is not followed', async () => {
    const others = [siti, admin, await app.as.warga('A2'), await app.as.warga('A3')];
    for (const person of others) await subscribe(person);
    const [redirected, failing, hanging, good] = others.map(({ id }) => `/${id}`);
    push.answers.set(String(redirected), 307);
    push.answers.set(String(failing), 503);
    push.answers.set(String(hanging), null);
    await app.context.write('system', (tx) =>
      tellEveryone(tx, { jenis: 'announcement', judul: 'x', pesan: 'x', halaman: 'payments' }),
    );
    await deliver();
    const paths = push.received.map(({ path }) => path);
    expect(paths).toContain(good);
    expect(paths).not.toContain('/inside');
    expect([await count('langganan_push'), await count('kabar_push')]).toEqual([4, 0]);
  });
});
