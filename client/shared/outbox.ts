/**
 * What could not be sent for lack of a connection waits here: in the browser's own database, for the account that made
 * it, until it has been sent once. It goes under the key of its first try, so an answer that got lost does not send it
 * twice; of several tabs one sends.
 */
import { type DBSchema, openDB } from 'idb';
import { createComplaint } from '../../contract/complaints.ts';
import { type Endpoint, keyDays } from '../../contract/endpoint.ts';
import { failures } from '../../contract/messages.ts';
import { uploadPayment, uploadPaymentWarga } from '../../contract/payments.ts';
import { CallError, call } from './http.ts';
import { storedUser } from './session.ts';

export interface Waiting {
  key: string;
  userId: number;
  /** The path of its endpoint. */
  path: string;
  body: Record<string, unknown>;
  files: Record<string, Blob | undefined>;
  /** What it is, in a word or two, for the person. */
  title: string;
  /** ISO instant of the first try. */
  since: string;
  /** The server's sentence; it is not sent again by itself. */
  refusal: string | null;
  /** What the server said at the last try, when it may take it later; it is sent again by itself. */
  putOff: string | null;
}

/** The calls that can wait. */
const waitable: readonly Endpoint[] = [uploadPaymentWarga, uploadPayment, createComplaint];

interface Schema extends DBSchema {
  waiting: { key: string; value: Waiting };
}

const database = () =>
  openDB<Schema>('guyub-outbox', 1, {
    upgrade: (db) => void db.createObjectStore('waiting', { keyPath: 'key' }),
  });
let opened: ReturnType<typeof database> | undefined;
const store = () => (opened ??= database());

let items: readonly Waiting[] = [];
let sending: string | null = null;
const listeners = new Set<() => void>();
const otherTabs = new BroadcastChannel('outbox');
otherTabs.onmessage = () => void readAgain();

async function readAgain(): Promise<void> {
  const all = await (await store()).getAll('waiting');
  items = all.toSorted((a, b) => (a.since < b.since ? -1 : 1));
  for (const listener of listeners) listener();
}

async function changed(): Promise<void> {
  otherTabs.postMessage(null);
  await readAgain();
}

function setSending(key: string | null): void {
  sending = key;
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`: everything that waits on this device, oldest first, and what is being sent just now. */
export const outbox = {
  items: () => items,
  sending: () => sending,
  subscribe(listener: () => void): () => void {
    if (listeners.size === 0) void readAgain();
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** @throws when the browser cannot keep it (no room, or private browsing), or may not: its person has signed out */
export async function keep(item: Omit<Waiting, 'since' | 'refusal' | 'putOff'>): Promise<void> {
  const db = await store();
  if (!isHere(item)) throw new Error('Signed out meanwhile');
  await db.put('waiting', { ...item, since: new Date().toISOString(), refusal: null, putOff: null });
  await changed();
}

/** Nobody else sends it, or finds it on this device. */
const isHere = ({ userId }: Pick<Waiting, 'userId'>) => storedUser()?.id === userId;

export async function discard(key: string): Promise<void> {
  await (await store()).delete('waiting', key);
  await changed();
}

export async function waitingOf(userId: number): Promise<Waiting[]> {
  await readAgain();
  return items.filter((item) => item.userId === userId);
}

/** At the end of a session, once the person has agreed. */
export async function discardAll(userId: number): Promise<void> {
  const db = await store();
  for (const { key } of await waitingOf(userId)) await db.delete('waiting', key);
  await changed();
}

/** The server's sentence about what was sent or refused. */
export type Outcome = { item: Waiting } & ({ sent: string } | { refused: string });

const audience = new Set<(outcome: Outcome) => void>();

/** Hears what becomes of what this tab sends; answers how to stop. */
export function onOutcome(listener: (outcome: Outcome) => void): () => void {
  audience.add(listener);
  return () => audience.delete(listener);
}

let running: Promise<boolean> | null = null;

/**
 * Tries everything of this person that waits, oldest first, until the connection fails; answers whether it held. What
 * the server puts off does not hold up what comes after it.
 */
export function sendWaiting(userId: number): Promise<boolean> {
  running ??= alone(() => sendOneByOne(userId)).finally(() => (running = null));
  return running;
}

/** Locks are there only behind https; without them two tabs may send the same, which happens once all the same. */
const alone = (work: () => Promise<boolean>): Promise<boolean> =>
  isSecureContext ? navigator.locks.request('outbox', work) : work();

async function sendOneByOne(userId: number): Promise<boolean> {
  const tried = new Set<string>();
  for (;;) {
    const next = (await waitingOf(userId)).find(({ key, refusal }) => refusal === null && !tried.has(key));
    if (!next) return true;
    tried.add(next.key);
    setSending(next.key);
    const outcome = await attempt(next).finally(() => setSending(null));
    if (!outcome) return false;
    if ('putOff' in outcome) {
      if (next.putOff !== outcome.putOff) await note(next.key, outcome);
      continue;
    }
    if ('sent' in outcome) await discard(next.key);
    else await note(next.key, { refusal: outcome.refused });
    for (const listener of audience) listener({ item: next, ...outcome });
  }
}

const day = 24 * 60 * 60 * 1_000;
/** Well before the server forgets keys. */
const longest = (keyDays - 5) * day;

/** @returns nothing when there is no connection to try it on */
async function attempt(item: Waiting) {
  if (!isHere(item)) return undefined; // somebody else has signed in meanwhile
  const { path, body, files, key, since } = item;
  const endpoint = waitable.find((each) => each.path === path);
  if (!endpoint || Date.now() - Date.parse(since) > longest) return { refused: failures.waitedTooLong };
  try {
    const answer = await call<Endpoint>(endpoint, { body, files } as never, { key });
    return { sent: (answer as { message: string }).message };
  } catch (error) {
    if (!(error instanceof CallError) || error.code === 'network' || error.status === 401) return undefined;
    return isFinal(error) ? { refused: error.message } : { putOff: error.message };
  }
}

/** The server has decided, and will not decide otherwise later. */
const isFinal = ({ isOpen, status, code }: CallError) =>
  !isOpen && ![408, 429].includes(status) && code !== 'upload_interrupted';

/** Unless it was cancelled meanwhile. */
async function note(key: string, said: Partial<Pick<Waiting, 'refusal' | 'putOff'>>): Promise<void> {
  const tx = (await store()).transaction('waiting', 'readwrite');
  const item = await tx.store.get(key);
  if (item) await tx.store.put({ ...item, ...said });
  await tx.done;
  await changed();
}
