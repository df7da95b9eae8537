import { startTransition, useCallback, useState } from 'react';
import type { ListEndProps } from './ListEnd.tsx';
import { usePrinting } from './use-printing.ts';

/** Fills any screen. */
const first = 20;
/** As many as a cheap phone lays out between two frames. */
const step = 10;

interface More {
  hasMore?: boolean | undefined;
  loadingMore?: boolean | undefined;
  onLoadMore?: (() => void) | undefined;
  /** Truthy when the last reading failed: the next page is then asked for by the person alone. */
  error?: unknown;
}

/**
 * Draws long lists a stretch at a time, whenever the end comes within one and a half screens, and asks the server for
 * the next page once all rows are drawn: who does not scroll reads one page. Every row drawn is a real one, so find-in-page works on it; drawing gives
 * way to the finger. On paper stands all that was read.
 */
export function useGrowingWindow<T>(
  rows: readonly T[],
  { hasMore = false, loadingMore = false, onLoadMore, error }: More,
): { shown: readonly T[]; end: ListEndProps } {
  const [grown, setGrown] = useState(first);
  const limit = usePrinting() ? rows.length : grown;
  const inside = rows.length > limit;
  const more = inside || (hasMore && onLoadMore !== undefined);
  const failed = Boolean(error);

  const grow = useCallback(() => {
    if (inside) startTransition(() => setGrown(limit + step));
    else if (hasMore && !loadingMore && !failed) onLoadMore?.();
  }, [inside, hasMore, loadingMore, failed, onLoadMore, limit]);

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
    onRetry: onLoadMore,
  };
  return { shown: inside ? rows.slice(0, limit) : rows, end };
}
