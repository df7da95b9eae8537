/** What the signed log proves: tiles, leaves and consistency, never beyond the newest checkpoint. */
import { toBase64 } from '../../../contract/encoding.ts';
import type { LogConsistency, RestoredLog, Rotation } from '../../../contract/log.ts';
import { formatVerifierKey } from '../../../contract/signed-note.ts';
import { type TilePath, tileWidth } from '../../../contract/tile-path.ts';
import type { Db } from '../../database/open.ts';
import { found, Refusal } from '../../http/refusal.ts';
import type { ByteAnswer } from '../../http/route.ts';
import * as queries from './queries.ts';
import { openTree } from './read-tree.ts';
import { latestCheckpoint, type SignedLog } from './sign-checkpoint.ts';

/** @throws Refusal 404 for a log that this estate never had */
async function findOrigin({ db, signer }: SignedLog, asal: string | undefined): Promise<queries.LogOrigin> {
  return asal === undefined || asal === signer.origin.asal
    ? signer.origin
    : found(await queries.findOrigin(db, asal));
}

/** @throws Refusal 404 beyond the newest checkpoint */
async function assertSigned(db: Db, asal_id: number, { level, index, width }: TilePath): Promise<void> {
  const size = (await queries.findLastCheckpoint(db, asal_id))?.ukuran ?? 0;
  const hashes = Math.floor(size / tileWidth ** level);
  if (index * tileWidth + width > hashes) throw new Refusal('not_found');
}

const answer = (bytes: Buffer, { width }: TilePath): ByteAnswer => ({ bytes, isFinal: width === tileWidth });

export async function readTile(log: SignedLog, path: TilePath, asal?: string): Promise<ByteAnswer> {
  const { id } = await findOrigin(log, asal);
  await assertSigned(log.db, id, path);
  return answer(Buffer.concat(await openTree(log.db, id).tile(path.level, path.index, path.width)), path);
}

/** Each leaf behind its length, in two bytes. */
export async function readEntries(log: SignedLog, path: TilePath, asal?: string): Promise<ByteAnswer> {
  const { id } = await findOrigin(log, asal);
  await assertSigned(log.db, id, path);
  const leaves = await queries.listLeaves(log.db, id, path.index * tileWidth, path.width);
  const parts = leaves.flatMap((leaf) => {
    const bytes = Buffer.from(leaf);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(bytes.length);
    return [length, bytes];
  });
  return answer(Buffer.concat(parts), path);
}

/** Nothing is proved from size 0, to the same size, or from a size that the log has not reached. */
export async function proveConsistency(
  log: SignedLog,
  { asal, dari, sampai }: { asal?: string | undefined; dari: number; sampai?: number | undefined },
): Promise<LogConsistency> {
  const { db, signer } = log;
  const origin = await findOrigin(log, asal);
  const newest =
    origin.id === signer.origin.id
      ? await latestCheckpoint(log)
      : await queries.findLastCheckpoint(db, origin.id);
  const size = newest?.ukuran ?? 0;
  const to = sampai ?? size;
  if (to > size) throw new Refusal('not_found');
  const proof = dari > 0 && dari < to ? await openTree(db, origin.id).consistency(dari, to) : [];
  const checkpoint = to === size ? newest : await queries.findCheckpoint(db, origin.id, to);
  return {
    asal: origin.asal,
    kini: signer.origin.asal,
    dari,
    sampai: to,
    bukti: proof.map(toBase64),
    catatan: checkpoint?.catatan ?? null,
  };
}

/** @throws Refusal 404 if no leaf of the log in use names that one */
export async function proveRestored(log: SignedLog, asal: string): Promise<RestoredLog> {
  const { db, signer } = log;
  const named = (await queries.listRestored(db)).find(
    ({ sesudah }) => (JSON.parse(sesudah ?? '{}') as { asal_lama?: unknown }).asal_lama === asal,
  );
  const { id } = found(named);
  const { ukuran, catatan } = await latestCheckpoint(log);
  const { indeks, isi } = found(await queries.findLeafOf(db, signer.origin.id, id));
  const proof = await openTree(db, signer.origin.id).inclusion(indeks, ukuran);
  return {
    asal: signer.origin.asal,
    kunci: formatVerifierKey(signer.key),
    catatan,
    indeks,
    daun: isi,
    bukti: proof.map(toBase64),
  };
}

/** Each leaf that names a new key, signed under the one before, and in the tree of this size. */
export async function proveRotations(
  log: SignedLog,
  { asal, ukuran }: { asal?: string | undefined; ukuran: number },
): Promise<Rotation[]> {
  const { id, asal: name } = await findOrigin(log, asal);
  const newest = await queries.findLastCheckpoint(log.db, id);
  if (ukuran > (newest?.ukuran ?? 0)) throw new Refusal('not_found');
  const tree = openTree(log.db, id);
  const rotations: Rotation[] = [];
  for (const row of await queries.listRotations(log.db)) {
    if ((JSON.parse(row.sesudah ?? '{}') as { asal?: unknown }).asal !== name) continue;
    const leaf = await queries.findLeafOf(log.db, id, row.id);
    // Nothing is signed between the leaf and its checkpoint.
    const signed = leaf && (await queries.findCheckpoint(log.db, id, leaf.indeks + 1));
    if (!leaf || !signed || leaf.indeks >= ukuran) continue;
    const { indeks, isi: daun } = leaf;
    rotations.push({
      indeks,
      daun,
      catatan: signed.catatan,
      bukti: (await tree.inclusion(indeks, signed.ukuran)).map(toBase64),
      bukti_kini: (await tree.inclusion(indeks, ukuran)).map(toBase64),
    });
  }
  return rotations;
}
