/** Brings an estate back from an archive: everything is made ready and checked beside the live data, then exchanged. */
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../../config.ts';
import { systemClock } from '../../platform/clock.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { placesOf } from '../../platform/db/places.ts';
import { makeWrite } from '../../platform/db/write.ts';
import { holdEstate } from '../../platform/in-use.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { checkEstate } from '../health/check-estate.ts';
import type { Violation } from '../health/find-violations.ts';
import { proveCopy } from './prove-copy.ts';
import { forgetWhereItWas } from './queries.ts';
import { inspectArchive, loadRows, readFiles } from './read-backup.ts';
import type { Manifest } from './rules.ts';

export class RulesBroken extends Error {
  readonly violations: Violation[];
  constructor(violations: Violation[]) {
    super('The archive holds an estate that breaks rules.');
    this.violations = violations;
  }
}

/** Only one set of data is kept beside the live one; a second attempt must not push out what was live at first. */
class StillKept extends Error {}

export interface RestoreOptions {
  /** Takes an estate that broke rules already when it was backed up. */
  evenViolated?: boolean;
}

/**
 * What was live stays as the previous data, for `undoRestore`. Everybody has to sign in again.
 * @throws ArchiveDamaged, NewerArchive, InUse, StillKept, NotFaithful, RulesBroken; the live data are then as they were
 */
export async function restoreBackup(
  config: Config,
  storage: Storage,
  path: string,
  { evenViolated = false }: RestoreOptions = {},
): Promise<Manifest> {
  const manifest = await inspectArchive(path);
  const release = await holdEstate(config, 'alone');
  try {
    if (config.storage.kind === 'folder') await mkdir(config.storage.folder, { recursive: true });
    const places = placesOf(config);
    if (await places.hasPrevious())
      throw new StillKept(
        'The data from before the last restore are still kept. --undo exchanges them with the live ones; once they are not needed, let them go with --forget.',
      );
    const database = openDatabase(await places.clearBeside());
    try {
      await loadRows(database, path, manifest);
      await putFiles(path, storage);
      const violations = await proveCopy(database, storage, manifest);
      if (violations.length > 0 && !evenViolated) throw new RulesBroken(violations);
      const files = { discard: async () => {} };
      const write = makeWrite({ database, clock: systemClock, files, publish: () => {} });
      await write('system', async (tx) => {
        await forgetWhereItWas(tx);
        await tx.audit({
          aksi: 'estate.restored',
          entitas: 'estate',
          entitas_id: null,
          sesudah: { cadangan: manifest.created },
        });
      });
      await checkEstate({ database, storage, write, clock: systemClock });
    } finally {
      await database.close();
    }
    await places.bringIn();
    return manifest;
  } finally {
    await release();
  }
}

class NothingToUndo extends Error {}

/** Exchanges the live data with the previous; done again it exchanges them back. */
export async function undoRestore(config: Config): Promise<void> {
  const release = await holdEstate(config, 'alone');
  try {
    const places = placesOf(config);
    if (!(await places.hasPrevious())) throw new NothingToUndo('There are no previous data to go back to.');
    await places.bringBack();
  } finally {
    await release();
  }
}

/**
 * Names are never used twice, so the archive's files lie among the live ones without harm; those that are there are
 * only replaced when they are damaged.
 */
async function putFiles(path: string, storage: Storage) {
  const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex');
  for await (const { key, content } of readFiles(path)) {
    const present = await storage.open(key);
    if (present?.size === content.length && hash(await buffer(present.stream)) === hash(content)) continue;
    present?.stream.destroy();
    await storage.put(key, content);
  }
}
