/** An estate for a command: its data and files as the server has them, without anybody being served. */
import type { Config } from './config.ts';
import { systemClock } from './platform/clock.ts';
import type { Context } from './platform/context.ts';
import { openDatabase } from './platform/db/open.ts';
import { makeWrite } from './platform/db/write.ts';
import { openStorage } from './platform/storage/open.ts';

export interface Estate extends Pick<Context, 'config' | 'database' | 'db' | 'write' | 'storage' | 'clock'> {
  close(): Promise<void>;
}

/** Works beside a running server; people hear nothing of what is written here. */
export function openEstate(config: Config): Estate {
  const database = openDatabase(config);
  const nothingStored = { discard: async () => {} };
  return {
    config,
    database,
    db: database.read,
    storage: openStorage(config.storage),
    write: makeWrite({ database, clock: systemClock, files: nothingStored, publish: () => {} }),
    clock: systemClock,
    close: () => database.close(),
  };
}
