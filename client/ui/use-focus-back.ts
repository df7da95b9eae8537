import { type RefCallback, useCallback, useEffect, useRef } from 'react';

/**
 * Gives the focus back when a layer closes: to what had it when the layer opened, also one that was mounted opened. If
 * that is gone by then (the row that was decided), to the title of the page. Answers the ref for the layer's content.
 */
export function useFocusBack(opened: boolean): RefCallback<HTMLElement> {
  const content = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!opened) return;
    const before = document.activeElement;
    return () => {
      const layer = content.current;
      const last = document.activeElement;
      setTimeout(() => {
        const active = document.activeElement;
        const isLost = active === null || active === document.body || active === last;
        if (!isLost && !layer?.contains(active)) return; // it went elsewhere on purpose
        const target = before?.isConnected ? before : document.querySelector('main h1');
        if (target instanceof HTMLElement) target.focus({ preventScroll: true });
      });
    };
  }, [opened]);
  return useCallback((node) => {
    content.current = node ?? content.current; // still asked for while the layer fades out
  }, []);
}
