/** A container with a read-only root as in compose.yaml: backups work. */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { openDatabase } from '../../database/open.ts';
import { makeDatabase } from '../databases.ts';
import { canMount, makeSmallDisk } from '../small-disk.ts';

/** A mount namespace with read-only root and temporary folders; other mounts stay writable. */
const readOnly = `
  mount --make-rprivate /
  mount -o remount,ro,bind /
  for place in /tmp /var/tmp; do mount --rbind $place $place && mount -o remount,ro,bind $place; done
  cd / && exec "$@"`;

const script = join(import.meta.dirname, '../../operations/commands/backup.ts');

test.runIf(canMount())('a backup of more rows than fit one statement’s memory is proven', async () => {
  const disk = makeSmallDisk(48);
  onTestFinished(() => disk.remove());
  const { url, drop } = await makeDatabase(disk.folder);
  onTestFinished(drop);
  const env = { NODE_ENV: 'test', DEMO: '0', DATA_DIR: disk.folder, ...(url ? { DATABASE_URL: url } : {}) };
  const database = openDatabase(readConfig(env));
  await sql`WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 2500)
    INSERT INTO audit (tanggal, nama, aksi, entitas, sesudah)
    SELECT '2026-07-15', 'Rajin', 'settings.updated', 'settings', '{"estateName":"Guyub"}' FROM counted`.execute(
    database.writer,
  );
  await database.close();
  const words = ['--mount', 'bash', '-ec', readOnly, 'bash', process.execPath, script];
  const made = await promisify(execFile)('unshare', words, { env: { PATH: process.env.PATH, ...env } });
  expect(made.stdout).toContain('It was restored aside and checked: it is good.');
  expect(await readdir(join(disk.folder, 'backups'))).toContainEqual(
    expect.stringMatching(/^guyub-.*\.tar$/),
  );
});
