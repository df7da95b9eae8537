/**
 * Stores the last result of selected queries on this device, for the next start and for offline reading, for the
 * account that loaded them. Only the user's own dues, what every resident may read, totals of the dashboards, and the
 * houses of a collector's round with what they owe; never other lists of persons, payments or complaints, or pictures. Deleted at logout.
 */
import type { Query, QueryClient } from '@tanstack/react-query';
import { type DBSchema, openDB } from 'idb';
import { getOwnDues } from '../../contract/arrears.ts';
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
import { getRound } from '../../contract/rounds.ts';
import { getSettings } from '../../contract/settings.ts';
import { offlineDatabase, storedUser } from './session.ts';

const storedQueries: readonly (readonly [Topic, Endpoint])[] = [
  ['payments', listOwnPaymentsWarga],
  ['payments', listOwnPayments],
  ['payments', getOwnDues],
  ['payments', getRound],
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
const maxAge = 14 * day;
/** Maximum number of pages stored of a paged list. */
const storedPages = 3;

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

const isStored = ({ queryKey: [topic, method, path] }: Query) =>
  storedQueries.some(
    ([of, endpoint]) => of === topic && endpoint.method === method && endpoint.path === path,
  );

const open = () =>
  openDB<Schema>(offlineDatabase, 1, {
    upgrade: (db) => void db.createObjectStore('views', { keyPath: 'hash' }),
    blocking: (_current, _blocked, { target }) => (target as IDBDatabase).close(), // the session has ended
  });

async function readViews(): Promise<View[]> {
  const userId = storedUser()?.id;
  const db = await open();
  const views = await db.getAll('views');
  const usable = ({ userId: of, readAt }: View) => of === userId && Date.now() - readAt <= maxAge;
  for (const { hash } of views.filter((view) => !usable(view))) await db.delete('views', hash);
  db.close();
  return views.filter(usable);
}

let storedViews: readonly View[] = [];
const reading = storedUser() ? readViews().then((views) => (storedViews = views), onStoreError) : undefined;

/** Maximum time in milliseconds that the first screen waits for stored data. */
const restoreTimeout = 500;
export const storedDataRead: Promise<unknown> = Promise.race([
  reading,
  new Promise((resolve) => setTimeout(resolve, restoreTimeout)),
]);

/** Restores stored results where nothing newer is loaded. They are always stale: changes since then are unknown. */
export function restoreQueries(client: QueryClient, userId: number): void {
  for (const [topic, { method, path }] of storedQueries)
    client.setQueryDefaults([topic, method, path], { gcTime: maxAge });
  for (const { userId: of, queryKey, data, readAt } of storedViews) {
    if (of !== userId || client.getQueryData(queryKey) !== undefined) continue;
    client.setQueryData(queryKey, data, { updatedAt: readAt });
    void client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
  }
}

/** Stores results from now on; returns the stop function. */
export function storeQueries(client: QueryClient, userId: number): () => void {
  void reading?.then(() => restoreQueries(client, userId)); // if reading took longer than the first screen waits
  const opened = open();
  const save = ({ queryHash: hash, queryKey, state }: Query) => {
    const part = parts.get(String(queryKey[2])) ?? unchanged;
    const view = { hash, userId, queryKey, data: trimmed(state.data, part), readAt: state.dataUpdatedAt };
    opened.then((db) => db.put('views', view)).catch(onStoreError);
  };

  const cache = client.getQueryCache();
  for (const query of cache.getAll()) if (isStored(query) && query.state.status === 'success') save(query);
  const stop = cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    if (isStored(event.query)) save(event.query);
  });
  return () => {
    stop();
    void opened.then((db) => db.close());
  };
}

/** Fails without storage (quota, private browsing) or after logout: only stored data is lost. */
function onStoreError(error: unknown): void {
  console.info('The last results are not stored', error);
}

function trimmed(data: unknown, part: (page: never) => unknown): unknown {
  const { pages, pageParams } = Object(data) as { pages?: never[]; pageParams?: unknown[] };
  return pages && pageParams
    ? { pages: pages.slice(0, storedPages).map(part), pageParams: pageParams.slice(0, storedPages) }
    : part(data as never);
}

const unchanged = (page: unknown) => page;

/** Entries of officers contain notes and proofs of other people's payments. */
const withoutProofs = ({ data, ...rest }: Answer<typeof listCashBook>) => ({
  ...rest,
  data: data.map((entry) =>
    entry.type === 'pemasukan' ? { ...entry, deskripsi: null, bukti_transfer: null } : entry,
  ),
});

/** Violated rules and their rows are not stored. */
const withoutViolations = ({ data }: Answer<typeof ketuaDashboard>) => ({
  data: { ...data, pelanggaran: null },
});

const parts = new Map<string, (page: never) => unknown>([
  [listCashBook.path, withoutProofs],
  [ketuaDashboard.path, withoutViolations],
]);
