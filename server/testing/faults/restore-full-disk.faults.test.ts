/** A restore without enough disk space fails cleanly, and succeeds with enough. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Config, readConfig } from '../../config.ts';
import { openDatabase } from '../../database/open.ts';
import { writeArchive } from '../../operations/backup/write-archive.ts';
import { openEstate } from '../../operations/estate.ts';
import { makeDatabase, onPostgres } from '../databases.ts';
import { dump, makePlace, type Place } from '../places.ts';
import { canMount, makeSmallDisk, type SmallDisk } from '../small-disk.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const megabyte = 1_000_000;
const papers = 12;

describe.runIf(canMount())('restoring onto a full disk', () => {
  let old: Place;
  let archive: string;
  let disk: SmallDisk;
  let drop: () => Promise<void>;
  let env: Record<string, string>;
  let config: Config;
  beforeAll(async () => {
    old = await makePlace();
    archive = join(old.config.dataDir, 'lama.tar');
    const estate = openEstate(old.config);
    for (let paper = 0; paper < papers; paper += 1) {
      const nama = `lama-${paper}.pdf`;
      await estate.storage.put(`documents/${nama}`, randomBytes(megabyte));
      await sql`INSERT INTO files (nama, kind, tipe_file, ukuran_file, dibuat)
        VALUES (${nama}, 'document', 'application/pdf', ${megabyte}, '2026')`.execute(estate.database.writer);
    }
    await writeArchive(estate, archive, new Date());
    await estate.close();

    disk = makeSmallDisk(24);
    const database = await makeDatabase(disk.folder);
    drop = database.drop;
    env = { NODE_ENV: 'test', DEMO: '0', DATA_DIR: disk.folder };
    if (database.url) env.DATABASE_URL = database.url;
    config = readConfig(env);
    await mkdir(join(disk.folder, 'files'));
  });
  afterAll(async () => {
    await drop();
    disk.remove();
    await old.clear();
  });

  const script = join(import.meta.dirname, '../../operations/commands/restore.ts');
  const restore = () =>
    promisify(execFile)(process.execPath, [script, archive, '--even-unproven'], {
      env: { PATH: process.env.PATH, ...env },
    });
  const schemas = async () => {
    if (!onPostgres) return [];
    const database = openDatabase(config);
    const { rows } = await sql`SELECT nspname FROM pg_namespace WHERE nspname LIKE 'guyub%'`.execute(
      database.read,
    );
    await database.close();
    return rows;
  };
  const files = () => readdir(join(disk.folder, 'files'), { recursive: true });

  test.each([
    ['half of its files', () => appendFileSync(join(disk.folder, 'ballast'), Buffer.alloc(16 * megabyte))],
    ['anything', () => disk.fill()],
  ])('without space for %s leaves no traces', async (_room, take) => {
    const before = await dump(config);
    take();
    await expect(restore()).rejects.toMatchObject({
      stderr: expect.stringMatching(
        /^The disk is full\. Nothing was restored.*about 12 MB where the files are/,
      ) as string,
    });
    disk.free();
    expect(await readdir(disk.folder)).not.toContain('restoring');
    expect((await files()).filter((name) => name.endsWith('.pdf'))).toEqual([]);
    expect(await schemas()).toEqual([]);
    expect(await dump(config)).toEqual(before);
  });

  test('succeeds with enough space', async () => {
    await restore();
    expect((await files()).filter((name) => name.endsWith('.pdf'))).toHaveLength(papers);
    expect((await dump(config)).rows.files).toHaveLength(papers);
  });
});
