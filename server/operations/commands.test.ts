/** The operator's commands where the database makes no difference; `operation.test.ts` shows the others. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePlace, type Place } from '../testing/places.ts';
import { bareEnv } from '../testing/process.ts';

let place: Place;
let backups: string;
beforeAll(async () => {
  place = await makePlace();
  backups = join(place.config.dataDir, 'backups');
});
afterAll(() => place.clear());

const execFileAsync = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const commands = join(import.meta.dirname, 'commands');
const node = (...args: string[]) =>
  execFileAsync(process.execPath, args, { env: { ...bareEnv, ...place.env } });
const restore = (path: string) => node(join(commands, 'restore.ts'), path);

test('the container image supports all commands', async () => {
  const image = join(place.config.dataDir, 'image');
  const last = (await readFile(join(root, 'Dockerfile'), 'utf8')).split('\nFROM ').at(-1) ?? '';
  const copied = [...last.matchAll(/^COPY ([\w.]+) /gm)].map(([, name = '']) => name);
  expect(copied).toContain('scripts');
  for (const name of copied) await cp(join(root, name), join(image, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(image, 'node_modules'));
  const { stdout } = await node(join(image, 'scripts/run.mjs'), 'server/operations/commands/doctor');
  expect(stdout).toContain('Semuanya cocok');
  await rm(image, { recursive: true });
});

test('deletes old daily backups, but none in another folder or with BACKUP_KEEP 0', async () => {
  const old = 'guyub-20200101T000000Z.tar';
  const [daily, own] = [join(backups, 'daily'), join(backups, 'own')];
  const backUp = async (BACKUP_KEEP: string, chosen?: string) => {
    const folder = chosen ?? daily;
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, old), '');
    const env = { ...bareEnv, ...place.env, BACKUP_DIR: daily, BACKUP_KEEP };
    const options = chosen ? [chosen] : [];
    await execFileAsync(process.execPath, [join(commands, 'backup.ts'), ...options], { env });
    const names = (await readdir(folder)).filter((name) => name.endsWith('.tar'));
    return { old: names.includes(old), fresh: names.filter((name) => name !== old).length };
  };
  expect(await backUp('0')).toEqual({ old: true, fresh: 1 });
  expect(await backUp('1', own)).toEqual({ old: true, fresh: 1 });
  expect(await backUp('1')).toEqual({ old: false, fresh: 1 });
});

test('a mistyped order is explained and carries out nothing', async () => {
  const failed = (stderr: string) => ({ code: 1, stderr: expect.stringContaining(stderr) as string });
  const run = (name: string, ...args: string[]) => node(join(commands, `${name}.ts`), ...args);
  await expect(run('doctor', '--wat')).rejects.toMatchObject(failed('Unknown option'));
  await expect(run('doctor', '--wat')).rejects.toMatchObject(failed('npm run doctor'));
  await expect(run('restore', '--forget')).rejects.toMatchObject(failed('There are no previous data.'));
  for (const args of [
    ['--forget', 'arsip.tar'],
    ['--undo', '--forget'],
    ['arsip.tar', 'lain.tar'],
  ])
    await expect(run('restore', ...args)).rejects.toMatchObject(failed('Only one of these at a time'));
  const move = node(join(root, 'scripts/run.mjs'), 'server/operations/commands/move');
  await expect(move).rejects.toMatchObject(failed('Say which, after --: files or to-postgres'));
  expect((await run('restore', '--help')).stdout).toContain('npm run restore -- --undo');
});

test('the doctor names a missing key, without which no server starts', async () => {
  await node(join(commands, 'migrate.ts'), '--new-log-key');
  const key = join(place.config.dataDir, 'log.key');
  await rename(key, `${key}.lost`);
  try {
    const said = { code: 1, stdout: expect.stringContaining('Kunci log tidak ada') as string };
    await expect(node(join(commands, 'doctor.ts'))).rejects.toMatchObject(said);
  } finally {
    await rename(`${key}.lost`, key);
  }
});

test('a damaged and a missing archive end with a message', async () => {
  const stderr = `There is no ${join(backups, 'tidak-ada.tar')}.\n`;
  await expect(restore(join(backups, 'tidak-ada.tar'))).rejects.toMatchObject({ code: 1, stderr });
  await expect(restore(backups)).rejects.toMatchObject({
    code: 1,
    stderr: `${backups} is a folder: name a file in it.\n`,
  });
  await expect(restore(join(root, 'scripts/run.mjs'))).rejects.toMatchObject({
    code: 1,
    stderr: 'The archive is damaged: it is not as it was written.\n',
  });
});
