import { fromBase64 } from '../../../contract/encoding.ts';
import { formatVerifierKey, makeVerifierKey } from '../../../contract/signed-note.ts';
import type { Db } from '../../database/open.ts';
import { listKeys } from './queries.ts';

/** Newest first, also of earlier origins, whose receipts stay valid. */
export async function listVerifierKeys(db: Db): Promise<string[]> {
  const keys = await listKeys(db);
  return await Promise.all(
    keys.map(async ({ asal, kunci_publik }) =>
      formatVerifierKey(await makeVerifierKey(asal, fromBase64(kunci_publik) ?? new Uint8Array())),
    ),
  );
}
