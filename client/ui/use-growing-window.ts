import { startTransition, useCallback, useState } from 'react';

/** Fills any screen. */
const first = 20;
/** As many as a cheap phone lays out between two frames. */
const step = 10;

interface More {
  hasMore?: boolean | undefined;
  loadingMore?: boolean | undefined;
  onLoadMore?: (() => void) | undefined;
}

/**
 * Draws long lists a stretch at a time, whenever the end comes within three screens, and asks the server for the next
 * page while there are still rows to draw. Every row drawn is a real one, so find-in-page works on it; drawing gives
 * way to the finger.
 */
export function useGrowingWindow<T>(
  rows: readonly T[],
  { hasMore = false, loadingMore = false, onLoadMore }: More,
) {
  const [limit, setLimit] = useState(first);
  const inside = rows.length > limit;
  const more = inside || (hasMore && onLoadMore !== undefined);

  const grow = useCallback(() => {
    if (inside) startTransition(() => setLimit(limit + step));
    if (hasMore && !loadingMore && rows.length < limit + first) onLoadMore?.();
  }, [inside, hasMore, loadingMore, onLoadMore, rows.length, limit]);

  const sentinel = useCallback(
    (node: HTMLElement | null) => {
      if (!node) return;
      const watch = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && grow(), {
        rootMargin: '300%',
      });
      watch.observe(node);
      return () => watch.disconnect();
    },
    [grow],
  );

  return { shown: inside ? rows.slice(0, limit) : rows, more, sentinel, grow };
}
