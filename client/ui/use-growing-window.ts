import { useCallback, useState } from 'react';

const step = 50;

interface More {
  hasMore?: boolean | undefined;
  loadingMore?: boolean | undefined;
  onLoadMore?: (() => void) | undefined;
}

/**
 * Draws long lists a stretch at a time: fifty rows, fifty more whenever the end comes near, then the next page
 * from the server. Thousands of rows stay smooth and every row drawn is a real one, so find-in-page works on it.
 */
export function useGrowingWindow<T>(
  rows: readonly T[],
  { hasMore = false, loadingMore = false, onLoadMore }: More,
) {
  const [limit, setLimit] = useState(step);
  const inside = rows.length > limit;
  const more = inside || (hasMore && onLoadMore !== undefined);

  const grow = useCallback(() => {
    setLimit((now) => Math.min(now, rows.length) + step);
    if (!inside && !loadingMore) onLoadMore?.();
  }, [inside, loadingMore, onLoadMore, rows.length]);

  const sentinel = useCallback(
    (node: HTMLElement | null) => {
      if (!node) return;
      const watch = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && grow(), {
        rootMargin: '600px',
      });
      watch.observe(node);
      return () => watch.disconnect();
    },
    [grow],
  );

  return { shown: inside ? rows.slice(0, limit) : rows, more, sentinel, grow };
}
