import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { login, me } from '../../../contract/auth.ts';
import { changeAccount } from '../../../contract/officers.ts';
import { listPayments } from '../../../contract/payments.ts';
import { updatePasswordWarga } from '../../../contract/profile.ts';
import { deleteResident } from '../../../contract/residents.ts';
import { changeSettings } from '../../../contract/settings.ts';
import { usedSince } from '../../database/author.ts';
import { makeApp, startOfTests, type TestApp } from '../../testing/app.ts';
import { makeEars } from '../../testing/ears.ts';
import { eventually } from '../../testing/eventually.ts';
import { type Person, password } from '../../testing/people.ts';
import { raw } from '../../testing/raw.ts';
import { deleteStaleSessions } from './queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());
afterEach(() => app.clock.set(startOfTests));

const isSignedIn = async (person: Person) => (await person.call(me)).status === 200;
const inDays = (days: number) =>
  app.clock.set(new Date(Date.parse(startOfTests) + days * 86_400_000).toISOString());

const lastSeen = (person: Person, instant: string) =>
  eventually(async () => {
    const row = await app.context.db
      .selectFrom('sessions')
      .select('terakhir_aktif')
      .where('id', '=', person.sessionId)
      .executeTakeFirstOrThrow();
    expect(row.terakhir_aktif).toBe(instant);
  });

const changeUser = (person: Person, fields: Record<string, unknown>) =>
  app.context.write('system', (tx) =>
    tx.db.updateTable('users').set(fields).where('id', '=', person.id).execute(),
  );

async function sessionsOf(id: number): Promise<number[]> {
  const query = app.context.db.selectFrom('sessions').select('id').where('user_id', '=', id);
  return (await query.execute()).map((session) => session.id);
}

describe('thirty days without use', () => {
  test('end a session', async () => {
    const warga = await app.as.warga('A1');
    inDays(29.9);
    const other = await app.as.warga('A2');
    inDays(30.1);
    expect(await isSignedIn(warga)).toBe(false);
    expect(await isSignedIn(other)).toBe(true);
  });

  test('start again with each use of the same session only', async () => {
    const [warga, other] = [await app.as.warga('A3'), await app.as.warga('A7')];
    for (const day of [29, 58, 87]) {
      inDays(day);
      expect(await isSignedIn(warga)).toBe(true);
      await lastSeen(warga, app.clock.now.toISOString());
    }
    expect(await isSignedIn(other)).toBe(false);
    inDays(118);
    expect(await isSignedIn(warga)).toBe(false);
  });

  test('also renew the cookie, so that pictures stay visible', async () => {
    const { token } = await app.as.warga('A6');
    const { headers } = await raw(app.url, 'GET /api/auth/me', { token });
    expect(headers.get('set-cookie')).toBe(
      `guyub_session=${token}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict`,
    );
  });

  test('remove the session from the list of devices, and later from the database', async () => {
    const old = await app.as.warga('A4', { email: 'a4@contoh.id' });
    const socket = await makeEars(app).listen(old);
    inDays(31);
    const fresh = await raw(app.url, 'POST /api/auth/login', { json: { email: 'a4@contoh.id', password } });
    const listed = await raw(app.url, 'GET /api/auth/sessions', { token: String(fresh.json.token) });
    expect(listed.json.data).toEqual([expect.objectContaining({ ini: true })]);

    await app.context.write('system', (tx) => deleteStaleSessions(tx, usedSince(app.clock.now)));
    const kept = await sessionsOf(old.id);
    expect(kept).not.toContain(old.sessionId);
    expect(kept).toHaveLength(1);
    await socket.closed;
    expect((await raw(app.url, 'GET /api/auth/me', { token: String(fresh.json.token) })).status).toBe(200);
  });

  test('frequent reads do not write last-seen each time', async () => {
    const warga = await app.as.warga('A5');
    app.clock.set('2026-07-15T03:09:00.000Z');
    await warga.call(me);
    app.clock.set('2026-07-15T03:11:00.000Z');
    await warga.call(me);
    // If the first call had written, the second would be within the minimum interval.
    await lastSeen(warga, '2026-07-15T03:11:00.000Z');
  });
});

describe('who one is, is read anew for each call', () => {
  test('an account is signed out while it is inactive', async () => {
    const warga = await app.as.warga('B1');
    await changeUser(warga, { status: 'inactive' });
    expect((await warga.call(me)).refusal).toMatchObject({ code: 'no_session' });
    await changeUser(warga, { status: 'active' });
    expect(await isSignedIn(warga)).toBe(true);
  });

  const changes: [name: string, change: (warga: Person, ketua: Person) => Promise<{ status: number }>][] = [
    [
      'the account is closed',
      ({ id }, ketua) => ketua.call(changeAccount, { params: { id }, body: { status: 'inactive' } }),
    ],
    ['the account is deleted', ({ id }, ketua) => ketua.call(deleteResident, { params: { id } })],
    [
      'its password is replaced',
      (warga) =>
        warga.call(updatePasswordWarga, {
          body: { currentPassword: password, newPassword: 'yang-baru-1' },
        }),
    ],
  ];
  test.each(changes)('no session is created while %s', async (_, change) => {
    const [ketua, warga] = [await app.as.ketua(), await app.as.person('warga', { blok: 'D50' })];
    const { id, email, sessionId } = warga;
    const entering = Array.from({ length: 10 }, () =>
      app.as.nobody.call(login, { body: { email, password } }),
    );
    // Password checks are queued: the other requests have already found the account.
    await Promise.race(entering);
    const changed = await change(warga, ketua);
    await Promise.all(entering);
    expect(changed.status).toBe(200);
    expect((await sessionsOf(id)).filter((session) => session !== sessionId)).toEqual([]);
  });

  test('a deleted account is signed out at once', async () => {
    const warga = await app.as.warga('B2');
    await changeUser(warga, { dihapus_pada: startOfTests });
    expect(await isSignedIn(warga)).toBe(false);
  });

  test('a new role applies from the next request on', async () => {
    const person = await app.as.person('ketua', { nama: 'Sementara' });
    expect((await person.call(changeSettings, { body: {} })).status).toBe(200);
    await changeUser(person, { jenis: 'admin' });
    expect((await person.call(changeSettings, { body: {} })).status).toBe(403);
    expect((await person.call(me)).body.user).toMatchObject({ jenis: 'admin', role: 'admin' });
    await changeUser(person, { jenis: 'warga' });
    expect((await person.call(listPayments)).status).toBe(403);
  });

  test('a new block applies from the next request', async () => {
    const coordinator = await app.as.koordinator('C');
    const payer = await app.as.warga('D1');
    const id = await app.given.payment({ of: payer });
    const seen = async () => (await coordinator.call(listPayments)).body.data.map((payment) => payment.id);
    expect(await seen()).toEqual([]);
    await changeUser(coordinator, { blok: 'D9' });
    expect(await seen()).toEqual([id]);
  });
});
