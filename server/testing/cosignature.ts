/** A cosignature of the newest checkpoint by a new key, as a browser makes it. */
import { cosignedMessage, makeCosignature } from '../../contract/checkpoint.ts';
import { toBase64 } from '../../contract/encoding.ts';
import { cosignerName } from '../../contract/log.ts';
import { formatVerifierKey, makeVerifierKey, parseNote } from '../../contract/signed-note.ts';
import { latestCheckpoint } from '../areas/log/sign-checkpoint.ts';
import type { Context } from '../context.ts';

interface Changes {
  name?: string;
  text?: string;
  /** Seconds. */
  late?: number;
}

export async function makeCosigner({ signer, clock }: Context, userId: number, own?: string) {
  const { subtle } = globalThis.crypto;
  const pair = await subtle.generateKey('Ed25519', false, ['sign', 'verify']);
  const publicKey = new Uint8Array(await subtle.exportKey('raw', pair.publicKey));
  const name = own ?? cosignerName(signer.origin.asal, userId);
  const kunci = formatVerifierKey(await makeVerifierKey(name, publicKey, 'cosignature'));
  const sign = async (text: string, late = 0) => {
    const time = Math.floor(clock().getTime() / 1_000) - late;
    const signature = await subtle.sign('Ed25519', pair.privateKey, cosignedMessage(text, time));
    return toBase64(makeCosignature(time, new Uint8Array(signature)));
  };
  return { kunci, sign };
}

export async function cosignature(context: Context, userId: number, { name, text, late }: Changes = {}) {
  const { ukuran, catatan } = await latestCheckpoint(context);
  const { kunci, sign } = await makeCosigner(context, userId, name);
  return { ukuran, kunci, tanda: await sign(text ?? parseNote(catatan)?.text ?? '', late) };
}
