/** The log as one file: what anybody needs to check it without this server. */
import { formatExportHeader } from '../../../contract/log-export.ts';
import { parseVerifierKey } from '../../../contract/signed-note.ts';
import { withCosignatures } from './cosign-checkpoint.ts';
import { verifierKeyOf } from './list-verifier-keys.ts';
import * as queries from './queries.ts';
import { latestCheckpoint, type SignedLog } from './sign-checkpoint.ts';

const leavesAtOnce = 1_000;
/** Older ones follow from these: each proves all leaves before it. */
const checkpointsInFile = 500;

export async function* writeLog(context: SignedLog): AsyncGenerator<string> {
  const { db, signer } = context;
  const { id } = signer.origin;
  const { ukuran } = await latestCheckpoint(context);
  const keys = (await queries.listKeys(db)).filter((key) => key.asal_id === id);
  const kept = await queries.listCheckpoints(db, { asal_id: id, upTo: ukuran, limit: checkpointsInFile });
  const sizes = new Set(await queries.listCosignedSizes(db, id));
  const cosigned: Pick<Awaited<ReturnType<typeof withCosignatures>>, 'catatan' | 'saksi'>[] = [];
  for (const checkpoint of kept)
    cosigned.push(
      sizes.has(checkpoint.ukuran)
        ? await withCosignatures(db, checkpoint)
        : { catatan: checkpoint.catatan, saksi: [] },
    );
  const witnesses = new Set(cosigned.flatMap(({ saksi }) => saksi.map(({ kunci }) => kunci)));
  const all = await Promise.all([...keys.map(verifierKeyOf), ...[...witnesses].map(parseVerifierKey)]);
  yield formatExportHeader({
    keys: all.filter((key) => key !== undefined),
    checkpoints: cosigned.map(({ catatan }) => catatan),
    leaves: ukuran,
  });
  for (let first = 0; first < ukuran; first += leavesAtOnce) {
    const leaves = await queries.listLeaves(db, id, first, Math.min(leavesAtOnce, ukuran - first));
    yield leaves.map((leaf) => `${leaf}\n`).join('');
  }
}
