import { createHmac, hkdfSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { toBase32, toBase64, toUtf8 } from '../../../contract/encoding.ts';
import { formatNote, makeVerifierKey, type VerifierKey } from '../../../contract/signed-note.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../database/open.ts';
import type { Tx, Write } from '../../database/write.ts';
import { findKey, insertKey, insertOrigin, type LogKey } from './queries.ts';
import { makeKeyFile, publicBytes, readKeyFile, takeKeyFile } from './read-key.ts';

export interface LogSigner {
  readonly origin: { id: number; asal: string };
  readonly key: VerifierKey;
  /** @param text ends with a line break */
  sign(text: string): string;
  /** For what only this server has to recognize as its own. */
  mac(text: string): string;
}

export interface Estate {
  config: Pick<Config, 'logKeyFile' | 'publicUrl'>;
  db: Db;
  write: Write;
}

/**
 * The first start makes key and origin.
 * @throws Error if the key file is missing, or is not that of the database
 */
export async function openSigner({ config, db, write }: Estate): Promise<LogSigner> {
  const { logKeyFile } = config;
  const known = (await findKey(db)) ?? (await write('system', (tx) => begin(tx, config)));
  const privateKey = await takeKeyFile(logKeyFile, known.kunci_publik);
  if (privateKey) return await makeSigner(known, privateKey);
  throw new Error(
    readKeyFile(logKeyFile)
      ? `${logKeyFile} is the key of another log than this database's. Put the right one back, or set LOG_KEY_FILE.`
      : `The key of the log is missing: ${logKeyFile}. Put it back from where you keep it, or set LOG_KEY_FILE.`,
  );
}

async function begin(tx: Tx, config: Estate['config']): Promise<LogKey> {
  await tx.dialect.serialize(tx.db, 'log');
  return (await findKey(tx.db)) ?? (await openOrigin(tx, config));
}

/** Another log begins, by the key in the file or a new one. */
export async function openOrigin(tx: Tx, { logKeyFile, publicUrl }: Estate['config']): Promise<LogKey> {
  const kunci_publik = toBase64(publicBytes(await makeKeyFile(logKeyFile)));
  const asal = newOrigin(publicUrl);
  const asal_id = await insertOrigin(tx, asal);
  await insertKey(tx, { asal_id, kunci_publik });
  return { asal_id, asal, kunci_publik, sejak: tx.now };
}

/** Whether the private key of the log is at hand. Before the first start there is none. */
export async function hasKey(db: Db, { logKeyFile }: Pick<Config, 'logKeyFile'>): Promise<boolean> {
  const known = await findKey(db);
  return !known || (await takeKeyFile(logKeyFile, known.kunci_publik)) !== undefined;
}

/** Random, so that estates that were served under one address one after the other stay apart. */
const newOrigin = (publicUrl: string) =>
  `${new URL(publicUrl).host}/${toBase32(randomBytes(10)).toLowerCase()}`;

/** By a key that is derived from the private one, so that it lies beside the database, too. */
export function macBy(privateKey: KeyObject): LogSigner['mac'] {
  const secret = privateKey.export({ type: 'pkcs8', format: 'der' });
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'guyub sessions', 32));
  return (text) => createHmac('sha256', key).update(text).digest('base64url');
}

export async function makeSigner({ asal, asal_id }: LogKey, privateKey: KeyObject): Promise<LogSigner> {
  const key = await makeVerifierKey(asal, publicBytes(privateKey));
  return {
    origin: { id: asal_id, asal },
    key,
    mac: macBy(privateKey),
    sign: (text) => {
      const signature = new Uint8Array(sign(null, toUtf8(text), privateKey));
      return formatNote({ text, signatures: [{ name: asal, keyId: key.keyId, signature }] });
    },
  };
}
