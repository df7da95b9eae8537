import {
  erasuresIn,
  type KeptErasure,
  readErasures,
  readKeptErasures,
} from '../../areas/erasure/kept-erasures.ts';
import { listErased } from '../../areas/erasure/queries.ts';
import type { Config } from '../../config.ts';
import { withDatabase } from '../../database/open.ts';
import { readLog } from './read-log.ts';

/**
 * Erasures that a restored database has to repeat: of the live data, of the list beside the key, and of the one in the
 * folder of an archive.
 */
export async function knownErasures(config: Config, folder?: string): Promise<KeptErasure[]> {
  return [
    ...(await readKeptErasures(config)),
    ...(folder === undefined ? [] : await readErasures(erasuresIn(folder))),
    ...(await readLive(config)),
  ];
}

/** None if there are no live data, or if they cannot be read. */
async function readLive(config: Config): Promise<KeptErasure[]> {
  if (!(await readLog(config))) return [];
  return await withDatabase(config, ({ read }) => listErased(read).catch(() => []));
}
