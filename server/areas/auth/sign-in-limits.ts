/**
 * Limits on failed sign-ins: growing delays per account and per address, never a lock-out of the owner. A browser
 * that has signed in to the account before is counted by itself alone ("device cookie"), so that neither a
 * neighbour behind the same address nor an attacker elsewhere can delay it. Kept in memory: a restart forgives.
 */
import pLimit from 'p-limit';
import type { Clock } from '../../platform/clock.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { networkOf } from './rules.ts';

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
  /**
   * Tries a password unless a delay runs; only a wrong one counts.
   * @throws Refusal 429 with Retry-After while a delay runs
   */
  guard(attempt: Attempt, isRight: () => Promise<boolean>): Promise<boolean>;
}

/** Failures are forgotten after an hour without another; nobody can fill the memory with more than this many. */
const memory = 60 * 60 * 1_000;
const mostRecords = 50_000;

export function makeSignInLimits(clock: Clock): SignInLimits {
  const records = new Map<string, { failures: number; last: number; delayedUntil: number }>();
  // Few at a time: a thousand guesses sent at once meet the delay that the first of them have caused.
  const queue = pLimit(4);

  const refuseWhileDelayed = (keys: string[]) => {
    const until = Math.max(...keys.map((key) => records.get(key)?.delayedUntil ?? 0));
    const wait = until - clock().getTime();
    if (wait > 0) throw new Refusal('too_many_attempts', { retryAfter: Math.ceil(wait / 1_000) });
  };
  const countFailure = (key: string, rule: Rule) => {
    const now = clock().getTime();
    const failures = failuresBefore(records.get(key), now) + 1;
    const delay = failures > rule.free ? Math.min(rule.longest, 2 ** (failures - rule.free - 1)) : 0;
    // Taken out first, so that the Map stays in the order of last failures.
    records.delete(key);
    records.set(key, { failures, last: now, delayedUntil: delay && now + delay * 1_000 });
    for (const [oldest, { last }] of records) {
      if (records.size <= mostRecords && now - last < memory) break;
      records.delete(oldest);
    }
  };

  return {
    guard: (attempt, isRight) =>
      queue(async () => {
        const rules = rulesFor(attempt);
        const [own] = rules[0];
        refuseWhileDelayed(rules.map(([key]) => key));
        const right = await isRight();
        if (right) records.delete(own);
        else for (const [key, rule] of rules) countFailure(key, rule);
        return right;
      }),
  };
}

function failuresBefore(record: { failures: number; last: number } | undefined, now: number): number {
  return record && now - record.last < memory ? record.failures : 0;
}

type Counted = [key: string, rule: Rule];

/** What an attempt counts towards, its own key first. */
function rulesFor({ identifier, address, device }: Attempt): [Counted, ...Counted[]] {
  if (device) return [[`device:${device}:${identifier}`, perDevice]];
  const network = networkOf(address);
  return [
    [`pair:${identifier}:${network}`, perAccountAndAddress],
    [`account:${identifier}`, perAccount],
    [`address:${network}`, perAddress],
  ];
}

/** Cek Warga: enough for a person, useless for collecting addresses. */
const searches = { most: 20, window: 60 * 1_000 };

export interface SearchLimit {
  /** @throws Refusal 429 with Retry-After */
  count(address: string): void;
}

export function makeSearchLimit(clock: Clock): SearchLimit {
  const counts = new Map<string, { searches: number; until: number }>();
  return {
    count: (address) => {
      const now = clock().getTime();
      for (const [network, { until }] of counts) {
        if (until > now) break;
        counts.delete(network);
      }
      const network = networkOf(address);
      const counted = counts.get(network) ?? { searches: 0, until: now + searches.window };
      if (counted.searches >= searches.most) {
        throw new Refusal('too_many_attempts', { retryAfter: Math.ceil((counted.until - now) / 1_000) });
      }
      counts.set(network, { ...counted, searches: counted.searches + 1 });
    },
  };
}
