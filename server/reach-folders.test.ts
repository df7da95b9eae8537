import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reachFolders } from './reach-folders.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a disk that does not answer is named after ten seconds, and the start waits for it', async () => {
  const backup = { dir: '/nas', recipient: undefined, keep: 14 };
  const config = { dataDir: '/data', storage: { kind: 'folder' as const, folder: '/data/files' }, backup };
  const disk = Promise.withResolvers<void>();
  const told: string[] = [];
  const reached = vi.fn<() => void>();
  const look = (folder: string) => (folder === '/nas' ? disk.promise : Promise.reject(new Error('ENOENT')));
  const start = reachFolders(config, (line) => told.push(line), look).then(reached);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([expect.stringMatching(/^\/nas does not answer/)]);
  expect(reached).not.toHaveBeenCalled();
  disk.resolve();
  await start;
  expect(reached).toHaveBeenCalledOnce();
});
