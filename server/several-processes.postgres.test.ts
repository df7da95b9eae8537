import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endSession, login, searchWarga } from '../contract/auth.ts';
import { getBalance } from '../contract/cash-book.ts';
import { createComplaint } from '../contract/complaints.ts';
import { listNotifications } from '../contract/notifications.ts';
import { changeAccount } from '../contract/officers.ts';
import { reviewPayment, uploadPaymentWarga } from '../contract/payments.ts';
import { updatePasswordWarga } from '../contract/profile.ts';
import { changeSettings, getSettings } from '../contract/settings.ts';
import { insertSession } from './areas/auth/queries.ts';
import { hashToken, newToken } from './areas/auth/session-tokens.ts';
import { makeApp, type TestApp } from './testing/app.ts';
import { makeEmptyPostgres } from './testing/databases.ts';
import { type Ears, makeEars } from './testing/ears.ts';
import { eventually } from './testing/eventually.ts';
import { callsTo, type Person, password } from './testing/people.ts';
import { photo } from './testing/pictures.ts';
import { freePort } from './testing/port.ts';
import { type ServerProcess, startBeside, startServer } from './testing/process.ts';

let app: TestApp;
let one: ServerProcess;
let two: ServerProcess;
let ears: { one: Ears; two: Ears };
beforeAll(async () => {
  app = await makeApp();
  app.clock.set(new Date().toISOString());
  [one, two] = await Promise.all([startBeside(app), startBeside(app)]);
});
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  await app.close();
});
beforeEach(() => {
  ears = { one: makeEars(one), two: makeEars(two) };
});
afterEach(() => {
  ears.one.closeAll();
  ears.two.closeAll();
});

const at = (server: ServerProcess, { token }: Pick<Person, 'token'>) => callsTo(server.url, token);

const year = new Date().getFullYear();
const upload = async (server: ServerProcess, by: Person, bulan: number) =>
  (
    await at(server, by)(uploadPaymentWarga, {
      body: { tahun: year, bulan },
      files: { bukti_transfer: await photo() },
    })
  ).body.id;

async function signInAgain(person: Person): Promise<{ token: string; sessionId: number }> {
  const token = newToken();
  const session = { user_id: person.id, token_hash: hashToken(token), perangkat: 'Lain' };
  return {
    token,
    sessionId: await app.context.write('system', (tx) => insertSession(tx, app.context.signer, session)),
  };
}

describe('events', () => {
  test('are sent to clients of the other process once, and only to those concerned', async () => {
    const [ketua, siti, budi] = [await app.as.ketua(), await app.as.warga('A1'), await app.as.warga('B1')];
    const atOne = { siti: await ears.one.listen(siti), ketua: await ears.one.listen(ketua) };
    const atTwo = {
      siti: await ears.two.listen(siti),
      ketua: await ears.two.listen(ketua),
      budi: await ears.two.listen(budi),
    };

    const id = await upload(one, siti, 1);
    for (const { ketua: ear } of [atOne, atTwo]) {
      await eventually(() =>
        expect(ear.topics()).toEqual(['dashboard', 'notifications', 'payments', 'residents']),
      );
      expect(ear.news()).toEqual([
        { event: 'new-payment', payload: expect.objectContaining({ user: siti.nama }) as unknown },
      ]);
    }
    await at(two, ketua)(reviewPayment, { params: { id }, body: { status: 'dikonfirmasi' } });
    for (const { siti: ear } of [atOne, atTwo]) {
      await eventually(() =>
        expect(ear.news()).toEqual([
          {
            event: 'payment-confirmed',
            payload: expect.objectContaining({ status: 'dikonfirmasi' }) as unknown,
          },
        ]),
      );
    }
    // Messages of one process keep their order: after the last one arrived, none is pending. Waits between
    // the changes, which would otherwise be merged.
    const settingsHeard = () => atTwo.budi.heard.filter(({ event }) => event === 'settings-changed');
    await at(one, ketua)(changeSettings, { body: { bankName: 'Bank Satu', password } });
    await eventually(() => expect(settingsHeard()).toHaveLength(1));
    await at(two, ketua)(changeSettings, { body: { bankName: 'Bank Dua', password } });
    await eventually(() => expect(settingsHeard()).toHaveLength(2));
    expect(atTwo.budi.news().filter(({ event }) => event !== 'settings-changed')).toEqual([]);
    expect(atTwo.budi.topics()).not.toContain('payments');
    for (const ear of [atOne.ketua, atTwo.ketua]) {
      expect(ear.news().filter(({ event }) => event === 'new-payment')).toHaveLength(1);
    }
  });

  test('join-room is acknowledged by each process', async () => {
    const siti = await app.as.warga('A1');
    for (const at of [ears.one, ears.two]) {
      const { socket } = await at.listen(siti);
      expect(await socket.emitWithAck('join-room', siti.id)).toEqual({ status: 'success' });
      expect(await socket.emitWithAck('join-room', siti.id + 1)).toEqual({ status: 'error' });
    }
  });

  test('changes of each are read by both', async () => {
    const [ketua, siti] = [await app.as.ketua(), await app.as.warga('A2')];
    const before = (await at(one, siti)(getBalance)).body.data.saldo;
    const ids = [await upload(one, siti, 2), await upload(two, siti, 3)];
    for (const [index, id] of ids.entries()) {
      const params = { id };
      await at(index ? one : two, ketua)(reviewPayment, { params, body: { status: 'dikonfirmasi' } });
    }
    for (const server of [one, two]) {
      expect((await at(server, siti)(getBalance)).body.data.saldo).toBe(before + 200_000);
      expect((await at(server, siti)(listNotifications)).body.unread).toBe(2);
    }
  });
});

describe('a session that ends at one process', () => {
  test('by sign-out closes its sockets at the other process, and no others', async () => {
    const siti = await app.as.warga('C1');
    const phone = await signInAgain(siti);
    const [closing, staying] = [await ears.two.listen(phone), await ears.two.listen(siti)];
    await at(one, siti)(endSession, { params: { id: phone.sessionId } });
    expect(await closing.closed).toBe('io server disconnect');
    expect(staying.socket.connected).toBe(true);
    await expect(ears.two.listen(phone)).rejects.toThrow('no_session');
  });

  test('by a new password closes sockets of other devices in every process', async () => {
    const siti = await app.as.warga('C2');
    const phone = await signInAgain(siti);
    const closing = [await ears.one.listen(phone), await ears.two.listen(phone)];
    const staying = [await ears.one.listen(siti), await ears.two.listen(siti)];
    const body = { user_id: siti.id, currentPassword: password, newPassword: 'mangga-muda-7' };
    expect((await at(two, siti)(updatePasswordWarga, { body })).status).toBe(200);
    for (const { closed } of closing) expect(await closed).toBe('io server disconnect');
    for (const { socket } of staying) expect(socket.connected).toBe(true);
  });

  test('by deactivation closes all sockets', async () => {
    const [ketua, siti] = [await app.as.ketua(), await app.as.warga('C3')];
    const closing = [await ears.one.listen(siti), await ears.two.listen(siti)];
    await at(one, ketua)(changeAccount, { params: { id: siti.id }, body: { status: 'inactive' } });
    for (const { closed } of closing) expect(await closed).toBe('io server disconnect');
  });
});

describe('limits', () => {
  const tryPassword = async (server: ServerProcess, email: string, secret: string) =>
    (await callsTo(server.url, null)(login, { body: { email, password: secret } })).status;

  test('count wrong passwords together, also after a restart', async () => {
    const { email } = await app.as.warga('D1');
    for (const server of [one, two, one, two, one]) {
      expect(await tryPassword(server, email, 'salah')).toBe(401);
    }
    await one.stop();
    one = await startBeside(app);
    for (let count = 0; count < 6; count += 1) {
      // At most one more attempt is evaluated before a long delay begins.
      await tryPassword(count % 2 ? one : two, email, 'salah');
    }
    expect(await tryPassword(one, email, password)).toBe(429);
    expect(await tryPassword(two, email, password)).toBe(429);
  });

  test('count the searches of Cek Warga together', async () => {
    const search = async (server: ServerProcess) =>
      (await callsTo(server.url, null)(searchWarga, { body: { query: 'siapa@contoh.id' } })).status;
    const answers: number[] = [];
    for (let count = 0; count < 22; count += 1) answers.push(await search(count % 2 ? one : two));
    expect(answers).toEqual([...Array<number>(20).fill(200), 429, 429]);
  });
});

test('a setting changed at one process applies at the other at once', async () => {
  const [ketua, siti] = [await app.as.ketua(), await app.as.warga('E1')];
  const ear = await ears.two.listen(siti);
  await at(one, ketua)(changeSettings, { body: { complaintMenuEnabled: false } });
  const complaint = { judul: 'Lampu', kategori: 'keamanan' as const, deskripsi: 'Mati' };
  expect(await at(two, siti)(createComplaint, { body: complaint })).toMatchObject({
    status: 403,
    refusal: { code: 'complaints_disabled' },
  });
  expect((await at(two, siti)(getSettings)).body.data.complaintMenuEnabled).toBe(false);
  await eventually(() =>
    expect(ear.heard).toContainEqual({ event: 'settings-changed', payload: { complaintMenuEnabled: false } }),
  );
  await at(two, ketua)(changeSettings, { body: { complaintMenuEnabled: true } });
});

test('after all database connections broke, clients reconnect and receive messages again', async () => {
  const [ketua, siti] = [await app.as.ketua(), await app.as.warga('F1')];
  const deaf = await ears.two.listen(ketua);
  const client = new pg.Client({ connectionString: app.context.config.databaseUrl });
  await client.connect();
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  await client.end();
  expect(await deaf.closed).toBe('io server disconnect');

  const again = await ears.two.listen(ketua);
  await eventually(async () => expect((await at(one, siti)(getSettings)).status).toBe(200));
  await upload(one, siti, 4);
  await eventually(() => expect(again.news()).toMatchObject([{ event: 'new-payment' }]));
});

test('three concurrent starts on an empty database create one schema and one demo estate', async () => {
  const database = await makeEmptyPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'guyub-start-'));
  try {
    const starts = await Promise.allSettled(
      [1, 2, 3].map(async () =>
        startServer({
          PORT: String(await freePort()),
          DATA_DIR: folder,
          DATABASE_URL: database.url,
          DEMO: '1',
          LOG_LEVEL: 'warn',
        }),
      ),
    );
    for (const start of starts) if (start.status === 'fulfilled') await start.value.stop();
    const refused = starts.filter((start) => start.status === 'rejected');
    expect(refused.map(({ reason }) => String(reason))).toEqual([]);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query(`SELECT count(*)::int AS people FROM users WHERE jenis = 'warga'`);
    await client.end();
    expect(rows).toEqual([{ people: 120 }]);
  } finally {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
});

test('each process holds one lock connection, also after all were broken', async () => {
  const client = new pg.Client({ connectionString: app.context.config.databaseUrl });
  await client.connect();
  const held = `SELECT pid FROM pg_locks WHERE objid = 7010
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  const count = async () => (await client.query(held)).rowCount;
  await eventually(async () => expect(await count()).toBeGreaterThan(1));
  expect(await count()).toBe(2);
  await client.end();
});
