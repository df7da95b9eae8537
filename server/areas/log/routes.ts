import * as contract from '../../../contract/log.ts';
import { formatVerifierKey } from '../../../contract/signed-note.ts';
import { successes } from '../../../contract/successes.ts';
import type { Context } from '../../context.ts';
import { found } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { cosign, withCosignatures } from './cosign-checkpoint.ts';
import { writeLog } from './exports.ts';
import { headOf } from './find-head.ts';
import { proveConsistency, proveRestored, proveRotations, readEntries, readTile } from './find-proof.ts';
import { verifierKeyOf } from './list-verifier-keys.ts';
import * as queries from './queries.ts';
import { latestCheckpoint } from './sign-checkpoint.ts';

export function routes(context: Context) {
  const { db, signer } = context;
  return [
    route(contract.getLogKey, async () => {
      const semua = await Promise.all((await queries.listKeys(db)).map(presentKey));
      return { data: { asal: signer.origin.asal, kunci: formatVerifierKey(signer.key), semua } };
    }),
    route(contract.getCheckpoint, async ({ actor }) => {
      const kept = await latestCheckpoint(context);
      const { catatan, saksi } = await withCosignatures(db, kept);
      const shown = actor ? saksi : saksi.map((each) => ({ ...each, nama: null }));
      return { data: { ...headOf(kept.catatan), catatan, saksi: shown } };
    }),
    route(contract.cosignCheckpoint, async ({ actor, body }) => {
      await cosign(context, actor, body);
      const { ukuran } = body;
      const kept = await queries.findCheckpoint(db, signer.origin.id, ukuran);
      const { saksi } = await withCosignatures(db, found(kept));
      return { data: { ukuran, saksi }, message: successes.logCosigned };
    }),
    route(contract.getConsistency, async ({ query }) => ({ data: await proveConsistency(context, query) })),
    route(contract.listRotations, async ({ query }) => ({ data: await proveRotations(context, query) })),
    route(contract.getRestoredLog, async ({ query }) => ({ data: await proveRestored(context, query.asal) })),
    route(contract.getTile, async ({ params, query }) => readTile(context, params['*'], query.asal)),
    route(contract.getEntries, async ({ params, query }) => readEntries(context, params['*'], query.asal)),
    route(contract.exportLog, async () => writeLog(context)),
  ];
}

async function presentKey(key: queries.LogKey) {
  const { asal, sejak } = key;
  return { asal, kunci: formatVerifierKey(await verifierKeyOf(key)), sejak };
}
