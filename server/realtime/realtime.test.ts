import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endSession, listSessions, logout } from '../../contract/auth.ts';
import { getBalance } from '../../contract/cash-book.ts';
import { topics } from '../../contract/events.ts';
import { listNotifications, readNotifications } from '../../contract/notifications.ts';
import { changeAccount } from '../../contract/officers.ts';
import * as payments from '../../contract/payments.ts';
import type { Actor } from '../../contract/people.ts';
import { changeProfileWarga, updatePasswordWarga } from '../../contract/profile.ts';
import { changeResident, deleteResident } from '../../contract/residents.ts';
import { changeSettings } from '../../contract/settings.ts';
import { insertSession } from '../areas/auth/queries.ts';
import { hashToken, newToken } from '../areas/auth/session-tokens.ts';
import { makeApp, type TestApp } from '../testing/app.ts';
import { type Ear, type Ears, makeEars } from '../testing/ears.ts';
import { type Person, password } from '../testing/people.ts';
import { photo } from '../testing/pictures.ts';
import { makeRealtime } from './realtime.ts';

let app: TestApp;
let ears: Ears;
beforeAll(async () => {
  app = await makeApp({ PUBLIC_URL: 'https://guyub.example.id' }, { hasPeers: true });
});
afterAll(() => app.close());
beforeEach(() => {
  ears = makeEars(app);
});
afterEach(() => ears.closeAll());

async function signInAgain(person: Person): Promise<{ token: string; sessionId: number }> {
  const token = newToken();
  const session = { user_id: person.id, token_hash: hashToken(token), perangkat: 'Lain' };
  return {
    token,
    sessionId: await app.context.write('system', (tx) => insertSession(tx, app.context.signer, session)),
  };
}

const upload = async (by: Person, bulan: number) =>
  by.call(payments.uploadPaymentWarga, {
    body: { tahun: 2026, bulan },
    files: { bukti_transfer: await photo() },
  });
const review = (by: Person, id: number, status: 'dikonfirmasi' | 'ditolak', catatan?: string) =>
  by.call(payments.reviewPayment, { params: { id }, body: { status, ...(catatan ? { catatan } : {}) } });

describe('the handshake', () => {
  test.each(['websocket', 'polling'])('accepts a token by %s', async (transport) => {
    const ear = await ears.listen(await app.as.warga('A1'), { transports: [transport] });
    expect(ear.socket.connected).toBe(true);
  });

  test('accepts the cookie alone', async () => {
    const { token } = await app.as.warga('A1');
    const extraHeaders = { cookie: `lain=1; __Host-guyub_session=${token}`, origin: app.url };
    for (const transport of ['websocket', 'polling']) {
      expect((await ears.listen(null, { extraHeaders, transports: [transport] })).socket.connected).toBe(
        true,
      );
    }
  });

  test('accepts the origin of PUBLIC_URL if a proxy changes the Host header', async () => {
    const { token } = await app.as.warga('A1');
    const extraHeaders = { cookie: `__Host-guyub_session=${token}`, origin: 'https://guyub.example.id' };
    expect((await ears.listen(null, { extraHeaders })).socket.connected).toBe(true);
  });

  test.each([
    'https://jahat.example',
    'http://guyub.example.id',
    'https://guyub.example.id.jahat.example',
    'null',
    'file://',
  ])('refuses pages of another origin, although they send the cookie: %s', async (origin) => {
    const { token } = await app.as.warga('A1');
    const extraHeaders = { cookie: `__Host-guyub_session=${token}`, origin };
    for (const transport of ['websocket', 'polling']) {
      await expect(ears.listen(null, { extraHeaders, transports: [transport] })).rejects.toThrow(
        /^(websocket|xhr poll) error$/,
      );
    }
  });

  test('refuses a token in the query string, where logs and histories keep it', async () => {
    const warga = await app.as.warga('A1');
    await expect(ears.listen(null, { query: { token: warga.token } })).rejects.toThrow('no_session');
    await expect(ears.listen(warga, { query: { token: warga.token } })).rejects.toThrow('no_session');
  });

  test.each(
    [undefined, '', 'x', null, 7, {}, { toString: 'x' }, ['x'], 'x'.repeat(5_000)].map((token) => [token]),
  )('refuses whoever has no session: %j', async (token) => {
    await expect(ears.listen(null, { auth: { token } })).rejects.toThrow('no_session');
  });

  test('refuses a session that has ended, and an account that is inactive', async () => {
    const [ended, inactive] = [await app.as.warga('H1'), await app.as.warga('H2', { status: 'inactive' })];
    await ended.call(logout);
    await expect(ears.listen(ended)).rejects.toThrow('no_session');
    await expect(ears.listen(inactive)).rejects.toThrow('no_session');
  });
});

describe('join-room', () => {
  const join = (ear: Ear, id: unknown) => ear.socket.timeout(2_000).emitWithAck('join-room', id);

  test('accepts the own id as number or text', async () => {
    const warga = await app.as.warga('A1');
    const ear = await ears.listen(warga);
    expect(await join(ear, warga.id)).toEqual({ status: 'success' });
    expect(await join(ear, String(warga.id))).toEqual({ status: 'success' });
  });

  test('refuses other and invalid ids, and joins no room', async () => {
    const [warga, ketua] = [await app.as.warga('A1'), await app.as.ketua()];
    const ear = await ears.listen(warga);
    for (const id of [
      ketua.id,
      String(ketua.id),
      `user:${ketua.id}`,
      'role:ketua',
      0,
      null,
      undefined,
      {},
      [warga.id],
      true,
    ]) {
      expect(await join(ear, id)).toEqual({ status: 'error' });
    }
    await ears.during(async () => upload(await app.as.warga('B7'), 1));
    expect(ear.heard).toEqual([]);
  });

  test('accepts calls without callback and ignores other events', async () => {
    const ear = await ears.listen(await app.as.warga('A1'));
    (ear.socket as unknown as { emit(event: string, ...values: unknown[]): void }).emit(
      'join-room',
      1,
      'bukan fungsi',
    );
    (ear.socket as unknown as { emit(event: string, ...values: unknown[]): void }).emit('data-changed', {
      topics: ['payments'],
    });
    expect(await join(ear, 0)).toEqual({ status: 'error' });
  });
});

describe('who hears of a payment', () => {
  const cast = async () => {
    const { as } = app;
    const people = {
      payer: await as.warga('A1'),
      neighbour: await as.warga('A2'),
      stranger: await as.warga('B1'),
      ketua: await as.ketua(),
      admin: await as.admin(),
      coordinator: await as.koordinator('A'),
      otherCoordinator: await as.koordinator('B'),
    };
    const opened = await Promise.all(
      Object.entries(people).map(async ([name, person]) => [name, await ears.listen(person)] as const),
    );
    return { ...people, ears: Object.fromEntries(opened) as Record<keyof typeof people, Ear> };
  };

  test('an upload: payer and staff of the block; an event for the ketua; nobody else', async () => {
    const { payer, ears: at } = await cast();
    await ears.during(() => upload(payer, 2));
    expect(at.payer.topics()).toEqual(['dashboard', 'payments']);
    expect(at.ketua.topics()).toEqual(['dashboard', 'notifications', 'payments', 'residents']);
    expect(at.admin.topics()).toEqual(['dashboard', 'payments', 'residents']);
    expect(at.coordinator.topics()).toEqual(['dashboard', 'payments', 'residents']);
    for (const name of ['neighbour', 'stranger', 'otherCoordinator'] as const)
      expect(at[name].heard).toEqual([]);

    const { body } = await (await app.as.ketua()).call(listNotifications);
    expect(at.ketua.news()).toEqual([
      {
        event: 'new-payment',
        payload: {
          id: body.data[0]?.id,
          user: 'Warga A1',
          judul: 'Pembayaran Baru!',
          message: expect.stringContaining('Februari 2026') as string,
          halaman: expect.any(String) as string,
        },
      },
    ]);
    for (const name of ['payer', 'admin', 'coordinator'] as const) expect(at[name].news()).toEqual([]);
  });

  test('a confirmation: sums for everybody, the record for payer and staff of the block, an event for the payer', async () => {
    const { payer, admin, ears: at } = await cast();
    const { id } = (await upload(payer, 3)).body;
    await ears.during(() => review(admin, id, 'dikonfirmasi', 'Terima kasih'));
    expect(at.payer.topics()).toEqual(['cash-book', 'dashboard', 'notifications', 'payments']);
    for (const name of ['ketua', 'admin', 'coordinator'] as const) {
      expect(at[name].topics()).toEqual(['cash-book', 'dashboard', 'payments', 'reports', 'residents']);
    }
    for (const name of ['neighbour', 'stranger', 'otherCoordinator'] as const) {
      expect(at[name].topics()).toEqual(['cash-book', 'dashboard']);
    }
    expect(at.payer.news()).toEqual([
      {
        event: 'payment-confirmed',
        payload: {
          id: expect.any(Number) as number,
          status: 'dikonfirmasi',
          judul: 'Pembayaran Dikonfirmasi!',
          message: 'Pembayaran Maret 2026 sebesar Rp 100.000 telah dikonfirmasi.',
          catatan: 'Terima kasih',
          halaman: 'payments',
        },
      },
    ]);
    for (const [name, ear] of Object.entries(at)) if (name !== 'payer') expect(ear.news()).toEqual([]);
  });

  test('a rejection: no sums; an event with the note for the payer', async () => {
    const { payer, coordinator, ears: at } = await cast();
    const { id } = (await upload(payer, 4)).body;
    await ears.during(() => review(coordinator, id, 'ditolak', 'Slip buram'));
    expect(at.payer.news()).toMatchObject([
      {
        event: 'payment-confirmed',
        payload: { status: 'ditolak', judul: 'Pembayaran Ditolak', catatan: 'Slip buram' },
      },
    ]);
    expect(at.coordinator.topics()).toEqual(['dashboard', 'payments', 'residents']);
    for (const name of ['neighbour', 'stranger', 'otherCoordinator'] as const)
      expect(at[name].heard).toEqual([]);
  });

  test('every device of a user receives it', async () => {
    const payer = await app.as.warga('A1');
    const [one, two] = [await ears.listen(payer), await ears.listen(await signInAgain(payer))];
    await ears.during(() => upload(payer, 5));
    expect(one.topics()).toEqual(two.topics());
    expect(one.topics()).toContain('payments');
  });

  test('a refused request sends nothing', async () => {
    const { payer, admin, ears: at } = await cast();
    const { id } = (await upload(payer, 6)).body;
    await review(admin, id, 'ditolak');
    await upload(payer, 6);
    await ears.during(async () => {
      expect((await upload(payer, 6)).status).toBe(409);
      expect((await review(admin, id, 'dikonfirmasi')).status).toBe(409);
      expect((await upload(payer, 99)).status).toBe(422);
      expect((await review(admin, 999_999, 'dikonfirmasi')).status).toBe(404);
      expect((await upload(await app.as.admin(), 7)).status).toBe(403);
    });
    for (const ear of Object.values(at)) expect(ear.heard).toEqual([]);
  });

  test('data are readable when the message arrives', async () => {
    const [payer, admin] = [await app.as.warga('A5'), await app.as.admin()];
    const ear = await ears.listen(payer);
    for (let bulan = 1; bulan <= 10; bulan++) {
      const before = (await payer.call(getBalance)).body.data.saldo;
      const { id } = (await upload(payer, bulan)).body;
      const seen = new Promise((resolve) =>
        ear.socket.once('payment-confirmed', async () => {
          const [list, balance] = await Promise.all([
            payer.call(payments.listOwnPaymentsWarga, { params: { userId: payer.id } }),
            payer.call(getBalance),
          ]);
          resolve([list.body.data[0]?.status, balance.body.data.saldo]);
        }),
      );
      await review(admin, id, 'dikonfirmasi');
      expect(await seen).toEqual(['dikonfirmasi', before + 100_000]);
    }
  });
});

describe('other news', () => {
  test('settings are sent to everybody', async () => {
    const people = [
      await app.as.warga('A1'),
      await app.as.admin(),
      await app.as.koordinator('B'),
      await app.as.ketua(),
    ];
    const opened = await Promise.all(people.map((person) => ears.listen(person)));
    await ears.during(async () =>
      (await app.as.ketua()).call(changeSettings, { body: { complaintMenuEnabled: false } }),
    );
    for (const ear of opened) {
      expect(ear.news()).toEqual([{ event: 'settings-changed', payload: { complaintMenuEnabled: false } }]);
      expect(ear.topics()).toContain('settings');
    }
  });

  test('reading notifications is sent to own devices only', async () => {
    const [warga, other] = [await app.as.warga('A1'), await app.as.warga('A2')];
    const [own, second, foreign] = [
      await ears.listen(warga),
      await ears.listen(await signInAgain(warga)),
      await ears.listen(other),
    ];
    await ears.during(() => warga.call(readNotifications, { body: {} }));
    expect(own.topics()).toEqual(['notifications']);
    expect(second.topics()).toEqual(['notifications']);
    expect(foreign.heard).toEqual([]);
  });

  test('several changes of one request are sent as one message', async () => {
    const admin = await app.as.admin();
    const payer = await app.as.warga('A6');
    const { id } = (await upload(payer, 1)).body;
    const ear = await ears.listen(await app.as.koordinator('B'));
    await ears.during(() => review(admin, id, 'dikonfirmasi'));
    expect(ear.heard).toHaveLength(1);
  });
});

describe('a session that ends', () => {
  test('by sign-out closes its own sockets at once, and no others', async () => {
    const warga = await app.as.warga('C1');
    const other = await signInAgain(warga);
    const [here, alsoHere, there] = [
      await ears.listen(warga),
      await ears.listen(warga),
      await ears.listen(other),
    ];
    await warga.call(logout);
    expect(await here.closed).toBe('io server disconnect');
    await alsoHere.closed;
    expect(there.socket.connected).toBe(true);
  });

  test('from another device closes them too', async () => {
    const warga = await app.as.warga('C2');
    const other = await signInAgain(warga);
    const [here, there] = [await ears.listen(warga), await ears.listen(other)];
    await warga.call(endSession, { params: { id: other.sessionId } });
    await there.closed;
    expect(here.socket.connected).toBe(true);
    expect((await warga.call(listSessions)).body.data).toHaveLength(1);
  });

  test('by a new password closes sockets of other devices', async () => {
    const warga = await app.as.warga('C3');
    const [here, there] = [await ears.listen(warga), await ears.listen(await signInAgain(warga))];
    await warga.call(updatePasswordWarga, {
      body: { currentPassword: password, newPassword: 'yang-baru-1' },
    });
    await there.closed;
    expect(here.socket.connected).toBe(true);
  });

  test('by a password set by an officer closes all sockets of the user, who cannot reconnect', async () => {
    const [admin, warga, bystander] = [
      await app.as.admin(),
      await app.as.warga('C8'),
      await app.as.warga('C9'),
    ];
    const [here, there] = [await ears.listen(warga), await ears.listen(await signInAgain(warga))];
    const other = await ears.listen(bystander);
    const changed = await admin.call(changeResident, {
      params: { id: warga.id },
      body: { password: 'yang-baru-1' },
    });
    expect(changed.status).toBe(200);
    await Promise.all([here.closed, there.closed]);
    expect(other.socket.connected).toBe(true);
    await expect(ears.listen(warga)).rejects.toThrow('no_session');
  });

  test('by deactivation or deletion closes all sockets of the user, who cannot reconnect', async () => {
    const ketua = await app.as.ketua();
    const [inactive, deleted, bystander] = [
      await app.as.warga('C4'),
      await app.as.warga('C5'),
      await app.as.warga('C6'),
    ];
    const [one, two, three] = [
      await ears.listen(inactive),
      await ears.listen(deleted),
      await ears.listen(bystander),
    ];
    expect(
      (await ketua.call(changeAccount, { params: { id: inactive.id }, body: { status: 'inactive' } })).status,
    ).toBe(200);
    expect((await ketua.call(deleteResident, { params: { id: deleted.id } })).status).toBe(200);
    await Promise.all([one.closed, two.closed]);
    expect(three.socket.connected).toBe(true);
    for (const person of [inactive, deleted]) await expect(ears.listen(person)).rejects.toThrow('no_session');
  });

  test.each([
    ['ended', async () => null],
    ['of another block', async (actor: Actor) => ({ ...actor, blok: 'D7' })],
    ['of another role', async (actor: Actor) => ({ ...actor, jenis: 'admin' as const })],
    ['no longer of an auditor', async (actor: Actor) => ({ ...actor, pengawas: !actor.pengawas })],
    ['unreadable', () => Promise.reject(new Error('gone'))],
  ])('is checked again after the handshake: %s closes the socket', async (_, read) => {
    const { actor } = await app.as.warga('C7');
    let reads = 0;
    const realtime = makeRealtime({
      authenticate: async () => {
        reads += 1;
        if (reads > 1) return await read(actor);
        realtime.publish([{ kind: 'session-ended', sessionId: actor.sessionId }]);
        return actor;
      },
      cookieName: 'x',
      publicUrl: 'http://x',
      trustProxy: [],
      peers: null,
      countLikes: async () => [],
      log: app.context.log,
    });
    const server = createServer().listen(0, '127.0.0.1');
    await realtime.attach(server);
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const socket = io(url, { auth: { token: 'x' }, transports: ['websocket'], reconnection: false });
    await new Promise((resolve) => socket.once('disconnect', resolve));
    expect(socket.connected).toBe(false);
    await realtime.close();
  });
});

describe('a new role or block', () => {
  test('closes the sockets, and the next connection joins the rooms of the new block', async () => {
    const ketua = await app.as.ketua();
    const coordinator = await app.as.koordinator('D');
    const [ofD, ofE] = [await app.as.warga('D1'), await app.as.warga('E1')];
    const before = await ears.listen(coordinator);
    const moved = await ketua.call(changeAccount, { params: { id: coordinator.id }, body: { blok: 'E9' } });
    expect(moved.body.data).toMatchObject({ blok: 'E9' });
    expect(await before.closed).toBe('io server disconnect');

    const after = await ears.listen(coordinator);
    await ears.during(() => upload(ofD, 1));
    expect(after.heard).toEqual([]);
    await ears.during(() => upload(ofE, 1));
    expect(after.topics()).toEqual(['dashboard', 'payments', 'residents']);
  });

  test('a coordinator who becomes a resident receives no more changes of neighbours', async () => {
    const [ketua, former] = [await app.as.ketua(), await app.as.koordinator('H')];
    const before = await ears.listen(former);
    await ketua.call(changeAccount, { params: { id: former.id }, body: { jenis: 'warga' } });
    expect(await before.closed).toBe('io server disconnect');
    const after = await ears.listen(former);
    await ears.during(async () => upload(await app.as.warga('H1'), 1));
    expect(after.heard).toEqual([]);
  });

  test('a former ketua receives no more events', async () => {
    const ketua = await app.as.ketua();
    const second = await app.as.ketua('Ketua Kedua');
    const before = await ears.listen(second);
    await ketua.call(changeAccount, { params: { id: second.id }, body: { jenis: 'warga', blok: 'D9' } });
    await before.closed;
    const after = await ears.listen(second);
    await ears.during(async () => upload(await app.as.warga('D2'), 2));
    expect(after.heard).toEqual([]);
  });

  test('a move of a warga is sent to staff of the old and the new block', async () => {
    const mover = await app.as.warga('F1');
    const [oldBlock, newBlock] = [
      await ears.listen(await app.as.koordinator('F')),
      await ears.listen(await app.as.koordinator('G')),
    ];
    await ears.during(async () => {
      expect((await mover.call(changeProfileWarga, { body: { blok: 'G5' } })).status).toBe(200);
    });
    const moved = ['cash-book', 'complaints', 'dashboard', 'payments', 'posts', 'reports', 'residents'];
    for (const block of [oldBlock, newBlock]) expect(block.topics()).toEqual(moved);
    await ears.during(() => upload(mover, 3));
    expect(oldBlock.heard).toEqual([]);
    expect(newBlock.topics()).toEqual(['dashboard', 'payments', 'residents']);
  });

  test('a new name or house is sent to all topics that show it', async () => {
    const [mover, ketua] = [await app.as.warga('N1'), await app.as.ketua()];
    const neighbour = await ears.listen(await app.as.warga('N2'));
    const heardOf = async (body: { nama?: string; blok?: string; no_hp?: string }) => {
      await ears.during(async () => {
        const { status } = await ketua.call(changeResident, { params: { id: mover.id }, body });
        expect(status).toBe(200);
      });
      return neighbour.topics();
    };
    const named = ['cash-book', 'dashboard', 'documents', 'expenses', 'posts'];
    expect(await heardOf({ nama: 'Nama Baru' })).toEqual(named);
    expect(await heardOf({ blok: 'N3' })).toEqual(['cash-book', 'dashboard', 'posts']);
    expect(await heardOf({ no_hp: '081234567809' })).toEqual(['dashboard']);
  });
});

describe('a client that says how old its data is', () => {
  const heardBy = async (age: unknown) => {
    const person = await app.as.warga('A1');
    const ear = await ears.listen(person, { auth: { token: person.token, age } });
    await ear.socket.emitWithAck('join-room', 0);
    return ear.topics();
  };

  test.each([-1, '5', null, {}])('is told nothing when it says %j', async (age) => {
    expect(await heardBy(age)).toEqual([]);
  });

  test('is told to read everything when the server does not remember as long', async () => {
    expect(await heardBy(1e9)).toEqual([...topics].toSorted());
  });
});
