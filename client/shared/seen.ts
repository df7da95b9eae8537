/**
 * What was read last stays readable without a connection: these views and no others, kept on this device for the
 * account that read them. One's own dues, and what everybody in the estate may read; never lists of people, payments or
 * complaints of others, or pictures. It is gone with the session.
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
import { seenDatabase } from './session.ts';

const kept: readonly (readonly [Topic, Endpoint])[] = [
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

/** Brings back what was read last where nothing newer has come, and keeps what is read from now on; answers how to stop. */
export function keepSeen(client: QueryClient, userId: number): () => void {
  for (const [topic, { method, path }] of kept)
    client.setQueryDefaults([topic, method, path], { gcTime: longest });
  const opened = openDB<Schema>(seenDatabase, 1, {
    upgrade: (db) => void db.createObjectStore('views', { keyPath: 'hash' }),
    blocking: (_current, _blocked, { target }) => (target as IDBDatabase).close(), // the session is over
  });
  const save = ({ queryHash: hash, queryKey, state }: Query) => {
    const data = keepable(state.data, queryKey[2] === listCashBook.path ? withoutProofs : asItIs);
    const view = { hash, userId, queryKey, data, readAt: state.dataUpdatedAt };
    opened.then((db) => db.put('views', view)).catch(cannotKeep);
  };

  const cache = client.getQueryCache();
  for (const query of cache.getAll()) if (isKept(query) && query.state.status === 'success') save(query);
  opened.then((db) => bringBack(db, client, userId)).catch(cannotKeep);
  const stop = cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    if (isKept(event.query)) save(event.query);
  });
  return () => {
    stop();
    void opened.then((db) => db.close());
  };
}

async function bringBack(db: IDBPDatabase<Schema>, client: QueryClient, userId: number): Promise<void> {
  for (const view of await db.getAll('views')) {
    const { hash, queryKey, data, readAt } = view;
    if (view.userId !== userId || Date.now() - readAt > longest) await db.delete('views', hash);
    else if (client.getQueryData(queryKey) === undefined) {
      client.setQueryData(queryKey, data, { updatedAt: readAt });
      // However young it is, nobody has heard what changed since; what is being read already is not read twice.
      void client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
    }
  }
}

/** Without it everything works but reading without a connection: no room, private browsing, or signed out. */
const cannotKeep = (error: unknown) => console.info('Views are not kept', error);

function keepable<Page>(data: unknown, part: (page: Page) => unknown): unknown {
  const { pages, pageParams } = Object(data) as { pages?: Page[]; pageParams?: unknown[] };
  return pages && pageParams
    ? { pages: pages.slice(0, pagesKept).map(part), pageParams: pageParams.slice(0, pagesKept) }
    : part(data as Page);
}

const asItIs = (page: unknown) => page;

/** Staff also read the notes and proofs of other people's payments. */
const withoutProofs = ({ data, ...rest }: Answer<typeof listCashBook>) => ({
  ...rest,
  data: data.map((entry) =>
    entry.type === 'pemasukan' ? { ...entry, deskripsi: null, bukti_transfer: null } : entry,
  ),
});
