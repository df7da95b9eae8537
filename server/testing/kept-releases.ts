/** Estates kept from each release, to be upgraded by the running code; `tools/keep-release.ts` makes them. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { migrate } from '../database/migrate.ts';
import { openDatabase, sqliteFile } from '../database/open.ts';
import { fill, sourceOf } from '../operations/move/copy.ts';
import { makeEmptyPostgres, onPostgres, type TestDatabase } from './databases.ts';

export const keptFolder = join(import.meta.dirname, 'releases');

/** What the release itself answered, beside its database. */
export interface KeptRelease {
  /** Its last migration. */
  schema: string;
  /** The estate's present. */
  now: string;
  password: string;
  /** Signs the log of tests only. None before 0.3.0. */
  logKey?: string;
  people: readonly { email: string; answers: Readonly<Record<string, unknown>> }[];
}

export const keptVersions = globSync('*.json.gz', { cwd: keptFolder })
  .map((file) => basename(file, '.json.gz'))
  .toSorted();

const readCompressed = (name: string) => gunzipSync(readFileSync(join(keptFolder, name)));

export const readKept = (version: string) =>
  JSON.parse(readCompressed(`${version}.json.gz`).toString()) as KeptRelease;

/** A copy of its database as the release left it, for SQLite. */
export function unpackKept(version: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(sqliteFile(folder), readCompressed(`${version}.db.gz`));
}

/** For `makeApp`: a copy in the database of this run, upgraded. To PostgreSQL its rows move before the upgrade. */
export async function makeUpgraded(version: string, folder: string): Promise<TestDatabase> {
  const { logKey } = readKept(version);
  if (logKey) writeFileSync(join(folder, 'log.key'), logKey, { mode: 0o600 });
  if (onPostgres) return await moveKept(version);
  unpackKept(version, folder);
  const database = openDatabase({ dataDir: folder, databaseUrl: undefined });
  await migrate(database);
  await database.close();
  return { drop: async () => {} };
}

async function moveKept(version: string): Promise<TestDatabase> {
  const target = await makeEmptyPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'guyub-kept-'));
  unpackKept(version, folder);
  const kept = openDatabase({ dataDir: folder, databaseUrl: undefined });
  const database = openDatabase({ dataDir: folder, databaseUrl: target.url });
  await migrate(database, readKept(version).schema);
  await kept.snapshot(async (db) => fill(database, await sourceOf(db, 'sqlite')));
  await migrate(database);
  await kept.close();
  await database.close();
  await rm(folder, { recursive: true });
  return target;
}
