/**
 * Signed notes (C2SP signed-note v1.0.0) with Ed25519: a text that people can read, an empty line, and lines of
 * signatures.
 */
import { type Bytes, concat, fromBase64, toBase64, toHex, toUtf8 } from './encoding.ts';
import { sha256 } from './merkle.ts';

export interface NoteSignature {
  name: string;
  /** Eight hexadecimal digits. */
  keyId: string;
  signature: Bytes;
}

export interface SignedNote {
  /** Ends with a line break. */
  text: string;
  signatures: NoteSignature[];
}

const keyIdLength = 4;
const longestNote = 64 * 1024;
const mostSignatures = 100;
const separator = '\n\n';
export const signatureLength = 64;
const signatureLine = /^— ([^ ]+) ([^ ]+)$/;

/** Without spaces of any script, line breaks and plus signs. */
const isKeyName = (name: string): boolean => /^[^\s\p{Cc}+]+$/u.test(name) && name.isWellFormed();

/** ASCII control characters other than line breaks. */
const hasControlCharacter = (text: string) => /[^\P{Cc}\n\u007f-\u009f]/u.test(text);

/** @returns undefined if it is no signed note */
export function parseNote(note: string): SignedNote | undefined {
  if (note.length > longestNote || !note.isWellFormed() || hasControlCharacter(note)) return undefined;
  const split = note.lastIndexOf(separator);
  const [lines, end] = [note.slice(split + separator.length, -1).split('\n'), note.at(-1)];
  if (split < 0 || end !== '\n' || lines.length > mostSignatures) return undefined;
  const signatures = lines.map(parseSignature);
  return signatures.every((signature) => signature !== undefined)
    ? { text: note.slice(0, split + 1), signatures }
    : undefined;
}

function parseSignature(line: string): NoteSignature | undefined {
  const [, name = '', base64 = ''] = signatureLine.exec(line) ?? [];
  const bytes = fromBase64(base64);
  if (!isKeyName(name) || !bytes || bytes.length <= keyIdLength) return undefined;
  return { name, keyId: toHex(bytes.subarray(0, keyIdLength)), signature: bytes.slice(keyIdLength) };
}

export function formatNote({ text, signatures }: SignedNote): string {
  const lines = signatures.map(({ name, keyId, signature }) => {
    const id = keyId.match(/../g)?.map((hex) => Number.parseInt(hex, 16)) ?? [];
    return `— ${name} ${toBase64(concat(Uint8Array.from(id), signature))}\n`;
  });
  return `${text}\n${lines.join('')}`;
}

/** A key signs notes, or cosigns checkpoints of others. */
export type KeyPurpose = 'note' | 'cosignature';
const signatureTypes = { note: 1, cosignature: 4 } as const;

export interface VerifierKey {
  name: string;
  keyId: string;
  purpose: KeyPurpose;
  publicKey: Bytes;
}

export async function makeVerifierKey(
  name: string,
  publicKey: Uint8Array,
  purpose: KeyPurpose = 'note',
): Promise<VerifierKey> {
  const typed = concat(Uint8Array.of(signatureTypes[purpose]), publicKey);
  const hash = await sha256(concat(toUtf8(`${name}\n`), typed));
  return { name, keyId: toHex(hash.subarray(0, keyIdLength)), purpose, publicKey: new Uint8Array(publicKey) };
}

/** `example.com/foo+530d903a+AekyeRrm…` */
export const formatVerifierKey = ({ name, keyId, purpose, publicKey }: VerifierKey): string =>
  `${name}+${keyId}+${toBase64(concat(Uint8Array.of(signatureTypes[purpose]), publicKey))}`;

/** @returns undefined if it is no Ed25519 key or its id does not belong to it */
export async function parseVerifierKey(text: string): Promise<VerifierKey | undefined> {
  const [, name = '', keyId = '', base64 = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? [];
  const [type, ...publicKey] = fromBase64(base64) ?? [];
  const purpose = type === signatureTypes.note ? 'note' : 'cosignature';
  if (!isKeyName(name) || type !== signatureTypes[purpose] || publicKey.length !== 32) return undefined;
  const key = await makeVerifierKey(name, Uint8Array.from(publicKey), purpose);
  return key.keyId === keyId ? key : undefined;
}

export type VerifyEd25519 = (publicKey: Bytes, message: Bytes, signature: Bytes) => Promise<boolean>;

/** @throws DOMException NotSupportedError in browsers without Ed25519; these pass another function */
export const verifyByWebCrypto: VerifyEd25519 = async (publicKey, message, signature) => {
  const { subtle } = globalThis.crypto;
  const key = await subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  return await subtle.verify('Ed25519', key, signature, message);
};

export type NoteVerdict =
  | { valid: true; text: string; signers: VerifierKey[]; note: SignedNote }
  | { valid: false; reason: 'malformed' | 'unknown_key' | 'forged'; note?: SignedNote };

/**
 * Ignores signatures of unknown keys, and cosignatures. One bad signature of a known key makes the whole note a
 * forgery.
 */
export async function verifyNote(
  text: string,
  keys: readonly VerifierKey[],
  verify: VerifyEd25519 = verifyByWebCrypto,
): Promise<NoteVerdict> {
  const note = parseNote(text);
  if (!note) return { valid: false, reason: 'malformed' };
  const message = toUtf8(note.text);
  const signers: VerifierKey[] = [];
  for (const signature of note.signatures) {
    const key = findKey(keys, signature, 'note');
    if (!key) continue;
    const { signature: bytes } = signature;
    if (bytes.length !== signatureLength || !(await verify(key.publicKey, message, bytes)))
      return { valid: false, reason: 'forged', note };
    if (!signers.includes(key)) signers.push(key);
  }
  if (signers.length === 0) return { valid: false, reason: 'unknown_key', note };
  return { valid: true, text: note.text, signers, note };
}

export const findKey = (
  keys: readonly VerifierKey[],
  { name, keyId }: Pick<NoteSignature, 'name' | 'keyId'>,
  purpose: KeyPurpose,
) => keys.find((key) => key.purpose === purpose && key.name === name && key.keyId === keyId);
