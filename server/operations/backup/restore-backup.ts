/** Prepares and checks an archive in the staging slot, then exchanges it with the live data. */
import { hash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { formatCount, formatDate } from '../../../contract/format.ts';
import type { KeptErasure } from '../../areas/erasure/kept-erasures.ts';
import { repeatErasures } from '../../areas/erasure/repeat-erasures.ts';
import { continueRestoredLog, type LogState, type LostLeaves } from '../../areas/log/fork-log.ts';
import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { type Location, withDatabase } from '../../database/open.ts';
import { databaseSlots } from '../../database/slots.ts';
import { failureOf } from '../../failures.ts';
import type { Storage } from '../../storage/storage.ts';
import { checkEstate } from '../doctor/check-estate.ts';
import type { Violation } from '../doctor/find-violations.ts';
import { writeTo } from '../estate.ts';
import { whileLocked } from '../in-use.ts';
import { refuseExchangeOfMoved } from '../move/move.ts';
import { announceLoss } from './announce-loss.ts';
import type { ArchiveFile } from './encryption.ts';
import { knownErasures } from './known-erasures.ts';
import { proveOrigin } from './origin.ts';
import { clearInstallationState } from './queries.ts';
import { inspectArchive, loadRows, readFiles } from './read-backup.ts';
import { readLog } from './read-log.ts';
import { NoRoom, refuseWithoutRoom } from './room.ts';
import type { Manifest } from './rules.ts';
import { verifyCopy } from './verify-copy.ts';

export class RulesBroken extends Error {
  readonly violations: Violation[];
  constructor(violations: Violation[]) {
    super('The archive holds an estate that breaks rules.');
    this.violations = violations;
  }
}

/** There is only one slot for previous data. A second restore would overwrite the original live data. */
class StillKept extends Error {}

export interface RestoreOptions {
  evenViolated?: boolean;
  /** The server had stopped before the backup was made: nothing was done since, and the log goes on. */
  isComplete?: boolean;
  /** Also an archive of which nothing proves that it is of this estate. */
  evenUnproven?: boolean;
  /** Public key of the log, for a machine without the key itself. */
  verifierKey?: string | undefined;
  /** Text of an age identity file. */
  identity?: string | undefined;
}

/**
 * The live data become the previous data for `undoRestore`. All sessions end.
 * @throws ArchiveDamaged, CannotOpen, OriginNotProven, NewerArchive, InUse, MovedAway, StillKept, NoRoom, NotFaithful,
 * RulesBroken; the live data are unchanged then
 */
export async function restoreBackup(
  config: Config,
  storage: Storage,
  path: string,
  options: RestoreOptions = {},
): Promise<Manifest> {
  const archive = { path, identity: options.identity };
  const { manifest, signedBy } = await inspectArchive(archive);
  if (!options.evenUnproven) await proveOrigin(config, signedBy, options.verifierKey);
  try {
    await whileLocked(config, 'alone', () => exchange(config, storage, archive, manifest, options));
  } catch (error) {
    throw failureOf(error) === 'storage_full' ? new NoRoom(manifest, error) : error;
  }
  return manifest;
}

async function exchange(
  config: Config,
  storage: Storage,
  archive: ArchiveFile,
  manifest: Manifest,
  options: RestoreOptions,
) {
  await refuseExchangeOfMoved(config);
  if (config.storage.kind === 'folder') await mkdir(config.storage.folder, { recursive: true });
  const slots = databaseSlots(config);
  if (await slots.hasPrevious())
    throw new StillKept(
      'The data from before the last restore are still kept. --undo exchanges them with the live ones; once they are not needed, let them go with --forget.',
    );
  await refuseWithoutRoom(config, storage, manifest);
  const placed: string[] = [];
  const replaced = await readLog(config);
  const erasures = await knownErasures(config, dirname(archive.path));
  try {
    await prepareStaging(await slots.clearStaging(), storage, archive, manifest, {
      config,
      placed,
      replaced,
      erasures,
      ...options,
    });
  } catch (error) {
    // Frees the space again. A failed cleanup must not hide the original error.
    await Promise.allSettled([slots.removeStaging(), removeAll(storage, placed)]);
    throw error;
  }
  await slots.activateStaging();
}

interface Staging extends RestoreOptions {
  config: Config;
  /** Collects the keys of new files. */
  placed: string[];
  /** The log of the live data. */
  replaced: LogState | null;
  erasures: readonly KeptErasure[];
}

async function prepareStaging(
  location: Location,
  storage: Storage,
  archive: ArchiveFile,
  manifest: Manifest,
  { config, placed, replaced, erasures, evenViolated = false, isComplete = false }: Staging,
) {
  await withDatabase(location, async (database) => {
    await loadRows(database, archive, manifest);
    await putFiles(archive, manifest, storage, placed);
    const violations = await verifyCopy(database, storage, manifest);
    if (violations.length > 0 && !evenViolated) throw new RulesBroken(violations);
    const write = writeTo(database);
    await write('system', async (tx) => {
      await clearInstallationState(tx);
      const lost = await continueRestoredLog(tx, config, replaced, isComplete);
      if (lost && !isComplete) await announceLoss(tx, describeLoss(lost, manifest.created));
      await tx.audit('estate.restored', 'estate', null, { sesudah: { cadangan: manifest.created } });
      await repeatErasures(tx, erasures);
    });
    await checkEstate({ database, storage, write, clock: systemClock });
  });
}

function describeLoss({ hilang }: LostLeaves, created: string): string {
  const many = hilang === null ? 'Catatan' : `${formatCount(hilang)} catatan`;
  return `Data dipulihkan dari cadangan ${formatDate(created.slice(0, 10))}. ${many} sesudahnya tidak ada lagi.`;
}

/**
 * File names are unique forever, so the files of the archive can be stored next to the live ones. Existing
 * files are only overwritten if they are damaged.
 * @param placed collects the keys of new files
 */
async function putFiles(archive: ArchiveFile, manifest: Manifest, storage: Storage, placed: string[]) {
  const sum = (bytes: Buffer) => hash('sha256', bytes);
  for await (const { key, content } of readFiles(archive, manifest)) {
    const present = await storage.open(key);
    if (present?.size === content.length && sum(await buffer(present.stream)) === sum(content)) continue;
    present?.stream.destroy();
    if (!present) placed.push(key);
    await storage.put(key, content);
  }
}

async function removeAll(storage: Storage, keys: readonly string[]) {
  for (const key of keys) await storage.remove(key);
}
