/**
 * Reads and writes through one query cache. Every read belongs to a topic, or to several; when the server reports a changed
 * topic, by socket or in the answer to the user's own change, the topic's queries are refetched.
 */
import {
  type Query,
  QueryCache,
  QueryClient,
  type QueryFilters,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { wargaDashboard } from '../../contract/dashboard.ts';
import type { Answer, CallInput, Endpoint } from '../../contract/endpoint.ts';
import type { Topic } from '../../contract/events.ts';
import { CallError, call, newKey, onChanged } from './http.ts';

/** Milliseconds in which data is not read again when it is displayed again. */
export const freshFor = 30_000;

export function makeQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => console.error('Reading failed', queryKey, error),
    }),
    defaultOptions: {
      queries: {
        staleTime: freshFor,
        refetchOnWindowFocus: true,
        // Fail without a connection instead of pausing: the page then shows an error beside the cached data.
        networkMode: 'always',
        refetchOnReconnect: true,
        // A 4xx answer is final; only network and server errors are retried.
        retry: (failures, error) =>
          failures < 2 && !(error instanceof CallError && error.status >= 400 && error.status < 500),
      },
      // Same for changes: fail at once so that the form shows the error.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  onChanged((topics) => {
    refetchTopics(client, topics);
    refetchOwnDashboard(client);
  });
  return client;
}

/** It is stored on the device, where it must not say without a signal that what was just paid is owed. */
function refetchOwnDashboard(client: QueryClient): void {
  const queryKey = ['dashboard', wargaDashboard.method, wargaDashboard.path];
  void client.refetchQueries({
    queryKey,
    type: 'inactive',
    predicate: ({ state }) => state.isInvalidated,
  });
}

/** Hidden tabs refetch when they become visible. */
export function refetchTopics(client: QueryClient, topics: readonly Topic[]): void {
  const isOf = ({ queryKey: [of] }: Query) => topics.some((topic) => [of].flat().includes(topic));
  invalidate(client, { predicate: isOf }, document.hidden ? 'none' : 'active');
}

/**
 * A request in flight may have been answered before the change. A refetch is restarted. A first load is not,
 * because constant changes would then keep it from ever finishing; it is refetched afterwards.
 */
export function invalidate(
  client: QueryClient,
  filters: QueryFilters = {},
  refetchType: 'active' | 'none' = 'active',
): void {
  const isInFlight = ({ state }: Query) =>
    state.fetchStatus === 'fetching' && (state.data === undefined || refetchType === 'none');
  const inFlight = client.getQueryCache().findAll(filters).filter(isInFlight);
  void client.invalidateQueries({ ...filters, refetchType });
  for (const query of inFlight) {
    const filter = { queryKey: query.queryKey, exact: true, refetchType };
    const refetch = () => client.invalidateQueries(filter, { cancelRefetch: false });
    query.fetch().then(refetch, () => {}); // errors are shown by the components
  }
}

interface ReadOptions {
  enabled?: boolean;
}

/** Keeps the previous result while a changed filter loads, but not across years or persons. */
const keepPrevious =
  (input: object) =>
  <Data>(before: Data | undefined, query: { queryKey: readonly unknown[] } | undefined) =>
    paramsOf(query?.queryKey[3]) === paramsOf(input) ? before : undefined;

const paramsOf = (input: unknown) => JSON.stringify((Object(input) as { params?: unknown }).params);

export function useRead<E extends Endpoint>(
  topic: Topic | readonly Topic[],
  endpoint: E,
  input: CallInput<E>,
  options: ReadOptions = {},
) {
  return useQuery<Answer<E>, CallError>({
    queryKey: [topic, endpoint.method, endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    placeholderData: keepPrevious(input),
    enabled: options.enabled ?? true,
  });
}

/** Refetches all failed queries: counters and charts have no retry button of their own. */
function useRetry() {
  const client = useQueryClient();
  return () =>
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}

interface PagedAnswer<Row> {
  data: Row[];
  nextCursor: string | null;
}
type RowOf<E extends Endpoint> = Answer<E> extends PagedAnswer<infer Row> ? Row : never;

/** A paged list; `rows` holds all rows loaded so far. */
export function usePages<E extends Endpoint>(
  topic: Topic,
  endpoint: E,
  input: CallInput<E>,
  { limit = 50, enabled = true }: ReadOptions & { limit?: number } = {},
) {
  const again = useRetry();
  const pages = useInfiniteQuery<
    PagedAnswer<RowOf<E>>,
    CallError,
    RowOf<E>[],
    readonly unknown[],
    string | undefined
  >({
    queryKey: [topic, endpoint.method, endpoint.path, input, limit],
    queryFn: async ({ signal, pageParam }) => {
      const given = input as { query?: Record<string, unknown> };
      const paged = { ...given, query: { ...given.query, limit, cursor: pageParam } };
      return (await call(endpoint, paged as unknown as CallInput<E>, { signal })) as PagedAnswer<RowOf<E>>;
    },
    initialPageParam: undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    select: ({ pages: all }) => all.flatMap((page) => page.data),
    placeholderData: keepPrevious(input),
    enabled,
  });
  return {
    rows: pages.data,
    error: pages.error,
    retry: pages.error?.status === 422 ? undefined : again, // asked again the same would be refused again
    hasMore: pages.hasNextPage,
    loadMore: () => void pages.fetchNextPage(),
    loadingMore: pages.isFetchingNextPage,
  };
}

/** Idempotency key of a form: unchanged until the outcome is known, so that a retry creates nothing twice. */
function useKey() {
  const key = useRef<string>(null);
  return {
    take: () => (key.current ??= newKey()),
    drop: () => void (key.current = null),
  };
}

/**
 * Sends a change and refetches the topics that the answer names, also without a socket. `progress` is the
 * upload progress (0 to 1), null when nothing is being sent. With `inTurn`, a change waits for the one before.
 */
export function useSend<E extends Endpoint>(endpoint: E, { inTurn = false } = {}) {
  const client = useQueryClient();
  const key = useKey();
  const [progress, setProgress] = useState<number | null>(null);
  const mutation = useMutation<Answer<E>, CallError, CallInput<E>>({
    ...(inTurn ? { scope: { id: `${endpoint.method} ${endpoint.path}` } } : {}),
    mutationFn: (input) =>
      call(endpoint, input, {
        ...(endpoint.files ? { onProgress: setProgress } : {}),
        ...(endpoint.creates ? { key: key.take() } : {}),
      }),
    onSettled: (_answer, error) => {
      setProgress(null);
      if (!error?.isOpen) key.drop();
      // These mean that the displayed data or the rights of the user are outdated.
      if (error && ([403, 404, 409].includes(error.status) || error.code === 'key_reused'))
        invalidate(client);
    },
  });
  return { send: mutation.mutateAsync, isSending: mutation.isPending, progress, key };
}
