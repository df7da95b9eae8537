/** The private key lies beside the database, not in it: a copy of the database signs nothing. */
import {
  randomUUID,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import {
  linkSync,
  mkdirSync,
  openSync,
  closeSync,
  fsyncSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from '../../storage/sync-folder.ts';

/** @returns undefined without such a file */
export function readKeyFile(path: string): KeyObject | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {}
  throw new Error(`${path} holds no Ed25519 key: put the key of the log back from where you keep it.`);
}

/** Takes the key that is there already, which another process may have made meanwhile. */
export async function makeKeyFile(path: string): Promise<KeyObject> {
  const present = readKeyFile(path);
  if (present) return present;
  const { privateKey } = generateKeyPairSync('ed25519');
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const partial = `${path}.${randomUUID()}`;
  try {
    const handle = openSync(partial, 'wx', 0o600);
    writeFileSync(handle, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    fsyncSync(handle);
    closeSync(handle);
    linkSync(partial, path); // unlike a rename it never replaces a key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return await makeKeyFile(path);
  } finally {
    rmSync(partial, { force: true });
  }
  await syncFolder(folder);
  return privateKey;
}

/** The 32 bytes of an Ed25519 key. */
export const publicBytes = (key: KeyObject): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32));

export const verifierOf = (publicKey: Uint8Array): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') },
    format: 'jwk',
  });
