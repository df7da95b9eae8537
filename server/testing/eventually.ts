import { vi } from 'vitest';

/**
 * Retries until the expectation passes, for effects without a signal to wait for.
 * @param patience milliseconds
 */
export const eventually = <T>(expectation: () => T | Promise<T>, patience = 60_000): Promise<T> =>
  vi.waitFor(expectation, { timeout: patience, interval: 20 });
