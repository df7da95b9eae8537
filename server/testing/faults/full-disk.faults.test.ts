/** Full disk: clear refusals, no loss or partial writes, recovery without a restart. */
import { execFile } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { me } from '../../../contract/auth.ts';
import { refusals } from '../../../contract/messages.ts';
import { listOwnPaymentsWarga, recordPayment, uploadPaymentWarga } from '../../../contract/payments.ts';
import { createPost, listPosts } from '../../../contract/posts.ts';
import { readConfig } from '../../config.ts';
import { temporaryFolder } from '../../http/bind.ts';
import { sweepOrphans } from '../../http/files/sweep.ts';
import { makeLog } from '../../log.ts';
import { makeContext, type Running } from '../../make-context.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
import type { Response } from '../call.ts';
import { makeDatabase, onPostgres, type TestDatabase } from '../databases.ts';
import { eventually } from '../eventually.ts';
import { makePeople, type Person } from '../people.ts';
import { photo } from '../pictures.ts';
import { freePort } from '../port.ts';
import { type ServerProcess, startServer } from '../process.ts';
import { canMount, makeSmallDisk, type SmallDisk } from '../small-disk.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const nobody = 'uid=65534,gid=65534,mode=0700';

describe.runIf(canMount())('a full disk', () => {
  let disk: SmallDisk;
  let tables: SmallDisk;
  let database: TestDatabase;
  let env: Record<string, string>;
  let running: Running;
  let server: ServerProcess;
  let log: number;
  let warga: Person;
  let admin: Person;
  beforeAll(async () => {
    disk = makeSmallDisk(24);
    tables = onPostgres ? makeSmallDisk(48, nobody) : disk;
    database = await makeDatabase(disk.folder);
    await database.disconnect?.(); // a database in use cannot be moved
    if (database.url) await moveTables(database.url, tables.folder);
    const port = String(await freePort());
    env = { NODE_ENV: 'test', DEMO: '0', LOG_LEVEL: 'info', PORT: port, DATA_DIR: disk.folder };
    env.TMPDIR = disk.folder;
    if (database.url) env.DATABASE_URL = database.url;
    running = await makeContext(readConfig(env), makeLog('silent'));
    const { as } = makePeople(running.context, `http://127.0.0.1:${port}`);
    [warga, admin] = [await as.warga('A1'), await as.admin()];
    log = openSync(join(disk.folder, 'log'), 'a');
    server = await startServer(env, log);
  });
  afterAll(async () => {
    await server.kill();
    closeSync(log);
    await running.close();
    await database.drop();
    if (onPostgres) await eventually(() => dropTablespace(database.url ?? '')); // nobody waits until the database is gone
    for (const each of new Set([disk, tables])) each.remove();
  });

  const upload = async (bulan: number) =>
    warga.call(uploadPaymentWarga, {
      body: { tahun: new Date().getFullYear(), bulan },
      files: { bukti_transfer: await photo() },
    });
  const post = (konten: string) => warga.call(createPost, { body: { konten }, files: {} });
  const bigPosts = async (until: number) => {
    const acknowledged: number[] = [];
    for (;;) {
      const answer = await post('x'.repeat(5_000));
      if (answer.status === 201) acknowledged.push(answer.body.id);
      if (answer.status === until) return { acknowledged, answer };
      expect([until, 201]).toContain(answer.status);
    }
  };
  const expectFull = ({ status, refusal, headers }: Response) => {
    expect(refusal).toMatchObject({
      status: 'error',
      code: 'storage_full',
      message: refusals.storage_full.message,
    });
    expect(status).toBe(507);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
  };
  const expectWhole = async () => {
    const { context } = running;
    expect(await readdir(temporaryFolder(disk.folder))).toEqual([]);
    expect(await sweepOrphans(context.db, context.storage, new Date(Date.now() + 60_000))).toBe(0);
    expect((await findViolations(context)).violations).toEqual([]);
    expect(await context.database.dialect.findDamage(context.database.writer)).toEqual([]);
  };

  test('for files: uploads are refused, the rest works, and uploads work afterwards', async () => {
    const before = await upload(1);
    expect(before.status).toBe(201);
    disk.fill();
    for (let attempt = 0; attempt < 5; attempt += 1) expectFull(await upload(2));
    expect((await warga.call(me)).status).toBe(200);
    expect((await warga.call(listOwnPaymentsWarga, { params: { userId: warga.id } })).body.data).toHaveLength(
      1,
    );
    const picture = `${server.url}/assets/uploads/${before.body.data.bukti_transfer}`;
    const headers = { authorization: `Bearer ${warga.token}` };
    expect((await fetch(picture, { headers })).status).toBe(200);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    disk.free();
    expect((await upload(2)).status).toBe(201);
    await expectWhole();
  });

  test('for the database: acknowledged changes stay, others are refused, reads work', async () => {
    disk.fill();
    tables.fill();
    const { acknowledged, answer } = await bigPosts(507);
    expectFull(answer);
    expectFull(await post('y'.repeat(5_000)));
    const readable = async () =>
      (await warga.call(listPosts, { query: { limit: 200 } })).body.data.map(({ id }) => id);
    expect(await readable()).toEqual(acknowledged.toReversed().slice(0, 200));
    disk.free();
    tables.free();
    const fresh = await post('z'.repeat(5_000));
    expect(fresh.status).toBe(201);
    const files = { bukti_transfer: await photo() };
    const body = { user_id: warga.id, tahun: new Date().getFullYear(), bulan: 3, jumlah: 50_000 };
    expect((await admin.call(recordPayment, { body, files })).status).toBe(201);
    expect(await readable()).toEqual([fresh.body.id, ...acknowledged.toReversed()].slice(0, 200));
    await expectWhole();
  });

  test('for the log: the server keeps running, and logging resumes', async () => {
    expect(server.child.exitCode).toBeNull();
    const lines = () => readFileSync(join(disk.folder, 'log'), 'utf8').trim().split('\n');
    const before = lines().length;
    disk.fill();
    for (let attempt = 0; attempt < 300; attempt += 1) await fetch(`${server.url}/tidak-ada`);
    disk.free();
    await fetch(`${server.url}/tidak-ada`);
    await eventually(() => expect(lines().length).toBeGreaterThan(before));
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  const backups = () => join(disk.folder, 'backups');
  const command = (name: string, more: Record<string, string> = {}) =>
    promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, `../../operations/commands/${name}.ts`)],
      { env: { PATH: process.env.PATH, ...env, ...more } },
    );
  const backUp = (more?: Record<string, string>) => command('backup', more);

  test('the doctor tells what it found, though it may not be able to keep it', async () => {
    disk.fill();
    tables.fill();
    await bigPosts(507);
    const { stdout, stderr } = await command('doctor').catch(
      (error: { stdout: string; stderr: string }) => error,
    );
    // PostgreSQL makes the tables that the doctor works with on the same disk.
    if (!onPostgres || stderr === '') expect(stdout).toContain('Semuanya cocok');
    expect(stderr).toMatch(/^(The disk is full .+: make room .+\n)?$/);
    disk.free();
    tables.free();
  });

  test('a backup fails with a message and without traces', async () => {
    disk.fill();
    await expect(backUp()).rejects.toMatchObject({ stderr: expect.stringMatching(/ENOSPC|full/) as string });
    disk.free();
    expect(await readdir(backups())).toEqual(['in-use.lock']);
  });

  test('a backup succeeds after lowering BACKUP_KEEP', async () => {
    await mkdir(backups(), { recursive: true });
    for (const day of ['01', '02'])
      writeFileSync(join(backups(), `guyub-202601${day}T000000Z.tar`), Buffer.alloc(6_000_000));
    disk.fill();
    await expect(backUp()).rejects.toMatchObject({ code: 1 });
    expect((await backUp({ BACKUP_KEEP: '1' })).stdout).toContain('it is good');
    disk.free();
    const [made, ...others] = (await readdir(backups())).filter((name) => name.endsWith('.tar'));
    expect(made).not.toMatch(/^guyub-202601/);
    expect(others).toEqual([]);
  });

  test('a starting server works or explains the failure; with space it starts completely', async () => {
    const count = async () => (await warga.call(listPosts)).body.data.length;
    const before = await count();
    await server.kill();
    disk.fill();
    const started = await startServer(env).catch((error: Error) => error.message);
    if (typeof started === 'string') expect(started).toContain('The disk is full');
    else {
      expect(await count()).toBe(before);
      await started.kill();
    }
    disk.free();
    server = await startServer(env, log);
    expect(await count()).toBe(before);
    await expectWhole();
  });
});

async function onServer(url: string, work: (client: pg.Client, name: string) => Promise<unknown>) {
  const address = new URL(url);
  const name = address.pathname.slice(1);
  address.pathname = '/postgres';
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  try {
    await work(client, name);
  } finally {
    await client.end();
  }
}

/** The WAL stays on another disk: PostgreSQL stops if it has no space for it. */
const moveTables = (url: string, folder: string) =>
  onServer(url, async (client, name) => {
    await client.query(`CREATE TABLESPACE kecil LOCATION '${folder}'`);
    await client.query(`ALTER DATABASE ${name} SET TABLESPACE kecil`);
  });
const dropTablespace = (url: string) => onServer(url, (client) => client.query('DROP TABLESPACE kecil'));
