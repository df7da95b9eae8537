import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { choosePush, subscribePush } from '../contract/push.ts';
import { tellEveryone } from './areas/notifications/tell-everyone.ts';
import { temporaryFolder } from './http/bind.ts';
import { makeApp, type TestApp } from './testing/app.ts';
import { onPostgres } from './testing/databases.ts';
import { eventually } from './testing/eventually.ts';
import type { Person } from './testing/people.ts';
import { pictures } from './testing/pictures.ts';
import { freePort } from './testing/port.ts';
import { preload } from './testing/preload.ts';
import { bareEnv, startServer } from './testing/process.ts';
import { makePhone, startPushServer } from './testing/push-phone.ts';

const execFileAsync = promisify(execFile);

let app: TestApp;
let warga: Person;
beforeAll(async () => {
  app = await makeApp();
  app.clock.set(new Date().toISOString());
  warga = await app.as.warga('A1');
});
afterAll(() => app.close());

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

async function start(script = 'server/main.ts', more: Record<string, string> = {}) {
  const { databaseUrl } = app.context.config;
  const port = await freePort();
  const env = {
    PORT: String(port),
    DATA_DIR: app.folder,
    DEMO: '0',
    LOG_LEVEL: 'warn',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...more,
  };
  const server = await startServer(env, 'ignore', [
    process.execPath,
    join(import.meta.dirname, '..', script),
  ]);
  started.push(server.child);
  const ended = once(server.child, 'exit').then(([code]) => code as number | null);
  return { ...server, port, ended };
}

async function beginUpload(port: number, bulan: number) {
  const picture = await pictures.jpeg();
  const filesUnderWay = async () => (await readdir(temporaryFolder(app.folder))).length;
  const others = await filesUnderWay();
  const fields = ['tahun', String(new Date().getFullYear()), 'bulan', String(bulan)];
  const head = [0, 2].map(
    (at) => `--x\r\ncontent-disposition: form-data; name="${fields[at]}"\r\n\r\n${fields[at + 1]}\r\n`,
  );
  const file =
    '--x\r\ncontent-disposition: form-data; name="bukti_transfer"; filename="b.jpg"\r\ncontent-type: image/jpeg\r\n\r\n';
  const body = Buffer.concat([Buffer.from(head.join('') + file), picture, Buffer.from('\r\n--x--\r\n')]);
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => void (answer += chunk.toString()));
  socket.on('error', () => {});
  socket.write(
    `POST /api/warga/payments HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${warga.token}\r\n` +
      `content-type: multipart/form-data; boundary=x\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  const half = body.length - picture.length / 2;
  socket.write(body.subarray(0, half));
  await eventually(async () => expect(await filesUnderWay()).toBe(others + 1));
  return {
    drip: () => socket.write('x'),
    finish: () => socket.write(body.subarray(half)),
    answer: () => answer,
    closed: new Promise((resolve) => socket.once('close', resolve)),
  };
}

const isRefused = (port: number) =>
  eventually(async () => {
    const socket = connect(port, '127.0.0.1');
    const outcome = await new Promise<string | undefined>((resolve) => {
      socket.once('connect', () => resolve('connected'));
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    });
    socket.destroy();
    expect(outcome).toBe('ECONNREFUSED');
  });

test.each([
  ['SIGTERM', 'scripts/serve.ts'],
  ['SIGINT', 'server/main.ts'],
] as const)(
  '%s to %s: refuses connections, finishes the running upload, exits with 0',
  async (signal, script) => {
    const server = await start(script);
    const live = io(server.url, {
      auth: { token: warga.token },
      transports: ['websocket'],
      reconnection: false,
    });
    await new Promise<void>((resolve) => live.once('connect', resolve));
    const upload = await beginUpload(server.port, signal === 'SIGTERM' ? 1 : 2);
    const aheadOfTime = connect(server.port, '127.0.0.1').on('error', () => {});
    await once(aheadOfTime, 'connect');
    const left = new Promise((resolve) => live.once('disconnect', resolve));

    server.child.kill(signal);
    await left;
    await isRefused(server.port);
    upload.finish();
    const finished = Date.now();
    await upload.closed;
    expect(upload.answer()).toMatch(/^HTTP\/1.1 201 [^]*"message":"Pembayaran berhasil diupload"/);
    expect(await server.ended).toBe(0);
    expect(Date.now() - finished).toBeLessThan(5_000);
  },
);

test('an endless request delays the exit by at most ten seconds', async () => {
  const server = await start();
  const upload = await beginUpload(server.port, 3);
  const dripping = setInterval(upload.drip, 200);
  const asked = Date.now();
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  clearInterval(dripping);
  expect(Date.now() - asked).toBeLessThan(10_000);
});

test('a stalled upload is given up after two seconds', async () => {
  const server = await start();
  const upload = await beginUpload(server.port, 4);
  const asked = Date.now();
  server.child.kill('SIGTERM');
  await upload.closed;
  expect(await server.ended).toBe(0);
  expect(Date.now() - asked).toBeLessThan(6_000);
});

test('a push service that does not answer delays the exit by a second, and its push waits for the next start', async () => {
  const push = await startPushServer();
  push.answers.set('/tidak-menjawab', null);
  const [reached, unreached] = [await app.as.warga('A2'), await app.as.warga('A3')];
  const { p256dh, auth } = makePhone();
  for (const [person, path] of [
    [reached, '/menjawab'],
    [unreached, '/tidak-menjawab'],
  ] as const) {
    const endpoint = `https://fcm.googleapis.com${path}`;
    expect((await person.call(subscribePush, { body: { endpoint, p256dh, auth } })).status).toBe(200);
    await person.call(choosePush, { body: { bisu: [], tenang_dari: 0, tenang_sampai: 0 } });
  }
  const elsewhere = preload(
    app.folder,
    `const { fetch } = globalThis;
    globalThis.fetch = (url, options) => fetch(url.replace('https://fcm.googleapis.com', '${push.address}'), options);`,
  );
  await app.context.write('system', (tx) =>
    tellEveryone(tx, { jenis: 'announcement', judul: 'x', pesan: 'x', halaman: 'payments' }),
  );
  const server = await start('server/main.ts', elsewhere);
  const paths = () => push.received.map(({ path }) => path).toSorted();
  await eventually(() => expect(paths()).toEqual(['/menjawab', '/tidak-menjawab']));
  const asked = Date.now();
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(Date.now() - asked).toBeLessThan(5_000);
  push.answers.clear();
  push.received.length = 0;
  await start('server/main.ts', elsewhere);
  await eventually(() => expect(paths()).toEqual(['/tidak-menjawab']));
  await push.close();
});

test.runIf(process.platform === 'linux')(
  'without HOST a server listens to 127.0.0.1 and no other address',
  async () => {
    const { port } = await start();
    const reach = async (host: string) => {
      const socket = connect(port, host);
      const outcome = new Promise<string | undefined>((resolve) => {
        socket.once('connect', () => resolve('connected'));
        socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
      });
      return await outcome.finally(() => socket.destroy());
    };
    // On Linux each address of 127.0.0.0/8 is the machine itself.
    expect([await reach('127.0.0.1'), await reach('127.0.0.2')]).toEqual(['connected', 'ECONNREFUSED']);
  },
);

test('serves no file of the program’s folder but the built client', async () => {
  const { url } = await start();
  for (const path of ['/.git', '/.git/HEAD', '/package.json', '/server/main.ts', '/deploy/guyub.env'])
    expect([path, (await fetch(url + path)).status]).toEqual([path, 404]);
});

test('a wrong configuration stops the start with its name and exit code 1', async () => {
  const env = { ...bareEnv, PORT: '99999', TZ: 'Mars/Olympus', DATA_DIR: app.folder };
  const wrong = execFileAsync(process.execPath, [join(import.meta.dirname, 'main.ts')], { env });
  await expect(wrong).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Configuration is not valid:\n  PORT .*\n  TZ .*\n$/) as string,
  });
});

test.skipIf(onPostgres)(
  'a second server with the same data is refused, until the first has ended',
  async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(`Guyub is running already with the data in ${app.folder}`);
    await first.kill();
    await start();
  },
);
