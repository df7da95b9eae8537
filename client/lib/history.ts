/**
 * Pages without addresses: each history entry carries its page key and how far the page was scrolled, so that Back
 * and reload find both again while the address never changes.
 */
interface Entry {
  page: string;
  /** Pixels from the top. */
  scroll: number;
}

const first: Entry = { page: 'dashboard', scroll: 0 };
const listeners = new Set<() => void>();
let saving: ReturnType<typeof setTimeout> | undefined;
let restoring = false;
let stopRestoring = () => {};

history.scrollRestoration = 'manual'; // the browser would scroll before the page's content is there

function current(): Entry {
  return { ...first, ...(history.state as Partial<Entry> | null) };
}

function write(entry: Entry): void {
  clearTimeout(saving);
  history.replaceState(entry, '');
}

const keepScroll = () => write({ ...current(), scroll: window.scrollY });

function changed(): void {
  clearTimeout(saving);
  stopRestoring();
  for (const listener of listeners) listener();
}

export const pageHistory = {
  page: () => current().page,

  open(page: string): void {
    keepScroll();
    history.pushState({ page, scroll: 0 }, '');
    changed();
  },

  /** The next person begins at the dashboard. */
  reset: () => write(first),

  subscribe(listener: () => void): () => void {
    if (listeners.size === 0) {
      window.addEventListener('popstate', changed);
      window.addEventListener('scroll', saveSoon, { passive: true });
    }
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      window.removeEventListener('popstate', changed);
      window.removeEventListener('scroll', saveSoon);
    };
  },
};

function saveSoon(): void {
  if (restoring) return;
  clearTimeout(saving);
  saving = setTimeout(keepScroll, 150); // Safari refuses more than 100 changes in 30 s
}

/** Scrolls to where this entry was left, waiting for a page that still grows, until the person scrolls. */
export function restoreScroll(): void {
  const { scroll } = current();
  window.scrollTo(0, scroll);
  if (window.scrollY >= scroll - 1) return;
  const growth = new ResizeObserver(() => {
    window.scrollTo(0, scroll);
    if (window.scrollY >= scroll - 1) stopRestoring();
  });
  const limit = setTimeout(() => stopRestoring(), 5000);
  const gestures = ['wheel', 'touchstart', 'keydown', 'pointerdown'];
  stopRestoring = () => {
    restoring = false;
    growth.disconnect();
    clearTimeout(limit);
    for (const gesture of gestures) window.removeEventListener(gesture, stopRestoring);
    stopRestoring = () => {};
  };
  for (const gesture of gestures) window.addEventListener(gesture, stopRestoring, { passive: true });
  restoring = true;
  growth.observe(document.body);
}
