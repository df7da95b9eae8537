/** The private key lies beside the database, not in it: a copy of the database signs nothing. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
} from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { toBase64 } from '../../../contract/encoding.ts';
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

/** Where the next key lies until the log has announced it. */
const nextKeyFile = (path: string) => `${path}.next`;

/** A new one, in place of any that was not announced. */
export async function makeNextKeyFile(path: string): Promise<KeyObject> {
  rmSync(nextKeyFile(path), { force: true });
  return await makeKeyFile(nextKeyFile(path));
}

/**
 * The private key of a public one. After a crash the next key may be in use already, and takes the place of the former.
 * @returns undefined without it
 */
export async function takeKeyFile(path: string, publicKey: string): Promise<KeyObject | undefined> {
  const isThat = (key: KeyObject | undefined) => key && toBase64(publicBytes(key)) === publicKey;
  const [present, next] = [readKeyFile(path), readKeyFile(nextKeyFile(path))];
  if (isThat(present)) return present;
  if (!isThat(next)) return undefined;
  renameSync(nextKeyFile(path), path);
  await syncFolder(dirname(path));
  return next;
}

/** The 32 bytes of an Ed25519 key. */
export const publicBytes = (key: KeyObject): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32));

export const verifierOf = (publicKey: Uint8Array): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') },
    format: 'jwk',
  });
