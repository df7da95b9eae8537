/** The newest checkpoints that this device has verified, in IndexedDB. Logout does not delete them. */
import { type DBSchema, openDB } from 'idb';
import type { KeptHead, LogVerdict, Restored } from '../../../contract/witness.ts';

interface SeenNote {
  catatan: string;
  /** ISO time. */
  dilihat: string;
}

/** Two notes that do not go together: the one this device kept, and the server's. */
export interface Dispute {
  kind: Exclude<LogVerdict, 'same'>;
  kept: SeenNote;
  server: SeenNote;
  /** Set if the server's log says by itself that it follows the kept one. */
  restored?: Restored & KeptHead & { asal: string };
}

export interface KeptLog extends KeptHead, SeenNote {
  asal: string;
  /** Former newest notes, one a day, newest first. */
  earlier: SeenNote[];
  dispute: Dispute | null;
  /** Disputes that were settled. */
  settled: Dispute[];
}

interface Schema extends DBSchema {
  log: { key: 'log'; value: KeptLog };
}

const open = () => openDB<Schema>('guyub-log', 1, { upgrade: (db) => void db.createObjectStore('log') });

export async function readKeptLog(): Promise<KeptLog | undefined> {
  const db = await open();
  const kept = await db.get('log', 'log');
  db.close();
  return kept;
}

export async function storeKeptLog(kept: KeptLog): Promise<void> {
  const db = await open();
  await db.put('log', kept, 'log');
  db.close();
}

const mostEarlier = 30;

/** With a newer note of the same log; of each day the last one is kept. */
export function withNewer(kept: KeptLog, { catatan, dilihat }: SeenNote): KeptLog {
  const isOfToday = kept.dilihat.slice(0, 10) === dilihat.slice(0, 10);
  const before = { catatan: kept.catatan, dilihat: kept.dilihat };
  const earlier = isOfToday ? kept.earlier : [before, ...kept.earlier].slice(0, mostEarlier);
  return { ...kept, catatan, dilihat, earlier };
}
