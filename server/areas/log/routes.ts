import { fromBase64 } from '../../../contract/encoding.ts';
import { formatHead, parseCheckpoint } from '../../../contract/checkpoint.ts';
import { exportLog, getCheckpoint, getLogKey } from '../../../contract/log.ts';
import { formatVerifierKey, makeVerifierKey, parseNote } from '../../../contract/signed-note.ts';
import type { Context } from '../../context.ts';
import { route } from '../../http/route.ts';
import { writeLog } from './exports.ts';
import * as queries from './queries.ts';
import { latestCheckpoint } from './sign-checkpoint.ts';

export function logRoutes(context: Context) {
  const { db, signer } = context;
  return [
    route(getLogKey, async () => {
      const semua = await Promise.all((await queries.listKeys(db)).map(presentKey));
      return { data: { asal: signer.origin.asal, kunci: formatVerifierKey(signer.key), semua } };
    }),
    route(getCheckpoint, async () => {
      const { ukuran, catatan } = await latestCheckpoint(context);
      const { root = new Uint8Array() } = parseCheckpoint(parseNote(catatan)?.text ?? '') ?? {};
      return { data: { asal: signer.origin.asal, ukuran, kepala: formatHead(root), catatan } };
    }),
    route(exportLog, async () => writeLog(context)),
  ];
}

async function presentKey({ asal, kunci_publik, sejak }: queries.LogKey) {
  const key = await makeVerifierKey(asal, fromBase64(kunci_publik) ?? new Uint8Array());
  return { asal, kunci: formatVerifierKey(key), sejak };
}
