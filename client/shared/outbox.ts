/**
 * Forms that could not be sent without a connection, stored in IndexedDB for the account that wrote them
 * until the server has answered. Each keeps the idempotency key of its first attempt, so that a lost answer
 * causes no duplicate. One tab at a time sends.
 */
import { type DBSchema, openDB } from 'idb';
import { createComplaint } from '../../contract/complaints.ts';
import { type Endpoint, keyDays } from '../../contract/endpoint.ts';
import { failures } from '../../contract/messages.ts';
import { uploadPayment, uploadPaymentWarga } from '../../contract/payments.ts';
import { collectDues } from '../../contract/rounds.ts';
import { CallError, call } from './http.ts';
import { storedUser } from './session.ts';

export interface Waiting {
  key: string;
  userId: number;
  path: string;
  body: Record<string, unknown>;
  files: Record<string, Blob | undefined>;
  /** Short description for the user. */
  title: string;
  /** ISO time of the first attempt. */
  since: string;
  /** The server's message. A refused entry is not sent again automatically. */
  refusal: string | null;
  /** The server's message at the last attempt. A postponed entry is sent again automatically. */
  postponed: string | null;
  /** Milliseconds since 1970: not sent before, so that it can be undone. */
  notBefore?: number | undefined;
}

/** Sent, and kept until the screen has read what the server made of it: a crash in between loses no figure. */
export interface Answered extends Pick<Waiting, 'key' | 'userId' | 'path' | 'body' | 'since'> {
  /** Milliseconds since 1970. */
  at: number;
}

const waitable: readonly Endpoint[] = [uploadPaymentWarga, uploadPayment, createComplaint, collectDues];
const keptUntilRead: readonly Endpoint[] = [collectDues];

/** How long a held entry can be undone. */
export const undoTime = 10_000;

/** A clock that was set back must not hold an entry for longer. */
export const isHeld = ({ notBefore = 0 }: Pick<Waiting, 'notBefore'>) => {
  const left = notBefore - Date.now();
  return left > 0 && left <= undoTime;
};

interface Schema extends DBSchema {
  waiting: { key: string; value: Waiting };
  answered: { key: string; value: Answered };
}

const database = () =>
  openDB<Schema>('guyub-outbox', 2, {
    upgrade: (db, before) => {
      if (before < 1) db.createObjectStore('waiting', { keyPath: 'key' });
      db.createObjectStore('answered', { keyPath: 'key' });
    },
    blocking: (_current, _blocked, { target }) => (target as IDBDatabase).close(), // a tab of a newer version
    terminated: () => (opened = undefined), // by the browser, as Safari does to an app in the background
  });
let opened: ReturnType<typeof database> | undefined;
const store = () => (opened ??= database());

let items: readonly Waiting[] = [];
let answered: readonly Answered[] = [];
let sending: string | null = null;
const listeners = new Set<() => void>();
const otherTabs = new BroadcastChannel('outbox');
otherTabs.onmessage = () => void loadItems();

async function loadItems(): Promise<void> {
  const tx = (await store()).transaction(['waiting', 'answered']);
  const all = await tx.objectStore('waiting').getAll();
  answered = await tx.objectStore('answered').getAll();
  items = all.toSorted((a, b) => (a.since < b.since ? -1 : 1));
  for (const listener of listeners) listener();
}

async function changed(): Promise<void> {
  otherTabs.postMessage(null);
  await loadItems();
}

function setSending(key: string | null): void {
  sending = key;
  for (const listener of listeners) listener();
}

export const outbox = {
  items: () => items,
  answered: () => answered,
  sending: () => sending,
  subscribe(listener: () => void): () => void {
    if (listeners.size === 0) void loadItems();
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** @throws when IndexedDB is unavailable (quota, private browsing) or the user has signed out meanwhile */
export async function enqueue(item: Omit<Waiting, 'since' | 'refusal' | 'postponed'>): Promise<void> {
  const db = await store();
  if (!isCurrentUser(item)) throw new Error('Signed out meanwhile');
  await db.put('waiting', { ...item, since: new Date().toISOString(), refusal: null, postponed: null });
  await changed();
  if (!isHeld(item)) return;
  const send = () => void sendWaiting(item.userId).catch((error: unknown) => console.error('Outbox:', error));
  setTimeout(send, undoTime + 100);
}

/** @returns whether it was still held, and is gone */
export async function undo(key: string): Promise<boolean> {
  const tx = (await store()).transaction('waiting', 'readwrite');
  const item = await tx.store.get(key);
  const undone = item !== undefined && isHeld(item);
  if (undone) await tx.store.delete(key);
  await tx.done;
  await changed();
  return undone;
}

/** Of entries that the server's list contains by now. */
export async function forgetAnswered(keys: readonly string[]): Promise<void> {
  const db = await store();
  for (const key of keys) await db.delete('answered', key);
  await changed();
}

/** In one transaction, so that an entry is always in one of both. */
async function keepAnswered({ key, userId, path, body, since }: Waiting): Promise<void> {
  const tx = (await store()).transaction(['waiting', 'answered'], 'readwrite');
  await tx.objectStore('answered').put({ key, userId, path, body, since, at: Date.now() });
  await tx.objectStore('waiting').delete(key);
  await tx.done;
  await changed();
}

const isCurrentUser = ({ userId }: Pick<Waiting, 'userId'>) => storedUser()?.id === userId;

export async function remove(key: string): Promise<void> {
  await (await store()).delete('waiting', key);
  await changed();
}

export async function waitingFor(userId: number): Promise<Waiting[]> {
  await loadItems();
  return items.filter((item) => item.userId === userId);
}

export async function removeAll(userId: number): Promise<void> {
  const db = await store();
  for (const { key } of await waitingFor(userId)) await db.delete('waiting', key);
  for (const one of answered) if (one.userId === userId) await db.delete('answered', one.key);
  await changed();
}

export type Outcome = { item: Waiting } & ({ sent: string } | { refused: string });

const outcomeListeners = new Set<(outcome: Outcome) => void>();

/** Subscribes to the results of what this tab sends; returns the unsubscribe function. */
export function onOutcome(listener: (outcome: Outcome) => void): () => void {
  outcomeListeners.add(listener);
  return () => outcomeListeners.delete(listener);
}

let running: Promise<boolean> | null = null;

/**
 * Sends all entries of the user, oldest first, until the connection fails; returns whether it held. A
 * postponed entry does not block the following ones.
 */
export function sendWaiting(userId: number): Promise<boolean> {
  running ??= withLock(() => sendOneByOne(userId)).finally(() => (running = null));
  return running;
}

/**
 * The Web Locks API needs https. Without it two tabs may send the same entry, which the idempotency key makes
 * harmless.
 */
const withLock = (work: () => Promise<boolean>): Promise<boolean> =>
  isSecureContext ? navigator.locks.request('outbox', work) : work();

async function sendOneByOne(userId: number): Promise<boolean> {
  const tried = new Set<string>();
  for (;;) {
    const next = (await waitingFor(userId)).find(
      (item) => item.refusal === null && !tried.has(item.key) && !isHeld(item),
    );
    if (!next) return true;
    tried.add(next.key);
    setSending(next.key);
    const outcome = await attempt(next).finally(() => setSending(null));
    if (!outcome) return false;
    if ('postponed' in outcome) {
      if (next.postponed !== outcome.postponed) await update(next.key, outcome);
      continue;
    }
    const isKept = keptUntilRead.some(({ path }) => path === next.path);
    if ('sent' in outcome) await (isKept ? keepAnswered(next) : remove(next.key));
    else await update(next.key, { refusal: outcome.refused });
    for (const listener of outcomeListeners) listener({ item: next, ...outcome });
  }
}

const day = 24 * 60 * 60 * 1_000;
/** Less than the server's retention of idempotency keys. */
const maxAge = (keyDays - 5) * day;

/** @returns undefined when there is no connection */
async function attempt(item: Waiting) {
  if (!isCurrentUser(item)) return undefined; // another user has signed in meanwhile
  const { path, body, files, key, since } = item;
  const endpoint = waitable.find((each) => each.path === path);
  if (!endpoint || Date.now() - Date.parse(since) > maxAge) return { refused: failures.waitedTooLong };
  try {
    const answer = await call<Endpoint>(endpoint, { body, files } as never, { key });
    return { sent: (answer as { message: string }).message };
  } catch (error) {
    if (!(error instanceof CallError) || error.code === 'network' || error.status === 401) return undefined;
    return isFinal(error) ? { refused: error.message } : { postponed: error.message };
  }
}

const isFinal = ({ isOpen, status, code }: CallError) =>
  !isOpen && ![408, 429].includes(status) && code !== 'upload_interrupted';

/** The entry may have been cancelled while it was being sent. */
async function update(key: string, said: Partial<Pick<Waiting, 'refusal' | 'postponed'>>): Promise<void> {
  const tx = (await store()).transaction('waiting', 'readwrite');
  const item = await tx.store.get(key);
  if (item) await tx.store.put({ ...item, ...said });
  await tx.done;
  await changed();
}
