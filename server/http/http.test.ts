import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusals } from '../../contract/messages.ts';
import { readNotifications } from '../../contract/notifications.ts';
import { makeApp, type TestApp } from '../testing/app.ts';
import type { Person } from '../testing/people.ts';
import { photo } from '../testing/pictures.ts';
import { type RawRequest, type RawResponse, raw } from '../testing/raw.ts';

let app: TestApp;
let ketua: Person;
let warga: Person;
beforeAll(async () => {
  app = await makeApp();
  ketua = await app.as.ketua();
  warga = await app.as.warga('A1');
});
afterAll(() => app.close());

const send = (line: string, request: RawRequest = {}, as: Person | null = ketua) =>
  raw(app.url, line, as ? { token: as.token, ...request } : request);

/** Checks the complete error format: status and message of the code, and no internal details. */
function expectRefusal(response: RawResponse, code: keyof typeof refusals) {
  expect(response.json).toMatchObject({ status: 'error', code });
  expect(response.status).toBe(refusals[code].status);
  expect(response.json.message).toEqual(expect.stringMatching(/^\S.{5,200}$/));
  expect(
    Object.keys(response.json).filter(
      (key) => !['status', 'message', 'code', 'errors', 'data'].includes(key),
    ),
  ).toEqual([]);
  expect(response.text).not.toMatch(
    / {4}at |\.ts:|node_modules|select |insert |sqlite|postgres|FST_|ERR_|ECONN/i,
  );
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
}

const broken = { body: '{"estateName": ', headers: { 'content-type': 'application/json' } };
const plain = { body: 'estateName=x', headers: { 'content-type': 'text/plain' } };

describe('refusals come in one order', () => {
  test.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
    'answers 404 for %s of an unknown path with any body',
    async (method) => {
      const bodies: RawRequest[] =
        method === 'GET' ? [{}] : [{}, broken, plain, { json: { a: 'x'.repeat(300_000) } }];
      for (const body of bodies) {
        expectRefusal(await send(`${method} /api/tidak-ada`, body, null), 'route_not_found');
        expectRefusal(await send(`${method} /api/tidak-ada`, body, ketua), 'route_not_found');
      }
    },
  );

  test('a browser that opens an address as a page gets a sentence and a way on, everything else JSON', async () => {
    const opened = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };
    for (const [line, code] of [
      ['GET /pembayaran', 'route_not_found'],
      ['GET /assets/abc.jpg', 'route_not_found'],
      ['GET /api/settings', 'no_session'],
    ] as const) {
      const { status, text, headers } = await send(line, opened, null);
      expect(status).toBe(refusals[code].status);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(text).toContain(`<p>${refusals[code].message}</p>`);
      expect(text).toContain('<a href="/">');
      expectRefusal(await send(line, {}, null), code);
    }
  });

  test('answers 404 for methods that the path does not have, TRACE included', async () => {
    for (const line of [
      'PATCH /api/settings',
      'POST /api/settings',
      'GET /api/auth/login',
      'DELETE /api/posts',
    ]) {
      expectRefusal(await send(line), 'route_not_found');
    }
    const trace = request(`${app.url}/api/settings`, { method: 'TRACE' }).end();
    const [answer] = (await once(trace, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(404);
  });

  test('answers 401 without a session before reading the request', async () => {
    for (const body of [broken, plain, { json: [] }, { json: { duesAmount: 'x' } }]) {
      expectRefusal(await send('PUT /api/settings', body, null), 'no_session');
    }
    expectRefusal(await send('PUT /api/admin/payments/abc/confirm', broken, null), 'no_session');
  });

  test('the wrong role 403, before the request is read', async () => {
    for (const body of [broken, plain, { json: [] }, { json: { duesAmount: 'x' } }]) {
      expectRefusal(await send('PUT /api/settings', body, warga), 'forbidden');
    }
    expectRefusal(await send('PUT /api/admin/payments/abc/confirm', broken, warga), 'forbidden');
  });

  test('answers 400, 413 or 415 for an unreadable body before validating fields', async () => {
    expectRefusal(await send('PUT /api/settings', broken), 'malformed_request');
    expectRefusal(await send('PUT /api/settings', plain), 'unsupported_body');
    expectRefusal(
      await send('PUT /api/admin/payments/abc/confirm', { json: { status: 'x' } }),
      'invalid_path',
    );
  });

  test('answers 422 for invalid fields before searching the record', async () => {
    expectRefusal(
      await send('PUT /api/admin/payments/999999/confirm', { json: { status: 'x' } }),
      'invalid_fields',
    );
  });

  test('out of scope 404, before its state 409', async () => {
    const id = await app.given.payment({ of: warga, bulan: 1, status: 'dikonfirmasi' });
    const json = { status: 'ditolak' };
    expectRefusal(await send('PUT /api/admin/payments/999999/confirm', { json }), 'not_found');
    const stranger = await app.as.koordinator('B');
    expectRefusal(await send(`PUT /api/admin/payments/${id}/confirm`, { json }, stranger), 'not_found');
    const decided = await send(
      `PUT /api/admin/payments/${id}/confirm`,
      { json },
      await app.as.koordinator('A'),
    );
    expectRefusal(decided, 'payment_already_reviewed');
    expect(decided.json.data).toMatchObject({ id, status: 'dikonfirmasi' });
  });
});

describe('bodies', () => {
  const put = (body: string, type = 'application/json') =>
    send('PUT /api/settings', { body, headers: { 'content-type': type } });

  test.each([
    '{',
    '{"a":1',
    "{'a':1}",
    'a=1',
    '{"a":1}{"b":2}',
    '\u0000',
    '{"a":undefined}',
    '[1,2',
    '"',
    '{"__proto__":{"admin":true}}',
    '{"a":{"__proto__":{"admin":true}}}',
    '{"constructor":{"prototype":{"admin":true}}}',
    '[]',
    '[{"duesAmount":1}]',
    '5',
    '"teks"',
    'true',
    'null',
  ])('answers 400 for JSON that is no object or sets a prototype: %s', async (body) => {
    expectRefusal(await put(body), 'malformed_request');
  });

  test('refuses invalid UTF-8 and accepts a byte-order mark', async () => {
    const bytes = new Blob([new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d])]);
    const response = await send('PUT /api/settings', {
      body: bytes,
      headers: { 'content-type': 'application/json' },
    });
    expectRefusal(response, 'malformed_request');
    expect((await put('\ufeff{}')).status).toBe(200);
  });

  test.each(['gzip', 'br', 'deflate', 'zstd', 'x-gzip', 'gzip, identity', 'apa-saja', ','])(
    'answers 415 for any Content-Encoding except identity: %s',
    async (encoding) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
      for (const body of ['{}', new Blob([new Uint8Array(gzipSync('{}'))]), ''])
        expectRefusal(await send('PUT /api/settings', { headers, body }), 'unsupported_body');
      const form = { ...headers, 'content-type': 'multipart/form-data; boundary=batas' };
      expectRefusal(
        await send('POST /api/warga/payments', { headers: form, body: '--batas--\r\n' }, warga),
        'unsupported_body',
      );
      expectRefusal(await send('POST /api/auth/login', { headers, body: '{}' }, null), 'unsupported_body');
    },
  );

  test('accepts Content-Encoding identity in any case', async () => {
    for (const encoding of ['identity', 'Identity']) {
      const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
      expect((await send('PUT /api/settings', { body: '{}', headers })).status).toBe(200);
    }
  });

  test('refuses fifty thousand nested brackets', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    expect((await put(`{"tidakDikenal":${deep}}`)).status).toBe(200);
    expectRefusal(await put(`{"estateName":${deep}}`), 'invalid_fields');
  });

  test.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'application/json5',
    'x',
    'multipart/mixed; boundary=x',
  ])('answers 415 for another content type: %s', async (type) => {
    expectRefusal(await put('{"estateName":"x"}', type), 'unsupported_body');
  });

  test('answers 415 for JSON instead of a form, and vice versa', async () => {
    expectRefusal(
      await send('POST /api/warga/payments', { json: { tahun: 2026, bulan: 7 } }, warga),
      'unsupported_body',
    );
    const form = new FormData();
    form.set('estateName', 'x');
    expectRefusal(await send('PUT /api/settings', { body: form }), 'unsupported_body');
  });

  test('accepts JSON with a charset', async () => {
    expect((await put('{}', 'application/json; charset=utf-8')).status).toBe(200);
    expect((await put('{}', 'APPLICATION/JSON')).status).toBe(200);
  });

  test('treats an empty body as an empty object, with or without JSON header', async () => {
    expect(
      (await send('POST /api/notifications/read', { headers: { 'content-type': 'application/json' } }))
        .status,
    ).toBe(200);
    expect((await send('POST /api/notifications/read')).status).toBe(200);
    const refused = await send(
      'POST /api/auth/login',
      { headers: { 'content-type': 'application/json' } },
      null,
    );
    expectRefusal(refused, 'invalid_fields');
    expect(refused.json.errors).toEqual({
      email: 'Email atau No HP wajib diisi',
      password: 'Password wajib diisi',
    });
  });

  test('ignores unknown fields in body and query', async () => {
    const before = (await send('GET /api/settings')).json.data;
    const response = await send('PUT /api/settings?apa=saja&limit=x', {
      json: { tidakDikenal: 1, id: 9, timeZone: 'UTC', kunci: 'x' },
    });
    expect(response).toMatchObject({ status: 200, json: { data: before } });
  });
});

describe('fields', () => {
  test.each([
    [{ estateName: 5 }, { estateName: 'Nama perumahan harus berupa teks' }],
    [{ estateName: ['x'] }, { estateName: 'Nama perumahan harus berupa teks' }],
    [{ estateName: {} }, { estateName: 'Nama perumahan harus berupa teks' }],
    [{ estateName: true }, { estateName: 'Nama perumahan harus berupa teks' }],
    [{ estateName: null }, { estateName: 'Nama perumahan wajib diisi' }],
    [{ estateName: '   ' }, { estateName: 'Nama perumahan wajib diisi' }],
    [{ estateName: 'x'.repeat(101) }, { estateName: 'Nama perumahan maksimal 100 karakter' }],
    [{ estateName: 'x'.repeat(100_000) }, { estateName: 'Nama perumahan maksimal 100 karakter' }],
    [{ estateName: 'a\u0000b' }, { estateName: 'Nama perumahan berisi karakter yang tidak didukung' }],
    [{ estateName: 'a\u0007b' }, { estateName: 'Nama perumahan berisi karakter yang tidak didukung' }],
    [{ estateName: 'a\ud800b' }, { estateName: 'Nama perumahan berisi karakter yang tidak didukung' }],
    [{ estateName: '\udc00' }, { estateName: 'Nama perumahan berisi karakter yang tidak didukung' }],
    [{ duesAmount: '150000' }, { duesAmount: 'Iuran harus berupa angka' }],
    [{ complaintMenuEnabled: 'true' }, { complaintMenuEnabled: 'Menu aduan harus aktif atau nonaktif' }],
    [{ complaintMenuEnabled: 1 }, { complaintMenuEnabled: 'Menu aduan harus aktif atau nonaktif' }],
  ])('refuses wrong types and characters that cannot be stored (case %#)', async (json, errors) => {
    const refused = await send('PUT /api/settings', { json });
    expectRefusal(refused, 'invalid_fields');
    expect(refused.json.errors).toEqual(errors);
    expect(refused.json.message).toBe(Object.values(errors)[0]);
  });

  test('names all invalid fields at once', async () => {
    const refused = await send('PUT /api/settings', { json: { estateName: '', duesAmount: 0, bankName: 7 } });
    expect(Object.keys(refused.json.errors as object).toSorted()).toEqual([
      'bankName',
      'duesAmount',
      'estateName',
    ]);
  });

  test('returns stored text unchanged: emoji, quotes, markup, escapes, right-to-left', async () => {
    const aboutText = '🏡 "Guyub" <b>& O’Asri</b> &lt; %41 \\u0041\n\\ % _ عربى \u200f';
    const changed = await send('PUT /api/settings', { json: { aboutText: `  ${aboutText}\t` } });
    expect(changed.json.data).toMatchObject({ aboutText });
    expect((await send('GET /api/settings')).json.data).toMatchObject({ aboutText });
  });

  test('does not mix texts and files of a form', async () => {
    const form = new FormData();
    form.set('tahun', new File(['2026'], 'tahun.txt'));
    form.set('bulan', 'tujuh');
    form.set('bukti_transfer', 'bukan file');
    const refused = await send('POST /api/warga/payments', { body: form }, warga);
    expectRefusal(refused, 'invalid_fields');
    expect(refused.json.errors).toEqual({
      tahun: 'Tahun wajib diisi',
      bulan: 'Bulan harus berupa angka',
      bukti_transfer: 'Bukti transfer harus diupload',
    });
  });
});

describe('addresses', () => {
  const notIds = [
    '0',
    '-1',
    '1.5',
    'abc',
    String(2n ** 70n),
    '1e3',
    '%20',
    '+1',
    '01',
    '%2531', // decoded twice it would be 1
    '0x10',
    '1%00',
    '٣',
    '9007199254740993',
    'NaN',
  ];

  test.each(notIds)('answers 400 for an id that is no positive integer: %s', async (id) => {
    expectRefusal(await send(`DELETE /api/user/payments/${id}`), 'invalid_path');
    expectRefusal(
      await send(`PUT /api/admin/payments/${id}/confirm`, { json: { status: 'ditolak' } }),
      'invalid_path',
    );
    expectRefusal(await send(`DELETE /api/auth/sessions/${id}`), 'invalid_path');
  });

  test.each(['999999', '2147483647', '2147483648', '9007199254740991'])(
    'answers 404 for an unknown id: %s',
    async (id) => {
      expectRefusal(await send(`DELETE /api/user/payments/${id}`), 'not_found');
      expectRefusal(await send(`DELETE /api/auth/sessions/${id}`), 'not_found');
    },
  );

  test.each(['1999', '2101', '20266', 'abc', '0', '-2026', '2026.5', '02026'])(
    'answers 400 for an invalid year: %s',
    async (year) => {
      expectRefusal(await send(`GET /api/buku-kas/${year}`), 'invalid_path');
      expectRefusal(await send(`GET /api/admin/payments/${year}/7`), 'invalid_path');
      expectRefusal(await send(`GET /api/user/payments/export/${year}`), 'invalid_path');
    },
  );

  test.each(['0', '13', '-1', '1.5', 'juli', '07'])('answers 400 for an invalid month: %s', async (month) => {
    expectRefusal(await send(`GET /api/admin/payments/2026/${month}`), 'invalid_path');
    expectRefusal(await send(`GET /api/admin/payments/export/2026/${month}`), 'invalid_path');
  });

  test('an address that cannot be read, or is endless, is 400 in the envelope', async () => {
    for (const path of ['/api/%ZZ', '/api/auth/sessions/%C3%28', `/api/auth/sessions/${'9'.repeat(5_000)}`]) {
      expectRefusal(await send(`DELETE ${path}`), 'invalid_path');
    }
  });

  test('ignores a trailing slash', async () => {
    expect((await send('GET /api/settings/')).status).toBe(200);
  });

  test.each([
    '/..%2f..%2fetc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/uploads/..%2f..%2fguyub.db',
    '/assets/documents/%2e%2e%2fguyub.db',
  ])('%s does not leave the served folder', async (path) => {
    const { status, text } = await send(`GET ${path}`);
    expect([400, 404]).toContain(status);
    expect(text).not.toContain('root:');
  });
});

describe('lists', () => {
  const lists = [
    '/api/notifications',
    '/api/admin/payments',
    '/api/admin/payments/2026/7',
    '/api/admin/payments/2026/7?include=unpaid',
    '/api/audit',
    '/api/buku-kas/2026',
  ];
  const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const ask = (path: string, query: string) => send(`GET ${path}${path.includes('?') ? '&' : '?'}${query}`);

  test.each(lists)('%s accepts a limit from 1 to 200', async (path) => {
    for (const limit of [1, 200]) expect((await ask(path, `limit=${limit}`)).status).toBe(200);
    for (const limit of ['0', '201', '-1', '1.5', 'x', '', '1e2', '%00', '9'.repeat(500)]) {
      const refused = await ask(path, `limit=${limit}`);
      expectRefusal(refused, 'invalid_fields');
      expect(refused.json.errors).toHaveProperty('limit');
    }
  });

  test.each(lists)('%s refuses cursors of other lists', async (path) => {
    const names = ['notifications', 'payments', 'payments-month', 'audit', 'cash-book'];
    const keys = [
      ['x'],
      [null],
      [1.5],
      [{}],
      [1, 2, 3, 4, 5],
      [],
      ['', '', '', ''],
      ['a\u0000', 'b', 1, 2],
      [1e300],
      [[1]],
      [true, 'x', 1],
    ];
    const cursors = ['', 'x', '%%%', '%00', 'x'.repeat(400), forged(null), forged({}), forged('x')];
    for (const name of names) for (const key of keys) cursors.push(forged([name, ...key]));
    for (const cursor of cursors) {
      const refused = await ask(path, `limit=5&cursor=${cursor}`);
      expectRefusal(refused, 'invalid_fields');
      expect(refused.json.errors).toHaveProperty('cursor');
    }
  });

  test('a list without limit has up to 10,000 rows, and its cursor says whether there are more', async () => {
    const insert = (count: number) => {
      const numbers = sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${sql.lit(count)})`;
      const now = '2026-07-15T03:00:00.000Z';
      return app.context.write('system', async (tx) => {
        await sql`${numbers} INSERT INTO posts (user_id, konten, tanggal_post)
          SELECT ${sql.lit(warga.id)}, 'ke-' || i, ${sql.lit(now)} FROM n`.execute(tx.db);
        await sql`${numbers} INSERT INTO complaints (user_id, judul, kategori, deskripsi, status, tanggal_aduan)
          SELECT ${sql.lit(warga.id)}, 'Lampu', 'lainnya', 'Padam', 'pending', ${sql.lit(now)} FROM n`.execute(
          tx.db,
        );
      });
    };
    const read = async (path: string) => {
      const { data, nextCursor } = (await send(`GET ${path}`)).json as {
        data: unknown[];
        nextCursor: string | null;
      };
      return { rows: data.length, nextCursor };
    };
    await insert(10_000);
    for (const path of ['/api/posts', '/api/aduan'])
      expect(await read(path)).toEqual({ rows: 10_000, nextCursor: null });
    await insert(1);
    for (const path of ['/api/posts', '/api/aduan']) {
      const whole = await read(path);
      expect(whole).toEqual({ rows: 10_000, nextCursor: expect.any(String) as string });
      expect(await read(`${path}?cursor=${whole.nextCursor}`)).toEqual({ rows: 1, nextCursor: null });
    }
    expect((await send('GET /api/aduan/jumlah')).json).toMatchObject({ data: { pending: 10_001 } });
  });

  test('refuses a repeated parameter', async () => {
    expectRefusal(await send('GET /api/notifications?limit=1&limit=2'), 'invalid_fields');
  });

  test('refuses unknown enum values in Indonesian', async () => {
    const refused = await send('GET /api/buku-kas/export/2026?format=pdf');
    expectRefusal(refused, 'invalid_fields');
    expect(refused.json.message).toMatch(/tidak valid/);
  });

  test('filters accept any text without an error', async () => {
    for (const text of ['%00', '%25', "'", '%27%20OR%201=1--', '%5C', '_', '%F0%9F%98%80', 'x'.repeat(90)]) {
      for (const name of ['q', 'blok']) {
        const { status } = await send(`GET /api/admin/payments?${name}=${text}`);
        expect([200, 422]).toContain(status);
      }
    }
  });

  test('refuses ids in a body that no database can hold', async () => {
    for (const ids of [
      [2 ** 31],
      [2 ** 53],
      [1e300],
      [-1],
      [0],
      [1.5],
      ['1'],
      [null],
      'x',
      {},
      Array(201).fill(1),
    ]) {
      expect((await send('POST /api/notifications/read', { json: { ids } })).status).toBe(422);
    }
    expect((await ketua.call(readNotifications, { body: { ids: [2_147_483_647] } })).status).toBe(200);
  });
});

const policyOf = (headers: Headers) =>
  Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split(';').map((part) => part.split(/ (.*)/s)),
  ) as Record<string, string>;

describe('answers', () => {
  test('carry the security headers, also refusals and unknown addresses', async () => {
    const responses = [
      await send('GET /api/settings'),
      await send('GET /api/settings', {}, null),
      await send('GET /tidak-ada', {}, null),
      await send('PUT /api/settings', broken),
      await send('GET /healthz', {}, null),
    ];
    // Responses without a route, including those of the socket server.
    const others = [
      await send('GET /api/%ZZ', {}, null),
      await send('GET /socket.io/?EIO=4&transport=polling', {}, null),
      await send('GET /socket.io/?EIO=4&transport=x', {}, null),
    ];
    for (const { headers } of [...responses, ...others]) {
      expect(policyOf(headers)).toEqual({
        'default-src': "'none'",
        'base-uri': "'none'",
        'form-action': "'none'",
        'frame-ancestors': "'none'",
      });
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('server')).toBeNull();
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('strict-transport-security')).toBeNull();
    }
    for (const { headers } of responses) expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(responses.map(({ headers }) => headers.get('x-request-id'))).size).toBe(responses.length);
  });

  test('pages have a policy for own scripts only, and the referrer policy same-origin', async () => {
    const { headers } = await send('GET /api/docs', {}, null);
    expect(policyOf(headers)).toMatchObject({
      'default-src': "'self'",
      'script-src': "'self'",
      'style-src': "'self' 'unsafe-inline'",
      'connect-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('geolocation=()');
  });

  test('ignores request ids sent by clients', async () => {
    const { headers } = await send('GET /api/settings', {
      headers: { 'x-request-id': 'palsu', 'request-id': 'palsu' },
    });
    expect(headers.get('x-request-id')).not.toBe('palsu');
  });

  test('sends HSTS on every response under an https PUBLIC_URL', async () => {
    const secure = await makeApp({ PUBLIC_URL: 'https://guyub.example.id' });
    try {
      for (const line of [
        'GET /healthz',
        'GET /api/settings',
        'GET /api/docs',
        'GET /tidak-ada',
        'GET /api/%ZZ',
        'GET /socket.io/?EIO=4&transport=polling',
      ]) {
        const { headers } = await raw(secure.url, line);
        expect(headers.get('strict-transport-security'), line).toBe('max-age=31536000; includeSubDomains');
      }
    } finally {
      await secure.close();
    }
  });

  test('data responses are never cached', async () => {
    for (const line of [
      'GET /api/settings',
      'GET /api/buku-kas/export/2026?format=csv',
      'GET /api/auth/me',
    ]) {
      expect((await send(line)).headers.get('cache-control')).toBe('no-store');
    }
  });

  test('HEAD answers as GET without a body, with the same authorization', async () => {
    const head = await send('HEAD /api/settings');
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect((await send('HEAD /api/settings', {}, null)).status).toBe(401);
    expect((await send('HEAD /api/audit', {}, warga)).status).toBe(403);
  });

  test('compresses long responses if accepted, never short ones', async () => {
    const konten = 'Kerja bakti hari Minggu. '.repeat(200);
    for (let post = 0; post < 5; post++) await send('POST /api/posts', { json: { konten } });
    for (let month = 10; month <= 12; month++)
      await app.given.expense({ by: ketua, judul: konten, tanggal: `2025-${month}-10` });
    await app.given.expense({ by: ketua, judul: konten.repeat(220), tanggal: '2024-10-10' });
    const long = {
      'a page of the feed': 'GET /api/posts?limit=5',
      'more than is packed at once': 'GET /api/buku-kas/2024',
      'an export': 'GET /api/buku-kas/export/2025?format=csv',
      'the document': 'GET /api/openapi.json',
      'its page': 'GET /api/docs',
    };
    // Accept-Encoding of browsers without and with TLS; the last one refuses Brotli.
    const packings = { 'gzip, deflate': 'gzip', 'gzip, deflate, br, zstd': 'br', 'gzip, br;q=0': 'gzip' };
    for (const [name, line] of Object.entries(long)) {
      const asked = (encoding: string) => send(line, { headers: { 'accept-encoding': encoding } });
      const bare = await asked('identity');
      expect.soft(bare.headers.get('content-encoding'), name).toBeNull();
      for (const [encoding, chosen] of Object.entries(packings)) {
        const packed = await asked(encoding);
        expect.soft(packed.headers.get('content-encoding'), name).toBe(chosen);
        expect.soft(packed.headers.get('vary'), name).toBe('accept-encoding');
        expect.soft(packed.text, name).toBe(bare.text);
      }
    }
    for (const line of ['GET /api/settings', 'GET /api/auth/me', 'GET /api/unknown'])
      expect.soft((await send(line)).headers.get('content-encoding'), line).toBeNull();
  });

  test('answers 201 with the id for creations, 200 for the rest', async () => {
    const form = new FormData();
    form.set('tahun', '2026');
    form.set('bulan', '3');
    form.set('bukti_transfer', await photo());
    const created = await send('POST /api/warga/payments', { body: form }, warga);
    expect(created).toMatchObject({
      status: 201,
      json: { status: 'success', id: (created.json.data as { id: number }).id },
    });
  });
});
