/** Files are readable by their own user only, whatever umask and permissions exist before. */
import { execFile } from 'node:child_process';
import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadPaymentWarga } from '../contract/payments.ts';
import { makeLog } from './log.ts';
import { makeContext } from './make-context.ts';
import { makePeople } from './testing/people.ts';
import { photo } from './testing/pictures.ts';
import { makePlace, type Place } from './testing/places.ts';
import { freePort } from './testing/port.ts';
import { bareEnv, startServer } from './testing/process.ts';

let place: Place;
beforeAll(async () => {
  place = await makePlace();
});
afterAll(() => place.clear());

const openToAll = ['sh', '-c', 'umask 000; exec "$@"', 'sh'];
const commands = join(import.meta.dirname, 'operations/commands');

async function rightsOfOthers(): Promise<string[]> {
  const { dataDir } = place.config;
  const names = ['.', ...(await readdir(dataDir, { recursive: true }))];
  const modes = await Promise.all(
    names.map(async (name) => [name, (await stat(join(dataDir, name))).mode & 0o077] as const),
  );
  return modes.filter(([, mode]) => mode !== 0).map(([name, mode]) => `${name} ${mode.toString(8)}`);
}

test('server and commands started with umask 000 on an open folder leave no file readable by others', async () => {
  const { dataDir } = place.config;
  await chmod(dataDir, 0o755);
  for (const name of await readdir(dataDir)) await chmod(join(dataDir, name), 0o666);
  const running = await makeContext(place.config, makeLog('silent'));
  const PORT = String(await freePort());
  const { as } = makePeople(running.context, `http://127.0.0.1:${PORT}`);
  const warga = await as.warga('A1');
  await running.close();

  const main = join(import.meta.dirname, 'main.ts');
  const server = await startServer({ ...place.env, PORT, LOG_LEVEL: 'silent' }, 'ignore', [
    ...openToAll,
    process.execPath,
    main,
  ]);
  const body = { tahun: new Date().getFullYear(), bulan: 7 };
  const sent = await warga.call(uploadPaymentWarga, { body, files: { bukti_transfer: await photo() } });
  expect(sent.status).toBe(201);
  await promisify(execFile)('sh', [...openToAll.slice(1), process.execPath, join(commands, 'backup.ts')], {
    env: { ...bareEnv, ...place.env },
  });
  expect(await rightsOfOthers()).toEqual([]);
  await server.stop();
});

const scripts = (await readdir(commands, { recursive: true })).filter((name) => name.endsWith('.ts'));

test.each(scripts)('the command %s works with files of its own user alone', async (name) => {
  const source = await readFile(join(commands, name), 'utf8');
  expect(source).toMatch(name === 'run-command.ts' ? /config = loadConfig\(/ : /^await runCommand\(/m);
});
