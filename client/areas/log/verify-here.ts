import { type VerifyEd25519, verifyByWebCrypto } from '../../../contract/signed-note.ts';

/** Browsers before 2025 know no Ed25519. */
export const verifyHere: VerifyEd25519 = async (publicKey, message, signature) => {
  try {
    return await verifyByWebCrypto(publicKey, message, signature);
  } catch {
    const { verifyAsync } = await import('@noble/ed25519');
    return await verifyAsync(signature, message, publicKey, { zip215: false }).catch(() => false);
  }
};
