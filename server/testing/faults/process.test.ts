import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqliteFile } from '../../database/open.ts';
import { makeDatabase, type TestDatabase } from '../databases.ts';
import { eventually } from '../eventually.ts';
import { freePort } from '../port.ts';
import { preload } from '../preload.ts';
import { bareEnv, startServer } from '../process.ts';

const main = join(import.meta.dirname, '../../main.ts');

let folder: string;
let database: TestDatabase;
let env: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guyub-process-'));
  database = await makeDatabase(folder);
  env = { NODE_ENV: 'test', DEMO: '0', DATA_DIR: folder, PORT: String(await freePort()) };
  if (database.url) env.DATABASE_URL = database.url;
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

describe('an error that nobody expected', () => {
  const faults = {
    'an exception outside of any request': `throw new Error('tak terduga')`,
    'a rejection that nobody waits for': `Promise.reject(new Error('tak terduga'))`,
  };
  test.each(Object.entries(faults))('%s: one line of log, exit code 1', async (_, fault) => {
    const log = join(folder, 'log');
    await writeFile(log, '');
    const inside = preload(folder, `process.on('SIGUSR2', () => { ${fault} })`);
    const server = await startServer({ ...env, ...inside }, openSync(log, 'a'));
    const ended = once(server.child, 'exit');
    server.child.kill('SIGUSR2');
    expect((await ended)[0]).toBe(1);
    const lines = readFileSync(log, 'utf8').split('\n');
    const fatal = lines
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { level: number })
      .filter(({ level }) => level === 60);
    expect(fatal).toMatchObject([{ err: { message: 'tak terduga' } }]);
    await expect(fetch(server.url)).rejects.toThrow('fetch failed');
  });
});

test('a place for backups or photos that cannot be used is told at the start', async () => {
  const file = join(folder, 'bukan-folder-juga');
  await writeFile(file, '');
  const log = join(folder, 'places.log');
  const port = await freePort();
  const server = await startServer(
    {
      ...env,
      BACKUP_DIR: file,
      STORAGE: `s3://asri?endpoint=http://127.0.0.1:${port}`,
      S3_ACCESS_KEY: 'kunci',
      S3_SECRET_KEY: 'rahasia',
    },
    openSync(log, 'a'),
  );
  await eventually(() => expect(readFileSync(log, 'utf8')).toContain('No photos can be stored in STORAGE: '));
  expect(readFileSync(log, 'utf8')).toContain(
    `No backups can be made in BACKUP_DIR: ${file} cannot be written (EEXIST)`,
  );
  await server.stop();
});

describe('a start that cannot be', () => {
  const refused = (more: Record<string, string>) =>
    startServer({ ...env, ...more }).then(
      () => 'it started',
      (error: Error) => error.message.replace('the server did not start: ', ''),
    );

  test('on a port that is taken', async () => {
    const other = createServer((_, answer) => void answer.writeHead(404).end()).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    expect(await refused({ PORT: String(port) })).toBe(
      `Port ${port} is taken: is Guyub running already? Stop that one, or set PORT.\n`,
    );
    other.close();
  });

  test.each(['203.0.113.7', 'http://guyub.invalid'])('on HOST %s, which it does not have', async (HOST) => {
    const says = await refused({ HOST });
    expect(says.replace(/E[A-Z_]+/, 'CODE')).toBe(
      `HOST ${HOST} is no address of this machine (CODE): behind a reverse proxy leave it out.\n`,
    );
  });

  test('where its folder cannot be', async () => {
    const file = join(folder, 'bukan-folder');
    await writeFile(file, '');
    expect(await refused({ DATA_DIR: file })).toBe(
      `${file} cannot be written (EEXIST): it must be a folder of whoever runs Guyub.\n`,
    );
  });

  test.runIf(process.platform === 'linux')(
    'where no folder can be made, which Node would wait for',
    async () => {
      for (const more of [{ DATA_DIR: '/proc/guyub' }, { STORAGE: '/proc/guyub' }])
        expect(await refused(more)).toContain('/proc/guyub cannot be');
    },
  );

  test('without its PostgreSQL', async () => {
    const port = await freePort();
    expect(await refused({ DATABASE_URL: `postgres://guyub@127.0.0.1:${port}/guyub` })).toBe(
      `PostgreSQL cannot be used: the database does not answer: connect ECONNREFUSED 127.0.0.1:${port}.\n`,
    );
  });

  test('on a damaged database', async () => {
    const damaged = join(folder, 'rusak');
    await makeDatabase(damaged);
    await writeFile(sqliteFile(damaged), 'x'.repeat(8_192));
    expect(await refused({ DATA_DIR: damaged })).toMatch(
      /^The database in .*rusak cannot be used: .*\. If it is damaged: npm run restore\.\n$/,
    );
    await truncate(sqliteFile(damaged), 5_000);
    expect(await refused({ DATA_DIR: damaged })).toContain('npm run restore');
  });

  describe.runIf(process.platform === 'linux')('where it may not write', () => {
    /** As a user without root's override of permissions. */
    const unprivileged =
      process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];
    const started = async (dataDir: string) =>
      startServer({ ...env, DATA_DIR: dataDir }, 'ignore', [...unprivileged, process.execPath, main]).then(
        (server) => server.kill().then(() => 'it started'),
        (error: Error) => error.message.replace('the server did not start: ', ''),
      );
    const chown = (path: string, folder: string) =>
      `${path} cannot be used (EACCES): it must belong to whoever runs Guyub: chown -R USER: ${folder}\n`;

    test('its database, or only read it', async () => {
      const foreign = join(folder, 'orang-lain');
      await makeDatabase(foreign);
      const file = sqliteFile(foreign);
      expect(await started(foreign)).toBe('it started');
      for (const rights of [0o000, 0o400]) {
        await chmod(file, rights);
        expect(await started(foreign)).toBe(chown(file, foreign));
      }
    });

    test('or read what a restore is given', async () => {
      const archive = join(folder, 'milik-root.tar');
      await writeFile(archive, '', { mode: 0o000 });
      const [program, ...words] = [
        ...unprivileged,
        process.execPath,
        join(main, '../operations/commands/restore.ts'),
        archive,
      ];
      const restore = promisify(execFile)(program, words, { env: { ...bareEnv, ...env } });
      await expect(restore).rejects.toMatchObject({
        code: 1,
        stderr: `${archive} may not be read by whoever runs Guyub: move it to ${env.DATA_DIR}, and there: chown USER: milik-root.tar\n`,
      });
    });

    test('its backups', async () => {
      const backups = join(folder, 'backups');
      await mkdir(backups, { recursive: true }); // a server that was started here has made it
      await chmod(backups, 0o000);
      const [program, ...words] = [
        ...unprivileged,
        process.execPath,
        join(main, '../operations/commands/backup.ts'),
      ];
      const backup = promisify(execFile)(program, words, { env: { ...bareEnv, ...env } });
      await expect(backup).rejects.toMatchObject({ code: 1, stderr: chown(backups, backups) });
    });

    test('its folder', async () => {
      const foreign = join(folder, 'folder-orang-lain');
      await mkdir(foreign, { mode: 0o500 });
      expect(await started(foreign)).toBe(chown(foreign, foreign));
    });
  });
});
