import { startTransition, useCallback, useState } from 'react';
import type { ListEndProps } from './ListEnd.tsx';
import { usePrinting } from './use-printing.ts';

/** More rows than any screen shows. */
const first = 20;
/** Rows per rendering: as many as a slow phone lays out within one frame. */
const step = 10;

export interface PagedList<T> {
  /** Undefined while loading. */
  rows: readonly T[] | undefined;
  error?: Error | null | undefined;
  retry?: (() => void) | undefined;
  hasMore?: boolean | undefined;
  loadMore?: (() => void) | undefined;
  loadingMore?: boolean | undefined;
}

/**
 * Renders a long list in steps as the user scrolls, and loads the next page once all rows are rendered. Rows are not
 * virtualized, so find-in-page works. In print, all loaded rows are rendered.
 */
export function useGrowingWindow<T>({
  rows = [],
  hasMore = false,
  loadingMore = false,
  loadMore,
  error,
}: PagedList<T>): { shown: readonly T[]; end: ListEndProps } {
  const [grown, setGrown] = useState(first);
  const limit = usePrinting() ? rows.length : grown;
  const inside = rows.length > limit;
  const more = inside || (hasMore && loadMore !== undefined);
  const failed = Boolean(error);

  const grow = useCallback(() => {
    if (inside) startTransition(() => setGrown(limit + step));
    else if (hasMore && !loadingMore && !failed) loadMore?.();
  }, [inside, hasMore, loadingMore, failed, loadMore, limit]);

  const sentinel = useCallback(
    (node: HTMLElement | null) => {
      if (!node) return;
      const watch = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && grow(), {
        rootMargin: '150%',
      });
      watch.observe(node);
      return () => watch.disconnect();
    },
    [grow],
  );

  const end = {
    more,
    sentinel,
    grow,
    loading: loadingMore,
    error: inside ? null : error,
    onRetry: loadMore,
  };
  return { shown: inside ? rows.slice(0, limit) : rows, end };
}
