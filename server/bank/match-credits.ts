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
  /** A slip for it waits for confirmation. */
  menunggu?: boolean;
}

/** Months that are paid with an amount that is unique among the open bills of an account. */
export interface CodedBill {
  akun_id: number;
  user_id: number;
  jumlah: number;
  /** Their sum is `jumlah`. */
  bills: Bill[];
}

export interface Credit {
  akun_id: number;
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
 * @param bills open and waiting months of each payer, oldest first
 * @param coded bills with a unique code, also of months that are paid
 */
export function matchCredits(
  credits: readonly Credit[],
  bills: ReadonlyMap<number, readonly Bill[]>,
  coded: readonly CodedBill[] = [],
): Match[] {
  const taken = new Set<string>();
  const keyOf = (user_id: number, bill: Bill) => `${user_id} ${monthKey(bill)}`;
  const open: Open = {
    of: (user_id) => (bills.get(user_id) ?? []).filter((bill) => !taken.has(keyOf(user_id, bill))),
  };
  const codes = Map.groupBy(coded, amountKey);
  return credits.map((credit) => {
    const match = matchOne(credit, open, codes);
    if (match.rule !== null)
      for (const { user_id, bills: paid } of match.tagihan)
        for (const bill of paid) taken.add(keyOf(user_id, bill));
    return match;
  });
}

interface Choice {
  user_id: number;
  bills: Bill[];
}

const amountKey = ({ akun_id, jumlah }: { akun_id: number; jumlah: number }) => `${akun_id} ${jumlah}`;

const sumOf = (bills: readonly Bill[]) => bills.reduce((sum, { jumlah }) => sum + jumlah, 0);

const none = (why: NoMatch, candidates: readonly number[] = []): Match => ({
  rule: null,
  why,
  candidates: [...candidates],
});

function matchOne(credit: Credit, open: Open, codes: ReadonlyMap<string, CodedBill[]>): Match {
  const { uraian, mentions } = credit;
  if (isQris(uraian)) return none('qris');
  if (isInterest(uraian)) return none('bunga');
  const coded = codes.get(amountKey(credit));
  if (coded) return settleCode(coded, open);
  const { houses, learned, named } = mentions;
  if (houses.length > 0) return settle('rumah', houses, credit, open);
  const [rule, people] = learned.length > 0 ? (['dikenal', learned] as const) : (['nama', named] as const);
  if (people.length === 0) return none('tidak_dikenal');
  return people.length > 1 ? none('beberapa', people) : settle(rule, people, credit, open);
}

/** A code decides alone, whatever the text says. */
function settleCode(coded: readonly CodedBill[], open: Open): Match {
  const monthsOf = ({ user_id, bills }: CodedBill) =>
    bills.map((bill) => ({ bill, now: open.of(user_id).find((one) => monthKey(one) === monthKey(bill)) }));
  const peopleOf = (some: readonly CodedBill[]) => [...new Set(some.map(({ user_id }) => user_id))];
  const unpaid = coded.filter((one) => monthsOf(one).every(({ now }) => now));
  if (unpaid.length === 0) return none('ganda', peopleOf(coded));
  // A slip that waits for another amount is not confirmed by this one.
  const fits = unpaid.filter((one) =>
    monthsOf(one).every(({ bill, now }) => !now?.menunggu || now.jumlah === bill.jumlah),
  );
  const [only] = fits;
  if (!only) return none('jumlah', peopleOf(unpaid));
  if (fits.length > 1) return none('beberapa', peopleOf(fits));
  return { rule: 'kode', tagihan: [{ user_id: only.user_id, bills: only.bills }] };
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
function* choices(people: readonly number[], months: readonly number[], open: Open): Generator<Choice[]> {
  const pick = (choose: (bills: Bill[]) => Bill[]) =>
    people.map((user_id) => ({ user_id, bills: choose(open.of(user_id)) }));
  if (months.length > 0) yield pick((bills) => bills.filter(({ bulan }) => months.includes(bulan)));
  yield pick((bills) => bills.filter(({ menunggu }) => menunggu));
  const most = Math.max(...people.map((user_id) => open.of(user_id).length));
  for (let count = 1; count <= most; count += 1) yield pick((bills) => bills.slice(0, count));
}
