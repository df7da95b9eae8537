import { useSyncExternalStore } from 'react';

let printing = false;
addEventListener('beforeprint', () => (printing = true));
addEventListener('afterprint', () => (printing = false));

function subscribe(changed: () => void) {
  addEventListener('beforeprint', changed);
  addEventListener('afterprint', changed);
  return () => {
    removeEventListener('beforeprint', changed);
    removeEventListener('afterprint', changed);
  };
}

/** True before the browser paginates: changes after that, e.g. by a media query, are cut off. */
export const usePrinting = () => useSyncExternalStore(subscribe, () => printing);
