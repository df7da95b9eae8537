/** Moves an estate in use from SQLite to PostgreSQL without losing acknowledged writes. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { login } from '../../../contract/auth.ts';
import { getBalance } from '../../../contract/cash-book.ts';
import { createResident, listResidents } from '../../../contract/residents.ts';
import { migrate } from '../../database/migrate.ts';
import { openDatabase } from '../../database/open.ts';
import { demoPassword } from '../../demo/accounts.ts';
import { untilNobodyWrites } from '../../testing/aftermath.ts';
import { makeEmptyPostgres } from '../../testing/databases.ts';
import { eventually } from '../../testing/eventually.ts';
import { callsTo, type Person } from '../../testing/people.ts';
import { freePort } from '../../testing/port.ts';
import { bareEnv, type ServerProcess, startServer } from '../../testing/process.ts';
import { fingerprints } from './fingerprint.ts';

const pathOf = (script: string) => join(import.meta.dirname, `../commands/${script}.ts`);

let folder: string;
let server: ServerProcess;
let token: string;
let admin: Person['call'];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guyub-move-'));
  server = await start();
  const body = { email: 'admin@guyub.test', password: demoPassword };
  token = (await callsTo(server.url, null)(login, { body })).body.token;
  admin = callsTo(server.url, token);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const env = () => ({ ...bareEnv, DATA_DIR: folder, LOG_LEVEL: 'error' });
const start = async (more: Record<string, string> = {}) =>
  startServer({ ...env(), PORT: String(await freePort()), DEMO: '1', ...more });
const run = (script: string, ...args: string[]) => {
  const running = promisify(execFile)(process.execPath, [pathOf(script), ...args], { env: env() });
  running.child.stdin?.end();
  return running.then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      said: stdout + stderr,
    }),
  );
};
const move = (...args: string[]) => run('move/to-postgres', ...args);
const newcomer = (nama: string) => {
  const email = `${nama.replaceAll(' ', '.')}@contoh.id`;
  return { body: { nama, email, blok: 'A1', password: demoPassword } };
};
const add = (nama: string) => admin(createResident, newcomer(nama));

async function rowsOf(location: { databaseUrl: string | undefined }) {
  const database = openDatabase({ dataDir: folder, ...location });
  const prints = await database.snapshot((db) => fingerprints(db, database.dialect.name));
  await database.close();
  return prints;
}

test('an unreachable or foreign target changes nothing', async () => {
  const [foreign, narrow] = [await makeEmptyPostgres(), await makeEmptyPostgres('LATIN1')];
  try {
    expect(await move(narrow.url)).toEqual({
      code: 1,
      said: expect.stringContaining('stores text as LATIN1') as string,
    });
    expect(await move('postgres://nobody@127.0.0.1:1/none')).toMatchObject({ code: 1 });
    const other = await start({ DATA_DIR: join(folder, 'other'), DATABASE_URL: foreign.url });
    await other.stop();
    expect(await move(foreign.url)).toEqual({
      code: 1,
      said: expect.stringContaining('The target already holds rows') as string,
    });
    expect((await add('Sri')).status).toBe(201);
  } finally {
    await foreign.drop();
    await narrow.drop();
  }
});

test('a failed move makes the SQLite database writable again', async () => {
  const target = await makeEmptyPostgres();
  try {
    const database = openDatabase({ dataDir: folder, databaseUrl: target.url });
    await migrate(database);
    await sql`ALTER TABLE payments ADD CONSTRAINT penuh CHECK (id < 0)`.execute(database.writer);
    await database.close();
    const { code, said } = await move(target.url);
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/can be read, but not changed[^]*penuh/) as string,
    ]);
    expect((await add('Wati')).status).toBe(201);
  } finally {
    await target.drop();
  }
});

test('a move can be undone, and its target is then refused; nobody moves to two places', async () => {
  const [target, other] = [await makeEmptyPostgres(), await makeEmptyPostgres()];
  try {
    expect(await move(target.url)).toMatchObject({ code: 0 });
    expect(await move(other.url)).toEqual({
      code: 1,
      said: expect.stringContaining('has moved to another database already') as string,
    });
    expect((await add('Joko')).status).toBe(503);
    for (const command of ['backup', 'doctor'])
      expect(await run(command), command).toEqual({
        code: 1,
        said: expect.stringContaining('set DATABASE_URL') as string,
      });
    expect(await move('--undo')).toEqual({
      code: 0,
      said: expect.stringContaining('Was PostgreSQL used since?') as string,
    });
    expect((await add('Joko')).status).toBe(201);
    const used = { code: 1, said: expect.stringContaining('this one has been used since') as string };
    expect(await move(target.url)).toEqual(used);
    expect(await move(other.url)).toMatchObject({ code: 0 });
    expect(await move(target.url)).toEqual(used); // it is without Joko
    expect(await move('--undo')).toMatchObject({ code: 0 });
    expect((await add('Tini')).status).toBe(201);
  } finally {
    await target.drop();
    await other.drop();
  }
});

async function beginMove(url: string, patience: number) {
  const attempt = spawn(process.execPath, [pathOf('move/to-postgres'), url], {
    env: env(),
    stdio: 'ignore',
  });
  const timer = setTimeout(() => attempt.kill('SIGKILL'), patience);
  await once(attempt, 'exit');
  clearTimeout(timer);
}

test('reads continue, writes are refused in Indonesian, and all acknowledged changes are moved', async () => {
  const target = await makeEmptyPostgres();
  const acknowledged: number[] = [];
  let refused: Awaited<ReturnType<typeof add>> | undefined;
  const writing = (async () => {
    for (let count = 1; !refused; count += 1) {
      const answer = await add(`Warga Baru ${count}`);
      if (answer.status === 201) acknowledged.push(answer.body.id);
      else refused = answer;
    }
  })();
  await eventually(() => expect(acknowledged.length).toBeGreaterThan(3));
  const balance = (await admin(getBalance)).body.data;
  const [archive = ''] = (await run('backup')).said.split(':');
  for (const patience of [500, 650, 800]) await beginMove(target.url, patience);
  await untilNobodyWrites(target.url);
  const { code, said } = await move(target.url);
  await writing;
  expect(said).toContain('✓ payments: 2');
  expect(said).toMatch(/✓ attempts: \d+ rows$/m);
  expect([code, said]).toEqual([0, expect.stringContaining('Everything has arrived') as string]);
  expect(refused).toMatchObject({ status: 503, refusal: { code: 'only_reading' } });
  expect((await admin(getBalance)).body.data).toEqual(balance);

  const [left, arrived] = [
    await rowsOf({ databaseUrl: undefined }),
    await rowsOf({ databaseUrl: target.url }),
  ];
  for (const prints of [left, arrived]) prints.delete('jobs');
  expect(arrived).toEqual(left);
  expect(await move(target.url)).toMatchObject({
    code: 0,
    said: expect.stringContaining('already') as string,
  });
  await server.stop();
  await expect(start()).rejects.toThrow('This estate has moved to PostgreSQL');
  for (const how of [archive, '--undo'])
    expect(await run('restore', how), how).toEqual({
      code: 1,
      said: expect.stringContaining('set DATABASE_URL') as string,
    });
  expect(await run('create-ketua', '--nama', 'Bambang Hartono', '--email', 'bambang@contoh.id')).toEqual({
    code: 1,
    said: expect.stringContaining('set DATABASE_URL') as string,
  });

  const moved = await start({ DATABASE_URL: target.url });
  try {
    const there = callsTo(moved.url, token);
    const ids: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { body } = await there(listResidents, { query: { cursor } });
      ids.push(...body.data.map(({ id }) => id));
      cursor = body.nextCursor;
    }
    expect(ids).toEqual(expect.arrayContaining(acknowledged));
    expect((await there(getBalance)).body.data).toEqual(balance);
    const next = await there(createResident, newcomer('Rini'));
    expect(next.body.id).toBeGreaterThan(Math.max(...acknowledged));
  } finally {
    await moved.stop();
    await target.drop();
  }
});
