/** Thousands of idle sockets, the limits per person and address, and a client that never reads. */
import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeLog } from '../../log.ts';
import { makeContext, type Running } from '../../make-context.ts';
import { mostSockets } from '../../realtime/connection-limits.ts';
import { makeApp } from '../app.ts';
import { makeEars } from '../ears.ts';
import { eventually } from '../eventually.ts';
import { type IdleSocket, openIdleSocket } from '../idle-socket.ts';
import { makePeople, type Person } from '../people.ts';
import { makePlace, type Place } from '../places.ts';
import { freePort } from '../port.ts';
import { type ServerProcess, startServer } from '../process.ts';
import { memoryOf, metric, waitsDuring } from '../vitals.ts';

/** More with `npm test -- faults --sockets 10000`. */
const sockets = Number(process.env.GUYUB_IDLE_SOCKETS ?? 3_000);
vi.setConfig({ testTimeout: 300_000 });

let place: Place;
let running: Running;
let server: ServerProcess;
let people: Person[];
const opened: IdleSocket[] = [];
beforeAll(async () => {
  place = await makePlace();
  running = await makeContext(place.config, makeLog('silent'));
  const port = String(await freePort());
  const { as } = makePeople(running.context, `http://127.0.0.1:${port}`);
  const houses = 1 + Math.ceil(Math.max(sockets / 40, mostSockets.address / mostSockets.person));
  people = await Promise.all(Array.from({ length: houses }, (_, index) => as.warga(`A${index + 1}`)));
  server = await startServer({ ...place.env, PORT: port, LOG_LEVEL: 'silent' });
});
afterAll(async () => {
  closeAll();
  await server.kill();
  await running.close();
  await place.clear();
});

const closeAll = () => {
  for (const { socket } of opened.splice(0)) socket.destroy();
};
const count = () => metric(server.url, 'guyub_socket_connections');
const untilNoneIsOpen = () => eventually(async () => expect(await count()).toBe(0), 30_000);
const openFor = (person: Person | undefined, from?: string) => {
  const idle = openIdleSocket(server.url, person?.token ?? '', from);
  opened.push(idle);
  return idle.outcome;
};
/** 4,000 sockets per address. */
const addressOf = (index: number) => `127.0.1.${1 + Math.floor(index / 4_000)}`;

test(`${sockets} idle sockets take little memory, and requests are served`, async () => {
  const before = await memoryOf(server.url);
  const few = pLimit(100);
  const began = performance.now();
  const outcomes = await Promise.all(
    Array.from({ length: sockets }, (_, index) =>
      few(() => openFor(people[index % (people.length - 1)], addressOf(index))),
    ),
  );
  const took = performance.now() - began;
  expect(new Set(outcomes)).toEqual(new Set(['connected']));
  expect(await count()).toBe(sockets);
  const after = await memoryOf(server.url);
  const waits = await waitsDuring(people.at(-1) as Person, pause(30_000));
  expect(await count()).toBe(sockets);
  const each = Math.round(((after - before) * 1_024) / sockets);
  console.log(
    `${sockets} sockets in ${Math.round(took)} ms, ${each} kB each, ${Math.round(after)} MB in all`,
    waits,
  );
  expect(each).toBeLessThan(60);
  expect(waits.slowest).toBeLessThan(2_000);
  closeAll();
  await untilNoneIsOpen();
});

test('limits the sockets of one person without affecting others', async () => {
  const [one, other] = people;
  for (let index = 0; index < mostSockets.person; index += 1) expect(await openFor(one)).toBe('connected');
  expect(await openFor(one)).toBe('too_many_sockets');
  expect(await openFor(other)).toBe('connected');
  opened.at(0)?.socket.destroy();
  await eventually(async () => expect(await openFor(one)).toBe('connected'));
  closeAll();
  await untilNoneIsOpen();
});

test('limits the sockets of one address without affecting others', async () => {
  const few = pLimit(100);
  const outcomes = await Promise.all(
    Array.from({ length: mostSockets.address }, (_, index) =>
      few(() => openFor(people[Math.floor(index / mostSockets.person)], '127.0.2.1')),
    ),
  );
  expect(new Set(outcomes)).toEqual(new Set(['connected']));
  const late = people.at(-1);
  expect(await openFor(late, '127.0.2.1')).toBe('400');
  expect(await openFor(late, '127.0.2.2')).toBe('connected');
  closeAll();
  await untilNoneIsOpen();
});

test('disconnects a socket that is never read, without affecting others', async () => {
  const app = await makeApp();
  const [deaf, listening] = [await app.as.warga('A1'), await app.as.warga('A2')];
  const idle = openIdleSocket(app.url, deaf.token);
  expect(await idle.outcome).toBe('connected');
  idle.socket.pause();
  const ears = makeEars(app);
  const ear = await ears.listen(listening);
  const tell = ({ id }: Person) =>
    app.context.realtime.publish([
      {
        kind: 'event',
        userId: id,
        event: 'payment-confirmed',
        payload: {
          id: 1,
          status: 'dikonfirmasi',
          judul: '',
          message: 'x'.repeat(10_000),
          halaman: '',
          catatan: null,
        },
      },
    ]);
  await ears.during(async () => {
    for (let count = 0; count < 5_000 && app.context.realtime.connections() > 1; count += 1) {
      tell(deaf);
      if (count % 100 === 0) tell(listening);
      await pause(0);
    }
  });
  expect(app.context.realtime.connections()).toBe(1);
  expect(ear.socket.connected).toBe(true);
  expect(ear.news().length).toBeGreaterThan(0);
  idle.socket.destroy();
  ears.closeAll();
  await app.close();
});
