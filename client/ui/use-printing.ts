import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let printing = false;
const subscribers = new Set<() => void>();

/** Renders at once: Firefox prints the page before any microtask. */
function set(next: boolean) {
  printing = next;
  flushSync(() => {
    for (const changed of subscribers) changed();
  });
}
addEventListener('beforeprint', () => set(true));
addEventListener('afterprint', () => set(false));

function subscribe(changed: () => void) {
  subscribers.add(changed);
  return () => subscribers.delete(changed);
}

/** True before the browser paginates: changes after that, e.g. by a media query, are cut off. */
export const usePrinting = () => useSyncExternalStore(subscribe, () => printing);
