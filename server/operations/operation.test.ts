import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../database/open.ts';
import { openStorage } from '../storage/open.ts';
import { makeApp } from '../testing/app.ts';
import { eventually } from '../testing/eventually.ts';
import { fillEstate } from '../testing/full-estate.ts';
import { makePlace, type Place } from '../testing/places.ts';
import { freePort } from '../testing/port.ts';
import { bareEnv, startServer } from '../testing/process.ts';
import { makeBackup } from './backup/make-backup.ts';
import { inspectArchive } from './backup/read-backup.ts';
import { restoreBackup } from './backup/restore-backup.ts';

const execFileAsync = promisify(execFile);

let place: Place;
let archive: string;
let backups: string;
beforeAll(async () => {
  const app = await makeApp();
  await fillEstate(app);
  place = await makePlace();
  backups = join(place.config.dataDir, 'backups');
  archive = (await makeBackup(app.context, join(place.config.dataDir, 'elsewhere'))).path;
  await copyFile(app.context.config.logKeyFile, place.config.logKeyFile);
  await restoreBackup(place.config, openStorage(place.config.storage), archive);
  await app.close();
});
afterAll(() => place.clear());

const runner = join(import.meta.dirname, '../../scripts/run.mjs');
const commands = join(import.meta.dirname, 'commands');
const node = (...args: string[]) =>
  execFileAsync(process.execPath, args, { env: { ...bareEnv, ...place.env } });
const command = (name: string, ...options: string[]) =>
  node(runner, `server/operations/commands/${name}`, ...options);

async function run(statement: string) {
  const database = openDatabase(place.config);
  await sql.raw(statement).execute(database.writer);
  await database.close();
}

const archives = async () => (await readdir(backups)).filter((name) => name.endsWith('.tar'));

test('the doctor reports a violation with its row and exit code 1, otherwise 0', async () => {
  const { stdout } = await command('doctor');
  expect(stdout).toMatch(/^✓ Saldo sama dengan jumlah catatannya\n(✓ .+\n)+\nSemuanya cocok/);
  await run(`UPDATE users SET status = 'inactive' WHERE email = 'warga.4@contoh.id'`);
  await run(`INSERT INTO sessions (user_id, token_hash, perangkat, dibuat, terakhir_aktif)
    SELECT id, 'x', 'Tes', '2026', '2026' FROM users WHERE email = 'warga.4@contoh.id'`);
  await expect(command('doctor')).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /✗ Yang masuk [^]*  - Sesi masuk \d+: milik akun yang sudah dihapus atau nonaktif\n  Artinya: [^]*Ada yang tidak cocok/,
    ) as string,
  });
});

test('a server starts despite violations and logs them', async () => {
  const env = { PORT: String(await freePort()), LOG_LEVEL: 'silent', BACKUP_KEEP: '0' }; // backups are made below
  const server = await startServer({ ...place.env, ...env });
  const metrics = async () => (await fetch(`${server.url}/metrics`)).text();
  await eventually(async () =>
    expect(await metrics()).toContain('guyub_invariant_violations{invariant="session"} 1'),
  );
  expect(await metrics()).toContain('guyub_backup_timestamp_seconds');
  await server.stop();
  await run(`DELETE FROM sessions`);
  await run(`UPDATE users SET status = 'active'`);
});

test('a killed backup leaves no archive, and the next one removes the rest', async () => {
  const script = join(commands, 'backup.ts');
  const child = spawn(process.execPath, [script], { env: { ...bareEnv, ...place.env }, stdio: 'ignore' });
  const begun = () => {
    try {
      return readdirSync(backups).some((name) => name.endsWith('.partial'));
    } catch {
      return false;
    }
  };
  const ended = once(child, 'exit');
  while (!begun() && child.exitCode === null) await new Promise((resolve) => setImmediate(resolve));
  child.kill('SIGKILL');
  expect((await ended)[1]).toBe('SIGKILL');
  expect(await archives()).toEqual([]);

  const { stdout } = await command('backup');
  expect(stdout).toContain('it is good');
  expect(await readdir(backups)).toEqual([expect.stringMatching(/^guyub-\w+\.tar$/), 'in-use.lock']);
  const [name = ''] = await archives();
  expect((await inspectArchive({ path: join(backups, name) })).manifest.tables.length).toBeGreaterThan(15);
});

test('a restore needs the server stopped, and can be undone', async () => {
  const server = await startServer({ ...place.env, PORT: String(await freePort()), LOG_LEVEL: 'silent' });
  const refused = { code: 1, stderr: expect.stringContaining('stop every server first') as string };
  await expect(command('restore', archive)).rejects.toMatchObject(refused);
  await expect(command('restore', '--undo')).rejects.toMatchObject(refused);
  await server.kill();
  await command('restore', '--forget');

  await run(`UPDATE users SET nama = 'Nama Baru' WHERE id = 1`);
  const name = async () => {
    const database = openDatabase(place.config);
    const { nama } = await database.read
      .selectFrom('users')
      .select('nama')
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();
    await database.close();
    return nama;
  };
  const restored = async () => expect((await command('restore', archive)).stdout).toContain('--undo');
  await eventually(restored); // the killed server's lock goes with its connection
  expect(await name()).not.toBe('Nama Baru');
  await command('restore', '--undo');
  expect(await name()).toBe('Nama Baru');
  await command('restore', '--forget');
  await expect(command('restore', '--undo')).rejects.toMatchObject({
    code: 1,
    stderr: 'There are no previous data to go back to.\n',
  });
});
