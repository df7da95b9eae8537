/**
 * After a restore leaves may be missing that devices have seen signed. Then another log begins: its first leaf names the
 * former one, and every leaf that was kept follows.
 */
import { formatHead } from '../../../contract/checkpoint.ts';
import type { Config } from '../../config.ts';
import { takeFromQueue } from '../../database/append-leaf.ts';
import type { Db } from '../../database/open.ts';
import type { Tx } from '../../database/write.ts';
import { headOf } from './find-head.ts';
import { hasKey, openOrigin } from './open-signer.ts';
import * as queries from './queries.ts';

export interface LogState {
  id: number;
  asal: string;
  /** Leaves, also those that wait. */
  total: number;
  last: string | undefined;
  /** The newest signed one. */
  head: { ukuran: number; kepala: string } | null;
}

/** Of the log in use; null before the first start. */
export async function readLogState(db: Db): Promise<LogState | null> {
  const key = await queries.findKey(db);
  if (!key) return null;
  const { asal_id: id, asal } = key;
  const waiting = await queries.listWaiting(db);
  const leaves = await queries.countLeaves(db, id);
  const [newest] = await queries.listLeaves(db, id, leaves - 1, 1);
  const signed = await queries.findLastCheckpoint(db, id);
  const head = signed ? headOf(signed.catatan) : null;
  return {
    id,
    asal,
    total: leaves + waiting.length,
    last: waiting.at(-1)?.isi ?? newest,
    head: head && { ukuran: head.ukuran, kepala: head.kepala },
  };
}

/** Leaves of the former log; `hilang` null: nobody can know. */
export interface LostLeaves {
  tersisa: number;
  hilang: number | null;
}

/**
 * @param replaced the log that was in use until now, as far as it can be read
 * @returns null if the restored log goes on
 */
export async function continueRestoredLog(
  tx: Tx,
  config: Pick<Config, 'logKeyFile' | 'publicUrl'>,
  replaced: LogState | null,
  isComplete: boolean,
): Promise<LostLeaves | null> {
  await tx.dialect.serialize(tx.db, 'log');
  const own = await readLogState(tx.db);
  if (!own && !replaced) return null;
  if (own && (isComplete || isSame(own, replaced)) && (await hasKey(tx.db, config))) return null;

  const waiting = await queries.removeWaiting(tx);
  const { asal_id, asal } = await openOrigin(tx, config);
  const lost = {
    tersisa: own?.total ?? 0,
    hilang: isComplete
      ? 0
      : own && own.asal === replaced?.asal
        ? Math.max(0, replaced.total - own.total)
        : null,
  };
  const former = own?.asal === replaced?.asal ? replaced : own;
  if (former) await nameFormer(tx, asal, former, lost);
  if (replaced && former !== replaced) await nameFormer(tx, asal, replaced, { tersisa: 0, hilang: null });
  await indexWaiting(tx);
  if (own) await queries.copyLeaves(tx, { from: own.id, to: asal_id });
  await queries.insertWaiting(tx, waiting);
  await indexWaiting(tx);
  return lost;
}

const isSame = (own: LogState, replaced: LogState | null) =>
  own.asal === replaced?.asal && own.total === replaced.total && own.last === replaced.last;

/**
 * The data from before a restore are in use again: its log goes on and names the one that is given up, unless both are
 * the same log. It cannot go on if the key was exchanged meanwhile.
 */
export async function continueFormerLog(
  tx: Tx,
  config: Pick<Config, 'logKeyFile' | 'publicUrl'>,
  replaced: LogState | null,
): Promise<LostLeaves | null> {
  const own = await readLogState(tx.db);
  if (!own || !replaced) return null;
  const isOurs = await hasKey(tx.db, config);
  if (!isOurs) await queries.endAllSessions(tx); // their marks are made with the former key
  if (own.asal === replaced.asal || !isOurs) return await continueRestoredLog(tx, config, replaced, false);
  const lost = { tersisa: 0, hilang: null };
  await nameFormer(tx, own.asal, replaced, lost);
  return lost;
}

async function nameFormer(tx: Tx, asal: string, former: LogState, lost: LostLeaves): Promise<void> {
  const { ukuran, kepala } = former.head ?? { ukuran: 0, kepala: formatHead(new Uint8Array()) };
  await tx.audit('log.restored', 'log', null, {
    sesudah: { asal, asal_lama: former.asal, ukuran, kepala, ...lost },
  });
}

async function indexWaiting(tx: Tx): Promise<void> {
  while ((await takeFromQueue(tx.db, tx.dialect)) > 0);
}
