/**
 * Limits on failed sign-ins: growing delays per account and per address, never a lock-out of the owner. A browser
 * that has signed in to the account before is counted by itself alone ("device cookie"), so that neither a
 * neighbour behind the same address nor an attacker elsewhere can delay it. The counts lie in the database, under
 * hashes: all processes of an estate share them, and a restart does not forgive.
 */
import { hash } from 'node:crypto';
import pLimit from 'p-limit';
import type { Context } from '../../platform/context.ts';
import { networkOf } from '../../platform/http/address.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { countUntil, countWithin, findAttempts, forgive, windowFrom } from './limit-queries.ts';

interface Rule {
  /** Failures without any delay. */
  free: number;
  /** Longest delay in seconds; the first is one second, each next one twice as long. */
  longest: number;
}

const perDevice: Rule = { free: 5, longest: 60 };
const perAccountAndAddress: Rule = { free: 5, longest: 15 * 60 };
const perAccount: Rule = { free: 30, longest: 30 };
/** A minute at most: behind one address of a carrier there may be hundreds. */
const perAddress: Rule = { free: 60, longest: 60 };

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
   * @throws Refusal 429 with Retry-After while a delay runs, or busy in a flood
   */
  guard(attempt: Attempt, isRight: () => Promise<boolean>): Promise<boolean>;
}

type Needs = Pick<Context, 'db' | 'write' | 'clock'>;

/** Milliseconds after the last failure at which all are forgotten. */
const memory = 60 * 60 * 1_000;

/** The last of them waits for about three seconds. */
const mostWaiting = 300;
/** More than a hurried person sends, and few enough to leave the line to others. */
const mostOfOne = 60;

export function makeSignInLimits(needs: Needs): SignInLimits {
  // Few at a time: a thousand guesses sent at once meet the delay that the first of them have caused. In a flood
  // whoever is known here does not stand in line with those who are not.
  const lines = { known: makeLine(1), unknown: makeLine(2) };
  return {
    guard: (attempt, isRight) => {
      const rules = rulesFor(attempt);
      const [own = ''] = rules.keys();
      const work = () => tryUnlessDelayed(needs, rules, isRight);
      // One account may have any number of devices that it knows.
      return attempt.device ? lines.known(attempt.identifier, work) : lines.unknown(own, work);
    },
  };
}

/** The same for the present password of somebody signed in: a phone left unlocked must not give it away. */
export interface PresentPasswordLimit {
  /** @throws as `SignInLimits.guard` */
  guard(userId: number, isRight: () => Promise<boolean>): Promise<boolean>;
}

export function makePresentPasswordLimit(needs: Needs): PresentPasswordLimit {
  const line = makeLine(1);
  return {
    guard: (userId, isRight) => {
      const key = keyOf('present password', String(userId));
      return line(key, () => tryUnlessDelayed(needs, new Map([[key, perDevice]]), isRight));
    },
  };
}

/** A line in which nobody takes the places of all others. */
function makeLine(atOnce: number) {
  const turn = pLimit(atOnce);
  const places = new Map<string, number>();
  const placesOf = (whose: string) => places.get(whose) ?? 0;
  return async (whose: string, work: () => Promise<boolean>): Promise<boolean> => {
    if (turn.pendingCount >= mostWaiting || placesOf(whose) >= mostOfOne) throw new Refusal('busy');
    places.set(whose, placesOf(whose) + 1);
    try {
      return await turn(work);
    } finally {
      if (placesOf(whose) === 1) places.delete(whose);
      else places.set(whose, placesOf(whose) - 1);
    }
  };
}

/** @param rules what the attempt counts towards; a right password forgives the first */
async function tryUnlessDelayed(
  { db, write, clock }: Needs,
  rules: ReadonlyMap<string, Rule>,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const keys = [...rules.keys()];
  const now = clock();
  const failures = await findAttempts(db, keys, windowFrom(now, memory));
  const waits = failures.map(({ kunci, jumlah, berlaku_hingga }) => {
    const delay = delayAfter(jumlah, rules.get(kunci));
    const last = Date.parse(berlaku_hingga) - memory;
    return Math.min(delay, last + delay - now.getTime());
  });
  refuseFor(Math.max(...waits));
  const right = await isRight();
  const [own = ''] = keys;
  if (!right) {
    await write('system', (tx) => countUntil(tx, keys, windowFrom(clock(), memory)));
  } else if (failures.some(({ kunci }) => kunci === own)) {
    await write('system', (tx) => forgive(tx, own));
  }
  return right;
}

/** Milliseconds. */
function delayAfter(failures: number, { free, longest }: Rule = perAddress): number {
  return failures > free ? 1_000 * Math.min(longest, 2 ** (failures - free - 1)) : 0;
}

/** @param wait milliseconds; none when below one */
function refuseFor(wait: number) {
  if (wait > 0) throw new Refusal('too_many_attempts', { retryAfter: Math.ceil(wait / 1_000) });
}

const keyOf = (...parts: string[]) => hash('sha256', parts.join(' '), 'base64url');

/** What an attempt counts towards, its own key first. */
function rulesFor({ identifier, address, device }: Attempt): Map<string, Rule> {
  if (device) return new Map([[keyOf('device', device, identifier), perDevice]]);
  const network = networkOf(address);
  return new Map([
    [keyOf('pair', network, identifier), perAccountAndAddress],
    [keyOf('account', identifier), perAccount],
    [keyOf('address', network), perAddress],
  ]);
}

/** Cek Warga: enough for a person, useless for collecting addresses. */
const searches = { most: 20, window: 60 * 1_000 };

export interface SearchLimit {
  /** @throws Refusal 429 with Retry-After */
  count(address: string): Promise<void>;
}

export function makeSearchLimit({ db, write, clock }: Needs): SearchLimit {
  return {
    count: async (address) => {
      const key = keyOf('search', networkOf(address));
      const window = windowFrom(clock(), searches.window);
      const refuseBeyond = (most: number, counted?: { jumlah: number; berlaku_hingga: string }) => {
        if (counted && counted.jumlah > most) {
          refuseFor(Date.parse(counted.berlaku_hingga) - window.now.getTime());
        }
      };
      const [counted] = await findAttempts(db, [key], window);
      // Read first: whoever goes on costs no write.
      refuseBeyond(searches.most - 1, counted);
      refuseBeyond(searches.most, await write('system', (tx) => countWithin(tx, key, window)));
    },
  };
}
