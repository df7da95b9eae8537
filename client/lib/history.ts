/**
 * Navigation without URLs: each history entry stores its page key and scroll position, so Back and reload
 * restore both while the address stays the same. Back closes an open dialog first.
 */
import { ignoreSecondClick } from './second-click.ts';

interface Entry {
  page: string;
  /** Index of the entry, starting at 0; tells Back from Forward. */
  at: number;
  scroll: number;
  task?: Task | undefined;
}

export type Task = 'pay' | 'pay-arrears' | 'pay-shared';

const first: Entry = { page: 'dashboard', at: 0, scroll: 0 };
const listeners = new Set<() => void>();
let saveTimer: ReturnType<typeof setTimeout> | undefined;
let restoring = false;
let stopRestoring = () => {};

history.scrollRestoration = 'manual'; // the browser would scroll before the page has its content

function current(): Entry {
  return { ...first, ...(history.state as Partial<Entry> | null) };
}

// A hidden entry below the first page: without it Back would leave the app instead of closing a dialog.
const baseIndex = -1;
if (history.state === null) {
  const { href } = location; // may name what the app was opened for
  history.replaceState({ ...first, at: baseIndex } satisfies Entry, '', '/');
  history.pushState(first, '', href);
}
window.addEventListener('popstate', onPopState);

let position = current().at;
/** The entry whose page is rendered. During navigation this is still the previous page. */
let renderedAt: number | undefined;
let closeTopLayer: (() => void) | null = null;

/** While set, Back calls this (to close the topmost dialog) instead of navigating. */
export function onBackClose(close: (() => void) | null): void {
  closeTopLayer = close;
}

function onPopState(): void {
  const { at } = current();
  if (at < position && closeTopLayer) {
    history.go(position - at);
    closeTopLayer();
    return;
  }
  position = at;
  changed();
  if (at === baseIndex) history.back();
}

function saveScroll(): void {
  const entry = current();
  if (entry.at === renderedAt && !restoring) history.replaceState({ ...entry, scroll: window.scrollY }, '');
}

function changed(): void {
  stopRestoring();
  for (const listener of listeners) listener();
}

export const pageHistory = {
  page: () => current().page,
  at: () => current().at,

  open(page: string, task?: Task): void {
    saveScroll();
    position += 1;
    history.pushState({ page, at: position, scroll: 0, task } satisfies Entry, '');
    ignoreSecondClick();
    changed();
  },

  task: () => current().task,

  /** Removed from the entry: a reload or Back must not repeat the task. */
  forgetTask(): void {
    if (current().task) history.replaceState({ ...current(), task: undefined } satisfies Entry, '');
  },

  reset(): void {
    renderedAt = undefined;
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
  clearTimeout(saveTimer);
  saveTimer = setTimeout(saveScroll, 150); // Safari limits replaceState to 100 calls in 30 s
}

/**
 * Called when the page of entry `at` is rendered. Restores its scroll position, and keeps it while the page
 * grows, until the user interacts.
 */
export function restoreScroll(at: number): void {
  const entry = current();
  if (entry.at !== at) return; // navigated away meanwhile
  renderedAt = at;
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
  style.overflowAnchor = 'none'; // scroll anchoring would follow a skeleton that moves down
  growth.observe(document.body);
}
