import { useEffect } from 'react';

let locks = 0;

/**
 * Holds the page behind a layer where it is, whatever key or finger moves; answers how to let go. Mantine's own way adds
 * a style sheet, for which the browser computes the styles of the whole page: 50 ms on a cheap phone, before the layer
 * is painted.
 */
export function lockPage(): () => void {
  const { style } = document.documentElement;
  locks += 1;
  style.overflow = 'hidden';
  return () => {
    locks -= 1;
    if (locks === 0) style.overflow = '';
  };
}

export function usePageLock(active: boolean): void {
  useEffect(() => (active ? lockPage() : undefined), [active]);
}

/** For Mantine's layers: touch and wheel outside are still held back, without that style sheet. */
export const lockedByUs = { removeScrollProps: { removeScrollBar: false } };
