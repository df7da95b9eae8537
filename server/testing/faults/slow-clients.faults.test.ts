/** Clients that send or read very slowly or never: they are disconnected, others are not affected. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uploadDocument } from '../../../contract/documents.ts';
import { makeLog } from '../../log.ts';
import { makeContext, type Running } from '../../make-context.ts';
import { onPostgres } from '../databases.ts';
import { makePeople, type Person } from '../people.ts';
import { makePlace, type Place } from '../places.ts';
import { freePort } from '../port.ts';
import { type ServerProcess, startServer } from '../process.ts';
import { memoryOf, waitsDuring } from '../vitals.ts';

const second = 1_000;
const minute = 60 * second;

let place: Place;
let running: Running;
let server: ServerProcess;
let admin: Person;
/** Document of 9 MB. */
let paper: string;
const sockets: Socket[] = [];
beforeAll(async () => {
  place = await makePlace();
  running = await makeContext(place.config, makeLog('silent'));
  const port = String(await freePort());
  admin = await makePeople(running.context, `http://127.0.0.1:${port}`).as.admin();
  server = await startServer({ ...place.env, PORT: port, LOG_LEVEL: 'silent' });
  const file = new File(['%PDF-1.7\n', new Uint8Array(9 * 1_048_576), '\n%%EOF'], 'tebal.pdf');
  paper = (await admin.call(uploadDocument, { body: { judul: 'Tebal' }, files: { file } })).body.data
    .nama_file;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await server.kill();
  await running.close();
  await place.clear();
});

function open(): Socket {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  return socket;
}

/**
 * Sends one byte per second.
 * @returns the response and the milliseconds until the server ended the connection
 */
async function drip(socket: Socket, text: string) {
  const began = performance.now();
  let answer = '';
  socket.on('data', (chunk: Buffer) => void (answer += chunk.toString()));
  const closed = once(socket, 'close');
  for (let at = 0; !socket.closed; at += 1) {
    socket.write(text[at % text.length] ?? '');
    await Promise.race([closed, pause(second)]);
  }
  return { answer, after: performance.now() - began };
}

const authorized = () => `host: x\r\nauthorization: Bearer ${admin.token}\r\n`;

function ask(path: string, times: number): Socket {
  const socket = open().pause();
  socket.write(`GET ${path} HTTP/1.1\r\n${authorized()}\r\n`.repeat(times));
  return socket;
}

// Alone, because other tests change the memory too.
test.skipIf(onPostgres)(
  'two thousand pipelined requests without reading take little memory',
  { timeout: minute },
  async () => {
    const before = await memoryOf(server.url);
    for (let count = 0; count < 5; count += 1) ask('/api/openapi.json', 2_000);
    await waitsDuring(admin, pause(10 * second));
    // All responses together would be 500 MB.
    expect((await memoryOf(server.url)) - before).toBeLessThan(150);
  },
);

// HTTP only: independent of the database.
describe.skipIf(onPostgres).concurrent('one byte a second', () => {
  test('in the head: 408 within a minute', { timeout: 2 * minute }, async () => {
    const { answer, after } = await drip(open(), `GET / HTTP/1.1\r\nx-long: ${'a'.repeat(1_000)}`);
    expect(answer).toMatch(/^HTTP\/1.1 408 [^]*"code":"request_timeout"/);
    expect(after).toBeLessThan(minute);
  });

  test('in the body: 408 within six minutes', { timeout: 7 * minute }, async () => {
    const socket = open();
    socket.write(
      `POST /api/posts HTTP/1.1\r\n${authorized()}content-type: application/json\r\ncontent-length: 100000\r\n\r\n`,
    );
    const { answer, after } = await drip(socket, '{"konten":"aaaaaaaaaaaaaaaaaaaaaaaa');
    expect(answer).toMatch(/^HTTP\/1.1 408 [^]*"code":"request_timeout"/);
    expect(after).toBeLessThan(6 * minute);
  });

  test('500 idle connections: all are closed, and others are served', {
    timeout: 2 * minute,
  }, async () => {
    const idle = Array.from({ length: 500 }, open);
    const closed = Promise.all(idle.map((socket) => once(socket.resume(), 'close')));
    const watch = Promise.race([closed, pause(10 * second)]);
    expect((await waitsDuring(admin, watch)).slowest).toBeLessThan(2 * second);
    await closed;
  });
});

describe.skipIf(onPostgres).concurrent('never reads the answer', () => {
  test('of a large file, 60 clients: memory is bounded, and each is disconnected', {
    timeout: 7 * minute,
  }, async () => {
    const before = await memoryOf(server.url);
    const deaf = Array.from({ length: 60 }, () => ask(`/assets/documents/${paper}`, 6));
    await waitsDuring(admin, pause(5 * second));
    // All responses together would be 3 GB.
    expect((await memoryOf(server.url)) - before).toBeLessThan(250);
    await pause(4.5 * minute);
    // Data in kernel buffers can still be read, but not the end of the file.
    for (const socket of deaf) {
      let bytes = 0;
      socket.on('data', (chunk: Buffer) => void (bytes += chunk.length)).resume();
      if (!socket.destroyed) await once(socket, 'close');
      expect(bytes).toBeLessThan(6 * 9 * 1_048_576);
    }
  });
});
