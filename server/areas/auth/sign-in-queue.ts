/**
 * Whose password is looked at next, of those that no known device speaks for. Of one account one attempt at a time is
 * looked at, and after a wrong one no other for a second, from wherever it comes: more networks guess no faster.
 *
 * The order: first from networks that have not failed at the account within the hour; of these first from where it has
 * been guessed at least often, by the larger networks around them (/32 and /48 of IPv6, /16 and /24 of IPv4); among
 * equals by a coin the newest or the oldest. So somebody on a new device waits one second for each network that is new
 * to the guessing and lies in a large network from which it was guessed no oftener than from their own, and for no
 * other, however many there are. While such newcomers are fewer than 29, a right password is let in within `patience`.
 * Against more of them nobody on a new device is promised anything: a device that is known needs no place here.
 *
 * Who waits holds the own connection and some hundred bytes, no connection to the database. When there are too many, each
 * newcomer puts out one who is drawn of an account with the most waiting, unless that one comes before in the order.
 */
import type { Clock, Pause } from '../../clock.ts';
import { Refusal } from '../../http/refusal.ts';

/** Milliseconds after a wrong password in which no other of the account is looked at. */
export const pace = 1_000;
/** Milliseconds. */
const patience = 30_000;
/** Milliseconds that those who have failed give a lead to those who have not, who may wait at another process. */
const lead = 150;
/** Milliseconds between two looks at the clock while nothing else happens. */
const beat = 50;
/** They share the processors with everybody who is signed in. */
const atOnce = 2;
const mostWaiting = 1_000;
/** For all accounts together: more than an estate behind one address sends at once. */
const mostOfNetwork = 60;

export interface Entry {
  /** As typed, whether it exists or not. */
  account: string;
  /** The own one, then the larger ones around it. */
  networks: readonly string[];
  /** Failures within the hour: at the account from each of these networks, and of the own one anywhere. */
  failures: { at: number[]; anywhere: number };
  /** Aborted when the sender has gone. */
  gone?: AbortSignal | undefined;
  /** Looks at the password, unless it is too early for the account: then how many milliseconds too early. */
  look(): Promise<{ right: boolean } | { tooEarly: number }>;
}

interface Waiting extends Entry {
  /** The less the sooner: whether the own network has failed, then the failures from the largest to the own, and anywhere. */
  rank: number[];
  isLookedAt: boolean;
  since: number;
  notBefore: number;
  end(outcome: boolean | Error): void;
}

export interface SignInQueue {
  /**
   * @returns whether the password is right
   * @throws Refusal 429 for a network of which an attempt at the account waits, or which waited in vain; 503 in a flood
   */
  enter(entry: Entry): Promise<boolean>;
}

export function makeSignInQueue(clock: Clock, pause: Pause): SignInQueue {
  /** By account and own network, in the order of arrival. */
  const waiting = new Map<string, Map<string, Waiting>>();
  const ofNetwork = new Map<string, number>();
  let [all, running] = [0, 0];
  const now = () => clock().getTime();
  const matesOf = ({ account }: Entry) => waiting.get(account) ?? new Map<string, Waiting>();
  const everybody = () => [...waiting.values()].flatMap((mates) => [...mates.values()]);
  const tryLater = (one: Entry, code: 'too_many_attempts' | 'attempt_waiting') =>
    new Refusal(code, { retryAfter: Math.min(patience / 1_000, 1 + matesOf(one).size) });

  const add = (one: Waiting) => {
    waiting.set(one.account, matesOf(one).set(ownOf(one), one));
    ofNetwork.set(ownOf(one), (ofNetwork.get(ownOf(one)) ?? 0) + 1);
    all += 1;
  };
  const remove = (one: Waiting) => {
    const mates = matesOf(one);
    if (mates.get(ownOf(one)) !== one) return;
    mates.delete(ownOf(one));
    if (mates.size === 0) waiting.delete(one.account);
    const others = (ofNetwork.get(ownOf(one)) ?? 0) - 1;
    if (others > 0) ofNetwork.set(ownOf(one), others);
    else ofNetwork.delete(ownOf(one));
    all -= 1;
  };

  const holdBack = (one: Entry, milliseconds: number) => {
    for (const mate of matesOf(one).values()) mate.notBefore = now() + milliseconds;
  };
  const noteFailure = (failed: Waiting) => {
    holdBack(failed, pace);
    for (const mate of matesOf(failed).values()) {
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

  const lookAt = async (one: Waiting) => {
    one.isLookedAt = true;
    running += 1;
    try {
      const outcome = await one.look();
      if ('tooEarly' in outcome) {
        holdBack(one, outcome.tooEarly);
        if (one.gone?.aborted) one.end(new Refusal('upload_interrupted'));
        return;
      }
      if (!outcome.right) noteFailure(one);
      one.end(outcome.right);
    } catch (error) {
      one.end(error as Error);
    } finally {
      one.isLookedAt = false;
      running -= 1;
      goOn();
    }
  };

  let isPausing = false;
  let sweptAt = 0;
  const goOn = () => {
    const instant = now();
    if (Math.abs(instant - sweptAt) >= beat) refuseImpatient();
    const nextOfAll = () => {
      if (running >= atOnce) return undefined;
      return firstOf(
        [...waiting.values()].flatMap((mates) => firstOf(mates.values(), instant) ?? []),
        instant,
      );
    };
    for (let next = nextOfAll(); next; next = nextOfAll()) void lookAt(next);
    if (running > 0 || all === 0 || isPausing) return;
    isPausing = true;
    void pause(beat).then(() => {
      isPausing = false;
      goOn();
    });
  };
  const refuseImpatient = () => {
    sweptAt = now();
    for (const one of everybody())
      if (!one.isLookedAt && now() - one.since >= patience) one.end(tryLater(one, 'too_many_attempts'));
  };
  /** The newest, or the one drawn of an account with the most waiting: of one account the later in the order. */
  const giveWay = (newest: Waiting) => {
    const most = Math.max(...[...waiting.values()].map(({ size }) => size));
    const crowded = drawn([...waiting.values()].filter(({ size }) => size === most));
    const other = drawn([...(crowded?.values() ?? [])]);
    const isFairer = matesOf(newest).size < most;
    const isWorse = !other || other.isLookedAt || (!isFairer && compare(newest, other) > 0);
    const last = isWorse ? newest : other;
    last.end(tryLater(last, 'too_many_attempts'));
  };

  return {
    enter: async (entry) => {
      const mates = matesOf(entry);
      if (mates.has(ownOf(entry))) throw tryLater(entry, 'attempt_waiting');
      if ((ofNetwork.get(ownOf(entry)) ?? 0) >= mostOfNetwork) throw new Refusal('busy');
      if (entry.gone?.aborted) throw new Refusal('upload_interrupted');
      return await new Promise<boolean>((resolve, reject) => {
        const leave = () => {
          if (!one.isLookedAt) one.end(new Refusal('upload_interrupted'));
        };
        const one: Waiting = {
          ...entry,
          rank: rankOf(entry),
          isLookedAt: false,
          since: now(),
          notBefore: [...mates.values()][0]?.notBefore ?? 0,
          end: (outcome) => {
            remove(one);
            entry.gone?.removeEventListener('abort', leave);
            if (typeof outcome === 'boolean') resolve(outcome);
            else reject(outcome);
          },
        };
        add(one);
        entry.gone?.addEventListener('abort', leave);
        if (all > mostWaiting) giveWay(one);
        if (running < atOnce) goOn();
      });
    },
  };
}

const drawn = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)];

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
 * Of those whose time has come; nobody while one of the account is looked at.
 * @param list in the order of arrival
 */
function firstOf(list: Iterable<Waiting>, instant: number): Waiting | undefined {
  let best: Waiting[] = [];
  for (const one of list) {
    if (one.isLookedAt) return undefined;
    if (one.notBefore + (one.failures.at[0] ? lead : 0) > instant) continue;
    const difference = best[0] ? compare(one, best[0]) : 0;
    if (difference < 0) best = [];
    if (difference <= 0) best.push(one);
  }
  return Math.random() < 0.5 ? best[0] : best.at(-1);
}
