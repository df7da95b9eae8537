/** The commands are killed around the exchange of databases: what is live afterwards is whole, and they can be repeated. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkpointOf, judgeRestored } from '../../../contract/witness.ts';
import { proveRestored } from '../../areas/log/find-proof.ts';
import { latestCheckpoint } from '../../areas/log/sign-checkpoint.ts';
import type { Context } from '../../context.ts';
import { databaseSlots } from '../../database/slots.ts';
import { makeLog } from '../../log.ts';
import { makeContext } from '../../make-context.ts';
import { openStorage } from '../../storage/open.ts';
import { onPostgres } from '../../testing/databases.ts';
import { makePeople } from '../../testing/people.ts';
import { makePlace, type Place } from '../../testing/places.ts';
import { bareEnv } from '../../testing/process.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

let place: Place;
beforeEach(async () => {
  place = await makePlace();
});
afterEach(() => place.clear());

async function inUse<T>(work: (context: Context) => Promise<T>): Promise<T> {
  const { context, close } = await makeContext(place.config, makeLog('silent'));
  try {
    return await work(context);
  } finally {
    await close();
  }
}

const moveIn = async (context: Context, house: string) => {
  await makePeople(context, '').as.warga(house, { email: `${house}@contoh.id`, no_hp: null });
  await context.write('system', (tx) =>
    tx.audit('settings.changed', 'settings', null, { sesudah: { estateName: house } }),
  );
};
const nameOf = async (context: Context) =>
  checkpointOf((await latestCheckpoint(context)).catatan)?.origin ?? '';

const script = join(import.meta.dirname, '../commands/restore.ts');

/** Kills the process at its n-th rename, or at the n-th commit of an exchange. */
const dying = onPostgres
  ? (at: number, when: string) => `import { createRequire } from 'node:module';
    const { Client } = createRequire(${JSON.stringify(import.meta.filename)})('pg');
    const { query } = Client.prototype;
    let count = 0;
    Client.prototype.query = async function (...given) {
      const isIt = given[0] === 'COMMIT' && count++ === ${at};
      if (isIt && '${when}' === 'before') process.kill(process.pid, 'SIGKILL');
      const result = await query.apply(this, given);
      if (isIt) process.kill(process.pid, 'SIGKILL');
      return result;
    };`
  : (at: number, when: string) => `import fs from 'node:fs/promises';
    import { syncBuiltinESMExports } from 'node:module';
    const { rename } = fs;
    let count = 0;
    fs.rename = async (from, to) => {
      const isIt = count++ === ${at};
      if (isIt && '${when}' === 'before') process.kill(process.pid, 'SIGKILL');
      await rename(from, to);
      if (isIt) process.kill(process.pid, 'SIGKILL');
    };
    syncBuiltinESMExports();`;

const run = (args: string[], preload = '') =>
  promisify(execFile)(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, script, ...args],
    { env: { ...bareEnv, ...place.env } },
  );

const moments = [0, 1, 2].flatMap((at) => ['before', 'after'].map((when) => ({ at, when })));

test.each(moments)(
  'an undo that is killed $when exchange step $at: the live log names the other one',
  async ({ at, when }) => {
    const path = await inUse(async (context) => {
      await moveIn(context, 'A1');
      await latestCheckpoint(context);
      return (await makeBackup(context, join(place.config.dataDir, 'backups'))).path;
    });
    const first = await inUse(async (context) => {
      await moveIn(context, 'A2');
      return await nameOf(context);
    });
    await restoreBackup(place.config, openStorage(place.config.storage), path, { evenViolated: true });
    const second = await inUse(async (context) => {
      await moveIn(context, 'A3');
      return await nameOf(context);
    });
    expect(second).not.toBe(first);
    await run(['--undo'], dying(at, when)).catch((error: { signal?: string }) => {
      expect(error.signal).toBe('SIGKILL');
    });
    const live = await inUse(nameOf);
    const other = live === first ? second : first;
    const isNamed = async (context: Context) =>
      (await judgeRestored(other, await proveRestored(context, other))) !== null;
    expect(await inUse(isNamed)).toBe(true);
    expect(await databaseSlots(place.config).hasPrevious()).toBe(true);
    if (live === second) {
      await run(['--undo']);
      expect(await inUse(nameOf)).toBe(first);
      expect(
        await inUse(async (context) => await judgeRestored(second, await proveRestored(context, second))),
      ).not.toBeNull();
    }
  },
);

test.each(moments)(
  'a restore that is killed $when exchange step $at: the live log is whole',
  async ({ at, when }) => {
    const path = await inUse(async (context) => {
      await moveIn(context, 'A1');
      await latestCheckpoint(context);
      return (await makeBackup(context, join(place.config.dataDir, 'backups'))).path;
    });
    const first = await inUse(async (context) => {
      await moveIn(context, 'A2');
      return await nameOf(context);
    });
    await run([path, '--even-violated'], dying(at, when)).catch((error: { signal?: string }) => {
      expect(error.signal).toBe('SIGKILL');
    });
    const live = await inUse(nameOf);
    if (live === first) return await run([path, '--even-violated']).then(() => {});
    expect(await databaseSlots(place.config).hasPrevious()).toBe(true);
    expect(
      await inUse(async (context) => await judgeRestored(first, await proveRestored(context, first))),
    ).not.toBeNull();
  },
);
