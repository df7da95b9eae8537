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
  task?: Task | undefined;
}

/** What a page may be opened to do at once: `pay` for this month. */
export type Task = 'pay';

const first: Entry = { page: 'dashboard', at: 0, scroll: 0 };
const listeners = new Set<() => void>();
let saving: ReturnType<typeof setTimeout> | undefined;
let restoring = false;
let stopRestoring = () => {};

history.scrollRestoration = 'manual'; // the browser would scroll before the page's content is there

function current(): Entry {
  return { ...first, ...(history.state as Partial<Entry> | null) };
}

// Below the first page lies an entry that nobody sees: without it Back would leave the app instead of closing a dialog.
const ground = -1;
if (history.state === null) {
  history.replaceState({ ...first, at: ground } satisfies Entry, '');
  history.pushState(first, '');
}
window.addEventListener('popstate', moved);

let position = current().at;
/** The entry whose page is on the screen; the former page stays until the code of the next one is there. */
let arrived: number | undefined;
let closeTopLayer: (() => void) | null = null;

/** While set, Back closes the topmost dialog or viewer instead of leaving the page under it. */
export function onBackClose(close: (() => void) | null): void {
  closeTopLayer = close;
}

function moved(): void {
  const { at } = current();
  if (at < position && closeTopLayer) {
    history.go(position - at);
    closeTopLayer();
    return;
  }
  position = at;
  changed();
  if (at === ground) history.back();
}

function keepScroll(): void {
  const entry = current();
  if (entry.at === arrived && !restoring) history.replaceState({ ...entry, scroll: window.scrollY }, '');
}

function changed(): void {
  stopRestoring();
  for (const listener of listeners) listener();
}

export const pageHistory = {
  page: () => current().page,
  at: () => current().at,

  open(page: string, task?: Task): void {
    keepScroll();
    position += 1;
    history.pushState({ page, at: position, scroll: 0, task } satisfies Entry, '');
    changed();
  },

  task: () => current().task,

  /** Done once: not after a reload, nor on coming back. */
  forgetTask(): void {
    if (current().task) history.replaceState({ ...current(), task: undefined } satisfies Entry, '');
  },

  /** The next person begins at the dashboard. */
  reset(): void {
    arrived = undefined;
    history.replaceState({ ...first, at: position }, '');
  },

  subscribe(listener: () => void): () => void {
    if (listeners.size === 0) window.addEventListener('scroll', saveSoon, { passive: true });
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener('scroll', saveSoon);
    };
  },
};

function saveSoon(): void {
  clearTimeout(saving);
  saving = setTimeout(keepScroll, 150); // Safari refuses more than 100 changes in 30 s
}

/**
 * The page of the entry `at` is on the screen: scrolls to where it was left and stays there while the page still
 * grows, until the person does something.
 */
export function arrive(at: number): void {
  const entry = current();
  if (entry.at !== at) return; // left again already
  arrived = at;
  window.scrollTo(0, entry.scroll);
  if (entry.scroll === 0) return;
  const growth = new ResizeObserver(() => window.scrollTo(0, entry.scroll));
  const limit = setTimeout(() => stopRestoring(), 5000);
  const gestures = ['wheel', 'touchstart', 'keydown', 'pointerdown'];
  const { style } = document.documentElement;
  stopRestoring = () => {
    restoring = false;
    growth.disconnect();
    clearTimeout(limit);
    style.overflowAnchor = '';
    for (const gesture of gestures) window.removeEventListener(gesture, stopRestoring);
    stopRestoring = () => {};
  };
  for (const gesture of gestures) window.addEventListener(gesture, stopRestoring, { passive: true });
  restoring = true;
  style.overflowAnchor = 'none'; // the browser would follow a skeleton that content pushes down
  growth.observe(document.body);
}
