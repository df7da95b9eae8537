import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => void vi.unstubAllGlobals());

async function endSessionOf(stored: Record<string, string>) {
  const kept = new Map(Object.entries(stored));
  const reload = vi.fn<() => void>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('location', { reload });
  vi.resetModules();
  const { endSession } = await import('./session.ts');
  endSession();
  return { reloads: reload.mock.calls.length, kept: [...kept.keys()] };
}

test('a session that the server has ended reloads the page and says so; after a logout nothing happens', async () => {
  expect(await endSessionOf({ user: '{}', token: 'x' })).toEqual({ reloads: 1, kept: ['session-ended'] });
  expect(await endSessionOf({ user: '{}' })).toEqual({ reloads: 1, kept: [] });
  expect(await endSessionOf({})).toEqual({ reloads: 0, kept: [] });
});
