/** A new key for the log: a leaf names it, signed under the former key, and from the next leaf on it signs. */
import { toBase64 } from '../../../contract/encoding.ts';
import { formatVerifierKey } from '../../../contract/signed-note.ts';
import { type Estate, makeSigner, openSigner } from './open-signer.ts';
import { endAllSessions, insertKey } from './queries.ts';
import { makeNextKeyFile, publicBytes, takeKeyFile } from './read-key.ts';
import { sign } from './sign-checkpoint.ts';

/**
 * No server may run meanwhile: it would go on signing with the former key. All sessions end, because their marks are made
 * with it.
 * @returns the new verifier key
 */
export async function rotateKey(estate: Estate): Promise<string> {
  const { logKeyFile } = estate.config;
  const former = await openSigner(estate);
  const { id: asal_id, asal } = former.origin;
  const privateKey = await makeNextKeyFile(logKeyFile);
  const kunci_publik = toBase64(publicBytes(privateKey));
  const kunci = await estate.write('system', async (tx) => {
    const next = await makeSigner({ asal, asal_id, kunci_publik, sejak: tx.now }, privateKey);
    const kunci = formatVerifierKey(next.key);
    await sign(tx, former); // whatever waits for its index comes before
    const kunci_lama = formatVerifierKey(former.key);
    await tx.audit('log.rotated', 'log', null, { sesudah: { asal, kunci_lama, kunci } });
    await sign(tx, former);
    await insertKey(tx, { asal_id, kunci_publik });
    // Signed at once, so that the key in use and the newest checkpoint belong together.
    await tx.audit('log.signed', 'log', null, { sesudah: { asal, kunci } });
    await sign(tx, next);
    await endAllSessions(tx);
    return kunci;
  });
  await takeKeyFile(logKeyFile, kunci_publik);
  return kunci;
}
