import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makeApp, type TestApp } from './testing/app.ts';
import { onPostgres } from './testing/databases.ts';
import { eventually } from './testing/eventually.ts';
import { password } from './testing/people.ts';
import { photo } from './testing/pictures.ts';
import { cookiesOf, raw } from './testing/raw.ts';

let app: TestApp;
let written = '';
const log = new Writable({
  write: (chunk: Buffer, _encoding, done) => {
    written += chunk.toString();
    done();
  },
});
beforeAll(async () => {
  app = await makeApp({}, { log });
});
afterAll(() => app.close());
beforeEach(() => {
  written = '';
});

const lines = () =>
  written
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('logs no name, address, number, password, token or content, even at level trace', async () => {
  const email = 'siti.nurhaliza@contoh.id';
  const warga = await app.as.warga('A7-77', { nama: 'Siti Nurhaliza', email, no_hp: '081234500099' });
  const ketua = await app.as.ketua('Bapak Ketua');
  const headers = { 'user-agent': 'PerambanRahasia/1.0', 'x-forwarded-for': '203.0.113.77' };
  const signIn = (typed: string, secret: string) =>
    raw(app.url, 'POST /api/auth/login', { json: { email: typed, password: secret }, headers });

  const signedIn = await signIn(email, password);
  const token = String(signedIn.json.token);
  const cookie = cookiesOf(signedIn);
  await signIn(email, 'tebakan-salah');
  await signIn('081234500099', 'tebakan-salah');
  await raw(app.url, 'POST /api/warga/search', { json: { query: email }, headers });
  await raw(app.url, `GET /api/admin/payments?q=Nurhaliza&blok=A7-77`, { token: ketua.token, headers });
  const form = new FormData();
  form.set('tahun', '2026');
  form.set('bulan', '7');
  form.set('bukti_transfer', await photo('slip-siti.jpg'));
  const { id, data } = (await raw(app.url, 'POST /api/warga/payments', { token, body: form, headers })).json;
  const { bukti_transfer } = data as { bukti_transfer: string };
  await raw(app.url, `GET /assets/uploads/${bukti_transfer}`, { cookie, headers });
  await raw(app.url, `PUT /api/admin/payments/${String(id)}/confirm`, {
    token: ketua.token,
    json: { status: 'ditolak', catatan: 'Slip tidak terbaca' },
  });
  await raw(app.url, 'PUT /api/settings', { token: ketua.token, json: { bankHolder: 'Rekening Rahasia' } });
  await raw(app.url, `GET /alamat/${email}?token=${token}`, { token, headers });
  await raw(app.url, 'POST /api/auth/login', {
    body: `{"email":"${email}`,
    headers: { 'content-type': 'application/json' },
  });
  await raw(app.url, 'POST /api/auth/logout', { token, headers });

  expect(lines().length).toBeGreaterThan(8);
  const secrets = [
    /siti/i,
    /nurhaliza/i,
    /bapak/i,
    /contoh\.id/,
    /08123/,
    /A7-77/,
    /tebakan/,
    /rahasia/i,
    /203\.0\.113/,
    /terbaca/,
    /slip/i,
    /Peramban/,
    /127\.0\.0\.1/,
    new RegExp(password),
    ...[
      token,
      warga.token,
      ketua.token,
      bukti_transfer,
      /guyub_device=([\w-]+)/.exec(cookie)?.[1] ?? 'guyub_device',
    ].map((secret) => new RegExp(secret)),
  ];
  for (const secret of secrets) expect(written).not.toMatch(secret);
});

test('logs sign-ins and refusals by account id, without personal data', async () => {
  const email = 'rina@contoh.id';
  const warga = await app.as.warga('B1', { email });
  const signIn = (typed: string, secret: string) =>
    raw(app.url, 'POST /api/auth/login', { json: { email: typed, password: secret } });
  const signedIn = await signIn(email, password);
  await signIn(email, 'salah');
  await signIn('tidak.ada@contoh.id', 'salah');
  await raw(app.url, 'GET /api/audit', { token: warga.token });
  await raw(app.url, 'DELETE /api/aduan/999', { token: warga.token });

  const [right, wrong, unknown] = lines().filter((line) => 'typed' in line);
  const reqId = signedIn.headers.get('x-request-id');
  expect(right).toMatchObject({ level: 30, msg: 'signed in', account: warga.id, reqId });
  expect(wrong).toMatchObject({
    level: 40,
    msg: 'sign-in refused',
    account: warga.id,
    code: 'invalid_credentials',
  });
  expect(unknown).toMatchObject({ level: 40, msg: 'sign-in refused', account: null });
  expect([wrong?.typed, wrong?.network]).toEqual([right?.typed, right?.network]);
  expect(unknown?.typed).not.toBe(right?.typed);
  const refused = lines()
    .filter((line) => line.msg === 'refused')
    .slice(-2);
  expect(refused).toMatchObject([
    { level: 40, account: warga.id, route: '/api/audit', code: 'forbidden' },
    { level: 30, account: warga.id, route: '/api/aduan/:id', code: 'not_found' },
  ]);
  expect(written).not.toMatch(/rina|tidak\.ada/);
});

test('logs one line per request: method, route pattern, status, time, request id', async () => {
  const { headers } = await raw(app.url, 'GET /api/warga/payments/7', { token: 'x' });
  expect(lines().filter((line) => 'route' in line)).toEqual([
    expect.objectContaining({
      method: 'GET',
      route: '/api/warga/payments/:userId',
      status: 401,
      ms: expect.any(Number) as number,
      reqId: headers.get('x-request-id'),
    }),
  ]);
});

test('format strings in requests do not reach log messages', async () => {
  const headers = { 'user-agent': '%s %o', 'content-type': 'application/json' };
  await raw(app.url, 'POST /api/auth/login', {
    json: { email: '%s%d%j%o@contoh.id', password: '%s' },
    headers,
  });
  await raw(app.url, 'POST /api/auth/login', { body: '{"%s', headers });
  await raw(app.url, 'GET /api/%25s?%25j=%25o', { headers });
  expect(lines().map(({ msg }) => msg)).toEqual(['sign-in refused', 'refused', 'refused', 'refused']);
  expect(written).not.toContain('%');
});

test('logs an internal error with stack and request id, without the row that PostgreSQL quotes', async () => {
  const ketua = await app.as.ketua();
  const forbid = onPostgres
    ? `ALTER TABLE settings ADD CONSTRAINT never CHECK (nilai NOT LIKE '%Siti%')`
    : `CREATE TRIGGER never BEFORE INSERT ON settings WHEN new.nilai LIKE '%Siti%' BEGIN SELECT RAISE(ABORT, 'never'); END`;
  await sql.raw(forbid).execute(app.context.database.writer);

  const json = { bankHolder: 'Siti Nurhaliza', password };
  const response = await raw(app.url, 'PUT /api/settings', { token: ketua.token, json });
  expect(response).toMatchObject({
    status: 500,
    text: '{"status":"error","message":"Terjadi kesalahan pada sistem. Silakan coba lagi.","code":"internal_error"}',
  });
  expect(lines().find((line) => line.msg === 'request failed')).toMatchObject({
    level: 50,
    reqId: response.headers.get('x-request-id'),
    err: {
      message: expect.stringContaining('never') as string,
      stack: expect.stringContaining('    at ') as string,
      code: onPostgres ? '23514' : 'SQLITE_CONSTRAINT_TRIGGER',
    },
  });
  expect(written).not.toMatch(/Siti/i);
});

test('an overload is told in one line, whatever number of requests is refused', async () => {
  const overloaded = await makeApp({}, { log });
  const histogram = Object.getPrototypeOf(Object.getPrototypeOf(monitorEventLoopDelay())) as { mean: number };
  const threeSeconds = vi.spyOn(histogram, 'mean', 'get').mockReturnValue(3e9);
  const ask = () => raw(overloaded.url, 'GET /api/auth/me');
  await eventually(async () => expect((await ask()).status).toBe(503));
  const warnings = lines().filter(({ level }) => Number(level) >= 40);
  expect(warnings).toMatchObject([{ level: 40, msg: 'overloaded: new requests are refused' }]);
  written = '';
  expect((await Promise.all([ask(), ask()])).map(({ json }) => json.code)).toEqual(['busy', 'busy']);
  expect(written).toBe('');
  threeSeconds.mockRestore();
  await overloaded.close();
});
