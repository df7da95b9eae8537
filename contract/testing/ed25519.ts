/** Signers for tests, from fixed seeds. */
import { type Bytes, concat, fromBase64Url, toUtf8 } from '../encoding.ts';
import { type KeyPurpose, makeVerifierKey, type NoteSignature, type VerifierKey } from '../signed-note.ts';

export interface Signer {
  key: VerifierKey;
  sign(message: Bytes): Promise<Bytes>;
  signText(text: string): Promise<NoteSignature>;
}

const pkcs8Header = Uint8Array.of(48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32);

export async function makeSigner(name: string, seed: number, purpose: KeyPurpose = 'note'): Promise<Signer> {
  const { subtle } = globalThis.crypto;
  const pkcs8 = concat(pkcs8Header, new Uint8Array(32).fill(seed));
  const secret = await subtle.importKey('pkcs8', pkcs8, 'Ed25519', true, ['sign']);
  const { x = '' } = await subtle.exportKey('jwk', secret);
  const key = await makeVerifierKey(name, fromBase64Url(x) ?? new Uint8Array(), purpose);
  const sign = async (message: Bytes) => new Uint8Array(await subtle.sign('Ed25519', secret, message));
  return {
    key,
    sign,
    signText: async (text) => ({ name, keyId: key.keyId, signature: await sign(toUtf8(text)) }),
  };
}
