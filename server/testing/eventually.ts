import { vi } from 'vitest';

/**
 * For what comes by itself: waits as long as a busy machine may take, and costs no more than what it takes here.
 * @param patience milliseconds
 */
export const eventually = <T>(expectation: () => T | Promise<T>, patience = 15_000): Promise<T> =>
  vi.waitFor(expectation, { timeout: patience, interval: 20 });
