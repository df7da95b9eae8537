/** A backup of before an erasure does not bring the person back, wherever the list of erasures is at hand. */
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scopeOf } from '../../../contract/policy.ts';
import { deleteAccount } from '../../areas/accounts/delete-account.ts';
import { eraseAccount } from '../../areas/erasure/erase-account.ts';
import { besideKey, keepErasures } from '../../areas/erasure/kept-erasures.ts';
import type { Context } from '../../context.ts';
import { found } from '../../http/refusal.ts';
import { makeLog } from '../../log.ts';
import { makeContext, type Running } from '../../make-context.ts';
import { openStorage } from '../../storage/open.ts';
import { makePeople, type Person } from '../../testing/people.ts';
import { dump, makePlace, type Place } from '../../testing/places.ts';
import { findViolations } from '../doctor/find-violations.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { undoRestore } from './undo-restore.ts';

let place: Place;
let folder: string;
let running: Running | undefined;
let [ketua, siti] = [] as unknown as [Person, Person];
let archive: string;
beforeEach(async () => {
  place = await makePlace();
  folder = await mkdtemp(join(tmpdir(), 'guyub-erased-'));
  const { as } = makePeople(await start(), '');
  [ketua, siti] = [await as.ketua(), await as.warga('A1', { nama: 'Siti Zulaikha' })];
  archive = (await makeBackup(context(), folder)).path;
});
afterEach(async () => {
  await stop();
  await place.clear();
  await rm(folder, { recursive: true, force: true });
});

async function stop() {
  await running?.close();
  running = undefined;
}
async function start(at: Place = place): Promise<Context> {
  await stop();
  running = await makeContext(at.config, makeLog('silent'));
  return running.context;
}
function context(): Context {
  if (!running) throw new Error('no server runs');
  return running.context;
}
const restore = async (path: string, at: Place = place) => {
  await stop();
  await restoreBackup(at.config, openStorage(at.config.storage), path, { evenUnproven: at !== place });
};
async function erase() {
  const may = (action: 'users.delete' | 'users.erase') =>
    [{ ...ketua.actor, admittedTo: action }, found(scopeOf(ketua.actor, action))] as const;
  await deleteAccount(context(), ...may('users.delete'), { id: siti.id });
  await eraseAccount(context(), ...may('users.erase'), siti.id);
}
const everything = async (at: Place = place) => JSON.stringify((await dump(at.config)).rows);
const violations = async () => (await findViolations(context())).violations;

test('a restore of before the erasure repeats it, with a leaf of its own', async () => {
  await erase();
  await restore(archive);
  expect(await everything()).not.toContain('Zulaikha');
  const rows = await (await start()).db
    .selectFrom('audit')
    .select(['aksi', 'user_id'])
    .where('entitas', '=', 'users')
    .where('entitas_id', '=', siti.id)
    .orderBy('id')
    .execute();
  expect(rows.slice(1)).toEqual([
    { aksi: 'account.deleted', user_id: null },
    { aksi: 'account.erased', user_id: null },
  ]);
  expect(await violations()).toEqual([]);
});

test('going back to the data of before a restore repeats what was erased since', async () => {
  await restore(archive);
  await start();
  const { as } = makePeople(context(), '');
  ketua = await as.person('ketua', { nama: 'Kedua', email: 'kedua@contoh.id', no_hp: null });
  await erase();
  await stop();
  await undoRestore(place.config);
  expect(await everything()).not.toContain('Zulaikha');
  await start();
  expect(await violations()).toEqual([]);
});

test('the list beside the key outlives a lost database and names nobody', async () => {
  await erase();
  const path = besideKey(context().config);
  const list = await readFile(path, 'utf8');
  expect(JSON.parse(list)).toEqual([
    { user_id: siti.id, sejak: '2024-01-01T00:00:00.000Z', pada: expect.any(String) as string },
  ]);
  await rm(path);
  await keepErasures(path, context().db); // as each start does
  expect(await readFile(path, 'utf8')).toBe(list);
  await stop();
});

test('on another machine the list has to come along, beside the archive or beside the key', async () => {
  await erase();
  const later = join(folder, 'later');
  await makeBackup(context(), later); // leaves the list in its folder
  await copyFile(archive, join(later, 'arsip.tar'));
  const other = await makePlace();
  try {
    await restore(join(later, 'arsip.tar'), other);
    expect(await everything(other)).not.toContain('Zulaikha');
  } finally {
    await other.clear();
  }
  const bare = await mkdtemp(join(tmpdir(), 'guyub-bare-'));
  const third = await makePlace();
  try {
    const alone = join(bare, 'arsip.tar');
    await copyFile(archive, alone);
    await restore(alone, third);
    expect(await everything(third)).toContain('Zulaikha');
  } finally {
    await third.clear();
    await rm(bare, { recursive: true });
  }
});

test('an account that got the same id later is not erased', async () => {
  await erase();
  const path = besideKey(context().config);
  const list = (await readFile(path, 'utf8')).replace('2024-01-01', '2023-01-01');
  const other = await makePlace();
  const bare = await mkdtemp(join(tmpdir(), 'guyub-bare-'));
  try {
    const alone = join(bare, 'arsip.tar');
    await copyFile(archive, alone);
    await writeFile(join(dirname(other.config.logKeyFile), 'erasures.json'), list);
    await restore(alone, other);
    expect(await everything(other)).toContain('Zulaikha');
  } finally {
    await other.clear();
    await rm(bare, { recursive: true });
  }
});
