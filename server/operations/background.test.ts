/** Background jobs, with a short interval and a settable clock. */
import { access, mkdir, readdir, rmdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { backupStatus } from '../../contract/backup.ts';
import { ketuaDashboard } from '../../contract/dashboard.ts';
import { eraseAccount } from '../../contract/erasure.ts';
import { listNotifications } from '../../contract/notifications.ts';
import { createPost } from '../../contract/posts.ts';
import { deleteResident } from '../../contract/residents.ts';
import { besideKey, readErasures } from '../areas/erasure/kept-erasures.ts';
import { backupJob, checkJob } from '../database/jobs.ts';
import { databaseSlots } from '../database/slots.ts';
import { temporaryFolder } from '../http/bind.ts';
import { openStorage } from '../storage/open.ts';
import type { Storage } from '../storage/storage.ts';
import { makeApp, type TestApp } from '../testing/app.ts';
import { onPostgres } from '../testing/databases.ts';
import { makeEars } from '../testing/ears.ts';
import { eventually } from '../testing/eventually.ts';
import { putOrphan, storedPath } from '../testing/orphans.ts';
import { type Person, password } from '../testing/people.ts';
import { photo } from '../testing/pictures.ts';
import { makePlace } from '../testing/places.ts';
import { cookiesOf, raw } from '../testing/raw.ts';
import { startBackground } from './background.ts';
import { makeBackup } from './backup/make-backup.ts';
import { inspectArchive } from './backup/read-backup.ts';
import { restoreBackup } from './backup/restore-backup.ts';

const soon = 20;
const hour = 60 * 60 * 1_000;
const day = 24 * hour;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closing.splice(0).toReversed()) await close();
});

let app: TestApp;
let backups: string;
let written: string;

async function open(env: Record<string, string> = {}) {
  written = '';
  const log = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      written += chunk.toString();
      done();
    },
  });
  app = await makeApp(env, { log, hasPeers: true });
  closing.push(app.close);
  app.clock.set(new Date().toISOString());
  const { backup, databaseUrl, dataDir } = app.context.config;
  backups = backup.dir;
  const own = { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}), ...env };
  for (const [name, value] of Object.entries(own)) vi.stubEnv(name, value);
}

const start = () => {
  closing.push(startBackground(app.context, soon));
};
const ago = (milliseconds: number) => new Date(app.clock.now.getTime() - milliseconds);
const tomorrow = () => app.clock.set(ago(-day).toISOString());

/** The check rests three times as long as it works, so on a busy machine it takes minutes. */
const isDone = (nama: string) =>
  eventually(async () => {
    const job = await app.context.db
      .selectFrom('jobs')
      .select('selesai')
      .where('nama', '=', nama)
      .executeTakeFirst();
    expect(job?.selesai).toBe(app.clock.now.toISOString());
  }, 180_000);

const complaints = () =>
  written
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { level: number; msg: string; err?: { message: string } })
    .filter(({ level }) => level >= 40);

const messages = () =>
  complaints()
    .map(({ msg }) => msg)
    .toSorted();

const archives = async () => (await readdir(backups)).filter((name) => name.endsWith('.tar'));

test('checks and backs up daily; the ketua’s clients are notified of a good backup in every process', async () => {
  await open();
  const ketua = await app.as.ketua();
  const { databaseUrl, logKeyFile } = app.context.config;
  const other = databaseUrl
    ? await makeApp({ DATABASE_URL: databaseUrl, LOG_KEY_FILE: logKeyFile }, { hasPeers: true })
    : app;
  if (onPostgres) closing.push(other.close);
  const ears = makeEars(other);
  closing.push(ears.closeAll);
  const ear = await ears.listen(ketua);
  start();
  await eventually(() => expect(ear.topics()).toContain('settings'));
  await isDone(backupJob);
  const [nama = '', ...more] = await archives();
  expect(more).toEqual([]);
  expect((await inspectArchive({ path: join(backups, nama) })).manifest.tables.length).toBeGreaterThan(15);
  expect((await ketua.call(backupStatus)).body.data).toMatchObject({
    otomatis: true,
    terakhir: { nama, totalAkun: 1 },
    terlambat: false,
  });
  expect(complaints()).toEqual([]);

  await app.given.payment({ of: ketua, status: 'dikonfirmasi' });
  tomorrow();
  await isDone(checkJob);
  expect((await ketua.call(ketuaDashboard)).body.data.pelanggaran).toMatchObject({ jumlah: 1 });
  await isDone(backupJob);
  const told = ['a rule of the estate is broken', 'the backup holds an estate that breaks rules'];
  await eventually(() => expect(messages()).toEqual(told));
  const fresh = (await archives()).filter((name) => name !== nama);
  expect(fresh).toEqual([expect.stringMatching(/-violated\.tar$/)]);
  expect((await ketua.call(backupStatus)).body.data.terakhir).toMatchObject({ nama });
});

test('a failed backup is logged, does not count and notifies nobody', async () => {
  await open();
  const notAFolder = join(app.folder, 'bukan-folder');
  await writeFile(notAFolder, '');
  vi.stubEnv('BACKUP_DIR', notAFolder);
  const ketua = await app.as.person('ketua', { created_at: app.clock.now.toISOString() });
  const ears = makeEars(app);
  closing.push(ears.closeAll);
  const ear = await ears.listen(ketua);
  await ears.during(async () => {
    start();
    await eventually(() => expect(complaints()).not.toEqual([]));
  });
  expect(complaints()).toMatchObject([
    {
      level: 50,
      msg: 'backup failed',
      err: {
        message: expect.stringMatching(
          /^the backup was not made: .*bukan-folder cannot be written/,
        ) as string,
      },
    },
  ]);
  expect(ear.topics()).toEqual(['dashboard']);
  expect((await ketua.call(backupStatus)).body.data).toMatchObject({ terakhir: null, terlambat: true });
  const job = app.context.db.selectFrom('jobs').select('selesai').where('nama', '=', backupJob);
  expect(await job.execute()).toEqual([{ selesai: null }]);
});

test('the ketua is told once a week when no backup has been good for more than two days', async () => {
  await open();
  const notAFolder = join(app.folder, 'bukan-folder');
  await writeFile(notAFolder, '');
  vi.stubEnv('BACKUP_DIR', notAFolder);
  const ketua = await app.as.person('ketua', { created_at: app.clock.now.toISOString() });
  const told = async () =>
    (await ketua.call(listNotifications, {})).body.data.filter(({ jenis }) => jenis === 'backup-late');
  start();
  for (const [days, times] of [
    [0, 0],
    [3, 1],
    [1, 1],
    [7, 2],
    [15, 3], // the clock is wrong for a while, and right again; all within one lifetime of the session
    [-7, 4],
  ] as const) {
    const failed = complaints().length;
    app.clock.set(ago(-days * day).toISOString());
    await eventually(() => expect(complaints().length).toBeGreaterThan(failed));
    expect(await told()).toHaveLength(times);
  }
  expect((await told())[0]).toMatchObject({
    pesan: expect.stringMatching(/^Belum satu cadangan pun berhasil dibuat\. /) as string,
    halaman: 'management',
  });
});

test('a backup that another process is making is not called late, after days without a server', async () => {
  await open();
  const ketua = await app.as.person('ketua', { created_at: ago(3 * day).toISOString() });
  await app.context.write('system', (tx) =>
    tx.db.insertInto('jobs').values({ nama: backupJob, mulai: tx.now }).execute(),
  );
  start();
  await isDone('clean-up');
  tomorrow(); // the other process was killed
  await isDone(backupJob);
  const told = (await ketua.call(listNotifications, {})).body.data;
  expect(told.filter(({ jenis }) => jenis === 'backup-late')).toEqual([]);
});

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

test('deletes expired sessions, stored responses, orphaned files and uploads cut off, and keeps recent ones', async () => {
  await open({ BACKUP_KEEP: '0' });
  const [old, young] = [await app.as.warga('A1'), await app.as.warga('A2')];
  for (const [{ id, sessionId }, days] of [
    [old, 31],
    [young, 29],
  ] as const) {
    const then = ago(days * day).toISOString();
    await app.context.write('system', async ({ db }) => {
      await db.updateTable('sessions').set({ terakhir_aktif: then }).where('id', '=', sessionId).execute();
      const key = { user_id: id, kunci: 'kunci', sidik: '', jawaban: '{}', dibuat: then };
      await db.insertInto('idempotency_keys').values(key).execute();
    });
  }
  await putOrphan(app, 'uploads/tua.jpg', ago(2 * hour));
  await putOrphan(app, 'uploads/muda.jpg', ago(hour / 2));
  for (const [name, age] of [
    ['terputus', 2 * hour],
    ['berjalan', hour / 2],
  ] as const) {
    const path = join(temporaryFolder(app.context.config.dataDir), name);
    await writeFile(path, '');
    await utimes(path, ago(age), ago(age));
  }
  start();
  await isDone('clean-up');
  const { db } = app.context;
  expect(await db.selectFrom('sessions').select('id').execute()).toEqual([{ id: young.sessionId }]);
  expect(await db.selectFrom('idempotency_keys').select('user_id').execute()).toEqual([
    { user_id: young.id },
  ]);
  expect(await readdir(storedPath(app, 'uploads'))).toEqual(['muda.jpg']);
  expect(await readdir(temporaryFolder(app.context.config.dataDir))).toEqual(['berjalan']);
  tomorrow();
  await isDone('clean-up');
  expect(await exists(backups)).toBe(false); // BACKUP_KEEP is 0
});

test('forgets a browser a year after its last sign-in', async () => {
  await open({ BACKUP_KEEP: '0' });
  const [siti, budi] = [await app.as.warga('A1'), await app.as.warga('A2')];
  const signIn = async ({ email }: Person, cookie = '') =>
    cookiesOf(await raw(app.url, 'POST /api/auth/login', { json: { email, password }, cookie }));
  const devices = async () => {
    const rows = await app.context.db
      .selectFrom('known_devices')
      .select('user_id')
      .orderBy('user_id')
      .execute();
    return rows.map(({ user_id }) => user_id);
  };
  const cookie = await signIn(siti);
  await signIn(budi);
  app.clock.set(ago(-200 * day).toISOString());
  await signIn(siti, cookie);
  app.clock.set(ago(-200 * day).toISOString());
  expect(await devices()).toEqual([siti.id, budi.id]);
  start();
  await isDone('clean-up');
  expect(await devices()).toEqual([siti.id]);
  app.clock.set(ago(-200 * day).toISOString());
  await isDone('clean-up');
  expect(await devices()).toEqual([]);
});

test('a check that does not end holds no other job back', async () => {
  await open();
  const siti = await app.as.warga('A1');
  await siti.call(createPost, { body: { konten: 'Kabar' }, files: { foto: await photo() } });
  const asked = Promise.withResolvers<void>();
  const storage: Storage = {
    ...app.context.storage,
    open: () => {
      asked.resolve();
      return new Promise(() => {});
    },
  };
  closing.push(startBackground({ ...app.context, storage }, soon));
  await asked.promise;
  await isDone('clean-up');
  await isDone(backupJob);
});

test('names an erasure in the list beside the key that could not be written at first', async () => {
  await open({ BACKUP_KEEP: '0' });
  const [ketua, siti] = [await app.as.ketua(), await app.as.warga('A1')];
  const target = { params: { id: siti.id } };
  const list = besideKey(app.context.config);
  start();
  await isDone('clean-up');
  await mkdir(list);
  await ketua.call(deleteResident, target);
  expect((await ketua.call(eraseAccount, { ...target, body: { password } })).status).toBe(200);
  await rmdir(list);
  tomorrow();
  await isDone('clean-up');
  expect(await readErasures(list)).toMatchObject([{ user_id: siti.id }]);
});

test('does not sweep files while a restore can be undone', async () => {
  await open();
  const { path } = await makeBackup(app.context, backups);
  const place = await makePlace();
  closing.push(place.clear);
  await restoreBackup(place.config, openStorage(place.config.storage), path, { evenUnproven: true });
  await open({ ...place.env, BACKUP_KEEP: '0' });
  await putOrphan(app, 'uploads/dari-sebelumnya.jpg', ago(2 * hour));
  start();
  await isDone('clean-up');
  expect(await readdir(storedPath(app, 'uploads'))).toEqual(['dari-sebelumnya.jpg']);
  await databaseSlots(place.config).dropPrevious();
  tomorrow();
  await isDone('clean-up');
  expect(await readdir(storedPath(app, 'uploads'))).toEqual([]);
});
