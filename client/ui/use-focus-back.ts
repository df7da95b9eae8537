import { type RefCallback, useCallback, useEffect, useRef } from 'react';

/** The focused element at the time each open layer was opened, outermost first. */
const trail: (Element | null)[] = [];

/** The row of a deleted record disappears later: focus moves to its neighbour. */
function followUp(focused: HTMLElement) {
  const row = focused.closest('main :is(tr, li)') ?? focused.closest('main article');
  if (!row) return;
  const neighbour = row.nextElementSibling ?? row.previousElementSibling;
  const observer = new MutationObserver(() => {
    const active = document.activeElement;
    const isLost = active === document.body;
    if (active === focused || (isLost && focused.isConnected)) return; // a busy button cannot be focused
    observer.disconnect();
    if (!isLost) return;
    const next = neighbour?.isConnected && neighbour.querySelector('button, a[href]');
    const target = next || document.querySelector('main h1');
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

/**
 * Call it when a layer opens, and its result when the layer closes: focus returns to the previous element. If
 * that no longer exists, to the element before it, and finally to the page title.
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
      if (!isLost && !layer?.contains(active)) return; // focus was moved deliberately
      const target = ways.find((way) => way?.isConnected) ?? document.querySelector('main h1');
      if (!(target instanceof HTMLElement)) return;
      target.focus({ preventScroll: true });
      followUp(target);
    });
  };
}

/** Hook for a component that is a layer while `opened`. Returns the ref for its content. */
export function useFocusBack(opened: boolean): RefCallback<HTMLElement> {
  const content = useRef<HTMLElement>(null);
  useEffect(() => (opened ? rememberFocus(content) : undefined), [opened]);
  return useCallback((node) => {
    content.current = node ?? content.current; // needed during the closing animation
  }, []);
}
