/** Backups of an estate in use, restored elsewhere and compared; damaged, newer or locked ones are refused. */
import { createHash } from 'node:crypto';
import {
  copyFile,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { me } from '../../../contract/auth.ts';
import { backupStatus } from '../../../contract/backup.ts';
import { getBalance } from '../../../contract/cash-book.ts';
import { deleteExpense, listExpenses } from '../../../contract/expenses.ts';
import { uploadPaymentWarga } from '../../../contract/payments.ts';
import { migrate } from '../../database/migrate.ts';
import { noteState } from '../../database/note-state.ts';
import { type Location, openDatabase, sqliteFile } from '../../database/open.ts';
import { databaseSlots } from '../../database/slots.ts';
import { makeLog } from '../../log.ts';
import { makeContext } from '../../make-context.ts';
import { openStorage } from '../../storage/open.ts';
import { makeApp, startOfTests, type TestApp } from '../../testing/app.ts';
import { onPostgres } from '../../testing/databases.ts';
import { fillEstate } from '../../testing/full-estate.ts';
import type { Person } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { type Dump, dump, makeBarePlace, makePlace, type Place } from '../../testing/places.ts';
import { raw } from '../../testing/raw.ts';
import { storm } from '../../testing/storm.ts';
import { type Crowd, newLedger } from '../../testing/storm-ledger.ts';
import { openEstate } from '../estate.ts';
import { lockEstate } from '../in-use.ts';
import { createArchive, type Entry, readArchive } from './archive.ts';
import { makeBackup } from './make-backup.ts';
import { inspectArchive } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { datedAhead, outdated } from './rules.ts';
import { undoRestore } from './undo-restore.ts';
import { writeArchive } from './write-archive.ts';

let app: TestApp;
let ketua: Person;
let folder: string;
let archive: string;
beforeAll(async () => {
  app = await makeApp();
  ({ ketua } = (await fillEstate(app)).readers);
  const [expense] = (await ketua.call(listExpenses)).body.data;
  await ketua.call(deleteExpense, { params: { id: expense?.id ?? 0 } });
  await sql`INSERT INTO jobs (nama, mulai) VALUES ('pindah', '2026')`.execute(app.context.database.writer);
  folder = await mkdtemp(join(tmpdir(), 'guyub-backups-'));
  archive = (await makeBackup(app.context, folder)).path;
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const places: Place[] = [];
afterEach(async () => {
  for (const place of places.splice(0)) await place.clear();
});
const keep = (place: Place) => {
  places.push(place);
  return place;
};

const restore = ({ config }: Place, path = archive, options = {}) =>
  restoreBackup(config, openStorage(config.storage), path, { evenUnproven: true, ...options });

/** Data that a restore must not change: all but sessions, jobs and the audit row of the restore with its leaf. */
function lasting({ sessions: _sessions, jobs: _jobs, kysely_migration: _applied, ...rows }: Dump): Dump {
  const isRestore = ({ aksi, isi }: Dump[string][number]) =>
    /^(estate|log)\.restored$/.test(String(aksi)) || /"(estate|log)\.restored"/.test(String(isi));
  const without = (table: string) => rows[table]?.filter((row) => !isRestore(row)) ?? [];
  return {
    ...rows,
    audit: without('audit'),
    log_daun: without('log_daun'),
    log_antrean: without('log_antrean'),
  };
}

async function namesIn(path: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of readArchive({ path })) names.push(name);
  return names;
}

describe('a backup', () => {
  test('contains every row and file, and restores them elsewhere', async () => {
    const place = keep(await makePlace());
    const { manifest } = await inspectArchive({ path: archive });
    const before = await dump(app.context.config);
    expect(before.rows.payments?.length).toBeGreaterThan(20);
    expect(Object.values(before.files).every((content) => content !== null)).toBe(true);
    await copyFile(app.context.config.logKeyFile, place.config.logKeyFile);
    await restore(place, archive, { isComplete: true });
    const after = await dump(place.config);
    expect(lasting(after.rows)).toEqual(lasting(before.rows));
    expect(after.files).toEqual(before.files);
    expect(after.rows.sessions).toEqual([]);
    expect(after.rows.jobs?.map(({ nama }) => nama)).toEqual(['invariants']);
    expect(after.rows.audit?.filter(({ aksi }) => aksi === 'estate.restored')).toHaveLength(1);
    expect(await namesIn(archive)).toEqual([...Object.keys(manifest.entries), 'manifest.json']);
    expect(manifest.created).toBe(startOfTests);
    const money = (await ketua.call(getBalance)).body.data;
    expect(manifest.money).toEqual(money);
    expect((await ketua.call(backupStatus)).body.data.terakhir).toEqual({
      tanggal: startOfTests,
      nama: basename(archive),
      ukuran: (await stat(archive)).size,
      totalAkun: before.rows.users?.length,
      totalPembayaran: before.rows.payments?.length,
      totalFile: before.rows.files?.length,
      saldo: money.saldo,
    });
  });

  test('restored where the key of the log is not, begins another log with a key of its own', async () => {
    const place = keep(await makePlace());
    await restore(place);
    const { rows } = await dump(place.config);
    const [former, own] = [app.context.signer.key, (rows.log_kunci ?? []).at(-1)];
    expect(rows.log_asal).toHaveLength(2);
    expect(own).toMatchObject({ asal_id: 2 });
    expect(own?.kunci_publik).not.toBe(Buffer.from(former.publicKey).toString('base64'));
    const { context, close } = await makeContext(place.config, makeLog('silent'));
    expect(Buffer.from(context.signer.key.publicKey).toString('base64')).toBe(own?.kunci_publik);
    await close();
  });

  test('of an estate in use is a consistent snapshot with every file', async () => {
    const busy = await makeApp();
    busy.clock.set(new Date().toISOString());
    const crowd = await gather(busy);
    const ledger = newLedger();
    const weather = storm(crowd.people, ledger, 8);
    while (ledger.payments.length < 15) await new Promise((resolve) => setImmediate(resolve));
    const acknowledged = ledger.payments.map(({ id }) => id);
    const made = await makeBackup(busy.context, join(busy.folder, 'backups'));
    const meanwhile = ledger.payments.length - acknowledged.length;
    crowd.goHome();
    await weather;

    const place = keep(await makePlace());
    await restore(place, made.path);
    const [then, now] = [await dump(place.config), await dump(busy.context.config)];
    const ids = (rows: Dump[string] = []) => new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !ids(then.rows.payments).has(id))).toEqual([]);
    // The audit log is append-only, and the rest of it tells which payments changed since. On PostgreSQL an id may
    // commit after a later one, so it need not be a prefix.
    const told = lasting(then.rows).audit ?? [];
    const isTold = ({ id }: Dump[string][number]) => told.some((row) => row.id === id);
    expect(told).toEqual(now.rows.audit?.filter(isTold));
    const since = now.rows.audit?.filter((row) => !isTold(row)) ?? [];
    const changed = new Set(since.map(({ entitas_id }) => entitas_id));
    const untouched = (dumped: Dump) => dumped.payments?.filter(({ id }) => !changed.has(Number(id)));
    expect(untouched(then.rows)).toEqual(untouched(now.rows));
    for (const [key, content] of Object.entries(then.files))
      expect([key, content]).toEqual([key, now.files[key]]);
    expect(meanwhile, 'nobody worked while the backup was made').toBeGreaterThan(0);
    await busy.close();
  });

  test('restores to an empty machine; ids continue', async () => {
    const place = keep(await makeBarePlace());
    await restore(place);
    const database = openDatabase(place.config);
    const { id } = await database.writer
      .insertInto('posts')
      .values({ user_id: 1, konten: 'Baru', tanggal_post: startOfTests })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { last } = await app.context.db
      .selectFrom('posts')
      .select((eb) => eb.fn.max<number>('id').as('last'))
      .executeTakeFirstOrThrow();
    expect(id).toBe(last + 1);
    await expect(sql`UPDATE audit SET nama = 'x'`.execute(database.writer)).rejects.toThrow('append-only');
    await expect(sql`DELETE FROM users`.execute(database.writer)).rejects.toThrow(/foreign key/i);
    await database.close();
    await expect(undoRestore(place.config)).rejects.toThrow('no previous data');
  });

  test('restores thousands of rows, and ids are not reused', async () => {
    const [large, place] = [keep(await makePlace()), keep(await makePlace())];
    const database = openDatabase(large.config);
    await sql`INSERT INTO users (nama, email, urutan_blok, jenis, status, password_hash, created_at)
      VALUES ('Rajin', 'rajin@contoh.id', '', 'ketua', 'active', '', '2024-01-01')`.execute(database.writer);
    await sql`INSERT INTO jobs (nama) VALUES ('catat-keadaan')`.execute(database.writer);
    await noteState(database);
    await sql`WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 2500)
      INSERT INTO posts (user_id, konten, tanggal_post) SELECT 1, 'Kabar ' || n, '2026' FROM counted`.execute(
      database.writer,
    );
    await sql`DELETE FROM posts WHERE id = 2500`.execute(database.writer);
    const path = join(folder, 'large.tar');
    await writeArchive({ database, storage: openStorage(large.config.storage) }, path, app.clock.now);
    await database.close();
    await restore(place, path);
    expect((await dump(place.config)).rows.posts).toEqual((await dump(large.config)).rows.posts);
    const restored = openDatabase(place.config);
    const next = await restored.writer
      .insertInto('posts')
      .values({ user_id: 1, konten: 'Baru', tanggal_post: startOfTests })
      .returning('id')
      .executeTakeFirst();
    await restored.close();
    expect(next?.id).toBe(2501);
  });

  test.runIf(onPostgres)('is restored from PostgreSQL to SQLite and back without differences', async () => {
    const [embedded, back] = [keep(await makePlace()), keep(await makePlace())];
    for (const place of [embedded, back])
      await copyFile(app.context.config.logKeyFile, place.config.logKeyFile);
    const config = { ...embedded.config, databaseUrl: undefined };
    await restoreBackup(config, openStorage(config.storage), archive, { isComplete: true });
    const database = openDatabase(config);
    const path = join(folder, 'sqlite.tar');
    await writeArchive({ database, storage: openStorage(config.storage) }, path, app.clock.now);
    await database.close();
    await restore(back, path, { isComplete: true });
    const [before, after] = [await dump(app.context.config), await dump(back.config)];
    expect(lasting(after.rows)).toEqual(lasting(before.rows));
    expect(after.files).toEqual(before.files);
  });

  test('of an older schema is migrated', async () => {
    const old = keep(await makeBarePlace());
    const { database, close, ...estate } = openEstate(old.config);
    await migrate(database, '0001-tables');
    await sql`INSERT INTO users (nama, email, urutan_blok, jenis, status, password_hash, created_at)
      VALUES ('Lama', 'lama@contoh.id', '', 'ketua', 'active', '', '2024-01-01')`.execute(database.writer);
    await sql`INSERT INTO sessions (user_id, token_hash, perangkat, dibuat, terakhir_aktif)
      VALUES (1, 'x', 'Tes', '2024-01-01', '2024-01-01')`.execute(database.writer);
    const { path } = await makeBackup({ database, ...estate }, join(old.config.dataDir, 'backups'));
    await close();
    const place = keep(await makePlace());
    await restore(place, path);
    const { rows } = await dump(place.config);
    expect([rows.users?.map(({ nama }) => nama), rows.jobs?.length]).toEqual([['Lama'], 1]);
  });
});

async function gather({ as }: TestApp) {
  let isOver = false;
  const busy = (person: Person): Person => ({
    ...person,
    call: (endpoint, ...input) => {
      if (isOver) throw new TypeError('home');
      return person.call(endpoint, ...input);
    },
  });
  const houses = Array.from({ length: 12 }, (_, index) => `A${index + 1}`);
  const residents = await Promise.all(houses.map(async (house) => busy(await as.warga(house))));
  const staff = (await Promise.all([as.ketua(), as.admin(), as.koordinator('A')])).map(busy);
  return { people: { residents, staff } satisfies Crowd, goHome: () => void (isOver = true) };
}

describe('restoring', () => {
  test('keeps the live data: undo exchanges them, a second undo reverts that', async () => {
    const place = keep(await makePlace());
    const live = openDatabase(place.config);
    await sql`INSERT INTO settings (kunci, nilai) VALUES ('estateName', '"Lama"')`.execute(live.writer);
    await live.close();
    const before = await dump(place.config);
    await restore(place);
    const restored = await dump(place.config);
    expect(restored.rows.settings).not.toEqual(before.rows.settings);
    await undoRestore(place.config);
    expect(await dump(place.config)).toEqual(before);
    await undoRestore(place.config);
    expect(await dump(place.config)).toEqual(restored);
    // Otherwise a second restore would overwrite the original data.
    await expect(restore(place)).rejects.toThrow('still kept');
    expect(await dump(place.config)).toEqual(restored);
    await undoRestore(place.config);
    expect(await dump(place.config)).toEqual(before);
    await databaseSlots(place.config).dropPrevious();
    await restore(place);
    expect((await dump(place.config)).rows.settings).toEqual(restored.rows.settings);
  });

  async function objectsOf({ config }: Place): Promise<string[]> {
    const database = openDatabase(config);
    const { rows } = await sql<{ line: string }>`
      SELECT table_name || '.' || column_name || ' ' || data_type AS line
        FROM information_schema.columns WHERE table_schema = 'public'
      UNION SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
      UNION SELECT relname || ' of ' || relkind::text FROM pg_class WHERE relnamespace = 'public'::regnamespace
      UNION SELECT pg_get_triggerdef(pg_trigger.oid) FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
        WHERE relnamespace = 'public'::regnamespace AND NOT tgisinternal
      UNION SELECT proname || prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      ORDER BY 1`.execute(database.writer);
    await database.close();
    return rows.map(({ line }) => line);
  }
  const migrateAt = async (location: Location, to?: string) => {
    const database = openDatabase(location);
    await migrate(database, to);
    await database.close();
  };
  const older = '0001-tables';

  test.runIf(onPostgres)(
    'by an older program leaves no newer tables, so that it can be updated',
    async () => {
      const [place, old] = [keep(await makePlace()), keep(await makeBarePlace())];
      await migrateAt(old.config, older);
      const database = openDatabase(place.config);
      await sql`CREATE TABLE tetangga (id integer)`.execute(database.writer);
      await database.close();
      const [before, objects] = [await dump(place.config), await objectsOf(place)];
      const live = databaseSlots(place.config);
      await migrateAt(await live.clearStaging(), older);
      await live.activateStaging();
      const others = (lines: string[]) => lines.filter((line) => !line.startsWith('tetangga'));
      expect(others(await objectsOf(place))).toEqual(await objectsOf(old));
      await migrateAt(place.config);
      expect(await objectsOf(place)).toEqual(objects);
      await undoRestore(place.config);
      expect([await dump(place.config), await objectsOf(place)]).toEqual([before, objects]);
      await live.dropPrevious();
      expect([await dump(place.config), await objectsOf(place)]).toEqual([before, objects]);
    },
  );

  test.runIf(onPostgres)('over a database with pending migrations can be undone to it', async () => {
    const place = keep(await makeBarePlace());
    await migrateAt(place.config, older);
    const objects = await objectsOf(place);
    await restore(place);
    const restored = await objectsOf(place);
    await undoRestore(place.config);
    expect(await objectsOf(place)).toEqual(objects);
    await migrateAt(place.config);
    expect(await objectsOf(place)).toEqual(restored);
    await undoRestore(place.config);
    expect(await objectsOf(place)).toEqual(restored);
  });

  test('is refused while the estate is in use, and blocks others meanwhile', async () => {
    const place = keep(await makePlace());
    const before = await dump(place.config);
    const [first, second] = [
      await lockEstate(place.config, 'shared'),
      await lockEstate(place.config, 'shared'),
    ];
    await first();
    await expect(restore(place)).rejects.toThrow('The estate is in use');
    await expect(undoRestore(place.config)).rejects.toThrow('The estate is in use');
    expect(await dump(place.config)).toEqual(before);
    await second();
    const alone = await lockEstate(place.config, 'alone');
    await expect(lockEstate(place.config, 'shared')).rejects.toThrow('being restored');
    await expect(restore(place)).rejects.toThrow('The estate is in use');
    await alone();
    await restore(place);
  });

  test.skipIf(onPostgres)(
    'interrupted during the exchange leaves one database live and loses neither',
    async () => {
      const place = keep(await makePlace());
      const before = await dump(place.config);
      const previous = join(place.config.dataDir, 'previous');
      const leaving = join(previous, 'leaving.db');
      await mkdir(previous);
      await link(sqliteFile(place.config.dataDir), leaving);
      await expect(undoRestore(place.config)).rejects.toThrow('no previous data');
      expect(await dump(place.config)).toEqual(before);
      await restore(place);
      const restored = await dump(place.config);
      await rename(sqliteFile(previous), leaving);
      await expect(restore(place)).rejects.toThrow('still kept');
      expect(await dump(place.config)).toEqual(restored);
      await undoRestore(place.config);
      expect(await dump(place.config)).toEqual(before);
    },
  );

  test('replaces a damaged file and restores a missing one', async () => {
    const place = keep(await makePlace());
    await restore(place);
    const { files } = await dump(place.config);
    const [damaged = '', lost = ''] = Object.keys(files);
    const storage = openStorage(place.config.storage);
    const { length } = Buffer.from(files[damaged] ?? '', 'base64');
    await storage.put(damaged, Buffer.alloc(length, 1));
    await storage.remove(lost);
    await databaseSlots(place.config).dropPrevious();
    await restore(place);
    expect((await dump(place.config)).files).toEqual(files);
  });
});

describe('an archive is refused', () => {
  const seeded = (seed: number) => () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return seed / 2 ** 32;
  };

  const forged = async (
    change: (name: string, content: Buffer) => Buffer | null,
    more: readonly Entry[] = [],
  ) => {
    const path = join(folder, 'forged.tar');
    await rm(path, { force: true });
    const writer = await createArchive(path);
    for (const entry of more) await writer.add(entry);
    for await (const { name, content } of readArchive({ path: archive })) {
      const other = change(name, content);
      if (other) await writer.add({ name, content: other });
    }
    await writer.seal();
    return path;
  };
  const told = (change: object) => (name: string, content: Buffer) =>
    name === 'manifest.json'
      ? Buffer.from(JSON.stringify({ ...(JSON.parse(content.toString()) as object), ...change }))
      : content;

  test('with one flipped bit at any position', async () => {
    const bytes = await readFile(archive);
    const random = seeded(2026);
    const anywhere = Array.from({ length: 60 }, () => Math.floor(random() * bytes.length));
    // All fields of the first header, the manifest's and the seal's, the padding and the end.
    const ends = Array.from({ length: 80 }, (_, index) => bytes.length - 1 - index * 32);
    const starts = Array.from({ length: 40 }, (_, index) => index * 13);
    const path = join(folder, 'flipped.tar');
    for (const at of [...anywhere, ...ends, ...starts]) {
      const flipped = Buffer.from(bytes);
      flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << Math.floor(random() * 8)), at);
      await writeFile(path, flipped);
      await expect(inspectArchive({ path }), `bit at ${at} of ${bytes.length}`).rejects.toThrow('damaged');
    }
  });

  test('that is truncated or extended', async () => {
    const bytes = await readFile(archive);
    const path = join(folder, 'cut.tar');
    for (const length of [0, 1, 511, 512, bytes.length - 512, bytes.length - 1]) {
      await writeFile(path, bytes.subarray(0, length));
      await expect(inspectArchive({ path })).rejects.toThrow('damaged');
    }
    await writeFile(path, Buffer.concat([bytes, Buffer.alloc(512)]));
    await expect(inspectArchive({ path })).rejects.toThrow('damaged');
  });

  test('that differs from its manifest or has a newer version; the live data stay', async () => {
    const place = keep(await makePlace());
    const before = await dump(place.config);
    const { tables, money } = (await inspectArchive({ path: archive })).manifest;
    const onePaymentLess = tables.map((table) => ({
      ...table,
      rows: table.rows - Number(table.name === 'payments'),
    }));
    const alike = { totalPemasukan: money.totalPemasukan + 1, totalPengeluaran: money.totalPengeluaran + 1 };
    const refusals: [Parameters<typeof forged>[0], string][] = [
      [told({ format: 2 }), 'newer version'],
      [told({ schema: '9999-future' }), 'newer version'],
      [told({ money: { totalPemasukan: 1, totalPengeluaran: 0, saldo: 1 } }), 'saldo is'],
      [told({ money: { ...money, ...alike } }), 'totalPemasukan is'],
      [told({ tables: tables.map((table) => ({ ...table, rows: table.rows + 1 })) }), 'rows instead of'],
      [told({ tables: onePaymentLess }), 'payments has'],
    ];
    for (const [change, message] of refusals)
      await expect(restore(place, await forged(change))).rejects.toThrow(message);
    const without = await forged((name, content) => (name.includes('payments') ? null : content));
    await expect(restore(place, without)).rejects.toThrow('not what the manifest says');
    const unnamed = await forged((name, content) => (name === 'manifest.json' ? null : content));
    await expect(restore(place, unnamed)).rejects.toThrow('no manifest');
    expect(await dump(place.config)).toEqual(before);
  });

  test.each(['files/../luar.txt', 'files/uploads/../../luar.txt', 'files/luar.txt', 'files//luar.txt'])(
    'with the file name %s; nothing is written',
    async (name) => {
      const place = keep(await makePlace());
      const before = [await dump(place.config), await readdir(place.config.dataDir, { recursive: true })];
      const content = Buffer.from('di luar');
      const sha256 = createHash('sha256').update(content).digest('hex');
      const { entries } = (await inspectArchive({ path: archive })).manifest;
      const claimed = told({ entries: { ...entries, [name]: { size: content.length, sha256 } } });
      const path = await forged(claimed, [{ name, content }]);
      await expect(restore(place, path)).rejects.toThrow('is no file of an estate');
      expect([await dump(place.config), await readdir(place.config.dataDir, { recursive: true })]).toEqual(
        before,
      );
    },
  );
});

describe('the folder of backups', () => {
  test('keeps the newest; backups with violations do not replace good ones', async () => {
    const own = await makeApp();
    const target = join(own.folder, 'backups');
    const ketua = await own.as.ketua();
    const day = async (date: number) => {
      own.clock.set(`2026-07-${date}T01:00:00.000Z`);
      return await makeBackup(own.context, target, 2);
    };
    await day(16);
    const others = ['catatan.partial', 'foto-warga.tar', 'salinan-guyub-20200101T000000Z.tar'];
    for (const name of others) await writeFile(join(target, name), 'milik orang');
    for (const date of [17, 18]) await day(date);
    const status = async () => (await ketua.call(backupStatus)).body.data;
    expect(await status()).toMatchObject({ otomatis: true, terlambat: false });

    const payment = await own.given.payment({ of: ketua, status: 'dikonfirmasi' });
    for (const date of [19, 20]) {
      const { violations } = await day(date);
      expect(violations.map(({ table, id }) => [table, id])).toEqual([['payments', payment]]);
    }
    expect(await status()).toMatchObject({ terlambat: false });
    const { path } = await day(21);
    const modes = await Promise.all([target, path].map(async (each) => (await stat(each)).mode & 0o777));
    expect(modes).toEqual([0o700, 0o600]);
    expect((await readdir(target)).toSorted()).toEqual([
      'catatan.partial',
      'foto-warga.tar',
      'guyub-20260717T010000Z.tar',
      'guyub-20260718T010000Z.tar',
      'guyub-20260720T010000Z-violated.tar',
      'guyub-20260721T010000Z-violated.tar',
      'in-use.lock',
      'salinan-guyub-20200101T000000Z.tar',
    ]);
    // Only backups without violations count; the last one is too old.
    expect(await status()).toMatchObject({
      terakhir: { nama: 'guyub-20260718T010000Z.tar', tanggal: '2026-07-18T01:00:00.000Z', saldo: 0 },
      terlambat: true,
    });
    own.clock.set('2026-07-10T01:00:00.000Z');
    expect(await status()).toMatchObject({ terlambat: true });

    const place = keep(await makePlace());
    const before = await dump(place.config);
    await expect(restore(place, path)).rejects.toMatchObject({ violations: [{ id: payment }] });
    expect(await dump(place.config)).toEqual(before);
    await restore(place, path, { evenViolated: true });
    const { rows } = await dump(place.config);
    expect(rows.payments).toHaveLength(1);
    expect(rows.jobs?.map(({ nama }) => nama).toSorted()).toEqual(['backup', 'invariants']);
    await own.close();
  });

  test('deletes the oldest in any listing order', () => {
    const days = ['0718', '0716', '0720', '0717', '0719'];
    const names = days.map((day) => `guyub-2026${day}T010000Z.tar`);
    const now = new Date('2026-07-20T01:00:00.000Z');
    expect(outdated(names, 3, now)).toEqual(['guyub-20260717T010000Z.tar', 'guyub-20260716T010000Z.tar']);
    expect(outdated(names, 5, now)).toEqual([]);
  });

  test('days to come neither count nor go: a wrong clock pushes no true archive out', () => {
    const ahead = ['guyub-20270822T010000Z.tar.age', 'guyub-20270823T010000Z-violated.tar'];
    const names = ['guyub-20260718T010000Z.tar.age', 'guyub-20260719T010000Z.tar', ...ahead];
    const now = new Date('2026-07-19T01:00:00.000Z');
    expect(outdated(names, 2, now)).toEqual([]);
    expect(outdated(names, 1, now)).toEqual(['guyub-20260718T010000Z.tar.age']);
    expect(datedAhead(names, now)).toEqual(ahead);
    const before = new Date('2025-01-01T00:00:00.000Z');
    expect(outdated(names, 1, before)).toEqual([]);
  });

  test('keeps the new backup even if a wrong clock gave others later names', async () => {
    const target = await mkdtemp(join(folder, 'ahead-'));
    for (const day of ['2027-01-01', '2026-07-15', '2026-07-16']) {
      app.clock.set(`${day}T03:00:00.000Z`);
      const { path } = await makeBackup(app.context, target, 1);
      expect((await stat(path)).size).toBeGreaterThan(0);
    }
    app.clock.set(startOfTests);
    expect((await readdir(target)).filter((name) => name.endsWith('.tar'))).toEqual([
      'guyub-20260716T030000Z.tar',
      'guyub-20270101T030000Z.tar',
    ]);
  });

  test('deletes surplus backups before a new one, but keeps the last good one', async () => {
    const target = await mkdtemp(join(folder, 'fewer-'));
    for (const day of ['2027-01-01', '2026-07-15', '2026-07-16', '2026-07-17']) {
      app.clock.set(`${day}T03:00:00.000Z`);
      await makeBackup(app.context, target, 4);
    }
    const noRoom = {
      ...app.context,
      storage: { ...app.context.storage, open: () => Promise.reject(new Error('no room')) },
    };
    await expect(makeBackup(noRoom, target, 1)).rejects.toThrow('no room');
    app.clock.set(startOfTests);
    expect((await readdir(target)).filter((name) => name.endsWith('.tar'))).toEqual([
      'guyub-20260717T030000Z.tar',
      'guyub-20270101T030000Z.tar',
    ]);
  });

  test('backs up despite a missing proof, and names it', async () => {
    const own = await makeApp();
    const siti = await own.as.warga('A1');
    const proofs = [];
    for (const bulan of [6, 7]) {
      const files = { bukti_transfer: await photo() };
      const { body } = await siti.call(uploadPaymentWarga, { body: { tahun: 2026, bulan }, files });
      proofs.push(body.data.bukti_transfer);
    }
    const [lost, kept] = proofs;
    await own.context.storage.remove(`uploads/${lost}`);
    const { manifest, violations } = await makeBackup(own.context, join(own.folder, 'backups'));
    expect(violations).toMatchObject([{ says: expect.stringContaining(String(lost)) as string }]);
    expect(
      Object.keys(manifest.entries)
        .filter((name) => name.startsWith('files/'))
        .toSorted(),
    ).toEqual([`files/thumbnails/${lost}`, `files/thumbnails/${kept}`, `files/uploads/${kept}`].toSorted());
    await own.close();
  });

  test('contains no unfinished backup, and two cannot run at once', async () => {
    const target = await mkdtemp(join(folder, 'target-'));
    await writeFile(join(target, 'guyub-20260101T000000Z.tar.partial'), 'setengah');
    const gone = {
      ...app.context,
      storage: { ...app.context.storage, open: () => Promise.reject(new Error('gone')) },
    };
    await expect(makeBackup(gone, target)).rejects.toThrow('gone');
    expect(await readdir(target)).toEqual(['in-use.lock']);
    const [one, other] = await Promise.allSettled([
      makeBackup(app.context, target),
      makeBackup(app.context, target),
    ]);
    expect([one.status, other.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    const message = 'Another backup is being made: wait until that is done.';
    expect([one, other]).toContainEqual({ status: 'rejected', reason: new Error(message) });
    expect((await readdir(target)).filter((name) => name.endsWith('.tar'))).toHaveLength(1);
  });
});

test.each([
  ['0', false],
  ['1', true],
])('with BACKUP_KEEP %s shows daily backups to the ketua: %s', async (BACKUP_KEEP, otomatis) => {
  const own = await makeApp({ BACKUP_KEEP });
  expect((await (await own.as.ketua()).call(backupStatus)).body.data.otomatis).toBe(otomatis);
  await own.close();
});

test('the ketua and the metrics show no backup, then the first one; sessions stay', async () => {
  const fresh = await makeApp();
  const ketua = await fresh.as.ketua();
  expect((await ketua.call(backupStatus)).body.data).toEqual({
    otomatis: true,
    terakhir: null,
    terlambat: true,
  });
  expect((await (await fresh.as.admin()).call(backupStatus)).status).toBe(403);
  const target = join(fresh.folder, 'backups');
  await makeBackup(fresh.context, target);
  const [nama] = (await readdir(target)).filter((name) => name.endsWith('.tar'));
  expect((await ketua.call(backupStatus)).body.data).toMatchObject({
    terakhir: { nama, totalAkun: 2, totalPembayaran: 0, totalFile: 0 },
    terlambat: false,
  });
  const { text } = await raw(fresh.url, 'GET /metrics');
  expect(text).toContain(`guyub_backup_timestamp_seconds ${Date.parse(startOfTests) / 1_000}\n`);
  expect((await ketua.call(listAudit)).status).toBe(200);
  expect((await ketua.call(me)).status).toBe(200);
  await fresh.close();
});
