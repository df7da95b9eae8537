/** Prepares and checks an archive in the staging slot, then exchanges it with the live data. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import {
  continueFormerLog,
  continueRestoredLog,
  type LogState,
  type LostLeaves,
  readLogState,
} from '../../areas/log/fork-log.ts';
import { tellEveryone } from '../../areas/notifications/tell-everyone.ts';
import { notificationTitles } from '../../../contract/events.ts';
import { formatCount, formatDate, formatRupiah } from '../../../contract/format.ts';
import type { Config } from '../../config.ts';
import { systemClock } from '../../clock.ts';
import { type Location, openDatabase, sqliteFile } from '../../database/open.ts';
import { databaseSlots } from '../../database/slots.ts';
import { makeWrite, type Tx } from '../../database/write.ts';
import { failureOf } from '../../failures.ts';
import { lockEstate } from '../in-use.ts';
import type { Storage } from '../../storage/storage.ts';
import { checkEstate } from '../doctor/check-estate.ts';
import type { Violation } from '../doctor/find-violations.ts';
import { verifyCopy } from './verify-copy.ts';
import { clearInstallationState, countBookedSinceExchange } from './queries.ts';
import { inspectArchive, loadRows, readFiles } from './read-backup.ts';
import { NoRoom, refuseWithoutRoom } from './room.ts';
import type { Manifest } from './rules.ts';

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
}

/**
 * The live data become the previous data for `undoRestore`. All sessions end.
 * @throws ArchiveDamaged, NewerArchive, InUse, StillKept, NoRoom, NotFaithful, RulesBroken; the live data are
 * unchanged then
 */
export async function restoreBackup(
  config: Config,
  storage: Storage,
  path: string,
  options: RestoreOptions = {},
): Promise<Manifest> {
  const manifest = await inspectArchive(path);
  try {
    const release = await lockEstate(config, 'alone');
    try {
      await exchange(config, storage, path, manifest, options);
    } finally {
      await release();
    }
  } catch (error) {
    throw failureOf(error) === 'storage_full' ? new NoRoom(manifest, error) : error;
  }
  return manifest;
}

async function exchange(
  config: Config,
  storage: Storage,
  path: string,
  manifest: Manifest,
  options: RestoreOptions,
) {
  if (config.storage.kind === 'folder') await mkdir(config.storage.folder, { recursive: true });
  const slots = databaseSlots(config);
  if (await slots.hasPrevious())
    throw new StillKept(
      'The data from before the last restore are still kept. --undo exchanges them with the live ones; once they are not needed, let them go with --forget.',
    );
  await refuseWithoutRoom(config, storage, manifest);
  const placed: string[] = [];
  const replaced = await readLiveLog(config);
  try {
    await prepareStaging(await slots.clearStaging(), storage, path, manifest, {
      config,
      placed,
      replaced,
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
}

async function prepareStaging(
  location: Location,
  storage: Storage,
  path: string,
  manifest: Manifest,
  { config, placed, replaced, evenViolated = false, isComplete = false }: Staging,
) {
  const database = openDatabase(location);
  try {
    await loadRows(database, path, manifest);
    await putFiles(path, storage, placed);
    const violations = await verifyCopy(database, storage, manifest);
    if (violations.length > 0 && !evenViolated) throw new RulesBroken(violations);
    const files = { discard: async () => {} };
    const { write } = makeWrite({ database, clock: systemClock, files, publish: () => {} });
    await write('system', async (tx) => {
      await clearInstallationState(tx);
      const lost = await continueRestoredLog(tx, config, replaced, isComplete);
      if (lost && !isComplete) await announce(tx, describeLoss(lost, manifest.created));
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
}

/** Null if there is none, or if it cannot be read. */
async function readLiveLog(config: Config): Promise<LogState | null> {
  if (!config.databaseUrl && !existsSync(sqliteFile(config.dataDir))) return null;
  const database = openDatabase(config);
  try {
    return await readLogState(database.read);
  } catch {
    return null;
  } finally {
    await database.close();
  }
}

async function announce(tx: Tx, what: string): Promise<void> {
  await tellEveryone(tx, {
    jenis: 'announcement',
    judul: notificationTitles['log-restored'],
    pesan: `${what} Periksa pembayaran terakhir Anda.`,
    halaman: 'payments',
  });
}

function describeLoss({ hilang }: LostLeaves, created: string): string {
  const many = hilang === null ? 'Catatan' : `${formatCount(hilang)} catatan`;
  return `Data dipulihkan dari cadangan ${formatDate(created.slice(0, 10))}. ${many} sesudahnya tidak ada lagi.`;
}

const undone = 'Pemulihan data dibatalkan. Yang dicatat sejak pemulihan itu tidak ada lagi.';

class NothingToUndo extends Error {}

/** Entries of the book that going back would lose. */
class NewMoney extends Error {
  constructor({ banyak, jumlah }: LostMoney) {
    super(
      `${formatCount(banyak)} entries of money (${formatRupiah(jumlah)} in all) were booked since the restore and would be lost. Add --lose-new-money to go back nevertheless.`,
    );
  }
}

interface LostMoney {
  banyak: number;
  /** Rupiah, without signs. */
  jumlah: number;
}

/**
 * @param loseNewMoney gives up what was booked since the restore; an audit row says how much
 * @throws NothingToUndo, InUse, NewMoney; nothing has changed then
 */
export async function undoRestore(
  config: Config,
  { loseNewMoney = false }: { loseNewMoney?: boolean } = {},
): Promise<void> {
  const release = await lockEstate(config, 'alone');
  try {
    const slots = databaseSlots(config);
    if (!(await slots.hasPrevious())) throw new NothingToUndo('There are no previous data to go back to.');
    const money = await readNewMoney(config);
    if (money.banyak > 0 && !loseNewMoney) throw new NewMoney(money);
    const replaced = await readLiveLog(config);
    await slots.swapWithPrevious();
    if (replaced && (await readLiveLog(config))) await continueLog(config, replaced, money);
  } finally {
    await release();
  }
}

/** What was booked since the live data came to be live by a restore or its undoing. */
async function readNewMoney(config: Config): Promise<LostMoney> {
  const database = openDatabase(config);
  try {
    return await countBookedSinceExchange(database.read);
  } catch {
    return { banyak: 0, jumlah: 0 }; // an older schema, with which nothing was booked since
  } finally {
    await database.close();
  }
}

/** The log of the data that are live again names the one that is given up. */
async function continueLog(config: Config, replaced: LogState, money: LostMoney): Promise<void> {
  const database = openDatabase(config);
  try {
    const files = { discard: async () => {} };
    const { write } = makeWrite({ database, clock: systemClock, files, publish: () => {} });
    await write('system', async (tx) => {
      const lost = await continueFormerLog(tx, config, replaced);
      if (lost) await announce(tx, undone);
      if (money.banyak > 0)
        await tx.audit({
          aksi: 'estate.undone',
          entitas: 'estate',
          entitas_id: null,
          sesudah: { banyak: money.banyak, jumlah: money.jumlah },
        });
    });
  } finally {
    await database.close();
  }
}

/**
 * File names are unique forever, so the files of the archive can be stored next to the live ones. Existing
 * files are only overwritten if they are damaged.
 * @param placed collects the keys of new files
 */
async function putFiles(path: string, storage: Storage, placed: string[]) {
  const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex');
  for await (const { key, content } of readFiles(path)) {
    const present = await storage.open(key);
    if (present?.size === content.length && hash(await buffer(present.stream)) === hash(content)) continue;
    present?.stream.destroy();
    if (!present) placed.push(key);
    await storage.put(key, content);
  }
}

async function removeAll(storage: Storage, keys: readonly string[]) {
  for (const key of keys) await storage.remove(key);
}
