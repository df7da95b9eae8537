/** Huge, slow, endless and interrupted bodies over raw sockets: the client can always read the refusal. */
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { changeAccount, listAccounts } from '../../contract/officers.ts';
import { makeApp, type TestApp } from '../testing/app.ts';
import { eventually } from '../testing/eventually.ts';
import type { Person } from '../testing/people.ts';
import { pictures } from '../testing/pictures.ts';
import { temporaryFolder } from './bind.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await makeApp();
  ({ token } = await app.as.warga('A1'));
  await app.as.ketua();
});
afterAll(() => app.close());

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

interface Talk {
  socket: Socket;
  received(): string;
  answer(pattern: RegExp): Promise<string>;
  closed: Promise<void>;
}

function open(line: string, headers: Record<string, string | number> = {}, as: string | null = token): Talk {
  const { hostname, port, host } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  let text = '';
  socket.on('data', (chunk: Buffer) => void (text += chunk.toString('latin1')));
  // The server may reset the connection after the response.
  socket.on('error', () => {});
  const given = { host, ...(as ? { authorization: `Bearer ${as}` } : {}), ...headers };
  const head = Object.entries(given).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${line} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
  return {
    socket,
    received: () => text,
    answer: (pattern) =>
      eventually(() => {
        expect(text).toMatch(pattern);
        return text;
      }),
    closed: new Promise((resolve) => socket.once('close', () => resolve())),
  };
}

async function pourInto(
  socket: Socket,
  chunk: Buffer | string,
  most = Number.POSITIVE_INFINITY,
): Promise<void> {
  for (let sent = 0; sent < most && socket.writable; sent += chunk.length) {
    await new Promise<void>((resolve) => socket.write(chunk, () => resolve()));
  }
}

const megabyte = 1_048_576;
const json = { 'content-type': 'application/json' };
const tooLarge = /^HTTP\/1.1 413 [^]*"code":"payload_too_large"/;
const settings = 'PUT /api/settings';

const asKetua = async () => (await app.as.ketua()).token;
const form = { 'content-type': 'multipart/form-data; boundary=xxx', 'transfer-encoding': 'chunked' };
const chunked = (content: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`${content.length.toString(16)}\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
const field = (name: string, value: string) =>
  `--xxx\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const fileHead = (name: string) =>
  `--xxx\r\ncontent-disposition: form-data; name="${name}"; filename="bukti.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
const start = field('tahun', '2026') + field('bulan', '5') + fileHead('bukti_transfer');

async function nothingStored() {
  expect(await app.context.db.selectFrom('payments').select('id').execute()).toEqual([]);
  expect(await app.context.db.selectFrom('files').select('nama').execute()).toEqual([]);
  await eventually(async () => expect(await readdir(temporaryFolder(app.folder))).toEqual([]));
}

test('refuses a too large Content-Length before the body is sent', async () => {
  const talk = open(settings, { ...json, 'content-length': 50 * megabyte }, await asKetua());
  await talk.answer(tooLarge);
});

test.each(['keep-alive', 'close'])(
  'a client that sends 20 MB before reading receives the 413 (%s)',
  async (connection) => {
    const talk = open(settings, { ...json, connection, 'content-length': 20 * megabyte }, await asKetua());
    talk.socket.pause();
    await pourInto(talk.socket, Buffer.alloc(megabyte, 0x20), 20 * megabyte);
    talk.socket.resume();
    await talk.answer(tooLarge);
  },
);

test.each([
  ['GET /api/settings', /^HTTP\/1.1 200 [^]*"estateName"/],
  [`POST /api/posts/${'x'.repeat(300)}/like`, /^HTTP\/1.1 400 [^]*"code":"invalid_path"/],
])('an unread body does not interrupt the response: %s', async (line, answer) => {
  const talk = open(line, { connection: 'close', 'content-length': 20 * megabyte });
  talk.socket.pause();
  await pourInto(talk.socket, Buffer.alloc(megabyte, 0x20), 20 * megabyte);
  talk.socket.resume();
  await talk.answer(answer);
});

test('answers an endless body at its limit, then disconnects', async () => {
  const talk = open(settings, { ...json, 'transfer-encoding': 'chunked' }, await asKetua());
  await pourInto(talk.socket, chunked(Buffer.alloc(megabyte, 0x20)));
  await talk.closed;
  expect(talk.received()).toMatch(tooLarge);
});

test('answers 401 readably without a session, also during an endless body', async () => {
  const talk = open(settings, { ...json, 'transfer-encoding': 'chunked' }, null);
  await pourInto(talk.socket, chunked(Buffer.alloc(megabyte, 0x20)));
  await talk.closed;
  expect(talk.received()).toMatch(/^HTTP\/1.1 401 [^]*"code":"no_session"/);
});

test('answers a slow sender as soon as the limit is exceeded', async () => {
  const talk = open(settings, { ...json, 'transfer-encoding': 'chunked' }, await asKetua());
  for (let part = 0; part < 30; part++) await pourInto(talk.socket, chunked('x'.repeat(10_000)), 1);
  await talk.answer(tooLarge);
});

test('refuses a photo above 10 MB with its own message and without traces', async () => {
  const talk = open('POST /api/warga/payments', form);
  await pourInto(talk.socket, chunked(start), 1);
  await pourInto(talk.socket, chunked(Buffer.alloc(megabyte, 0x41)), 14 * megabyte);
  await talk.answer(/^HTTP\/1.1 413 [^]*"message":"Ukuran file maksimal 10MB","code":"file_too_large"/);
  await nothingStored();
});

test('disconnects an endless photo without traces', async () => {
  const talk = open('POST /api/warga/payments', form);
  await pourInto(talk.socket, chunked(start), 1);
  await pourInto(talk.socket, chunked(Buffer.alloc(megabyte, 0x41)));
  await talk.closed;
  expect(talk.received()).toMatch(/^HTTP\/1.1 413 /);
  await nothingStored();
});

test.each([
  ['a field', '--xxx\r\ncontent-disposition: form-data; name="tahun"\r\n\r\n'],
  ['a file that nobody asked for', fileHead('apa')],
  ['what is before the first part', 'x'],
])('disconnects an endless %s without traces', async (_name, beginning) => {
  const talk = open('POST /api/warga/payments', form);
  await pourInto(talk.socket, chunked(beginning), 1);
  await pourInto(talk.socket, chunked(Buffer.alloc(megabyte, 0x39)));
  await talk.closed;
  expect(talk.received()).toMatch(/^HTTP\/1.1 413 /);
  await nothingStored();
});

test('refuses a field of 200 kB, sixty fields, and ten files', async () => {
  const field64 = open('POST /api/warga/payments', form);
  await pourInto(field64.socket, chunked(`--xxx\r\ncontent-disposition: form-data; name="tahun"\r\n\r\n`), 1);
  await pourInto(field64.socket, chunked('9'.repeat(10_000)), 200_000);
  await pourInto(field64.socket, chunked(`\r\n--xxx--\r\n`), 1);
  await field64.answer(tooLarge);

  const fields = open('POST /api/warga/payments', form);
  for (let index = 0; index < 60; index++) await pourInto(fields.socket, chunked(field(`f${index}`, '1')), 1);
  await pourInto(fields.socket, chunked('--xxx--\r\n'), 1);
  await fields.answer(tooLarge);

  const files = open('POST /api/warga/payments', form);
  for (let index = 0; index < 10; index++)
    await pourInto(files.socket, chunked(`${fileHead(`f${index}`)}x\r\n`), 1);
  await pourInto(files.socket, chunked('--xxx--\r\n'), 1);
  await files.answer(tooLarge);
  await nothingStored();
});

test('an interrupted upload leaves no file behind', async () => {
  const half = (await pictures.jpeg()).subarray(0, 100);
  const talk = open('POST /api/warga/payments', form);
  await pourInto(talk.socket, chunked(Buffer.concat([Buffer.from(start), half])), 1);
  await eventually(async () => expect(await readdir(temporaryFolder(app.folder))).toHaveLength(1));
  talk.socket.destroy();
  await nothingStored();
});

describe('of bodies under way', () => {
  const filesUnderWay = async () => (await readdir(temporaryFolder(app.folder))).length;

  test('the ninth body of one person waits unread for a free slot; those of others do not wait', async () => {
    const [sender, other] = [await app.as.warga('A7'), await app.as.warga('A8')];
    const begun = Array.from({ length: 8 }, () => open('POST /api/warga/payments', form, sender.token));
    for (const { socket } of begun) await pourInto(socket, chunked(`${start}x`), 1);
    await eventually(async () => expect(await filesUnderWay()).toBe(8));
    const ninth = open('POST /api/warga/payments', form, sender.token);
    await pourInto(ninth.socket, chunked(`${start}x`), 1);

    const refused = open('POST /api/warga/payments', form, other.token);
    await pourInto(refused.socket, chunked(`${start}x\r\n--xxx--\r\n`), 1);
    await refused.answer(/"code":"unsupported_image"/);
    expect(await filesUnderWay()).toBe(8);

    const [first, ...rest] = begun;
    first?.socket.destroy();
    await pourInto(ninth.socket, chunked('x\r\n--xxx--\r\n'), 1);
    await ninth.answer(/"code":"unsupported_image"/);
    for (const { socket } of rest) socket.destroy();
    await nothingStored();
  });

  test('a disconnected client releases its slot at any stage', async () => {
    const { token } = await app.as.warga('A12');
    const line = 'POST /api/warga/payments';
    const whole = chunked(`${start}x\r\n--xxx--\r\n`);
    const lastChunk = Buffer.from('0\r\n\r\n');
    const head = Object.entries({ host: 'x', authorization: `Bearer ${token}`, ...form });
    const next = `${line} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
    for (let left = 0; left < 20; left++) {
      const atOnce = open(line, form, token);
      const behindAnother = open(line, form, token);
      await pourInto(atOnce.socket, chunked(start), 1);
      await pourInto(behindAnother.socket, Buffer.concat([whole, lastChunk, Buffer.from(next)]), 1);
      atOnce.socket.destroy();
      behindAnother.socket.destroy();
    }
    const talk = open(line, form, token);
    await pourInto(talk.socket, whole, 1);
    await talk.answer(/"code":"unsupported_image"/);
  });

  test('large JSON bodies are read two at a time; small ones do not wait', async () => {
    const [one, two, three] = [
      await app.as.warga('A9'),
      await app.as.warga('A10'),
      await app.as.warga('A11'),
    ];
    const line = 'POST /api/warga/update-profile';
    const large = Buffer.from('{}'.padEnd(megabyte));
    const announced = { ...json, 'content-length': large.length };
    const sendSmall = async ({ token }: Person) => {
      const small = open(line, { ...json, 'content-length': 2 }, token);
      small.socket.write('{}');
      await small.answer(/"code":"invalid_fields"/);
    };
    const endless = [one, two].map(({ token }) => open(line, announced, token));
    for (const { socket } of endless) await pourInto(socket, '{', 1);
    await sendSmall(one);
    await sendSmall(two);
    const third = open(line, announced, three.token);
    await pourInto(third.socket, large, large.length);
    await sendSmall(three);
    expect(third.received()).not.toMatch(/"code"/);

    endless[0]?.socket.destroy();
    await third.answer(/"code":"invalid_fields"/);
    endless[1]?.socket.destroy();
  });

  test('without a session eight large ones are read at a time; a sign-in does not wait', async () => {
    const large = Buffer.from('{}'.padEnd(17 * 1_024));
    const announced = { ...json, 'content-length': large.length };
    const search = (headers: Record<string, string | number>) =>
      open('POST /api/warga/search', headers, null);
    const endless = Array.from({ length: 8 }, () => search(announced));
    for (const { socket } of endless) await pourInto(socket, '{', 1);
    const ninth = search(announced);
    await pourInto(ninth.socket, large, large.length);
    const small = search({ ...json, 'content-length': 2 });
    small.socket.write('{}');
    await small.answer(/"code":"invalid_fields"/);
    expect(ninth.received()).toBe('');
    endless[0]?.socket.destroy();
    await ninth.answer(/"code":"invalid_fields"/);
  });
});

test('answers 400 for an incomplete or invalid form', async () => {
  for (const content of [
    '',
    'x',
    '--xxx',
    '--xxx\r\n',
    start,
    '--yyy--\r\n',
    '--xxx\r\nkeine: kopfzeile\r\n\r\nx\r\n--xxx--\r\n',
  ]) {
    const body = Buffer.from(content);
    const talk = open('POST /api/warga/payments', {
      'content-type': form['content-type'],
      'content-length': body.length,
    });
    talk.socket.write(body);
    const text = await talk.answer(/"code":"[a-z_]+"/);
    expect(text).toMatch(/^HTTP\/1.1 4(00|22) /);
    expect(text).toMatch(/"status":"error"/);
  }
  const noBoundary = open('POST /api/warga/payments', {
    'content-type': 'multipart/form-data',
    'content-length': 0,
  });
  expect(await noBoundary.answer(/"code"/)).toMatch(/^HTTP\/1.1 400 [^]*"code":"malformed_request"/);
  await nothingStored();
});

test('ignores a part of a form that has no name', async () => {
  const unnamed = '--xxx\r\ncontent-disposition: form-data\r\n\r\n2026\r\n--xxx--\r\n';
  const { token } = await app.as.warga('B7');
  const response = await fetch(`${app.url}/api/warga/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': form['content-type'] },
    body: unnamed,
  });
  expect([response.status, await response.json()]).toMatchObject([422, { code: 'invalid_fields' }]);
  await nothingStored();
});

test('refuses contradictory or invalid lengths', async () => {
  const both = open(
    settings,
    { ...json, 'content-length': 2, 'transfer-encoding': 'chunked' },
    await asKetua(),
  );
  expect(await both.answer(/"code"/)).toMatch(/^HTTP\/1.1 400 [^]*"code":"malformed_request"/);
  const negative = open(settings, { ...json, 'content-length': -1 }, await asKetua());
  expect(await negative.answer(/"code"/)).toMatch(/^HTTP\/1.1 400 /);
});

test('answers invalid HTTP in the standard error format', async () => {
  const { hostname, port } = new URL(app.url);
  for (const nonsense of ['\r\n\r\n\0\0\0\r\n\r\n', 'HALO SERVER\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n']) {
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    let text = '';
    socket.on('data', (chunk: Buffer) => void (text += chunk.toString()));
    socket.end(nonsense);
    await new Promise((resolve) => socket.once('close', resolve));
    expect(text).toMatch(/^HTTP\/1.1 400 [^]*"status":"error"[^]*"code":"malformed_request"/);
  }
});

test('answers endless headers in the standard error format', async () => {
  const talk = open('GET /api/settings', { 'x-lang': 'x'.repeat(20_000) });
  await talk.answer(tooLarge);
});

describe('whoever holds a request open', () => {
  /** Sends the body after the server has admitted the headers and `meanwhile` has run. */
  async function sendAfter(
    meanwhile: () => Promise<unknown>,
    line: string,
    as: Person,
    body: Buffer,
    type: string,
  ) {
    const headers = { 'content-type': type, 'content-length': body.length, expect: '100-continue' };
    const talk = open(line, headers, as.token);
    await talk.answer(/^HTTP\/1.1 100 /);
    await meanwhile();
    talk.socket.write(body);
    return await talk.answer(/"status":"/);
  }
  const newAccount = Buffer.from(
    JSON.stringify({
      nama: 'Pintu Belakang',
      email: 'belakang@contoh.id',
      blok: 'A1',
      jenis: 'koordinator_perblok',
      password: 'pintu-belakang-7',
    }),
  );

  test.each([
    ['is closed', { status: 'inactive' }, 401],
    ['is no longer an officer’s', { jenis: 'warga', blok: 'A4' }, 403],
  ] as const)('is refused if their account %s meanwhile', async (_, changes, status) => {
    const [ketua, admin] = [await app.as.ketua(), await app.as.person('admin', {})];
    const change = () => ketua.call(changeAccount, { params: { id: admin.id }, body: changes });
    const text = await sendAfter(change, 'POST /api/users', admin, newAccount, json['content-type']);
    expect(text).toContain(`HTTP/1.1 ${status} `);
    const { body } = await ketua.call(listAccounts, { query: { q: 'Pintu Belakang' } });
    expect(body.data).toEqual([]);
  });

  test('cannot change records of their former block after a move', async () => {
    const [ketua, payer] = [await app.as.ketua(), await app.as.warga('A2')];
    const coordinator = await app.as.person('koordinator_perblok', { blok: 'A3' });
    const move = () => ketua.call(changeAccount, { params: { id: coordinator.id }, body: { blok: 'B3' } });
    const body = Buffer.concat([
      Buffer.from(field('user_id', String(payer.id)) + field('jumlah', '100000') + start),
      await pictures.jpeg(),
      Buffer.from('\r\n--xxx--\r\n'),
    ]);
    const text = await sendAfter(move, 'POST /api/payments', coordinator, body, form['content-type']);
    expect(text).toContain('HTTP/1.1 404 ');
    await nothingStored();
  });
});

test('the server still answers afterwards', async () => {
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
});
