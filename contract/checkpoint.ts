/** Checkpoints of a log (C2SP tlog-checkpoint v1.0.0) and cosignatures on them (tlog-cosignature v1.0.1, Ed25519). */
import { type Bytes, concat, fromBase32, fromBase64, toBase32, toBase64, toUtf8 } from './encoding.ts';
import { hashLength } from './merkle.ts';
import {
  findKey,
  type NoteSignature,
  parseNote,
  signatureLength,
  type VerifierKey,
  type VerifyEd25519,
  verifyByWebCrypto,
  verifyNote,
} from './signed-note.ts';

export interface Checkpoint {
  origin: string;
  size: number;
  root: Bytes;
}

/** The text that is signed. */
export const formatCheckpoint = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`;

/**
 * @param text of a note
 * @returns undefined if it is no checkpoint. Extension lines are refused: no log of Guyub writes any
 */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const [origin = '', size = '', root = '', end, ...more] = text.split('\n');
  const hash = fromBase64(root);
  if (origin === '' || !/^(0|[1-9][0-9]{0,15})$/.test(size) || !Number.isSafeInteger(Number(size)))
    return undefined;
  if (hash?.length !== hashLength || end !== '' || more.length > 0) return undefined;
  return { origin, size: Number(size), root: hash };
}

export type CheckpointVerdict =
  | { valid: true; checkpoint: Checkpoint; signers: VerifierKey[] }
  | { valid: false; reason: 'malformed' | 'unknown_key' | 'forged'; checkpoint?: Checkpoint };

/** The keys of the log carry its origin as their name; other keys are ignored. */
export async function verifyCheckpoint(
  note: string,
  keys: readonly VerifierKey[],
  verify: VerifyEd25519 = verifyByWebCrypto,
): Promise<CheckpointVerdict> {
  const checkpoint = parseCheckpoint(parseNote(note)?.text ?? '');
  if (!checkpoint) return { valid: false, reason: 'malformed' };
  const own = keys.filter(({ name }) => name === checkpoint.origin);
  const verdict = await verifyNote(note, own, verify);
  return verdict.valid
    ? { valid: true, checkpoint, signers: verdict.signers }
    : { valid: false, reason: verdict.reason, checkpoint };
}

/** What a cosigner signs. @param time seconds since 1970 */
export const cosignedMessage = (text: string, time: number): Bytes =>
  toUtf8(`cosignature/v1\ntime ${time}\n${text}`);

const timestampLength = 8;

/** Joins time and Ed25519 signature for the signature line of a cosigner. */
export function makeCosignature(time: number, signature: Uint8Array): Bytes {
  const timestamp = new Uint8Array(timestampLength);
  new DataView(timestamp.buffer).setBigUint64(0, BigInt(time));
  return concat(timestamp, signature);
}

function splitCosignature(bytes: Bytes): { time: number; signature: Bytes } | undefined {
  if (bytes.length !== timestampLength + signatureLength) return undefined;
  const time = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0));
  return Number.isSafeInteger(time) ? { time, signature: bytes.slice(timestampLength) } : undefined;
}

export interface Cosignature {
  key: VerifierKey;
  /** Seconds since 1970. */
  time: number;
}

/** @returns the valid cosignatures of known keys; undefined if a known key's is bad or the note is no checkpoint */
export async function verifyCosignatures(
  text: string,
  keys: readonly VerifierKey[],
  verify: VerifyEd25519 = verifyByWebCrypto,
): Promise<Cosignature[] | undefined> {
  const note = parseNote(text);
  if (!note || !parseCheckpoint(note.text)) return undefined;
  const valid: Cosignature[] = [];
  for (const line of note.signatures) {
    const key = findKey(keys, line, 'cosignature');
    if (!key) continue;
    const time = await verifyCosignature(note.text, line, key, verify);
    if (time === undefined) return undefined;
    valid.push({ key, time });
  }
  return valid;
}

async function verifyCosignature(
  text: string,
  { signature: bytes }: NoteSignature,
  { publicKey }: VerifierKey,
  verify: VerifyEd25519,
): Promise<number | undefined> {
  const parts = splitCosignature(bytes);
  if (!parts) return undefined;
  const { time, signature } = parts;
  return (await verify(publicKey, cosignedMessage(text, time), signature)) ? time : undefined;
}

/** A whole root hash for people: 52 letters and digits in groups of four. */
export const formatHead = (root: Uint8Array): string => toBase32(root).match(/.{4}/g)?.join(' ') ?? '';

/** Reads what people copy: spaces, hyphens, line breaks and small letters do not matter. */
export function parseHead(text: string): Bytes | undefined {
  const root = fromBase32(text.replaceAll(/[\s-]/g, '').toUpperCase());
  return root?.length === hashLength ? root : undefined;
}
