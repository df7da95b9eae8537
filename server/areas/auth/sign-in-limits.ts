/**
 * Limits on failed sign-ins: growing delays for the network that fails, and one attempt a second at an account from all
 * networks together (`sign-in-queue.ts`), never a lock-out of the owner. A browser that has signed in to the account before
 * is counted by itself alone ("device cookie"), so that neither a neighbour behind the same address nor attackers elsewhere
 * can delay it. The counts lie in the database, under hashes: all processes of an estate share them, and a restart does
 * not forgive.
 */
import { hash } from 'node:crypto';
import pLimit from 'p-limit';
import type { Context } from '../../context.ts';
import { networkOf, networksOf } from '../../http/limits/address.ts';
import { Refusal } from '../../http/refusal.ts';
import { countUntil, countWithin, findAttempts, forgive, takeTurn, windowFrom } from './limit-queries.ts';
import { makeSignInQueue, pace } from './sign-in-queue.ts';

interface Rule {
  /** Failures without any delay. */
  free: number;
  /** Longest delay in seconds; the first is one second, each next one twice as long. */
  longest: number;
}

const perDevice: Rule = { free: 5, longest: 60 };
const perAccountAndAddress: Rule = { free: 5, longest: 15 * 60 };
/** A minute at most: behind one address of a carrier there may be hundreds. */
const perAddress: Rule = { free: 60, longest: 60 };
/** Counted for the order of those who wait. */
const noDelay: Rule = { free: Number.POSITIVE_INFINITY, longest: 0 };

export interface Attempt {
  /** The account as typed, whether it exists or not. */
  identifier: string;
  address: string;
  /** Hash of the device cookie, only when it is known for this account. */
  device: string | null;
  /** Aborted when the sender has gone. */
  gone?: AbortSignal;
}

export interface SignInLimits {
  /**
   * Tries a password unless a delay runs; only a wrong one counts.
   * @throws Refusal 429 with Retry-After while a delay runs or another attempt of the network waits, 503 in a flood
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

export function makeSignInLimits(needs: Needs & Pick<Context, 'pause'>): SignInLimits {
  // Few at a time: a thousand guesses sent at once meet the delay that the first of them have caused. In a flood
  // whoever is known here does not stand in line with those who are not.
  const known = makeLine(1);
  const queue = makeSignInQueue(needs.clock, needs.pause);
  return {
    guard: async ({ identifier, address, device, gone }, isRight) => {
      if (device) {
        const own = new Map([[keyOf('device', device, identifier), perDevice]]);
        // One account may have any number of devices that it knows.
        return await known(identifier, () => tryUnlessDelayed(needs, own, isRight));
      }
      const networks = networksOf(address);
      const keys = {
        at: networks.map((network, size) =>
          keyOf(size === 0 ? 'pair' : `around ${size}`, network, identifier),
        ),
        account: keyOf('account', identifier),
        anywhere: keyOf('address', networks[0] ?? ''),
      };
      const rules = new Map([
        ...keys.at.map((key, size) => [key, size === 0 ? perAccountAndAddress : noDelay] as const),
        [keys.account, noDelay],
        [keys.anywhere, perAddress],
      ]);
      const failures = await refuseDelayed(needs, rules);
      const countOf = (key: string) => failures.find(({ kunci }) => kunci === key)?.jumlah ?? 0;
      return await queue.enter({
        account: identifier,
        networks,
        failures: { at: keys.at.map(countOf), anywhere: countOf(keys.anywhere) },
        gone,
        look: async () => {
          const now = await refuseDelayed(needs, rules);
          const tooEarly = await turnTaken(
            needs,
            now.find(({ kunci }) => kunci === keys.account),
          );
          return tooEarly > 0 ? { tooEarly } : { right: await judge(needs, rules, now, isRight) };
        },
      });
    },
  };
}

/**
 * Takes the account's turn for this process. An account at which nobody has failed within the hour has none to take, so
 * that a right password writes nothing.
 * @returns 0, or how many milliseconds it is too early
 */
async function turnTaken({ write, clock }: Needs, account: Failures[number] | undefined): Promise<number> {
  if (!account) return 0;
  const window = windowFrom(clock(), memory);
  const tooEarly = Date.parse(account.berlaku_hingga) + pace - window.end.getTime();
  // Another clock may be ahead by a little.
  if (tooEarly > 0 && tooEarly <= 2 * pace) return Math.min(tooEarly, pace);
  return (await write('system', (tx) => takeTurn(tx, account.kunci, window, pace))) ? 0 : pace;
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

type Failures = Awaited<ReturnType<typeof findAttempts>>;
/** What an attempt counts towards, its own key first. */
type Rules = ReadonlyMap<string, Rule>;

const tryUnlessDelayed = async (needs: Needs, rules: Rules, isRight: () => Promise<boolean>) =>
  judge(needs, rules, await refuseDelayed(needs, rules), isRight);

/** The failures that count, unless a delay runs. */
async function refuseDelayed({ db, clock }: Needs, rules: Rules): Promise<Failures> {
  const now = clock();
  const failures = await findAttempts(db, [...rules.keys()], windowFrom(now, memory));
  const waits = failures.map(({ kunci, jumlah, berlaku_hingga }) => {
    const delay = delayAfter(jumlah, rules.get(kunci));
    const last = Date.parse(berlaku_hingga) - memory;
    return Math.min(delay, last + delay - now.getTime());
  });
  refuseFor(Math.max(...waits));
  return failures;
}

/** Counts a wrong password; a right one forgives the own failures. */
async function judge(
  { write, clock }: Needs,
  rules: Rules,
  failures: Failures,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const right = await isRight();
  const [own = ''] = rules.keys();
  if (!right) {
    await write('system', (tx) => countUntil(tx, [...rules.keys()], windowFrom(clock(), memory)));
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
