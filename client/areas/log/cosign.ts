/** Cosigns what this device saw of the log, with a key that cannot leave it. */
import { type DBSchema, openDB } from 'idb';
import { cosignedMessage, makeCosignature } from '../../../contract/checkpoint.ts';
import { toBase64 } from '../../../contract/encoding.ts';
import { cosignCheckpoint, cosignerName } from '../../../contract/log.ts';
import { formatVerifierKey, makeVerifierKey, parseNote } from '../../../contract/signed-note.ts';
import { checkpointOf } from '../../../contract/witness.ts';
import { call } from '../../shared/http.ts';
import { readKeptLog } from './kept-log.ts';
import { watchLog } from './witness.ts';

interface Schema extends DBSchema {
  keys: { key: number; value: CryptoKeyPair };
}

const open = () =>
  openDB<Schema>('guyub-cosigner', 1, { upgrade: (db) => void db.createObjectStore('keys') });

/** One key for each account on this device. @throws Error with a sentence for people */
async function keyOf(userId: number): Promise<{ pair: CryptoKeyPair; isNew: boolean }> {
  const db = await open();
  const kept = await db.get('keys', userId);
  const pair = kept ?? (await makeKey());
  if (!kept) await db.put('keys', pair, userId);
  db.close();
  return { pair, isNew: !kept };
}

async function makeKey(): Promise<CryptoKeyPair> {
  try {
    return await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
  } catch {
    throw new Error('Browser ini belum dapat menandatangani. Perbarui browser Anda, lalu coba lagi.');
  }
}

/** @throws Error, CallError */
export async function cosign(userId: number): Promise<string> {
  await watchLog();
  const kept = await readKeptLog();
  if (!kept)
    throw new Error(
      'HP atau komputer ini belum dapat memeriksa log. Buka lewat alamat https, lalu coba lagi.',
    );
  if (kept.dispute)
    throw new Error('Log bertentangan dengan catatan di HP atau komputer ini; jangan ditandatangani.');
  const { pair, isNew } = await keyOf(userId);
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  const key = await makeVerifierKey(cosignerName(kept.asal, userId), publicKey, 'cosignature');
  const time = Math.floor(Date.now() / 1_000);
  const message = cosignedMessage(parseNote(kept.catatan)?.text ?? '', time);
  const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', pair.privateKey, message));
  const tanda = toBase64(makeCosignature(time, signature));
  const ukuran = checkpointOf(kept.catatan)?.size ?? 0;
  const body = { ukuran, kunci: formatVerifierKey(key), tanda };
  const { message: answer } = await call(cosignCheckpoint, { body });
  // The log tells of a new key in a leaf: only the checkpoint after that is the newest one.
  return isNew ? await cosign(userId) : answer;
}
