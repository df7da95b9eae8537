/**
 * Order of sign-in attempts from unknown devices. Per account one attempt runs at a time, and after a wrong
 * password none for a second, from any network: more networks do not allow more guesses. Order: networks
 * without a failure at this account within the hour first; among them by failures of the larger networks
 * around them (/32 and /48 of IPv6, /16 and /24 of IPv4); ties are drawn at random between newest and oldest. An owner
 * on a new device therefore only waits for networks that are new to the attack and lie in a large network
 * with no more failures than their own. With fewer than 29 such networks a correct password is accepted
 * within `patience`; against more there is no guarantee, except for known devices, which do not use this
 * queue. A waiting attempt takes a connection to the client and some hundred bytes, but no database
 * connection. If the queue is full, a newcomer replaces a random attempt of the account with the most waiting
 * attempts, unless that one ranks higher.
 */
import type { Clock, Pause } from '../../clock.ts';
import { Refusal } from '../../http/refusal.ts';

/** Milliseconds between attempts at an account after a wrong password. */
export const attemptInterval = 1_000;
/** Milliseconds until a waiting attempt is refused. */
const patience = 30_000;
/** Milliseconds; lets networks without failures that wait at another process go first. */
const lead = 150;
/** Milliseconds between two checks of the queue. */
const pollInterval = 50;
/** Attempts that run at once; few, because they share the CPU with all other requests. */
const atOnce = 2;
const mostWaiting = 1_000;
/** Per network for all accounts together; more than an estate behind one address needs. */
const mostOfNetwork = 60;

export interface Entry {
  account: string;
  networks: readonly string[];
  /** Within the hour: at this account from each network, and of the client's network at any account. */
  failures: { at: number[]; anywhere: number };
  gone?: AbortSignal | undefined;
  /** Verifies the password, or returns the milliseconds to wait after an attempt of another process. */
  verify(): Promise<{ right: boolean } | { tooEarly: number }>;
}

interface Waiting extends Entry {
  /** Lower runs first: own network failed, failures from the largest to the own network, anywhere. */
  rank: number[];
  isRunning: boolean;
  since: number;
  notBefore: number;
  end(outcome: boolean | Error): void;
}

export interface SignInQueue {
  /**
   * @returns whether the password is right
   * @throws Refusal 429 if the network has a waiting attempt at this account, or waited too long; 503 if it
   * has too many
   */
  enter(entry: Entry): Promise<boolean>;
}

export function makeSignInQueue(clock: Clock, pause: Pause): SignInQueue {
  const waiting = new Map<string, Map<string, Waiting>>();
  const ofNetwork = new Map<string, number>();
  let [all, running] = [0, 0];
  const now = () => clock().getTime();
  const ofSameAccount = ({ account }: Entry) => waiting.get(account) ?? new Map<string, Waiting>();
  const everybody = () => [...waiting.values()].flatMap((ofAccount) => [...ofAccount.values()]);
  const tryLater = (one: Entry, code: 'too_many_attempts' | 'attempt_waiting') =>
    new Refusal(code, { retryAfter: Math.min(patience / 1_000, 1 + ofSameAccount(one).size) });

  const add = (one: Waiting) => {
    waiting.set(one.account, ofSameAccount(one).set(ownOf(one), one));
    ofNetwork.set(ownOf(one), (ofNetwork.get(ownOf(one)) ?? 0) + 1);
    all += 1;
  };
  const remove = (one: Waiting) => {
    const ofAccount = ofSameAccount(one);
    if (ofAccount.get(ownOf(one)) !== one) return;
    ofAccount.delete(ownOf(one));
    if (ofAccount.size === 0) waiting.delete(one.account);
    const others = (ofNetwork.get(ownOf(one)) ?? 0) - 1;
    if (others > 0) ofNetwork.set(ownOf(one), others);
    else ofNetwork.delete(ownOf(one));
    all -= 1;
  };

  const delayAccount = (one: Entry, milliseconds: number) => {
    for (const mate of ofSameAccount(one).values()) mate.notBefore = now() + milliseconds;
  };
  const noteFailure = (failed: Waiting) => {
    delayAccount(failed, attemptInterval);
    for (const mate of ofSameAccount(failed).values()) {
      mate.failures.at = mate.failures.at.map(
        (count, size) => count + (mate.networks[size] === failed.networks[size] ? 1 : 0),
      );
      mate.rank = rankOf(mate);
    }
    if ((ofNetwork.get(ownOf(failed)) ?? 0) < 2) return;
    for (const other of everybody()) {
      if (ownOf(other) !== ownOf(failed)) continue;
      other.failures.anywhere += 1;
      other.rank = rankOf(other);
    }
  };

  const evaluate = async (one: Waiting) => {
    one.isRunning = true;
    running += 1;
    try {
      const outcome = await one.verify();
      if ('tooEarly' in outcome) {
        delayAccount(one, outcome.tooEarly);
        if (one.gone?.aborted) one.end(new Refusal('upload_interrupted'));
        return;
      }
      if (!outcome.right) noteFailure(one);
      one.end(outcome.right);
    } catch (error) {
      one.end(error as Error);
    } finally {
      one.isRunning = false;
      running -= 1;
      schedule();
    }
  };

  let isPausing = false;
  let sweptAt = 0;
  const schedule = () => {
    const instant = now();
    if (Math.abs(instant - sweptAt) >= pollInterval) refuseImpatient();
    const nextOfAll = () => {
      if (running >= atOnce) return undefined;
      return firstOf(
        [...waiting.values()].flatMap((ofAccount) => firstOf(ofAccount.values(), instant) ?? []),
        instant,
      );
    };
    for (let next = nextOfAll(); next; next = nextOfAll()) void evaluate(next);
    if (running > 0 || all === 0 || isPausing) return;
    isPausing = true;
    void pause(pollInterval).then(() => {
      isPausing = false;
      schedule();
    });
  };
  const refuseImpatient = () => {
    sweptAt = now();
    for (const one of everybody())
      if (!one.isRunning && now() - one.since >= patience) one.end(tryLater(one, 'too_many_attempts'));
  };
  /** Evicts the newest attempt, or a random one of the account with the most waiting attempts. */
  const evictOne = (newest: Waiting) => {
    const most = Math.max(...[...waiting.values()].map(({ size }) => size));
    const crowded = randomOf([...waiting.values()].filter(({ size }) => size === most));
    const other = randomOf([...(crowded?.values() ?? [])]);
    const isFairer = ofSameAccount(newest).size < most;
    const isWorse = !other || other.isRunning || (!isFairer && compare(newest, other) > 0);
    const last = isWorse ? newest : other;
    last.end(tryLater(last, 'too_many_attempts'));
  };

  return {
    enter: async (entry) => {
      const ofAccount = ofSameAccount(entry);
      if (ofAccount.has(ownOf(entry))) throw tryLater(entry, 'attempt_waiting');
      if ((ofNetwork.get(ownOf(entry)) ?? 0) >= mostOfNetwork) throw new Refusal('busy');
      if (entry.gone?.aborted) throw new Refusal('upload_interrupted');
      return await new Promise<boolean>((resolve, reject) => {
        const leave = () => {
          if (!one.isRunning) one.end(new Refusal('upload_interrupted'));
        };
        const one: Waiting = {
          ...entry,
          rank: rankOf(entry),
          isRunning: false,
          since: now(),
          notBefore: [...ofAccount.values()][0]?.notBefore ?? 0,
          end: (outcome) => {
            remove(one);
            entry.gone?.removeEventListener('abort', leave);
            if (typeof outcome === 'boolean') resolve(outcome);
            else reject(outcome);
          },
        };
        add(one);
        entry.gone?.addEventListener('abort', leave);
        if (all > mostWaiting) evictOne(one);
        if (running < atOnce) schedule();
      });
    },
  };
}

const randomOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)];

const ownOf = ({ networks }: Entry) => networks[0] ?? '';

const rankOf = ({ failures: { at, anywhere } }: Entry) => [at[0] ? 1 : 0, ...at.toReversed(), anywhere];

function compare(one: Waiting, other: Waiting): number {
  for (const [index, rank] of one.rank.entries()) {
    const difference = rank - (other.rank[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * The next attempt that may run; none while an attempt at the account runs.
 * @param list in order of arrival
 */
function firstOf(list: Iterable<Waiting>, instant: number): Waiting | undefined {
  let best: Waiting[] = [];
  for (const one of list) {
    if (one.isRunning) return undefined;
    if (one.notBefore + (one.failures.at[0] ? lead : 0) > instant) continue;
    const difference = best[0] ? compare(one, best[0]) : 0;
    if (difference < 0) best = [];
    if (difference <= 0) best.push(one);
  }
  return Math.random() < 0.5 ? best[0] : best.at(-1);
}
