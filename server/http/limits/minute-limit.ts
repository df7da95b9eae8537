/** Writes per person and minute. Kept in memory: a restart only forgives one minute. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../refusal.ts';

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
