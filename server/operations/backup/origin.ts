/** Whether an archive is of this estate: the key of the log signed it, and lies in no archive. */
import { sign } from 'node:crypto';
import { parseVerifierKey } from '../../../contract/signed-note.ts';
import { publicBytes, readKeyFile } from '../../areas/log/read-key.ts';
import type { Config } from '../../config.ts';
import type { ArchiveSigner, SignedBy } from './archive.ts';

type KeyPlace = Pick<Config, 'logKeyFile'>;

/** @returns undefined without the key: an archive that is not signed is better than none */
export function archiveSigner({ logKeyFile }: KeyPlace): ArchiveSigner | undefined {
  const key = readKeyFile(logKeyFile);
  return key && { publicKey: publicBytes(key), sign: (message) => sign(null, message, key) };
}

class OriginNotProven extends Error {
  constructor(reason: string) {
    super(
      `${reason} Nothing was changed. If you know whose it is and that nobody else could change it since, --even-unproven restores it nevertheless.`,
    );
  }
}

/**
 * @param written public key of the log as it was written down, for a machine without the key itself
 * @throws OriginNotProven
 */
export async function proveOrigin(config: KeyPlace, signedBy: SignedBy, written?: string): Promise<void> {
  if (signedBy === undefined)
    throw new OriginNotProven(
      'The archive is not signed: anybody may have made it. Archives of Guyub before 0.3.0 are like that.',
    );
  const key = written === undefined ? archiveSigner(config) : await parseWritten(written);
  if (!key)
    throw new OriginNotProven(
      `Whose the archive is cannot be proven, because the key of the log is not here: ${config.logKeyFile}. Put it back from where you keep it, or add --key with its public part as it was written down.`,
    );
  if (Buffer.from(key.publicKey).toString('hex') !== signedBy)
    throw new OriginNotProven(
      'The archive is signed by another key than that of this log: it is of another estate, or was made with another key.',
    );
}

async function parseWritten(written: string) {
  const key = await parseVerifierKey(written.trim());
  if (!key) throw new Error('--key is mistyped: it looks like guyub.contoh.id/abcdefgh+1234abcd+A….');
  return key;
}
