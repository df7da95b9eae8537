import { fromBase64 } from '../../../contract/encoding.ts';
import { formatVerifierKey, makeVerifierKey } from '../../../contract/signed-note.ts';
import type { Db } from '../../database/open.ts';
import { type LogKey, listKeys } from './queries.ts';

export const verifierKeyOf = ({ asal, kunci_publik }: Pick<LogKey, 'asal' | 'kunci_publik'>) =>
  makeVerifierKey(asal, fromBase64(kunci_publik) ?? new Uint8Array());

/** Newest first, also of earlier origins, whose receipts stay valid. */
export async function listVerifierKeys(db: Db): Promise<string[]> {
  const keys = await Promise.all((await listKeys(db)).map(verifierKeyOf));
  return keys.map(formatVerifierKey);
}
