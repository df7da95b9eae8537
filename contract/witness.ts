/** Whether a log still is the one of which somebody kept a checkpoint. */
import { type Checkpoint, parseCheckpoint, verifyCheckpoint } from './checkpoint.ts';
import { fromBase64, toUtf8 } from './encoding.ts';
import { nextKeyIn } from './key-chain.ts';
import type { LogConsistency, RestoredLog, Rotation } from './log.ts';
import { hashLeaf, verifyConsistency, verifyInclusion } from './merkle.ts';
import { parseNote, parseVerifierKey, type VerifyEd25519, verifyByWebCrypto } from './signed-note.ts';

/** A checkpoint that was verified, and the verifier key that signed it. */
export interface KeptHead {
  kunci: string;
  catatan: string;
}

/**
 * What a server answers about a kept log.
 * `rewritten`: it signed something that the kept checkpoint is no part of. `unsigned`: its checkpoint is not signed by
 * the key of the kept one. `other`: it uses another log.
 */
export type LogVerdict = 'same' | 'rewritten' | 'unsigned' | 'other';

export const checkpointOf = (catatan: string) => parseCheckpoint(parseNote(catatan)?.text ?? '');

const hashesOf = (proof: readonly string[]) => proof.map((hash) => fromBase64(hash) ?? new Uint8Array());

export async function judgeLog(
  kept: KeptHead,
  { kini, bukti, catatan }: Pick<LogConsistency, 'kini' | 'bukti' | 'catatan'>,
  verify: VerifyEd25519 = verifyByWebCrypto,
): Promise<LogVerdict> {
  const key = await parseVerifierKey(kept.kunci);
  const old = checkpointOf(kept.catatan);
  if (!key || !old) throw new Error('the kept checkpoint cannot be read');
  const verdict = await verifyCheckpoint(catatan ?? '', [key], verify);
  if (!verdict.valid) return 'unsigned';
  const { size, root } = verdict.checkpoint;
  const proof = hashesOf(bukti);
  // Every log goes on from an empty one.
  const isContinued =
    old.size === 0 || (await verifyConsistency({ oldSize: old.size, oldRoot: old.root, size, root, proof }));
  if (!isContinued) return 'rewritten';
  return kini === old.origin ? 'same' : 'other';
}

/**
 * The key that followed the kept one: each must be named by a leaf that the key before it signed, and that is still part of
 * the log.
 * @param catatan the newest checkpoint; whether the returned key signed it is for `judgeLog`
 */
export async function followKeys(
  kunci: string,
  catatan: string,
  rotations: readonly Rotation[],
  verify: VerifyEd25519 = verifyByWebCrypto,
): Promise<string> {
  const newest = checkpointOf(catatan);
  let current = kunci;
  for (const { indeks: index, daun, catatan: signed, bukti, bukti_kini } of rotations) {
    const next = nextKeyIn(daun, current);
    const key = next === undefined ? undefined : await parseVerifierKey(current);
    const verdict = key && (await verifyCheckpoint(signed, [key], verify));
    if (next === undefined || !verdict?.valid || !newest) continue;
    const leafHash = await hashLeaf(toUtf8(daun));
    const isIn = ({ size, root }: Pick<Checkpoint, 'size' | 'root'>, proof: readonly string[]) =>
      verifyInclusion({ leafHash, index, size, root, proof: hashesOf(proof) });
    if ((await isIn(verdict.checkpoint, bukti)) && (await isIn(newest, bukti_kini))) current = next;
  }
  return current;
}

/** What a log says of the one before it. */
export interface Restored {
  /** ISO time. */
  tanggal: string;
  /** Entries that went with the former log; null if nobody can know. */
  hilang: number | null;
}

interface RestoredLeaf {
  aksi?: unknown;
  entitas?: unknown;
  tanggal?: unknown;
  sesudah?: { asal?: unknown; asal_lama?: unknown; hilang?: unknown } | null;
}

/** Whether the log in use says, in a leaf that it signed, that it follows the log of this name. */
export async function judgeRestored(
  former: string,
  { asal, kunci, catatan, indeks, daun, bukti }: RestoredLog,
  verify: VerifyEd25519 = verifyByWebCrypto,
): Promise<Restored | null> {
  const key = await parseVerifierKey(kunci);
  const verdict = await verifyCheckpoint(catatan, key ? [key] : [], verify);
  if (!verdict.valid || verdict.checkpoint.origin !== asal) return null;
  const { size, root } = verdict.checkpoint;
  const proof = hashesOf(bukti);
  const leafHash = await hashLeaf(toUtf8(daun));
  if (!(await verifyInclusion({ leafHash, index: indeks, size, root, proof }))) return null;
  const { aksi, entitas, tanggal, sesudah } = JSON.parse(daun) as RestoredLeaf;
  const isAbout = aksi === 'log.restored' && entitas === 'log' && sesudah?.asal_lama === former;
  if (!isAbout || sesudah.asal !== asal || typeof tanggal !== 'string') return null;
  return { tanggal, hilang: typeof sesudah.hilang === 'number' ? sesudah.hilang : null };
}
