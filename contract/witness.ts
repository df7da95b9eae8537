/** Whether a log still is the one of which somebody kept a checkpoint. */
import { parseCheckpoint, verifyCheckpoint } from './checkpoint.ts';
import { fromBase64 } from './encoding.ts';
import type { LogConsistency } from './log.ts';
import { verifyConsistency } from './merkle.ts';
import { parseNote, parseVerifierKey, verifyByWebCrypto, type VerifyEd25519 } from './signed-note.ts';

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
  const proof = bukti.map((hash) => fromBase64(hash) ?? new Uint8Array());
  const isContinued = await verifyConsistency({ oldSize: old.size, oldRoot: old.root, size, root, proof });
  if (!isContinued) return 'rewritten';
  return kini === old.origin ? 'same' : 'other';
}
