import { fromBase64 } from '../../../contract/encoding.ts';
import { getLogKey } from '../../../contract/log.ts';
import { formatVerifierKey, makeVerifierKey } from '../../../contract/signed-note.ts';
import type { Context } from '../../context.ts';
import { route } from '../../http/route.ts';
import * as queries from './queries.ts';

export function logRoutes({ db, signer }: Context) {
  return [
    route(getLogKey, async () => {
      const semua = await Promise.all((await queries.listKeys(db)).map(presentKey));
      return { data: { asal: signer.origin.asal, kunci: formatVerifierKey(signer.key), semua } };
    }),
  ];
}

async function presentKey({ asal, kunci_publik, sejak }: queries.LogKey) {
  const key = await makeVerifierKey(asal, fromBase64(kunci_publik) ?? new Uint8Array());
  return { asal, kunci: formatVerifierKey(key), sejak };
}
