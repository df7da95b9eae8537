/** Asks at each start whether the log still is the one that this device saw before. */
import { verifyCheckpoint } from '../../../contract/checkpoint.ts';
import { getCheckpoint, getConsistency, getLogKey } from '../../../contract/log.ts';
import { parseVerifierKey } from '../../../contract/signed-note.ts';
import { checkpointOf, judgeLog, type KeptHead, type LogVerdict } from '../../../contract/witness.ts';
import { CallError, call } from '../../shared/http.ts';
import { logAlarm } from '../../shared/log-alarm.ts';
import { type KeptLog, readKeptLog, storeKeptLog, withNewer } from './kept-log.ts';
import { verifyHere } from './verify-here.ts';

/** Needs https: browsers hash nothing on other pages. Failures of the network are left to the next start. */
export async function watchLog(): Promise<void> {
  if (!globalThis.crypto.subtle) return;
  try {
    const kept = await readKeptLog();
    if (kept) await compare(kept);
    else await begin();
  } catch (error) {
    console.info('The log was not compared', error);
  }
}

/** The first note seen at this address. */
async function begin(): Promise<void> {
  const head = await readHead();
  const key = await parseVerifierKey(head.kunci);
  const verdict = await verifyCheckpoint(head.catatan, key ? [key] : [], verifyHere);
  if (!verdict.valid) throw new Error('the first checkpoint is not signed');
  await storeKeptLog({ ...head, earlier: [], dispute: null, settled: [] });
}

async function readHead(): Promise<KeptHead & { asal: string; dilihat: string }> {
  const [key, checkpoint] = await Promise.all([call(getLogKey, {}), call(getCheckpoint, {})]);
  const { kunci } = key.data;
  const { asal, catatan } = checkpoint.data;
  return { asal, kunci, catatan, dilihat: new Date().toISOString() };
}

async function compare(kept: KeptLog): Promise<void> {
  const { kind, catatan } = await ask(kept);
  const dilihat = new Date().toISOString();
  if (kind === 'same') {
    const settled = kept.dispute ? [kept.dispute, ...kept.settled] : kept.settled;
    await storeKeptLog(withNewer({ ...kept, dispute: null, settled }, { catatan, dilihat }));
    return logAlarm.clear();
  }
  const own = { catatan: kept.catatan, dilihat: kept.dilihat };
  const dispute = kept.dispute ?? { kind, kept: own, server: { catatan, dilihat } };
  await storeKeptLog({ ...kept, dispute });
  logAlarm.raise();
}

async function ask(kept: KeptLog): Promise<{ kind: LogVerdict; catatan: string }> {
  const dari = String(checkpointOf(kept.catatan)?.size);
  try {
    const { data } = await call(getConsistency, { query: { asal: kept.asal, dari } });
    return { kind: await judgeLog(kept, data, verifyHere), catatan: data.catatan ?? '' };
  } catch (error) {
    if (!(error instanceof CallError && error.status === 404)) throw error;
    return { kind: 'other', catatan: (await readHead()).catatan }; // this server has never had that log
  }
}

/** The person asked around and takes the server's log from now on. Both notes stay on this device. */
export async function trustServer(): Promise<void> {
  const kept = await readKeptLog();
  if (!kept?.dispute) return logAlarm.clear();
  const head = await readHead();
  await storeKeptLog({ ...head, earlier: [], dispute: null, settled: [kept.dispute, ...kept.settled] });
  logAlarm.clear();
}
