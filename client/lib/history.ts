/**
 * Pages without addresses: each history entry carries its page key and how far the page was scrolled, so that Back
 * and reload find both again while the address never changes. Back first closes what lies above the page.
 */
interface Entry {
  page: string;
  /** Counts up from the first entry, so that Back can be told from Forward. */
  at: number;
  /** Pixels from the top. */
  scroll: number;
}

const first: Entry = { page: 'dashboard', at: 0, scroll: 0 };
const listeners = new Set<() => void>();
let saving: ReturnType<typeof setTimeout> | undefined;
let restoring = false;
let stopRestoring = () => {};

history.scrollRestoration = 'manual'; // the browser would scroll before the page's content is there

function current(): Entry {
  return { ...first, ...(history.state as Partial<Entry> | null) };
}

let position = current().at;
let closeTopLayer: (() => void) | null = null;

/** While set, Back closes the topmost dialog or viewer instead of leaving the page under it. */
export function onBackClose(close: (() => void) | null): void {
  closeTopLayer = close;
}

function moved(): void {
  const { at } = current();
  if (at < position && closeTopLayer) {
    clearTimeout(saving); // it would write into the entry that is being left again
    history.go(position - at);
    closeTopLayer();
    return;
  }
  position = at;
  changed();
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
    position += 1;
    history.pushState({ page, at: position, scroll: 0 } satisfies Entry, '');
    changed();
  },

  /** The next person begins at the dashboard. */
  reset: () => write({ ...first, at: position }),

  subscribe(listener: () => void): () => void {
    if (listeners.size === 0) {
      window.addEventListener('popstate', moved);
      window.addEventListener('scroll', saveSoon, { passive: true });
    }
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      window.removeEventListener('popstate', moved);
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
