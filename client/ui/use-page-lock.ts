import { useEffect } from 'react';

let locks = 0;

/**
 * Prevents scrolling of the page behind a layer, and pull-to-refresh, which would lose what was typed; returns the unlock
 * function. Mantine's own lock adds a style sheet, which makes the browser recalculate all styles.
 */
export function lockPage(): () => void {
  const { style } = document.documentElement;
  locks += 1;
  style.overflow = 'hidden';
  style.overscrollBehavior = 'none';
  return () => {
    locks -= 1;
    if (locks > 0) return;
    style.overflow = '';
    style.overscrollBehavior = '';
  };
}

export function usePageLock(active: boolean): void {
  useEffect(() => (active ? lockPage() : undefined), [active]);
}

/** For Mantine's layers: replaces their own scroll lock. */
export const lockedByUs = { removeScrollProps: { removeScrollBar: false } };
