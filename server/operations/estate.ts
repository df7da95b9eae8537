import { statSync } from 'node:fs';
import { uniqueRules } from '../areas.ts';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { hasMigrations } from '../database/migrate.ts';
import { type Database, openDatabase, sqliteFile } from '../database/open.ts';
import { makeWrite, type Write } from '../database/write.ts';
import { openStorage } from '../storage/open.ts';

export interface Estate extends Pick<Context, 'config' | 'database' | 'db' | 'write' | 'storage' | 'clock'> {
  close(): Promise<void>;
}

const none = ({ databaseUrl, dataDir }: Config) =>
  new Error(`There is no estate in ${databaseUrl ? 'the database of DATABASE_URL' : dataDir}.`);

/**
 * Must run before anything creates the data folder.
 * @throws Error, also if the folder may not be looked into
 */
export function refuseMissing(config: Config): void {
  if (!config.databaseUrl && !statSync(sqliteFile(config.dataDir), { throwIfNoEntry: false }))
    throw none(config);
}

/** @throws Error if there is no estate, for example because DATA_DIR is mistyped */
export async function findEstate(config: Config): Promise<Estate> {
  refuseMissing(config);
  const estate = openEstate(config);
  try {
    if (!(await hasMigrations(estate.database))) throw none(config);
    return estate;
  } catch (error) {
    await estate.close();
    throw error;
  }
}

/** Clients are not notified, and no file is stored. */
export function writeTo(database: Database): Write {
  const files = { discard: async () => {} };
  return makeWrite({ database, clock: systemClock, files, publish: () => {}, uniqueRules }).write;
}

/** Works next to a running server and on an empty database. */
export function openEstate(config: Config): Estate {
  const database = openDatabase(config);
  return {
    config,
    database,
    db: database.read,
    storage: openStorage(config.storage),
    write: writeTo(database),
    clock: systemClock,
    close: () => database.close(),
  };
}
