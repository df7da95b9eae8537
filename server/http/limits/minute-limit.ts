/**
 * How much one person changes within a minute: everything that others hear of at once. It lies in the memory of this
 * process, because what a restart forgives here is one minute.
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../refusal.ts';

/** @throws Refusal 429 with Retry-After */
export type CountMinute = (person: { id: number }) => Promise<void>;

export function makeMinuteLimit(points: number): CountMinute {
  const limiter = new RateLimiterMemory({ points, duration: 60 });
  return async ({ id }) => {
    try {
      await limiter.consume(id);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      throw new Refusal('too_fast', { retryAfter: Math.ceil(refused.msBeforeNext / 1_000) });
    }
  };
}
