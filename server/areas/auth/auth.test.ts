import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endSession, listSessions, login, logout, me, searchWarga } from '../../../contract/auth.ts';
import { changePasswordWarga } from '../../../contract/profile.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { password } from '../../testing/people.ts';
import { cookiesOf, type RawResponse, raw } from '../../testing/raw.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());

const signIn = (email: unknown, secret: unknown = password) =>
  raw(app.url, 'POST /api/auth/login', { json: { email, password: secret } });

describe('who one says one is', () => {
  test('sign-in returns the user and a token that authenticates them', async () => {
    const siti = await app.as.person('warga', {
      nama: 'Siti',
      email: 'siti@contoh.id',
      no_hp: '081211110000',
      blok: 'A2',
    });
    const { status, json } = await signIn('siti@contoh.id');
    expect(status).toBe(200);
    expect(json).toEqual({
      status: 'success',
      token: expect.stringMatching(/^[\w-]{43}$/) as string,
      user: {
        id: siti.id,
        nama: 'Siti',
        email: 'siti@contoh.id',
        no_hp: '081211110000',
        blok: 'A2',
        jenis: 'warga',
        role: 'warga',
        pengawas: false,
        foto_profile: null,
        created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/) as string,
      },
    });
    const again = await raw(app.url, 'GET /api/auth/me', { token: String(json.token) });
    expect(again.json).toEqual({ status: 'success', user: json.user });
  });

  test.each(['budi@contoh.id', 'BUDI@Contoh.ID', '  budi@contoh.id ', '\tBudi@contoh.id\n'])(
    'case and blanks of an e-mail do not matter: %j',
    async (typed) => {
      await app.as.warga('B1', { email: 'budi@contoh.id' });
      expect(await signIn(typed)).toMatchObject({ status: 200, json: { user: { email: 'budi@contoh.id' } } });
    },
  );

  test.each([
    '081299990001',
    '+6281299990001',
    '6281299990001',
    '0812-9999-0001',
    '+62 812 9999 0001',
    '+62 (0)812 9999 0001',
    '812 9999 0001',
    ' 0812 9999 0001 ',
  ])('a warga signs in by phone, however it is written: %j', async (typed) => {
    await app.as.warga('B2', { no_hp: '081299990001' });
    expect(await signIn(typed)).toMatchObject({ status: 200, json: { user: { no_hp: '081299990001' } } });
  });

  test('officers do not sign in by phone', async () => {
    await app.as.person('ketua', { email: 'k2@contoh.id', no_hp: '081299990002' });
    expect(await signIn('081299990002')).toMatchObject({
      status: 401,
      json: { code: 'invalid_credentials' },
    });
    expect(await signIn('k2@contoh.id')).toMatchObject({ status: 200 });
  });

  test('compares passwords exactly, including spaces and case', async () => {
    await app.as.warga('B3', { email: 'b3@contoh.id' });
    for (const wrong of [`${password} `, ` ${password}`, password.toUpperCase()]) {
      expect((await signIn('b3@contoh.id', wrong)).status).toBe(401);
    }
  });

  test.each([
    ['composed', 'k\u00e9rb\u00e0u-melompat'],
    ['decomposed', 'ke\u0301rba\u0300u-melompat'],
    ['of full width', 'ké\uff52bàu-melompat'],
  ])('a password set as %s lets in whoever types it in another form', async (form, newPassword) => {
    const { email, call } = await app.as.warga(`B${form.length}`);
    await call(changePasswordWarga, { body: { currentPassword: password, newPassword } });
    for (const typed of ['k\u00e9rb\u00e0u-melompat', 'ke\u0301rba\u0300u-melompat', 'ké\uff52bàu-melompat'])
      expect((await signIn(email, typed)).status).toBe(200);
    for (const wrong of ['kerbau-melompat', 'K\u00e9rb\u00e0u-melompat'])
      expect((await signIn(email, wrong)).status).toBe(401);
    const again = { currentPassword: 'ké\uff52bàu-melompat', newPassword: 'mangga-muda-7' };
    expect((await call(changePasswordWarga, { body: again })).status).toBe(200);
  });
});

describe('refusals', () => {
  test('an unknown person and a wrong password cannot be told apart', async () => {
    await app.as.warga('C1', { email: 'c1@contoh.id', no_hp: '081299990003' });
    const wrong = await signIn('c1@contoh.id', 'bukan ini');
    const others = await Promise.all(
      ['tidak.ada@contoh.id', '081299990003', '081200000000', 'bukan email', "' OR 1=1 --"].map((typed) =>
        signIn(typed, 'bukan ini'),
      ),
    );
    expect(wrong).toMatchObject({
      status: 401,
      text: '{"status":"error","message":"Email atau password salah","code":"invalid_credentials"}',
    });
    for (const other of others)
      expect({ status: other.status, text: other.text }).toEqual({ status: 401, text: wrong.text });
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  test('an inactive account is only reported with the right password', async () => {
    await app.as.warga('C2', { email: 'c2@contoh.id', status: 'inactive' });
    expect(await signIn('c2@contoh.id', 'bukan ini')).toMatchObject({
      status: 401,
      json: { code: 'invalid_credentials' },
    });
    const right = await signIn('c2@contoh.id');
    expect(right).toMatchObject({ status: 403, json: { status: 'error', code: 'account_inactive' } });
    expect(right.headers.getSetCookie()).toEqual([]);
  });

  test('a deleted account cannot sign in, and its e-mail can be used by a new account', async () => {
    const gone = await app.as.warga('C3', { email: 'c3@contoh.id' });
    await app.context.write('system', (tx) =>
      tx.db.updateTable('users').set({ dihapus_pada: tx.now }).where('id', '=', gone.id).execute(),
    );
    expect(await signIn('c3@contoh.id')).toMatchObject({
      status: 401,
      json: { code: 'invalid_credentials' },
    });
    expect((await app.as.nobody.call(searchWarga, { body: { query: 'c3@contoh.id' } })).body.found).toBe(
      false,
    );
    const next = await app.as.warga('C4', { email: 'c3@contoh.id' });
    expect(await signIn('c3@contoh.id')).toMatchObject({ status: 200, json: { user: { id: next.id } } });
  });

  test.each([
    [{ email: 'a@b.id' }, ['password']],
    [{ password: 'x' }, ['email']],
    [{ email: '', password: '' }, ['email', 'password']],
    [{ email: '   ', password: 'x' }, ['email']],
    [{ email: 812, password: 123456 }, ['email', 'password']],
    [{ email: ['a@b.id'], password: { $ne: null } }, ['email', 'password']],
    [{ email: null, password: null }, ['email', 'password']],
    [{ email: 'x'.repeat(100_000), password: 'x'.repeat(100_000) }, ['email', 'password']],
    [{ email: 'a\u0000@b.id', password: 'x' }, ['email']],
  ])('both fields are required texts (case %#)', async (json, fields) => {
    const refused = await raw(app.url, 'POST /api/auth/login', { json });
    expect(refused).toMatchObject({ status: 422, json: { code: 'invalid_fields' } });
    expect(Object.keys(refused.json.errors as object)).toEqual(fields);
  });
});

describe('token and cookie', () => {
  test('the database holds only a hash of the token', async () => {
    await app.as.warga('D1', { email: 'd1@contoh.id' });
    const response = await signIn('d1@contoh.id');
    const token = String(response.json.token);
    const device = /guyub_device=([\w-]+)/.exec(cookiesOf(response))?.[1] ?? '';
    const stored = JSON.stringify([
      await app.context.db.selectFrom('sessions').selectAll().execute(),
      await app.context.db.selectFrom('known_devices').selectAll().execute(),
    ]);
    expect(stored).toContain('token_hash');
    expect(device).not.toBe('');
    for (const secret of [token, device]) {
      expect(stored).not.toContain(secret);
      expect(stored).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
    }
  });

  test('two sign-ins get two tokens of 256 bits', async () => {
    await app.as.warga('D2', { email: 'd2@contoh.id' });
    const [one, two] = [await signIn('d2@contoh.id'), await signIn('d2@contoh.id')];
    for (const { status, json } of [one, two]) {
      expect(status).toBe(200);
      expect(Buffer.from(String(json.token), 'base64url')).toHaveLength(32);
    }
    expect(one.json.token).not.toBe(two.json.token);
  });

  test('cookies are HttpOnly and SameSite=Strict', async () => {
    await app.as.warga('D3', { email: 'd3@contoh.id' });
    const [session, device] = (await signIn('d3@contoh.id')).headers.getSetCookie();
    expect(session).toMatch(/^guyub_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(device).toMatch(/^guyub_device=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  test('under an https PUBLIC_URL cookies are Secure and have the __Host- prefix, also when cleared', async () => {
    const secure = await makeApp({ PUBLIC_URL: 'https://guyub.example.id' });
    try {
      const warga = await secure.as.warga('A1', { email: 'a1@contoh.id' });
      const signedIn = await raw(secure.url, 'POST /api/auth/login', {
        json: { email: 'a1@contoh.id', password },
      });
      for (const cookie of signedIn.headers.getSetCookie()) {
        expect(cookie).toMatch(
          /^__Host-guyub_\w+=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
        );
      }
      const signedOut = await warga.call(logout);
      expect(signedOut.headers.getSetCookie()[0]).toMatch(
        /^__Host-guyub_session=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      );
    } finally {
      await secure.close();
    }
  });

  test('the cookie alone does not authenticate API calls', async () => {
    await app.as.warga('D4', { email: 'd4@contoh.id' });
    const signedIn = await signIn('d4@contoh.id');
    const cookie = cookiesOf(signedIn);
    expect(cookie).toContain('guyub_session=');
    expect(await raw(app.url, 'GET /api/auth/me', { cookie })).toMatchObject({
      status: 401,
      json: { code: 'no_session' },
    });
    const forged = { cookie, headers: { authorization: 'Cookie' } };
    expect((await raw(app.url, 'GET /api/auth/me', forged)).status).toBe(401);
    expect(await raw(app.url, 'POST /api/auth/logout', { cookie })).toMatchObject({ status: 401 });
    expect(await raw(app.url, 'GET /api/auth/me', { token: String(signedIn.json.token) })).toMatchObject({
      status: 200,
    });
  });

  test('the cookie ends its own session for a page that has lost the token, and nothing else', async () => {
    await app.as.warga('D6', { email: 'd6@contoh.id' });
    const [left, other] = [await signIn('d6@contoh.id'), await signIn('d6@contoh.id')];
    const request = { cookie: cookiesOf(left), headers: { authorization: 'Cookie' } };
    const out = await raw(app.url, 'POST /api/auth/logout', request);
    expect(out.status).toBe(200);
    expect(out.headers.getSetCookie()[0]).toMatch(/^guyub_session=; Max-Age=0;/);
    const status = async ({ json }: RawResponse) =>
      (await raw(app.url, 'GET /api/auth/me', { token: String(json.token) })).status;
    expect([await status(left), await status(other)]).toEqual([401, 200]);
    expect((await raw(app.url, 'POST /api/auth/logout', request)).status).toBe(401);
  });

  test('assets accept the cookie or the token, and nothing else', async () => {
    const warga = await app.as.warga('D5', { email: 'd5@contoh.id' });
    const signedIn = await signIn('d5@contoh.id');
    await app.given.payment({ of: warga });
    const { bukti_transfer } = await app.context.db
      .selectFrom('payments')
      .select('bukti_transfer')
      .where('user_id', '=', warga.id)
      .executeTakeFirstOrThrow();
    const path = `GET /assets/uploads/${bukti_transfer}`;
    expect((await raw(app.url, path, { cookie: cookiesOf(signedIn) })).status).toBe(200);
    expect((await raw(app.url, path, { token: String(signedIn.json.token) })).status).toBe(200);
    expect((await raw(app.url, path)).status).toBe(401);
    expect((await raw(app.url, path, { cookie: 'guyub_session=x' })).status).toBe(401);
    expect((await raw(app.url, `${path}?token=${String(signedIn.json.token)}`)).status).toBe(401);
  });

  test.each([
    '',
    'Bearer',
    'Bearer ',
    'Bearer x',
    'Basic dXNlcjpwYXNz',
    `Bearer ${'x'.repeat(5_000)}`,
    'Bearer a b',
    'Bearer null',
  ])('no session behind the header (case %#)', async (authorization) => {
    expect(await raw(app.url, 'GET /api/auth/me', { headers: { authorization } })).toMatchObject({
      status: 401,
      json: { status: 'error', code: 'no_session' },
    });
  });
});

describe('devices one is signed in on', () => {
  const phone =
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36';

  test('lists own sessions with browser and system, the current one marked', async () => {
    const warga = await app.as.warga('E1', { email: 'e1@contoh.id' });
    app.clock.set('2026-07-15T04:00:00.000Z');
    await raw(app.url, 'POST /api/auth/login', {
      json: { email: 'e1@contoh.id', password },
      headers: { 'user-agent': phone },
    });
    const { body } = await warga.call(listSessions);
    expect(body.data).toEqual([
      {
        id: expect.any(Number) as number,
        perangkat: 'Chrome di Android',
        dibuat: '2026-07-15T04:00:00.000Z',
        terakhir_aktif: '2026-07-15T04:00:00.000Z',
        ini: false,
      },
      expect.objectContaining({ id: warga.sessionId, perangkat: 'Tes', ini: true }),
    ]);
  });

  test('ending another own session signs that device out at once', async () => {
    const warga = await app.as.warga('E2', { email: 'e2@contoh.id' });
    const other = String((await signIn('e2@contoh.id')).json.token);
    const sessions = (await warga.call(listSessions)).body.data;
    const id = sessions.find((session) => !session.ini)?.id ?? 0;
    expect(await warga.call(endSession, { params: { id } })).toMatchObject({
      status: 200,
      body: { status: 'success' },
    });
    expect((await raw(app.url, 'GET /api/auth/me', { token: other })).status).toBe(401);
    expect((await warga.call(me)).status).toBe(200);
    expect((await warga.call(listSessions)).body.data).toHaveLength(1);
  });

  test('nobody sees or ends another person’s device, not even the ketua', async () => {
    const [warga, ketua] = [await app.as.warga('E3'), await app.as.ketua()];
    for (const id of [warga.sessionId, 2_000_000_000]) {
      expect(await ketua.call(endSession, { params: { id } })).toMatchObject({
        status: 404,
        refusal: { code: 'not_found' },
      });
    }
    expect((await warga.call(me)).status).toBe(200);
    expect((await ketua.call(listSessions)).body.data.map(({ id }) => id)).not.toContain(warga.sessionId);
  });

  test('sign-out ends this session only, and clears its cookie and the cached pictures', async () => {
    await app.as.warga('E4', { email: 'e4@contoh.id' });
    const [one, two] = [await signIn('e4@contoh.id'), await signIn('e4@contoh.id')];
    const out = await raw(app.url, 'POST /api/auth/logout', { token: String(one.json.token) });
    expect(out.status).toBe(200);
    expect(out.headers.getSetCookie()).toEqual([
      'guyub_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
    ]);
    expect(out.headers.get('clear-site-data')).toBe('"cache"');
    expect((await raw(app.url, 'GET /api/auth/me', { token: String(one.json.token) })).status).toBe(401);
    expect((await raw(app.url, 'POST /api/auth/logout', { token: String(one.json.token) })).status).toBe(401);
    expect((await raw(app.url, 'GET /api/auth/me', { token: String(two.json.token) })).status).toBe(200);
  });
});

describe('Cek Warga', () => {
  const search = (query: unknown) => raw(app.url, 'POST /api/warga/search', { json: { query } });

  test('finds a warga’s e-mail or phone in any notation', async () => {
    await app.as.warga('F1', { email: 'f1@contoh.id', no_hp: '081299990010' });
    for (const query of ['f1@contoh.id', ' F1@CONTOH.id ', '081299990010', '+62 812-9999-0010']) {
      expect(await search(query)).toMatchObject({ status: 200, text: '{"status":"success","found":true}' });
    }
  });

  test('does not find officers or unknown people', async () => {
    const ketua = await app.as.ketua();
    for (const query of [
      ketua.email,
      ketua.no_hp,
      'tidak.ada@contoh.id',
      '081200000001',
      '%',
      "' OR 1=1 --",
    ]) {
      expect(await search(query)).toMatchObject({ status: 200, text: '{"status":"success","found":false}' });
    }
  });

  test.each([[undefined], [null], [''], ['   '], [812], [['a']], [{}]])(
    'a blank or non-text query is 422: %j',
    async (query) => {
      expect(await search(query)).toMatchObject({
        status: 422,
        json: { errors: { query: expect.any(String) as string } },
      });
    },
  );
});

test('the contract’s own calls of this area say what they say', async () => {
  const { as } = app;
  const warga = await as.warga('G1', { email: 'g1@contoh.id' });
  const signedIn = await as.nobody.call(login, { body: { email: 'g1@contoh.id', password } });
  expect(signedIn.body.user.id).toBe(warga.id);
  expect((await as.nobody.call(searchWarga, { body: { query: 'g1@contoh.id' } })).body.found).toBe(true);
});
