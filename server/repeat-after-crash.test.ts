/** Requests repeated with the same key after a crash are executed once. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createComplaint, listOwnComplaints } from '../contract/complaints.ts';
import { listNotifications } from '../contract/notifications.ts';
import { readConfig } from './config.ts';
import { makeContext } from './make-context.ts';
import { makeLog } from './log.ts';
import { untilNobodyWrites } from './testing/aftermath.ts';
import { makeDatabase, type TestDatabase } from './testing/app.ts';
import { callsTo, makePeople, type Person } from './testing/people.ts';
import { photo } from './testing/pictures.ts';
import { freePort } from './testing/port.ts';
import { startServer } from './testing/process.ts';

const rounds = 3;
const sendings = 30;

let database: TestDatabase;
let env: Record<string, string>;
let residents: Person[];
let ketua: Person;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guyub-repeat-'));
  database = await makeDatabase(folder);
  const port = String(await freePort());
  env = { NODE_ENV: 'test', DEMO: '0', LOG_LEVEL: 'error', PORT: port, DATA_DIR: folder };
  if (database.url) env.DATABASE_URL = database.url;
  const running = await makeContext(readConfig(env), makeLog('silent'));
  const { as } = makePeople(running.context, `http://127.0.0.1:${port}`);
  residents = await Promise.all(Array.from({ length: rounds }, (_, index) => as.warga(`A${index + 1}`)));
  ketua = await as.ketua();
  await running.close();
});
afterAll(async () => {
  await database.drop();
  await rm(env.DATA_DIR ?? '', { recursive: true, force: true });
});

test('requests repeated after a crash are executed once', { timeout: 120_000 }, async () => {
  const foto = await photo();
  let server = await startServer(env);
  let interrupted = 0;
  for (const [round, sender] of residents.entries()) {
    const keys = Array.from({ length: sendings }, () => randomUUID());
    const send = async (key: string) => {
      const body = { judul: `Aduan ${round}`, kategori: 'lainnya', deskripsi: key } as const;
      const call = callsTo(server.url, sender.token, key);
      const answer = await call(createComplaint, { body, files: { foto } }).catch(() => null);
      return answer?.body.id;
    };
    // Independent of the speed of the machine.
    const enough = Promise.withResolvers<void>();
    let missing = 1 + Math.floor((Math.random() * sendings) / 2);
    const first = Promise.all(
      keys.map(async (key) => {
        const id = await send(key);
        missing -= 1;
        if (missing === 0) enough.resolve();
        return id;
      }),
    );
    await enough.promise;
    await server.kill();
    const acknowledged = await first;
    interrupted += acknowledged.filter((id) => id === undefined).length;
    if (database.url) await untilNobodyWrites(database.url);

    server = await startServer(env);
    const again = await Promise.all(keys.map(send));
    expect(new Set(again).size).toBe(sendings);
    for (const [index, id] of acknowledged.entries()) if (id !== undefined) expect(again[index]).toBe(id);
    const mine = (await sender.call(listOwnComplaints)).body.data;
    expect(new Set(mine.map(({ id }) => id))).toEqual(new Set(again));
    expect(mine).toHaveLength(sendings);
    expect((await ketua.call(listNotifications)).body.data).toHaveLength((round + 1) * sendings);
  }
  await server.stop();
  expect(interrupted).toBeGreaterThan(0);
});
