/**
 * What was read last is there at the next start, before the server answers or without a connection: these views and no
 * others, kept on this device for the account that read them. One's own dues, what everybody in the estate may read, and
 * the sums of the dashboards; never lists of people, payments or complaints of others, or pictures. It is gone with the
 * session.
 */
import type { Query, QueryClient } from '@tanstack/react-query';
import { type DBSchema, openDB } from 'idb';
import { getBalance, getYearBalance, listCashBook } from '../../contract/cash-book.ts';
import {
  adminDashboard,
  ketuaDashboard,
  koordinatorDashboard,
  wargaDashboard,
} from '../../contract/dashboard.ts';
import { countDocuments, listDocuments } from '../../contract/documents.ts';
import type { Answer, Endpoint } from '../../contract/endpoint.ts';
import type { Topic } from '../../contract/events.ts';
import { listYearExpenses, sumYearExpenses } from '../../contract/expenses.ts';
import { listOwnPayments, listOwnPaymentsWarga } from '../../contract/payments.ts';
import { listPosts } from '../../contract/posts.ts';
import { getSettings } from '../../contract/settings.ts';
import { seenDatabase, storedUser } from './session.ts';

const kept: readonly (readonly [Topic, Endpoint])[] = [
  ['payments', listOwnPaymentsWarga],
  ['payments', listOwnPayments],
  ['dashboard', wargaDashboard],
  ['dashboard', koordinatorDashboard],
  ['dashboard', adminDashboard],
  ['dashboard', ketuaDashboard],
  ['cash-book', getBalance],
  ['cash-book', getYearBalance],
  ['cash-book', listCashBook],
  ['posts', listPosts],
  ['expenses', listYearExpenses],
  ['expenses', sumYearExpenses],
  ['documents', listDocuments],
  ['documents', countDocuments],
  ['settings', getSettings],
];

const day = 24 * 60 * 60 * 1_000;
const longest = 14 * day;
/** Of a list that grows, the newest. */
const pagesKept = 3;

interface View {
  hash: string;
  userId: number;
  queryKey: readonly unknown[];
  data: unknown;
  /** Milliseconds since 1970. */
  readAt: number;
}

interface Schema extends DBSchema {
  views: { key: string; value: View };
}

const isKept = ({ queryKey: [topic, method, path] }: Query) =>
  kept.some(([of, endpoint]) => of === topic && endpoint.method === method && endpoint.path === path);

const open = () =>
  openDB<Schema>(seenDatabase, 1, {
    upgrade: (db) => void db.createObjectStore('views', { keyPath: 'hash' }),
    blocking: (_current, _blocked, { target }) => (target as IDBDatabase).close(), // the session is over
  });

async function readViews(): Promise<View[]> {
  const userId = storedUser()?.id;
  const db = await open();
  const views = await db.getAll('views');
  const usable = ({ userId: of, readAt }: View) => of === userId && Date.now() - readAt <= longest;
  for (const { hash } of views.filter((view) => !usable(view))) await db.delete('views', hash);
  db.close();
  return views.filter(usable);
}

let seen: readonly View[] = [];
const reading = storedUser() ? readViews().then((views) => (seen = views), cannotKeep) : undefined;

/** The first screen waits for what was read last, but not longer than this (milliseconds). */
const patience = 500;
export const seenRead: Promise<unknown> = Promise.race([
  reading,
  new Promise((resolve) => setTimeout(resolve, patience)),
]);

/** Shows what was read last where nothing newer has come. However young it is, nobody has heard what changed since. */
export function bringBack(client: QueryClient, userId: number): void {
  for (const [topic, { method, path }] of kept)
    client.setQueryDefaults([topic, method, path], { gcTime: longest });
  for (const { userId: of, queryKey, data, readAt } of seen) {
    if (of !== userId || client.getQueryData(queryKey) !== undefined) continue;
    client.setQueryData(queryKey, data, { updatedAt: readAt });
    void client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
  }
}

/** Keeps what is read from now on; answers how to stop. */
export function keepSeen(client: QueryClient, userId: number): () => void {
  void reading?.then(() => bringBack(client, userId)); // if it came too late for the first screen
  const opened = open();
  const save = ({ queryHash: hash, queryKey, state }: Query) => {
    const part = parts.get(String(queryKey[2])) ?? asItIs;
    const view = { hash, userId, queryKey, data: keepable(state.data, part), readAt: state.dataUpdatedAt };
    opened.then((db) => db.put('views', view)).catch(cannotKeep);
  };

  const cache = client.getQueryCache();
  for (const query of cache.getAll()) if (isKept(query) && query.state.status === 'success') save(query);
  const stop = cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    if (isKept(event.query)) save(event.query);
  });
  return () => {
    stop();
    void opened.then((db) => db.close());
  };
}

/** Without it everything works but reading without a connection: no room, private browsing, or signed out. */
function cannotKeep(error: unknown): void {
  console.info('Views are not kept', error);
}

function keepable(data: unknown, part: (page: never) => unknown): unknown {
  const { pages, pageParams } = Object(data) as { pages?: never[]; pageParams?: unknown[] };
  return pages && pageParams
    ? { pages: pages.slice(0, pagesKept).map(part), pageParams: pageParams.slice(0, pagesKept) }
    : part(data as never);
}

const asItIs = (page: unknown) => page;

/** Staff also read the notes and proofs of other people's payments. */
const withoutProofs = ({ data, ...rest }: Answer<typeof listCashBook>) => ({
  ...rest,
  data: data.map((entry) =>
    entry.type === 'pemasukan' ? { ...entry, deskripsi: null, bukti_transfer: null } : entry,
  ),
});

/** Which rule is broken, and where, is looked up anew. */
const withoutViolations = ({ data }: Answer<typeof ketuaDashboard>) => ({
  data: { ...data, pelanggaran: null },
});

const parts = new Map<string, (page: never) => unknown>([
  [listCashBook.path, withoutProofs],
  [ketuaDashboard.path, withoutViolations],
]);
