/** Asks at each start whether the log still is the one that this device saw before. */
import { verifyCheckpoint } from '../../../contract/checkpoint.ts';
import {
  getCheckpoint,
  getConsistency,
  getLogKey,
  getRestoredLog,
  listRotations,
} from '../../../contract/log.ts';
import { parseVerifierKey } from '../../../contract/signed-note.ts';
import {
  checkpointOf,
  followKeys,
  judgeLog,
  judgeRestored,
  type KeptHead,
  type LogVerdict,
} from '../../../contract/witness.ts';
import { CallError, call } from '../../shared/http.ts';
import { logAlarm } from '../../shared/log-alarm.ts';
import { type Dispute, type KeptLog, readKeptLog, storeKeptLog, withNewer } from './kept-log.ts';
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
  const { kind, catatan, kunci } = await ask(kept);
  const dilihat = new Date().toISOString();
  if (kind === 'same') {
    const settled = kept.dispute ? [kept.dispute, ...kept.settled] : kept.settled;
    await storeKeptLog(
      withNewer({ ...kept, kunci: kunci ?? kept.kunci, dispute: null, settled }, { catatan, dilihat }),
    );
    return logAlarm.clear();
  }
  const own = { catatan: kept.catatan, dilihat: kept.dilihat };
  const restored = kind === 'other' ? await askRestored(kept) : null;
  const server = { catatan: restored?.catatan ?? catatan, dilihat };
  const dispute = { kind, kept: own, server, ...(restored && { restored }) };
  await storeKeptLog({ ...kept, dispute: kept.dispute ?? dispute });
  logAlarm.raise();
}

async function ask(kept: KeptLog): Promise<{ kind: LogVerdict; catatan: string; kunci?: string }> {
  const newest = await askAbout(kept.asal, kept);
  if (!newest) return { kind: 'other', catatan: (await readHead()).catatan }; // this server has never had that log
  if (newest.kini === kept.asal) return newest;
  // After a restore: whatever is left of the former log must be what this device saw.
  const size = checkpointOf(newest.catatan)?.size ?? 0;
  const seen = [kept, ...kept.earlier].find(({ catatan }) => (checkpointOf(catatan)?.size ?? 0) <= size);
  const older = seen && (await askAbout(kept.asal, { kunci: kept.kunci, catatan: seen.catatan }));
  return older ?? { kind: 'other', catatan: newest.catatan };
}

/** Null for a log that this server does not know. */
async function askAbout(asal: string, head: KeptHead) {
  const dari = String(checkpointOf(head.catatan)?.size);
  const data = await unlessUnknown(call(getConsistency, { query: { asal, dari } }));
  if (!data) return null;
  const { kini, catatan } = data.data;
  const kunci = await keyAfter(asal, head.kunci, catatan ?? '');
  const kind = await judgeLog({ kunci, catatan: head.catatan }, data.data, verifyHere);
  return { kind, catatan: catatan ?? '', kini, kunci };
}

/** The key of the log now, as far as its leaves announce it from the kept one on. */
async function keyAfter(asal: string, kunci: string, catatan: string): Promise<string> {
  const key = await parseVerifierKey(kunci);
  const signed = await verifyCheckpoint(catatan, key ? [key] : [], verifyHere);
  if (signed.valid || signed.reason !== 'unknown_key') return kunci;
  const ukuran = String(checkpointOf(catatan)?.size ?? 0);
  const rotations = await unlessUnknown(call(listRotations, { query: { asal, ukuran } }));
  return await followKeys(kunci, catatan, rotations?.data ?? [], verifyHere);
}

async function askRestored({ asal }: KeptLog): Promise<Dispute['restored'] | null> {
  const answer = await unlessUnknown(call(getRestoredLog, { query: { asal } }));
  const restored = answer && (await judgeRestored(asal, answer.data, verifyHere));
  if (!restored) return null;
  const { asal: next, kunci, catatan } = answer.data;
  return { ...restored, asal: next, kunci, catatan };
}

async function unlessUnknown<T>(answer: Promise<T>): Promise<T | null> {
  return await answer.catch((error: unknown) => {
    if (error instanceof CallError && error.status === 404) return null;
    throw error;
  });
}

/** The person asked around and takes the server's log from now on. Both notes stay on this device. */
export async function trustServer(): Promise<void> {
  const kept = await readKeptLog();
  if (!kept?.dispute) return logAlarm.clear();
  const { restored, server } = kept.dispute;
  const head = restored ? { asal: restored.asal, kunci: restored.kunci, ...server } : await readHead();
  await storeKeptLog({ ...head, earlier: [], dispute: null, settled: [kept.dispute, ...kept.settled] });
  logAlarm.clear();
}
