import { useSyncExternalStore } from 'react';

const query = matchMedia('(min-width: 48em)');

function subscribe(changed: () => void) {
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** True from 768 px on: tables instead of cards, sidebar instead of tab bar, dialogs instead of bottom sheets. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}
