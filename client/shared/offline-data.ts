/**
 * Offline reading: stores the last result of selected queries on this device, for the account that loaded
 * them. Only the user's own dues and what every resident may read; never lists of persons, payments or
 * complaints of others, or pictures. Deleted at logout.
 */
import type { Query, QueryClient } from '@tanstack/react-query';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { getBalance, getYearBalance, listCashBook } from '../../contract/cash-book.ts';
import { wargaDashboard } from '../../contract/dashboard.ts';
import { countDocuments, listDocuments } from '../../contract/documents.ts';
import type { Answer, Endpoint } from '../../contract/endpoint.ts';
import type { Topic } from '../../contract/events.ts';
import { listYearExpenses, sumYearExpenses } from '../../contract/expenses.ts';
import { listOwnPayments, listOwnPaymentsWarga } from '../../contract/payments.ts';
import { listPosts } from '../../contract/posts.ts';
import { getSettings } from '../../contract/settings.ts';
import { offlineDatabase } from './session.ts';

const storedQueries: readonly (readonly [Topic, Endpoint])[] = [
  ['payments', listOwnPaymentsWarga],
  ['payments', listOwnPayments],
  ['dashboard', wargaDashboard],
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

/**
 * Restores stored results where nothing newer is loaded, and stores new ones from now on; returns the stop
 * function.
 */
export function storeQueries(client: QueryClient, userId: number): () => void {
  for (const [topic, { method, path }] of storedQueries)
    client.setQueryDefaults([topic, method, path], { gcTime: maxAge });
  const database = openDB<Schema>(offlineDatabase, 1, {
    upgrade: (db) => void db.createObjectStore('views', { keyPath: 'hash' }),
    blocking: (_current, _blocked, { target }) => (target as IDBDatabase).close(), // the session has ended
  });
  const save = ({ queryHash: hash, queryKey, state }: Query) => {
    const data = trimmed(state.data, queryKey[2] === listCashBook.path ? withoutProofs : unchanged);
    const view = { hash, userId, queryKey, data, readAt: state.dataUpdatedAt };
    database.then((db) => db.put('views', view)).catch(onStoreError);
  };

  const cache = client.getQueryCache();
  for (const query of cache.getAll()) if (isStored(query) && query.state.status === 'success') save(query);
  database.then((db) => restore(db, client, userId)).catch(onStoreError);
  const stop = cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    if (isStored(event.query)) save(event.query);
  });
  return () => {
    stop();
    void database.then((db) => db.close());
  };
}

async function restore(db: IDBPDatabase<Schema>, client: QueryClient, userId: number): Promise<void> {
  for (const view of await db.getAll('views')) {
    const { hash, queryKey, data, readAt } = view;
    if (view.userId !== userId || Date.now() - readAt > maxAge) await db.delete('views', hash);
    else if (client.getQueryData(queryKey) === undefined) {
      client.setQueryData(queryKey, data, { updatedAt: readAt });
      // Stored data is always stale: changes since then were not received. No second request for queries in flight.
      void client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
    }
  }
}

/** Fails without storage (quota, private browsing) or after logout: only offline reading is lost. */
const onStoreError = (error: unknown) => console.info('Views are not storedQueries', error);

function trimmed<Page>(data: unknown, part: (page: Page) => unknown): unknown {
  const { pages, pageParams } = Object(data) as { pages?: Page[]; pageParams?: unknown[] };
  return pages && pageParams
    ? { pages: pages.slice(0, storedPages).map(part), pageParams: pageParams.slice(0, storedPages) }
    : part(data as Page);
}

const unchanged = (page: unknown) => page;

/** Entries of officers contain notes and proofs of other people's payments. */
const withoutProofs = ({ data, ...rest }: Answer<typeof listCashBook>) => ({
  ...rest,
  data: data.map((entry) =>
    entry.type === 'pemasukan' ? { ...entry, deskripsi: null, bukti_transfer: null } : entry,
  ),
});
