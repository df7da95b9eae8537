/**
 * Limits for failed sign-ins: growing delays for the failing network, and one attempt per second at an
 * account for all networks together (`sign-in-queue.ts`), but no lock-out of the owner. Browsers that signed
 * in to the account before (device cookie) are limited separately, so that neighbours behind the same address
 * and remote attackers cannot delay them. The counters are stored hashed in the database: shared by all
 * processes, and kept across restarts.
 */
import { hash } from 'node:crypto';
import pLimit from 'p-limit';
import type { Context } from '../../context.ts';
import { networkOf, networksOf } from '../../http/limits/address.ts';
import { Refusal } from '../../http/refusal.ts';
import {
  countUntil,
  countWithin,
  findAttempts,
  resetFailures,
  takeAttemptSlot,
  windowFrom,
} from './limit-queries.ts';
import { attemptInterval, makeSignInQueue } from './sign-in-queue.ts';

interface Rule {
  free: number;
  /** Longest delay in seconds. Delays start with one second and double. */
  longest: number;
}

const perDevice: Rule = { free: 5, longest: 60 };
const perAccountAndAddress: Rule = { free: 5, longest: 15 * 60 };
/** At most a minute, because hundreds of people may share a carrier's address. */
const perAddress: Rule = { free: 60, longest: 60 };
/** Only counted to order the waiting attempts. */
const noDelay: Rule = { free: Number.POSITIVE_INFINITY, longest: 0 };

export interface Attempt {
  identifier: string;
  address: string;
  /** Hash of the device cookie, if it is known for this account. */
  device: string | null;
  gone?: AbortSignal;
}

export interface SignInLimits {
  /**
   * Verifies a password and counts it if it is wrong.
   * @throws Refusal 429 with Retry-After during a delay or while another attempt of the network waits, 503 if
   * the queue is full
   */
  guard(attempt: Attempt, isRight: () => Promise<boolean>): Promise<boolean>;
}

type Needs = Pick<Context, 'db' | 'write' | 'clock'>;

/** Milliseconds after the last failure until the counters expire. */
const memory = 60 * 60 * 1_000;

/** A queue of this length takes about three seconds. */
const mostWaiting = 300;
/** Per account or user; leaves room for others. */
const mostOfOne = 60;

export function makeSignInLimits(needs: Needs & Pick<Context, 'pause'>): SignInLimits {
  // One attempt at a time, so that parallel guesses meet the delay that the first of them caused. Known
  // devices have their own queue.
  const known = makeFairQueue(1);
  const queue = makeSignInQueue(needs.clock, needs.pause);
  return {
    guard: async ({ identifier, address, device, gone }, isRight) => {
      if (device) {
        const own = new Map([[keyOf('device', device, identifier), perDevice]]);
        // Keyed by account, because an account can have any number of known devices.
        return await known(identifier, () => verifyUnlessDelayed(needs, own, isRight));
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
        verify: async () => {
          const now = await refuseDelayed(needs, rules);
          const tooEarly = await reserveAttempt(
            needs,
            now.find(({ kunci }) => kunci === keys.account),
          );
          return tooEarly > 0 ? { tooEarly } : { right: await verifyAndCount(needs, rules, now, isRight) };
        },
      });
    },
  };
}

/**
 * Reserves the attempt of this second for this process. An account without recent failures needs no
 * reservation, so that a correct password causes no write.
 * @returns 0, or the milliseconds to wait
 */
async function reserveAttempt(
  { write, clock }: Needs,
  account: Failures[number] | undefined,
): Promise<number> {
  if (!account) return 0;
  const window = windowFrom(clock(), memory);
  const tooEarly = Date.parse(account.berlaku_hingga) + attemptInterval - window.end.getTime();
  if (tooEarly > 0 && tooEarly <= 2 * attemptInterval) return Math.min(tooEarly, attemptInterval);
  return (await write('system', (tx) => takeAttemptSlot(tx, account.kunci, window, attemptInterval)))
    ? 0
    : attemptInterval;
}

export type PresentPasswordLimit = ReturnType<typeof makePresentPasswordLimit>;

/** The same limit for the current password of a signed-in user, for example on an unlocked phone. */
export function makePresentPasswordLimit(needs: Needs) {
  const line = makeFairQueue(1);
  return (userId: number, isRight: () => Promise<boolean>) => {
    const key = keyOf('present password', String(userId));
    return line(key, () => verifyUnlessDelayed(needs, new Map([[key, perDevice]]), isRight));
  };
}

/** A queue with a limit per key, so that one key cannot fill it. */
function makeFairQueue(atOnce: number) {
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
/** Rules by counter key; the first key is that of the attempt itself. */
type Rules = ReadonlyMap<string, Rule>;

const verifyUnlessDelayed = async (needs: Needs, rules: Rules, isRight: () => Promise<boolean>) =>
  verifyAndCount(needs, rules, await refuseDelayed(needs, rules), isRight);

/** @returns the failures that count @throws Refusal 429 during a delay */
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

/** Counts a wrong password; a correct one deletes the failures of the first key. */
async function verifyAndCount(
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
    await write('system', (tx) => resetFailures(tx, own));
  }
  return right;
}

function delayAfter(failures: number, { free, longest }: Rule = perAddress): number {
  return failures > free ? 1_000 * Math.min(longest, 2 ** (failures - free - 1)) : 0;
}

function refuseFor(wait: number) {
  if (wait > 0) throw new Refusal('too_many_attempts', { retryAfter: Math.ceil(wait / 1_000) });
}

const keyOf = (...parts: string[]) => hash('sha256', parts.join(' '), 'base64url');

/** Cek Warga: enough for people, too few to enumerate accounts. */
const searches = { most: 20, window: 60 * 1_000 };

/** @returns counts a search. @throws Refusal 429 */
export const makeSearchLimit =
  ({ db, write, clock }: Needs) =>
  async (address: string): Promise<void> => {
    const key = keyOf('search', networkOf(address));
    const window = windowFrom(clock(), searches.window);
    const refuseBeyond = (most: number, counted?: { jumlah: number; berlaku_hingga: string }) => {
      if (counted && counted.jumlah > most) {
        refuseFor(Date.parse(counted.berlaku_hingga) - window.now.getTime());
      }
    };
    const [counted] = await findAttempts(db, [key], window);
    refuseBeyond(searches.most - 1, counted);
    refuseBeyond(searches.most, await write('system', (tx) => countWithin(tx, key, window)));
  };
