import { type RefCallback, useCallback, useEffect, useRef } from 'react';

/** What had the focus when each of the open layers opened, outermost first. */
const trail: (Element | null)[] = [];

/** A row that a question was about leaves once the server has deleted it: its neighbour takes the focus on. */
function followUp(focused: HTMLElement) {
  const row = focused.closest('main :is(tr, li, article)');
  if (!row) return;
  const neighbour = row.nextElementSibling ?? row.previousElementSibling;
  const observer = new MutationObserver(() => {
    const active = document.activeElement;
    const isLost = active === document.body;
    if (active === focused || (isLost && focused.isConnected)) return; // a button that is busy has no focus
    observer.disconnect();
    if (!isLost) return;
    const next = neighbour?.isConnected && neighbour.querySelector('button, a[href]');
    const target = next || document.querySelector('main h1');
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

/**
 * Call it when a layer opens, and what it returns when the layer closes: the focus goes back to what had it before. If
 * that is gone by then (the dialog under a question, the row that was decided), it goes to what had it earlier, at last
 * to the title of the page.
 */
export function rememberFocus(content?: { readonly current: HTMLElement | null }): () => void {
  const before = document.activeElement;
  trail.push(before);
  return () => {
    const layer = content?.current ?? document.activeElement?.closest<HTMLElement>('[role=dialog]');
    const last = document.activeElement;
    const ways = trail.splice(trail.lastIndexOf(before), 1).concat(trail.toReversed());
    setTimeout(() => {
      const active = document.activeElement;
      const isLost = active === null || active === document.body || active === last;
      if (!isLost && !layer?.contains(active)) return; // it went elsewhere on purpose
      const target = ways.find((way) => way?.isConnected) ?? document.querySelector('main h1');
      if (!(target instanceof HTMLElement)) return;
      target.focus({ preventScroll: true });
      followUp(target);
    });
  };
}

/** The same for a component that is a layer while `opened`. Returns the ref for the layer's content. */
export function useFocusBack(opened: boolean): RefCallback<HTMLElement> {
  const content = useRef<HTMLElement>(null);
  useEffect(() => (opened ? rememberFocus(content) : undefined), [opened]);
  return useCallback((node) => {
    content.current = node ?? content.current; // still asked for while the layer fades out
  }, []);
}
