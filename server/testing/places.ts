/** Estates without a server, and dumps of all their data for comparisons. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { type Config, readConfig } from '../config.ts';
import { openDatabase } from '../database/open.ts';
import { openStorage } from '../storage/open.ts';
import { makeDatabase, onPostgres } from './databases.ts';

export interface Place {
  config: Config;
  env: Record<string, string>;
  clear(): Promise<void>;
}

export async function makePlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'guyub-place-'));
  const { url, drop } = await makeDatabase(folder);
  const env = { NODE_ENV: 'test', DEMO: '0', DATA_DIR: folder, ...(url ? { DATABASE_URL: url } : {}) };
  return {
    config: readConfig(env),
    env,
    clear: async () => {
      await drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function makeBarePlace(): Promise<Place> {
  const place = await makePlace();
  if (!onPostgres) {
    await rm(join(place.config.dataDir, 'guyub.db'));
    return place;
  }
  const database = openDatabase(place.config);
  await sql.raw('DROP SCHEMA public CASCADE').execute(database.writer);
  await sql.raw('CREATE SCHEMA public').execute(database.writer);
  await database.close();
  return place;
}

const isTextIndex = /_text(_config|_data|_idx)?$/;

export type Dump = Record<string, Record<string, unknown>[]>;

export async function dump(config: Config): Promise<{ rows: Dump; files: Record<string, string | null> }> {
  const database = openDatabase(config);
  const storage = openStorage(config.storage);
  try {
    const rows: Dump = {};
    const tables = await database.writer.introspection.getTables();
    for (const { name, schema } of tables) {
      if (onPostgres ? schema !== 'public' : isTextIndex.test(name)) continue;
      const found = await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(name)}`.execute(
        database.read,
      );
      rows[name] = found.rows
        .map((row) => ({ row, text: JSON.stringify(row) }))
        .toSorted((a, b) => (a.text < b.text ? -1 : 1))
        .map(({ row }) => row);
    }
    const files: Record<string, string | null> = {};
    for (const { nama, kind } of await database.read.selectFrom('files').selectAll().execute()) {
      const folders = kind.endsWith('document') ? ['documents'] : ['uploads', 'thumbnails'];
      for (const folder of folders) {
        const object = await storage.open(`${folder}/${nama}`);
        files[`${folder}/${nama}`] = object && (await buffer(object.stream)).toString('base64');
      }
    }
    return { rows, files };
  } finally {
    await database.close();
  }
}
