import { formatCheckpoint } from '../../../contract/checkpoint.ts';
import { tileWidth } from '../../../contract/tile-path.ts';
import type { Context } from '../../context.ts';
import { takeFromQueue } from '../../database/append-leaf.ts';
import type { Tx } from '../../database/write.ts';
import { Refusal } from '../../http/refusal.ts';
import type { LogSigner } from './open-signer.ts';
import * as queries from './queries.ts';
import { openTree, rootOfTile } from './read-tree.ts';

export type SignedLog = Pick<Context, 'db' | 'write' | 'signer'>;

/**
 * The newest checkpoint. It covers every transaction that was committed before the call: leaves that wait get their
 * index, and the tree is signed, unless nothing is new.
 */
export async function latestCheckpoint({ db, write, signer }: SignedLog): Promise<queries.KeptCheckpoint> {
  const { id } = signer.origin;
  // Asked first: if another process signs between these reads, its leaves are in the count.
  const isAnyWaiting = await queries.isAnyLeafWaiting(db);
  const last = await queries.findLastCheckpoint(db, id);
  if (last && !isAnyWaiting && last.ukuran === (await queries.countLeaves(db, id))) return last;
  try {
    return await write('system', (tx) => sign(tx, signer));
  } catch (error) {
    // A full disk or a move to another database: what was signed before still holds.
    if (last && error instanceof Refusal) return last;
    throw error;
  }
}

/** One at a time, so that a size never gets two heads. */
export async function sign(tx: Tx, signer: LogSigner): Promise<queries.KeptCheckpoint> {
  const { id: asal_id, asal } = signer.origin;
  await tx.dialect.serialize(tx.db, 'log');
  while ((await takeFromQueue(tx.db, tx.dialect)) > 0);
  const ukuran = await queries.countLeaves(tx.db, asal_id);
  const present = await queries.findCheckpoint(tx.db, asal_id, ukuran);
  if (present) return present;
  await storeNodes(tx, asal_id, ukuran);
  const root = new Uint8Array(await openTree(tx.db, asal_id).root(ukuran));
  const catatan = signer.sign(formatCheckpoint({ origin: asal, size: ukuran, root }));
  return await queries.insertCheckpoint(tx, { asal_id, ukuran, catatan });
}

const tilesAtOnce = 64;

/** Roots of all complete subtrees of 256, 65,536 … leaves that are not stored yet. */
async function storeNodes(tx: Tx, asal_id: number, size: number): Promise<void> {
  for (let tingkat = 1, complete = Math.floor(size / tileWidth); complete > 0; tingkat += 1) {
    for (let first = await queries.countNodes(tx.db, asal_id, tingkat); first < complete; ) {
      const tree = openTree(tx.db, asal_id); // forgets tiles that were read
      const hashes: Buffer[] = [];
      for (; first + hashes.length < complete && hashes.length < tilesAtOnce; )
        hashes.push(rootOfTile(await tree.tile(tingkat - 1, first + hashes.length, tileWidth)));
      await queries.insertNodes(tx, { asal_id, tingkat, first }, hashes);
      first += hashes.length;
    }
    complete = Math.floor(complete / tileWidth);
  }
}
