/**
 * Limits on failed sign-ins: growing delays per account and per address, never a lock-out of the owner. A browser
 * that has signed in to the account before is counted by itself alone ("device cookie"), so that neither a
 * neighbour behind the same address nor an attacker elsewhere can delay it.
 */
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Refusal } from '../../platform/http/refusal.ts';

const hour = 60 * 60;

interface Rule {
  /** Failures without any delay. */
  free: number;
  /** Longest delay in seconds; the first is one second, each next one twice as long. */
  longest: number;
}

const perDevice: Rule = { free: 5, longest: 60 };
const perAccountAndAddress: Rule = { free: 5, longest: 15 * 60 };
const perAccount: Rule = { free: 30, longest: 30 };
const perAddress: Rule = { free: 60, longest: 15 * 60 };

export interface Attempt {
  /** The account as typed, whether it exists or not. */
  identifier: string;
  address: string;
  /** Hash of the device cookie, only when it is known for this account. */
  device: string | null;
}

export interface SignInLimits {
  /** @throws Refusal 429 with Retry-After while a delay runs */
  check(attempt: Attempt): Promise<void>;
  failed(attempt: Attempt): Promise<void>;
  succeeded(attempt: Attempt): Promise<void>;
}

export function makeSignInLimits(): SignInLimits {
  const counter = new RateLimiterMemory({ keyPrefix: 'failures', points: Number.MAX_SAFE_INTEGER, duration: hour });
  const delays = new RateLimiterMemory({ keyPrefix: 'delays', points: 1, duration: hour });
  return {
    check: async (attempt) => {
      const waits = await Promise.all(keysOf(attempt).map(([key]) => delays.get(key)));
      const longest = Math.max(0, ...waits.map((wait) => (wait && wait.consumedPoints > delays.points ? wait.msBeforeNext : 0)));
      if (longest > 0) throw new Refusal('too_many_attempts', { retryAfter: Math.ceil(longest / 1_000) });
    },
    failed: async (attempt) => {
      for (const [key, rule] of keysOf(attempt)) {
        const { consumedPoints } = await counter.consume(key);
        const excess = consumedPoints - rule.free;
        if (excess > 0) await delays.block(key, Math.min(rule.longest, 2 ** (excess - 1)));
      }
    },
    succeeded: async (attempt) => {
      const [own] = keysOf(attempt);
      if (own) await Promise.all([counter.delete(own[0]), delays.delete(own[0])]);
    },
  };
}

/** What an attempt counts towards, its own key first. */
function keysOf({ identifier, address, device }: Attempt): [key: string, rule: Rule][] {
  if (device) return [[`device:${device}:${identifier}`, perDevice]];
  return [
    [`pair:${identifier}:${address}`, perAccountAndAddress],
    [`account:${identifier}`, perAccount],
    [`address:${address}`, perAddress],
  ];
}
