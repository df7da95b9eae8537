import { useSyncExternalStore } from 'react';
import { usePrinting } from './use-printing.ts';

/** False in print, which is narrow. */
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

/** From 768 px: sidebar instead of tab bar, dialogs instead of bottom sheets. */
export const useWide = mediaHook('(min-width: 48em)');

/** From 992 px: room for a table beside the sidebar. */
export const useRoomy = mediaHook('(min-width: 62em)');

/** From 1216 px: room for a table with many columns. */
export const useSpacious = mediaHook('(min-width: 76em)');
