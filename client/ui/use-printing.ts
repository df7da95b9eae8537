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

/** True from the moment before a browser counts the pages: what is drawn later, like by a media query, is cut off. */
export const usePrinting = () => useSyncExternalStore(subscribe, () => printing);
