import { existsSync } from 'node:fs';
import { type LogState, readLogState } from '../../areas/log/fork-log.ts';
import { type Location, sqliteFile, withDatabase } from '../../database/open.ts';

/** Null if there is none, or if it cannot be read. */
export async function readLog(location: Location): Promise<LogState | null> {
  if (!location.databaseUrl && !existsSync(sqliteFile(location.dataDir))) return null;
  return await withDatabase(location, ({ read }) => readLogState(read).catch(() => null));
}
