import { type RefCallback, useCallback, useEffect, useRef } from 'react';

interface Way {
  element: Element | null;
  row: Element | null;
  /** The row beside it: takes the focus once the row of a deleted record has disappeared. */
  neighbour: Element | null;
}

/** The focused element at the time each open layer was opened, outermost first. */
const trail: Way[] = [];

/** Nothing is focused while the page comes with which a layer opens: there is no way back to the body. */
function wayBack(active: Element | null): Way {
  const element = active === document.body ? null : active;
  const row = element?.closest('main :is(tr, li)') ?? element?.closest('main article') ?? null;
  return { element, row, neighbour: row?.nextElementSibling ?? row?.previousElementSibling ?? null };
}

function targetOf(ways: readonly Way[]): Element | null {
  const previous = ways.find(({ element }) => element?.isConnected)?.element;
  const beside = ways.find(({ neighbour }) => neighbour?.isConnected)?.neighbour;
  return (
    previous ?? beside?.querySelector('[tabindex="0"], button, a[href]') ?? document.querySelector('main h1')
  );
}

function focus(target: Element | null | undefined): void {
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

/** The row of a deleted record, or a button that has done its work, may disappear only now. */
function followUp(focused: Element, outer: readonly Way[]): void {
  const ways = [wayBack(focused), ...outer];
  const observer = new MutationObserver(() => {
    const active = document.activeElement;
    const isLost = active === document.body;
    if (active === focused || (isLost && focused.isConnected)) return; // a busy button cannot be focused
    observer.disconnect();
    if (isLost) focus(targetOf(ways));
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

/**
 * Call it when a layer opens, and its result when the layer closes: focus returns to the previous element. If that no
 * longer exists, to the element before it, then to the row beside it, and finally to the page title.
 */
export function rememberFocus(content?: { readonly current: HTMLElement | null }): () => void {
  const before = wayBack(document.activeElement);
  trail.push(before);
  return () => {
    const layer = content?.current ?? document.activeElement?.closest<HTMLElement>('[role=dialog]');
    const last = document.activeElement;
    const ways = trail.splice(trail.lastIndexOf(before), 1).concat(trail.toReversed());
    setTimeout(() => {
      const active = document.activeElement;
      const isLost = active === null || active === document.body || active === last;
      if (!isLost && !layer?.contains(active)) return; // focus was moved deliberately
      focus(targetOf(ways));
      const at = ways.findIndex(({ element }) => element?.isConnected);
      const previous = ways[at]?.element;
      if (previous) followUp(previous, ways.slice(at + 1));
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
