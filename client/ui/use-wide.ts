import { useSyncExternalStore } from 'react';
import { usePrinting } from './use-printing.ts';

/** False on paper, which is narrow. */
function mediaHook(condition: string): () => boolean {
  const query = matchMedia(condition);
  const subscribe = (changed: () => void) => {
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  };
  return () => {
    const printing = usePrinting();
    return useSyncExternalStore(subscribe, () => query.matches) && !printing;
  };
}

/** True from 768 px on: sidebar instead of tab bar, dialogs instead of bottom sheets. */
export const useWide = mediaHook('(min-width: 48em)');

/** True from 992 px on: room for a table beside the sidebar. */
export const useRoomy = mediaHook('(min-width: 62em)');

/** True from 1216 px on: room for a crowded table, too. */
export const useSpacious = mediaHook('(min-width: 76em)');
