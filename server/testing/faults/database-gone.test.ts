/** Locked, missing or interrupted databases: clear refusals, no partial changes, recovery without a restart. */
import { once } from 'node:events';
import { readdir, rename } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { me } from '../../../contract/auth.ts';
import type { RefusalCode } from '../../../contract/messages.ts';
import { listOwnPaymentsWarga, reviewPayment, uploadPaymentWarga } from '../../../contract/payments.ts';
import { createPost } from '../../../contract/posts.ts';
import { connectWithHeartbeat } from '../../database/dedicated-connection.ts';
import { openDatabase, sqliteFile } from '../../database/open.ts';
import { DatabaseUnavailable } from '../../failures.ts';
import { makeApp, type TestApp } from '../app.ts';
import { type Balancer, makeBalancer } from '../balancer.ts';
import type { Response } from '../call.ts';
import { makeDatabase, onPostgres, type TestDatabase } from '../databases.ts';
import type { Person } from '../people.ts';
import { photo } from '../pictures.ts';

let app: TestApp;
let database: TestDatabase | undefined;
let way: Balancer | undefined;
let warga: Person;
let ketua: Person;
beforeAll(async () => {
  if (onPostgres) {
    database = await makeDatabase('');
    way = await makeBalancer([{ url: database.url ?? '' }]);
    app = await makeApp({ DATABASE_URL: through(way) });
  } else app = await makeApp();
  [warga, ketua] = [await app.as.warga('A1'), await app.as.ketua()];
});
afterAll(async () => {
  await app.close();
  way?.close();
  await database?.drop();
});

function through({ url }: Balancer) {
  const address = new URL(database?.url ?? '');
  address.port = new URL(url).port;
  address.searchParams.delete('host'); // not through the Unix socket
  return address.href;
}

const post = () => warga.call(createPost, { body: { konten: 'Halo' }, files: {} });
const ready = async () => (await fetch(`${app.url}/readyz`)).status;

function expectPassing({ status, refusal, headers }: Response, code: RefusalCode) {
  expect([status, refusal.code]).toEqual([503, code]);
  expect(refusal.message).toContain('coba lagi');
  expect(headers.get('retry-after')).toMatch(/^\d+$/);
}

const uploadProof = async (person: Person) =>
  person.call(uploadPaymentWarga, {
    body: { tahun: 2026, bulan: 7 },
    files: { bukti_transfer: await photo() },
  });
const stored = ({ folder }: TestApp) => readdir(join(folder, 'files', 'uploads')).catch(() => []);

test('an error with unknown outcome does not discard the proof', async () => {
  const { writer } = app.context.database;
  const siti = await app.as.warga('A2');
  await sql`ALTER TABLE notifications RENAME TO elsewhere`.execute(writer);
  const failed = await uploadProof(siti);
  await sql`ALTER TABLE elsewhere RENAME TO notifications`.execute(writer);
  expect(failed.status).toBe(500);
  expect(await stored(app)).toHaveLength(1);
  expect((await uploadProof(siti)).status).toBe(201);
});

describe.skipIf(onPostgres)('SQLite', () => {
  test('locked by another program for a moment: writes wait, reads do not', async () => {
    const other = new BetterSqlite(sqliteFile(app.folder));
    other.exec('BEGIN IMMEDIATE');
    let posted = false;
    const waiting = post().finally(() => (posted = true));
    // SQLite's own waiting would have blocked the process.
    for (let count = 0; count < 20; count += 1) expect((await warga.call(me)).status).toBe(200);
    expect(posted).toBe(false);
    other.exec('COMMIT');
    expect((await waiting).status).toBe(201);
    other.close();
  });

  test('with its file moved away acknowledges no write', async () => {
    const file = sqliteFile(app.folder);
    await rename(file, `${file}.away`);
    expectPassing(await post(), 'database_unavailable');
    expect(await ready()).toBe(503);
    await rename(`${file}.away`, file);
    expect((await post()).status).toBe(201);
    expect(await ready()).toBe(200);
  });
});

describe.runIf(onPostgres)('PostgreSQL', () => {
  const direct = async () => {
    const client = new pg.Client({ connectionString: database?.url });
    await client.connect();
    return client;
  };

  test('unreachable: requests are refused with 503, and recover', async () => {
    const port = Number(new URL(way?.url ?? '').port);
    way?.close();
    expectPassing(await warga.call(me), 'database_unavailable');
    expectPassing(await post(), 'database_unavailable');
    expect([await ready(), (await fetch(`${app.url}/healthz`)).status]).toEqual([503, 200]);
    way = await makeBalancer([{ url: database?.url ?? '' }], port);
    expect((await post()).status).toBe(201);
    expect(await ready()).toBe(200);
  });

  test('locked by an idle transaction: writes wait, reads do not', async () => {
    const other = await direct();
    await other.query('BEGIN; LOCK TABLE notifications');
    let posted = 0;
    const waiting = Array.from({ length: 12 }, async () => {
      const { status } = await post();
      posted += 1;
      return status;
    });
    for (let count = 0; count < 20; count += 1) expect((await warga.call(me)).status).toBe(200);
    expect(posted).toBe(0);
    await other.query('COMMIT');
    expect(await Promise.all(waiting)).toEqual(Array(12).fill(201));
    await other.end();
  });

  test('a silently vanished server is given up, and its successor is used', async () => {
    const power = await makeBalancer([{ url: database?.url ?? '' }]);
    const patient = openDatabase({ dataDir: app.folder, databaseUrl: through(power) }, 500);
    const ask = () => patient.read.selectFrom('settings').selectAll().execute();
    const listener = await connectWithHeartbeat(through(power), () => {}, 250);
    await ask();
    power.swallow();
    const ended = new Promise((resolve) => listener.once('end', resolve));
    await expect(ask()).rejects.toThrow(DatabaseUnavailable);
    await ask();
    await ended;
    await patient.close();
    power.close();
  });

  /** A proxy that breaks once, before the response to the commit of a payment. */
  async function makeBrittleWay(): Promise<Balancer> {
    let hasBroken = false;
    const server = createServer((client) => {
      const backend = connect(Number(new URL(database?.url ?? '').port), '127.0.0.1');
      let [pays, commits] = [false, false];
      client.on('data', (chunk) => {
        pays ||= chunk.includes('insert into "payments"');
        commits = pays && chunk.includes('commit');
        backend.write(chunk);
      });
      backend.on('data', (chunk) => {
        if (hasBroken || !commits) client.write(chunk);
        else client.destroy();
        hasBroken ||= commits;
      });
      client.on('error', () => {}).on('close', () => backend.destroy());
      backend.on('error', () => {}).on('close', () => client.destroy());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}`, swallow: () => {}, close: () => void server.close() };
  }

  test('a connection that breaks before the commit is acknowledged: payment and proof exist', async () => {
    const brittle = await makeBrittleWay();
    const behind = await makeApp({
      DATABASE_URL: through(brittle),
      LOG_KEY_FILE: app.context.config.logKeyFile,
    });
    const siti = await behind.as.warga('A3', { email: 'siti@contoh.id', no_hp: null });
    expectPassing(await uploadProof(siti), 'database_unavailable');
    const [payment] = (await siti.call(listOwnPaymentsWarga, { params: { userId: siti.id } })).body.data;
    expect(payment).toMatchObject({ bulan: 7, status: 'menunggu_konfirmasi' });
    expect(await stored(behind)).toEqual([payment?.bukti_transfer]);
    expect((await uploadProof(siti)).refusal.code).toBe('payment_exists');
    expect(await stored(behind)).toEqual([payment?.bukti_transfer]);
    await behind.close();
    brittle.close();
  });

  test('a connection that breaks within a transaction leaves no changes', async () => {
    const id = await app.given.payment({ of: warga });
    const confirm = () => ketua.call(reviewPayment, { params: { id }, body: { status: 'dikonfirmasi' } });
    const other = await direct();
    await other.query('BEGIN; LOCK TABLE audit');
    const broken = confirm();
    const waiting = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    let pid: number | undefined;
    while (!pid) pid = (await other.query<{ pid: number }>(waiting)).rows[0]?.pid;
    await other.query('SELECT pg_terminate_backend($1)', [pid]);
    expectPassing(await broken, 'database_unavailable');
    await other.query('COMMIT');
    const audit = `SELECT 1 FROM audit WHERE entitas = 'payments' AND entitas_id = $1`;
    expect((await other.query(audit, [id])).rowCount).toBe(0);
    expect((await confirm()).status).toBe(200);
    expect((await other.query(audit, [id])).rowCount).toBe(1);
    await other.end();
  });
});
