import { type RefCallback, useCallback, useEffect, useRef } from 'react';

/** What had the focus when each of the open layers opened, outermost first. */
const trail: (Element | null)[] = [];

/**
 * Gives the focus back when a layer closes: to what had it when the layer opened, also one that was mounted opened. If
 * that is gone by then (the dialog under a question, the row that was decided), to what came before, at last to the
 * title of the page. Answers the ref for the layer's content.
 */
export function useFocusBack(opened: boolean): RefCallback<HTMLElement> {
  const content = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!opened) return;
    const before = document.activeElement;
    trail.push(before);
    return () => {
      const layer = content.current;
      const last = document.activeElement;
      const ways = trail.splice(trail.lastIndexOf(before), 1).concat(trail.toReversed());
      setTimeout(() => {
        const active = document.activeElement;
        const isLost = active === null || active === document.body || active === last;
        if (!isLost && !layer?.contains(active)) return; // it went elsewhere on purpose
        const target = ways.find((way) => way?.isConnected) ?? document.querySelector('main h1');
        if (target instanceof HTMLElement) target.focus({ preventScroll: true });
      });
    };
  }, [opened]);
  return useCallback((node) => {
    content.current = node ?? content.current; // still asked for while the layer fades out
  }, []);
}
