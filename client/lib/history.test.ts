import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/**
 * The parts of a browser tab that page history uses: history entries, a scrolling window, and the Back
 * button.
 */
function openTab(entries: unknown[] = [null]) {
  const addresses = entries.map(() => '/?kabar=payments');
  const tab = Object.assign(new EventTarget(), {
    scrollY: 0,
    scrollTo: (_: number, y: number) => (tab.scrollY = y),
  });
  let at = entries.length - 1;
  const go = (by: number) => {
    if (entries[at + by] === undefined) return;
    at += by;
    tab.dispatchEvent(new Event('popstate'));
  };
  vi.stubGlobal('window', tab);
  const location = {
    get href() {
      return addresses[at] ?? '';
    },
  };
  vi.stubGlobal('location', location);
  vi.stubGlobal('history', {
    get state() {
      return entries[at];
    },
    replaceState: (state: unknown, _: '', address = location.href) =>
      ([entries[at], addresses[at]] = [state, address]),
    pushState: (state: unknown, _: '', address = location.href) => {
      entries.splice(++at, entries.length, state);
      addresses.splice(at, addresses.length, address);
    },
    go,
    back: () => go(-1),
  });
  vi.stubGlobal('document', { documentElement: { style: {} }, body: {} });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  return { tab, entries, addresses, go };
}

const load = () => import('./history.ts');

beforeEach(() => {
  vi.resetModules(); // the module may be cached from another test file
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a new tab starts at the dashboard, above a hidden history entry', async () => {
  const { entries } = openTab();
  const { pageHistory } = await load();
  expect(pageHistory.page()).toBe('dashboard');
  expect(entries).toHaveLength(2);
});

test('what the app was opened for is not below the first page, where Back would find it again', async () => {
  const { addresses } = openTab();
  await load();
  expect(addresses).toEqual(['/', '/?kabar=payments']);
});

test('a reloaded tab stays where it was', async () => {
  const { entries } = openTab([
    { page: 'dashboard', at: 0, scroll: 0 },
    { page: 'payments', at: 1, scroll: 80 },
  ]);
  const { pageHistory } = await load();
  expect([pageHistory.page(), pageHistory.at()]).toEqual(['payments', 1]);
  expect(entries).toHaveLength(2);
});

test('Back returns to the page before and Forward to the page after', async () => {
  const { go } = openTab();
  const { pageHistory } = await load();
  pageHistory.open('payments');
  pageHistory.open('profile');
  go(-1);
  expect(pageHistory.page()).toBe('payments');
  go(1);
  expect(pageHistory.page()).toBe('profile');
});

test('Back closes an open layer first, then leaves the page', async () => {
  const { go } = openTab();
  const { pageHistory, onBackClose } = await load();
  pageHistory.open('payments');
  const close = vi.fn<() => void>(() => onBackClose(null));
  onBackClose(close);
  go(-1);
  expect(close).toHaveBeenCalledTimes(1);
  expect(pageHistory.page()).toBe('payments');
  go(-1);
  expect(pageHistory.page()).toBe('dashboard');
});

test('Forward closes nothing', async () => {
  const { go } = openTab();
  const { pageHistory, onBackClose } = await load();
  pageHistory.open('payments');
  go(-1);
  const close = vi.fn<() => void>();
  onBackClose(close);
  go(1);
  expect(close).not.toHaveBeenCalled();
  expect(pageHistory.page()).toBe('payments');
});

test('a page that Back returns to is scrolled to where it was left', async () => {
  const { tab, go } = openTab();
  const { pageHistory, restoreScroll } = await load();
  restoreScroll(pageHistory.at());
  tab.scrollY = 420;
  pageHistory.open('payments');
  restoreScroll(pageHistory.at());
  expect(tab.scrollY).toBe(0);
  go(-1);
  restoreScroll(pageHistory.at());
  expect(tab.scrollY).toBe(420);
});

test('where the page is scrolled to is kept a moment after the last movement, for a reload', async () => {
  const { tab } = openTab();
  const { pageHistory, restoreScroll } = await load();
  const unsubscribe = pageHistory.subscribe(() => {});
  restoreScroll(pageHistory.at());
  tab.scrollY = 300;
  tab.dispatchEvent(new Event('scroll'));
  vi.runAllTimers();
  expect(history.state).toMatchObject({ scroll: 300 });
  unsubscribe();
});

test('a page that was left before its code came is not scrolled', async () => {
  const { tab } = openTab();
  const { pageHistory, restoreScroll } = await load();
  restoreScroll(pageHistory.at());
  tab.scrollY = 200;
  const left = pageHistory.at();
  pageHistory.open('payments');
  tab.scrollY = 50;
  restoreScroll(left);
  expect(tab.scrollY).toBe(50);
});

test('a task of a page is done once, not after a reload', async () => {
  openTab();
  const { pageHistory } = await load();
  pageHistory.open('payments', 'pay');
  expect(pageHistory.task()).toBe('pay');
  pageHistory.forgetTask();
  expect(pageHistory.task()).toBeUndefined();
  expect(pageHistory.page()).toBe('payments');
});

test('reset returns to the dashboard', async () => {
  openTab();
  const { pageHistory } = await load();
  pageHistory.open('profile');
  pageHistory.reset();
  expect(pageHistory.page()).toBe('dashboard');
});

test('listeners are called on navigation until they unsubscribe', async () => {
  const { go } = openTab();
  const { pageHistory } = await load();
  const listener = vi.fn<() => void>();
  const unsubscribe = pageHistory.subscribe(listener);
  pageHistory.open('payments');
  go(-1);
  expect(listener).toHaveBeenCalledTimes(2);
  unsubscribe();
  pageHistory.open('payments');
  expect(listener).toHaveBeenCalledTimes(2);
});
