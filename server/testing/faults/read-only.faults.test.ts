/** A container with a read-only root as in compose.yaml: backups work. */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { makeLog } from '../../log.ts';
import { makeContext } from '../../make-context.ts';
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
  const { context, close } = await makeContext(readConfig(env), makeLog('silent'));
  await context.write('system', async (tx) => {
    for (let count = 0; count < 2_500; count += 1)
      await tx.audit('settings.changed', 'settings', null, {
        sesudah: { estateName: 'Perumahan Guyub Asri' },
      });
  });
  await close();
  const words = ['--mount', 'bash', '-ec', readOnly, 'bash', process.execPath, script];
  const made = await promisify(execFile)('unshare', words, { env: { PATH: process.env.PATH, ...env } });
  expect(made.stdout).toContain('It was restored aside and checked: it is good.');
  expect(await readdir(join(disk.folder, 'backups'))).toContainEqual(
    expect.stringMatching(/^guyub-.*\.tar$/),
  );
});
