/**
 * Proposes which dues a bank line pays; people decide. First the unique code of an open bill, else a house in the text,
 * else the amount and the name of a known payer, else the amount and the name of a resident. Two candidates, no proposal.
 */
import type { NoMatch } from '../../contract/statements.ts';
import { monthKey, type Period } from '../../contract/format.ts';
import type { Mentions } from './mentions.ts';

/** An open or waiting month, with what is due for it. */
export interface Bill extends Period {
  jumlah: number;
  /** What is added to the amount so that it is unique among the open bills. */
  kode: number | null;
  /** A slip for it waits for confirmation. */
  menunggu?: boolean;
}

export interface Credit {
  jumlah: number;
  uraian: string;
  mentions: Mentions;
}

type Rule = 'kode' | 'rumah' | 'dikenal' | 'nama';

export type Match =
  | { rule: Rule; tagihan: { user_id: number; bills: Bill[] }[] }
  | { rule: null; why: NoMatch; candidates: number[] };

const isQris = (uraian: string) => /\bQRIS\b|\bMID\s*:/i.test(uraian);
const isInterest = (uraian: string) => /^\s*(bunga|jasa giro|bagi hasil)\b/i.test(uraian);

interface Open {
  /** Open bills of an account, oldest first, without those that an earlier line pays. */
  of(user_id: number): Bill[];
}

/**
 * @param credits oldest first: of a transfer sent twice, the earlier line gets the proposal
 * @param bills open and waiting months of each account, oldest first
 */
export function matchCredits(
  credits: readonly Credit[],
  bills: ReadonlyMap<number, readonly Bill[]>,
): Match[] {
  const taken = new Set<string>();
  const keyOf = (user_id: number, bill: Bill) => `${user_id} ${monthKey(bill)}`;
  const open: Open = {
    of: (user_id) => (bills.get(user_id) ?? []).filter((bill) => !taken.has(keyOf(user_id, bill))),
  };
  const codes = codedAmounts(bills);
  return credits.map((credit) => {
    const match = matchOne(credit, open, codes);
    if (match.rule !== null)
      for (const { user_id, bills: paid } of match.tagihan)
        for (const bill of paid) taken.add(keyOf(user_id, bill));
    return match;
  });
}

interface Coded {
  user_id: number;
  bills: Bill[];
}

/** Each bill alone, or with all older ones, with its code. */
function codedAmounts(bills: ReadonlyMap<number, readonly Bill[]>): ReadonlyMap<number, Coded[]> {
  const coded = new Map<number, Coded[]>();
  for (const [user_id, all] of bills)
    for (const [at, bill] of all.entries()) {
      if (bill.kode === null) continue;
      for (const paid of at === 0 ? [[bill]] : [[bill], all.slice(0, at + 1)]) {
        const amount = sumOf(paid) + bill.kode;
        coded.set(amount, [...(coded.get(amount) ?? []), { user_id, bills: paid }]);
      }
    }
  return coded;
}

const sumOf = (bills: readonly Bill[]) => bills.reduce((sum, { jumlah }) => sum + jumlah, 0);

const none = (why: NoMatch, candidates: readonly number[] = []): Match => ({
  rule: null,
  why,
  candidates: [...candidates],
});

function matchOne(credit: Credit, open: Open, codes: ReadonlyMap<number, Coded[]>): Match {
  const { jumlah, uraian, mentions } = credit;
  if (isQris(uraian)) return none('qris');
  if (isInterest(uraian)) return none('bunga');
  const coded = codes.get(jumlah);
  if (coded) {
    const still = coded.filter(({ user_id, bills }) =>
      bills.every((bill) => open.of(user_id).includes(bill)),
    );
    const candidates = [...new Set((still.length > 0 ? still : coded).map(({ user_id }) => user_id))];
    if (still.length === 0) return none('ganda', candidates);
    return still.length === 1 ? { rule: 'kode', tagihan: still } : none('beberapa', candidates);
  }
  const { houses, learned, named } = mentions;
  if (houses.length > 0) return settle('rumah', houses, credit, open);
  const [rule, people] = learned.length > 0 ? (['dikenal', learned] as const) : (['nama', named] as const);
  if (people.length === 0) return none('tidak_dikenal');
  return people.length > 1 ? none('beberapa', people) : settle(rule, people, credit, open);
}

function settle(rule: Rule, people: readonly number[], { jumlah, mentions }: Credit, open: Open): Match {
  if (people.some((user_id) => open.of(user_id).length === 0)) return none('ganda', people);
  for (const choice of choices(people, mentions.months, open))
    if (
      choice.every(({ bills }) => bills.length > 0) &&
      sumOf(choice.flatMap(({ bills }) => bills)) === jumlah
    )
      return { rule, tagihan: choice };
  return none('jumlah', people);
}

/** The months that the text names, else those of the waiting slips, else the oldest ones. */
function* choices(people: readonly number[], months: readonly number[], open: Open): Generator<Coded[]> {
  const pick = (choose: (bills: Bill[]) => Bill[]) =>
    people.map((user_id) => ({ user_id, bills: choose(open.of(user_id)) }));
  if (months.length > 0) yield pick((bills) => bills.filter(({ bulan }) => months.includes(bulan)));
  yield pick((bills) => bills.filter(({ menunggu }) => menunggu));
  const most = Math.max(...people.map((user_id) => open.of(user_id).length));
  for (let count = 1; count <= most; count += 1) yield pick((bills) => bills.slice(0, count));
}
