/** One of two processes is killed under load; the other continues without loss. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listNotifications } from '../contract/notifications.ts';
import { recordPayment } from '../contract/payments.ts';
import { readConfig } from './config.ts';
import { makeLog } from './log.ts';
import { makeContext, type Running } from './make-context.ts';
import { brokenPromises, untilNobodyWrites } from './testing/aftermath.ts';
import { bucketOfItsOwn } from './testing/app.ts';
import { type Balancer, makeBalancer } from './testing/balancer.ts';
import { makeDatabase, type TestDatabase } from './testing/databases.ts';
import { makeEars } from './testing/ears.ts';
import { eventually } from './testing/eventually.ts';
import { makePeople, type People } from './testing/people.ts';
import { photo } from './testing/pictures.ts';
import { freePort } from './testing/port.ts';
import { type ServerProcess, startServer } from './testing/process.ts';
import { storm } from './testing/storm.ts';
import { type Crowd, newLedger } from './testing/storm-ledger.ts';

const hands = 12;

let database: TestDatabase;
let env: Record<string, string>;
let running: Running;
let servers: [ServerProcess, ServerProcess];
let balancer: Balancer;
let as: People['as'];
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guyub-failover-'));
  database = await makeDatabase(folder);
  env = { NODE_ENV: 'test', DEMO: '0', LOG_LEVEL: 'error', DATA_DIR: folder, ...bucketOfItsOwn() };
  env.DATABASE_URL = database.url ?? '';
  running = await makeContext(readConfig(env), makeLog('silent'));
  servers = await Promise.all([start(), start()]);
  balancer = await makeBalancer(servers);
  ({ as } = makePeople(running.context, balancer.url));
});
afterAll(async () => {
  balancer.close();
  await Promise.all(servers.map((server) => server.kill()));
  await running.close();
  await database.drop();
  await rm(env.DATA_DIR ?? '', { recursive: true, force: true });
});

const start = async () => startServer({ ...env, PORT: String(await freePort()) });

test('clients continue at the other process without losing acknowledged changes', async () => {
  const houses = Array.from({ length: 16 }, (_, index) => `A${index + 1}`);
  const crowd: Crowd = {
    residents: await Promise.all(houses.map((house) => as.warga(house))),
    staff: [await as.ketua(), await as.admin(), await as.koordinator('A')],
  };
  const ears = makeEars(balancer);
  const listening = await Promise.all(
    crowd.residents.map((person) => ears.listen(person, { reconnection: true, reconnectionDelayMax: 500 })),
  );
  const ledger = newLedger();
  const end = new AbortController();
  const weather = storm(crowd, ledger, hands, end.signal);
  const progress = async (more: number) => {
    const before = ledger.payments.length;
    await eventually(() => expect(ledger.payments.length).toBeGreaterThan(before + more), 20_000);
  };
  await progress(30);
  await servers[0].kill();
  await progress(30);
  end.abort();
  await weather;

  // All clients have reconnected to the other process and receive its messages.
  await eventually(() => expect(listening.every(({ socket }) => socket.connected)).toBe(true));
  const [ketua, late] = [await as.ketua(), await as.warga('P1')];
  const ear = await ears.listen(late);
  const body = { user_id: late.id, tahun: new Date().getFullYear(), bulan: 1, jumlah: 50_000 };
  const files = { bukti_transfer: await photo() };
  const recorded = await ketua.call(recordPayment, { body, files });
  expect(recorded.status).toBe(201);
  await eventually(() => expect(ear.news()).toMatchObject([{ event: 'payment-confirmed' }]));
  expect((await late.call(listNotifications)).body.data).toHaveLength(1);
  ears.closeAll();
  const id = recorded.body.id;
  ledger.payments.push({
    id,
    userId: late.id,
    tried: new Set(['record']),
    acknowledged: new Set(['record']),
  });
  ledger.attempts.add(`${late.id}/${body.tahun}-${body.bulan}`);

  await servers[1].stop();
  const { context } = running;
  await running.close();
  await untilNobodyWrites(env.DATABASE_URL ?? '');
  running = await makeContext(readConfig(env), makeLog('silent'));
  expect(await brokenPromises(running.context.database, context.storage, ledger)).toEqual([]);
});
