/**
 * Reading and sending through one cache. Every read belongs to a topic; when the server says that a topic changed, by
 * the socket or in the answer to a change of one's own, what belongs to it is read again.
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
import type { Answer, CallInput, Endpoint, ExportFormat } from '../../contract/endpoint.ts';
import type { Topic } from '../../contract/events.ts';
import { CallError, call, download, newKey, onChanged } from './http.ts';

export function makeQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => console.error('Reading failed', queryKey, error),
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: true,
        // Without a connection a page says so, instead of waiting unseen; what is in the cache stays on the screen.
        networkMode: 'always',
        refetchOnReconnect: true,
        // A refusal is an answer; only an unreachable or failing server is asked again.
        retry: (failures, error) =>
          failures < 2 && !(error instanceof CallError && error.status >= 400 && error.status < 500),
      },
      // Without a connection a change fails at once and its form says so, instead of waiting unseen.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  onChanged((topics) => refetchTopics(client, topics));
  return client;
}

/** Nobody looks at a hidden tab: it reads when it is shown again. */
export function refetchTopics(client: QueryClient, topics: readonly Topic[]): void {
  for (const topic of topics) readAgain(client, { queryKey: [topic] }, document.hidden ? 'none' : 'active');
}

/**
 * What is under way may have been read before the change. A later reading is begun anew; a first one goes on, so that
 * a busy estate does not keep it from ever coming, and another follows it.
 */
export function readAgain(
  client: QueryClient,
  filters: QueryFilters = {},
  refetchType: 'active' | 'none' = 'active',
): void {
  const goesOn = ({ state }: Query) =>
    state.fetchStatus === 'fetching' && (state.data === undefined || refetchType === 'none');
  const goingOn = client.getQueryCache().findAll(filters).filter(goesOn);
  void client.invalidateQueries({ ...filters, refetchType });
  for (const query of goingOn) {
    const exactly = { queryKey: query.queryKey, exact: true, refetchType };
    const follow = () => client.invalidateQueries(exactly, { cancelRefetch: false });
    query.fetch().then(follow, () => {}); // what failed says so
  }
}

interface ReadOptions {
  enabled?: boolean;
}

/** While a changed filter loads, what was found before stays; what belongs to another year or person does not. */
const keepNarrowed =
  (input: object) =>
  <Data>(before: Data | undefined, query: { queryKey: readonly unknown[] } | undefined) =>
    paramsOf(query?.queryKey[3]) === paramsOf(input) ? before : undefined;

const paramsOf = (input: unknown) => JSON.stringify((Object(input) as { params?: unknown }).params);

/** One answer, kept on the screen while a changed filter loads. */
export function useRead<E extends Endpoint>(
  topic: Topic,
  endpoint: E,
  input: CallInput<E>,
  options: ReadOptions = {},
) {
  return useQuery<Answer<E>, CallError>({
    queryKey: [topic, endpoint.method, endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    placeholderData: keepNarrowed(input),
    enabled: options.enabled ?? true,
  });
}

/** Reads again whatever could not be read: a page's counters and charts have no "Coba lagi" of their own. */
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

/** A list that grows page by page; `rows` are all rows so far. */
export function usePages<E extends Endpoint>(
  topic: Topic,
  endpoint: E,
  input: CallInput<E>,
  { limit = 50, enabled = true }: ReadOptions & { limit?: number } = {},
) {
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
    placeholderData: keepNarrowed(input),
    enabled,
  });
  return {
    /** Absent while loading. */
    rows: pages.data,
    error: pages.error,
    retry: useRetry(),
    hasMore: pages.hasNextPage,
    loadMore: () => void pages.fetchNextPage(),
    loadingMore: pages.isFetchingNextPage,
  };
}

/** The key of what a form sends: the same until it is known what became of it, so that trying again does it once. */
function useKey() {
  const key = useRef<string>(null);
  return {
    take: () => (key.current ??= newKey()),
    drop: () => void (key.current = null),
  };
}

/**
 * Sends a change. What its answer says has changed is read again, also when the socket is not connected.
 * `progress` is the share of an upload that has left (0 to 1), null when nothing is under way.
 */
export function useSend<E extends Endpoint>(endpoint: E) {
  const client = useQueryClient();
  const key = useKey();
  const [progress, setProgress] = useState<number | null>(null);
  const mutation = useMutation<Answer<E>, CallError, CallInput<E>>({
    mutationFn: (input) =>
      call(endpoint, input, {
        ...(endpoint.files ? { onProgress: setProgress } : {}),
        ...(endpoint.creates ? { key: key.take() } : {}),
      }),
    onSettled: (_answer, error) => {
      setProgress(null);
      if (!error?.isOpen) key.drop();
      // A refusal about a state, or that the record is gone, means that what is on the screen is old.
      if (error && (error.status === 409 || error.status === 404 || error.code === 'key_reused'))
        readAgain(client);
    },
  });
  return { send: mutation.mutateAsync, isSending: mutation.isPending, progress, key };
}

export interface Download<Input> {
  save(input: Input, format: ExportFormat): Promise<void>;
  isSaving: boolean;
}

/** Saves an export as a file. */
export function useDownload<E extends Endpoint>(endpoint: E): Download<CallInput<E>> {
  const mutation = useMutation<void, CallError, { input: CallInput<E>; format: ExportFormat }>({
    mutationFn: ({ input, format }) => download(endpoint, input, format),
  });
  return {
    save: (input, format) => mutation.mutateAsync({ input, format }),
    isSaving: mutation.isPending,
  };
}
