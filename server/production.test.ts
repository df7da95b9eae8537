/** Production estates: create-ketua, and the refusal of demo accounts. */
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '../contract/audit.ts';
import { login } from '../contract/auth.ts';
import { migrate, schemaOf } from './database/migrate.ts';
import { openDatabase } from './database/open.ts';
import { lockEstate } from './operations/in-use.ts';
import { makeApp, type TestApp } from './testing/app.ts';
import { call } from './testing/call.ts';
import { makeBarePlace } from './testing/places.ts';
import { runScript } from './testing/process.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());

function run(script: string, args: string[], env: Record<string, string> = {}) {
  const { databaseUrl } = app.context.config;
  const own = { DATA_DIR: app.folder, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  return runScript(script, args, { ...own, ...env });
}

const createKetua = (email: string, env?: Record<string, string>) =>
  run('server/operations/commands/create-ketua.ts', ['--nama', 'Ibu Ketua', '--email', email], env);
const signIn = (email: string, password: string) => call(app.url, null, login, { body: { email, password } });

test('create-ketua prints a random password once and writes an audit row', async () => {
  const { code, out } = await createKetua('Ketua@Contoh.id');
  expect(code).toBe(0);
  const password = /this once: (\S+)/.exec(out)?.[1] ?? '';
  const { body } = await signIn('ketua@contoh.id', password);
  expect(body.user).toMatchObject({ nama: 'Ibu Ketua', jenis: 'ketua' });
  const audit = await call(app.url, body.token, listAudit, {});
  expect(audit.body.data).toMatchObject([
    { aksi: 'account.created', user_id: null, entitas_id: body.user.id },
  ]);
  expect(JSON.stringify(audit.body)).not.toContain(password);
});

test('the first ketua can be created before the first start', async () => {
  const place = await makeBarePlace();
  expect(
    await createKetua('awal@contoh.id', { ...place.env, KETUA_PASSWORD: 'sebelum-mulai-77' }),
  ).toMatchObject({
    code: 0,
    err: '',
  });
  const started = await makeApp(place.env);
  const body = { email: 'awal@contoh.id', password: 'sebelum-mulai-77' };
  expect((await call(started.url, null, login, { body })).status).toBe(200);
  await started.close();
  await place.clear();
});

test('does not change a database with another schema', async () => {
  const place = await makeBarePlace();
  const database = openDatabase(place.config);
  await migrate(database, '0001-tables');
  const { code, err } = await createKetua('lama@contoh.id', place.env);
  expect([code, err]).toEqual([1, expect.stringContaining('another schema than this program') as string]);
  expect(await schemaOf(database.read)).toBe('0001-tables');
  expect(await database.read.selectFrom('users').select('email').execute()).toEqual([]);
  await database.close();
  await place.clear();
});

test('creates a ketua next to running servers but not during a restore, like migrations', async () => {
  const serving = await lockEstate(app.context.config, 'shared');
  expect((await createKetua('sela@contoh.id')).code).toBe(0);
  await serving();
  const restoring = await lockEstate(app.context.config, 'alone');
  for (const refused of [
    await createKetua('hilang@contoh.id'),
    await run('server/operations/commands/migrate.ts', []),
  ])
    expect(refused).toMatchObject({
      code: 1,
      err: 'The estate is being restored: wait until that is done.\n',
    });
  await restoring();
  expect((await createKetua('hilang@contoh.id')).code).toBe(0);
});

test('a production start refuses a database with demo accounts, whose password is public', async () => {
  await app.as.person('warga', { email: 'siti.aminah@guyub.test' });
  const { code, err } = await run('server/main.ts', [], { NODE_ENV: 'production', PORT: '0' });
  expect(code).toBe(1);
  expect(err).toContain('siti.aminah@guyub.test, whose password is public');
});

test('a failing start shows no secret of the configuration, even at level trace', async () => {
  const secrets = {
    S3_ACCESS_KEY: 'kunci-ember',
    S3_SECRET_KEY: 'rahasia-ember',
    METRICS_TOKEN: 'rahasia-pengukur-1',
  };
  const nowhere = 'postgres://guyub:rahasia-basis-data@127.0.0.1:1/guyub';
  const storage = { STORAGE: 's3://asri?endpoint=http://127.0.0.1:1' };
  const env = { ...secrets, ...storage, DATABASE_URL: nowhere, LOG_LEVEL: 'trace', PORT: '0', DEMO: '0' };
  const { code, out, err } = await run('server/main.ts', [], env);
  expect(code).toBe(1);
  expect(err).not.toBe('');
  expect(out + err).not.toMatch(/rahasia|kunci-ember/);
});

test('a production start without https logs a warning', async () => {
  await app.as.person('warga', { email: 'budi@guyub.test' });
  const { out } = await run('server/main.ts', [], { NODE_ENV: 'production', PORT: '0' });
  expect(out).toMatch(/"level":40,.*PUBLIC_URL is not https/);
  const secure = { NODE_ENV: 'production', PORT: '0', PUBLIC_URL: 'https://guyub.example.id' };
  expect((await run('server/main.ts', [], secure)).out).not.toContain('PUBLIC_URL');
});

test('migrating an up-to-date database changes nothing', async () => {
  expect(await run('server/operations/commands/migrate.ts', [])).toMatchObject({ code: 0, err: '' });
});

test('migrating an unreachable database ends with a message', async () => {
  const nowhere = 'postgres://guyub@127.0.0.1:1/guyub';
  expect(await run('server/operations/commands/migrate.ts', [], { DATABASE_URL: nowhere })).toMatchObject({
    code: 1,
    err: 'PostgreSQL cannot be used: the database does not answer: connect ECONNREFUSED 127.0.0.1:1.\n',
  });
});

test.each([
  ['server/operations/commands/doctor.ts'],
  ['server/operations/commands/backup.ts'],
  ['server/operations/commands/move/files.ts', '--to', 'local'],
])('%s names the place without an estate and creates nothing', async (script, ...args) => {
  const place = await makeBarePlace();
  const { dataDir, databaseUrl } = place.config;
  const result = await run(script, args, place.env);
  const where = databaseUrl ? 'the database of DATABASE_URL' : dataDir;
  expect(result).toEqual({ code: 1, out: '', err: `There is no estate in ${where}.\n` });
  if (!databaseUrl) expect(await readdir(dataDir)).toEqual([]);
  await place.clear();
});
