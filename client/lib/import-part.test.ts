import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { importPart, Unreachable } from './import-part.ts';

let reachable: Set<string>;
let fetched: string[];

beforeEach(() => {
  [reachable, fetched] = [new Set(), []];
  const get = (address: string) => {
    fetched.push(address);
    return reachable.has(address);
  };
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('fetch', (address: string) =>
    get(address) ? Promise.resolve(new Response('')) : Promise.reject(new TypeError('Failed to fetch')),
  );
  vi.stubGlobal('document', {
    querySelector: (selector: string) => (selector.includes('/static/start.js') ? {} : null),
    createElement: () => ({ remove: () => {} }),
    head: {
      append: (link: { href: string; onload(): void; onerror(): void }) =>
        get(link.href) ? link.onload() : link.onerror(),
    },
  });
});

afterEach(() => void vi.unstubAllGlobals());

test('a file that fails to download does not reach the module loader and is downloaded again at the next call', async () => {
  const load = vi.fn<() => Promise<string>>(() => Promise.resolve('the part'));
  const files = ['static/page.js', 'static/page.css'];
  reachable.add('/static/page.css');
  await expect(importPart(load, files)).rejects.toThrow('Failed to fetch');
  expect(load).not.toHaveBeenCalled();
  reachable.add('/static/page.js');
  expect(await importPart(load, files)).toBe('the part');
  expect(fetched).toEqual(['/static/page.js', '/static/page.css', '/static/page.js']);
});

test('a stylesheet that fails to download is downloaded again at the next call', async () => {
  const load = vi.fn<() => Promise<string>>(() => Promise.resolve('the part'));
  await expect(importPart(load, ['static/other.css'])).rejects.toThrow('/static/other.css');
  expect(load).not.toHaveBeenCalled();
  reachable.add('/static/other.css');
  expect(await importPart(load, ['static/other.css'])).toBe('the part');
});

test('files of the page itself are not downloaded again', async () => {
  await importPart(() => Promise.resolve(), ['static/start.js']);
  expect(fetched).toEqual([]);
});

test('only a file that cannot be fetched is named unreachable', async () => {
  const failure = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error);
  const broken = () => Promise.reject(new Error('a mistake in the part'));
  expect(await failure(importPart(broken, ['static/gone.js']))).toBeInstanceOf(Unreachable);
  expect(await failure(importPart(broken, ['static/gone.css']))).toBeInstanceOf(Unreachable);
  expect(await failure(importPart(broken))).not.toBeInstanceOf(Unreachable);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 404 })));
  expect(await failure(importPart(broken, ['static/old.js']))).not.toBeInstanceOf(Unreachable);
});

test('tells the page that a part is missing, which may mean that there is a new version', async () => {
  const missing = vi.fn<() => void>();
  window.addEventListener('vite:preloadError', missing);
  await expect(importPart(() => Promise.resolve(), ['static/gone.js'])).rejects.toThrow('Failed to fetch');
  expect(missing).toHaveBeenCalledTimes(1);
});
