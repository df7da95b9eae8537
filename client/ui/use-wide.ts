import { useSyncExternalStore } from 'react';

function mediaHook(condition: string): () => boolean {
  const query = matchMedia(condition);
  const subscribe = (changed: () => void) => {
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  };
  return () => useSyncExternalStore(subscribe, () => query.matches);
}

/** True from 768 px on: sidebar instead of tab bar, dialogs instead of bottom sheets. */
export const useWide = mediaHook('(min-width: 48em)');

/** True from 992 px on: tables instead of cards. Between the two, the sidebar leaves a table too little room. */
export const useRoomy = mediaHook('(min-width: 62em)');
