/**
 * Proposes which dues a bank line pays; people decide. First the unique code of an open bill, else the number of a
 * transfer that a payer typed, else a house in the text, else the amount and the name of a known payer, else the amount
 * and the name of a resident. Two candidates, no proposal. A confirmed slip of that resident comes before open dues.
 */
import { amountOf } from '../../contract/amount-of.ts';
import { monthKey, type Period } from '../../contract/format.ts';
import type { NoMatch } from '../../contract/statements.ts';
import type { Mentions } from './mentions.ts';
import { type ConfirmedSlip, isNear, proveSlips } from './prove-slips.ts';

/** An open or waiting month, with what is due for it. */
export interface Bill extends Period {
  jumlah: number;
  /** A slip for it waits for confirmation. */
  menunggu?: boolean;
  /** It is still to come: only a code pays it. */
  nanti?: boolean;
  /** The first month that the payer was ever charged for (`YYYY-MM`). */
  ditagih_sejak?: string;
}

/** Months that are paid with an amount that is unique among the open bills of an account. */
export interface CodedBill {
  akun_id: number;
  user_id: number;
  jumlah: number;
  /** Days of the transfers that may be for it; null as long as it is open. */
  sejak: string;
  sampai: string | null;
  /** Their sum is `jumlah`. */
  bills: Bill[];
}

export const isInTime = ({ sejak, sampai }: Pick<CodedBill, 'sejak' | 'sampai'>, tanggal: string) =>
  sejak <= tanggal && (sampai === null || tanggal <= sampai);

/** A waiting or confirmed slip with the number of its transfer. */
export interface Slip {
  referensi: string;
  user_id: number;
  /** False for accounts that no line can pay for, such as inactive ones. */
  isPayable: boolean;
  /** Those of its months that wait. */
  bills: Bill[];
}

export interface Credit {
  akun_id: number;
  tanggal: string;
  jumlah: number;
  uraian: string;
  /** The bank's number of the transfer, comparable; '' without one. */
  referensi: string;
  mentions: Mentions;
}

type Rule = 'bukti' | 'kode' | 'referensi' | 'rumah' | 'dikenal' | 'nama';

export type Match =
  | { rule: Rule; tagihan: { user_id: number; bills: Bill[] }[] }
  | { rule: null; why: NoMatch; candidates: number[] };

const isQris = (uraian: string) => /\bQRIS\b|\bMID\s*:/i.test(uraian);
const isInterest = (uraian: string) => /^\s*(bunga|jasa giro|bagi hasil)\b/i.test(uraian);

interface Open {
  /** Bills of an account up to this month, oldest first, without those that an earlier line pays. */
  of(user_id: number): Bill[];
  /** The bill of one month, which may still be to come. */
  in(user_id: number, month: Period): Bill | undefined;
  isTaken(user_id: number, bill: Bill): boolean;
  /** Confirmed slips of these accounts that neither a stored line nor an earlier one proves. */
  confirmed(people: readonly number[]): ConfirmedSlip[];
}

/**
 * What payers said beforehand: bills with a unique code, also of months that are paid, slips with a number, and slips that
 * are confirmed.
 */
interface Announced {
  coded?: readonly CodedBill[];
  slips?: readonly Slip[];
  confirmed?: readonly ConfirmedSlip[];
}

/**
 * @param credits oldest first: of a transfer sent twice, the earlier line gets the proposal
 * @param bills open and waiting months of each payer, also to come, oldest first
 */
export function matchCredits(
  credits: readonly Credit[],
  bills: ReadonlyMap<number, readonly Bill[]>,
  { coded = [], slips = [], confirmed = [] }: Announced = {},
): Match[] {
  const taken = new Set<string>();
  const keyOf = (user_id: number, bill: Bill) => `${user_id} ${monthKey(bill)}`;
  const isTaken = (user_id: number, bill: Bill) => taken.has(keyOf(user_id, bill));
  const untaken = (user_id: number) => (bills.get(user_id) ?? []).filter((bill) => !isTaken(user_id, bill));
  const open: Open = {
    of: (user_id) => untaken(user_id).filter(({ nanti }) => !nanti),
    in: (user_id, month) => untaken(user_id).find((one) => monthKey(one) === monthKey(month)),
    isTaken,
    confirmed: (people) =>
      confirmed.filter(
        ({ user_id, bills }) => people.includes(user_id) && !bills.some((bill) => isTaken(user_id, bill)),
      ),
  };
  const announced = {
    codes: Map.groupBy(coded, amountKey),
    numbers: Map.groupBy(slips, ({ referensi }) => referensi),
  };
  const isNumbered = ({ referensi }: Credit) => announced.numbers.has(referensi);
  const near = (credit: Credit): Open => ({
    ...open,
    confirmed: (people) => open.confirmed(people).filter((slip) => isNear(slip, credit)),
  });
  const matches = new Map<Credit, Match>();
  const keep = (credit: Credit, match: Match | undefined) => {
    if (!match) return;
    matches.set(credit, match);
    if (match.rule !== null)
      for (const { user_id, bills: paid } of match.tagihan)
        for (const bill of paid) taken.add(keyOf(user_id, bill));
  };
  // A slip with a number waits for its own line, any other for the line that is near it: an earlier one of the same name
  // must not take it.
  const others = credits.filter((credit) => !isNumbered(credit));
  for (const credit of credits.filter(isNumbered)) keep(credit, matchOne(credit, open, announced));
  for (const credit of others) keep(credit, settleConfirmed(credit, near(credit), announced));
  for (const credit of others) if (!matches.has(credit)) keep(credit, matchOne(credit, open, announced));
  return credits.flatMap((credit) => matches.get(credit) ?? []);
}

interface Choice {
  user_id: number;
  bills: Bill[];
}

const amountKey = ({ akun_id, jumlah }: { akun_id: number; jumlah: number }) => `${akun_id} ${jumlah}`;

const none = (why: NoMatch, candidates: readonly number[] = []): Match => ({
  rule: null,
  why,
  candidates: [...candidates],
});

interface Index {
  codes: ReadonlyMap<string, CodedBill[]>;
  numbers: ReadonlyMap<string, Slip[]>;
}

const codedFor = (credit: Credit, { codes }: Index) =>
  codes.get(amountKey(credit))?.filter((bill) => isInTime(bill, credit.tanggal)) ?? [];

function matchOne(credit: Credit, open: Open, index: Index): Match {
  const { uraian, mentions } = credit;
  if (isQris(uraian)) return none('qris');
  if (isInterest(uraian)) return none('bunga');
  const proven = settleConfirmed(credit, open, index);
  if (proven) return proven;
  const coded = codedFor(credit, index);
  const slips = index.numbers.get(credit.referensi);
  if (coded.length > 0) return settleCode(coded, open);
  if (slips) return settleSlip(slips, credit, open);
  const { houses, shared, learned, named } = mentions;
  if (shared.length > 0) return none('beberapa', [...houses, ...shared]);
  if (houses.length > 0) return settle('rumah', houses, credit, open);
  const people = [...new Set([...learned, ...named])];
  if (people.length === 0) return none('tidak_dikenal');
  if (people.length > 1) return none('beberapa', people);
  return settle(learned.length > 0 ? 'dikenal' : 'nama', people, credit, open);
}

function settleConfirmed(credit: Credit, open: Open, index: Index): Match | undefined {
  if (isQris(credit.uraian) || isInterest(credit.uraian)) return undefined;
  const coded = codedFor(credit, index);
  const numbered = index.numbers.get(credit.referensi);
  const { houses, shared, learned, named } = credit.mentions;
  const announced = [...new Set((coded.length > 0 ? coded : (numbered ?? [])).map(({ user_id }) => user_id))];
  const meant = shared.length > 0 ? [] : houses.length > 0 ? houses : [...new Set([...learned, ...named])];
  const people = announced.length > 0 ? announced : meant;
  if (people.length > 1 && people !== houses) return undefined;
  const known = open.confirmed(people);
  const may = people === announced ? known : known.filter(mayProve(people, credit, open));
  const slips = proveSlips(people, may, credit);
  if (slips.length === 0) return undefined;
  const tagihan = people.map((user_id) => ({
    user_id,
    bills: slips.flatMap((slip) => (slip.user_id === user_id ? slip.bills : [])),
  }));
  return { rule: 'bukti', tagihan };
}

/** A slip that was sent long after the line, for later months, is not of it if open months up to then have its sum. */
const mayProve = (people: readonly number[], credit: Credit, open: Open) => (slip: ConfirmedSlip) => {
  const isUpToIt = (bill: Bill) => monthKey(bill) <= credit.tanggal.slice(0, 'YYYY-MM'.length);
  if (isNear(slip, credit) || slip.bills.some(isUpToIt)) return true;
  return !open.of(slip.user_id).some(isUpToIt) || settle('nama', people, credit, open).rule === null;
};

/** A code decides alone, whatever the text says. */
function settleCode(coded: readonly CodedBill[], open: Open): Match {
  const monthsOf = ({ user_id, bills }: CodedBill) =>
    bills.map((bill) => ({ bill, now: open.in(user_id, bill) }));
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

/** A number can be copied from the slip of a neighbour: other residents whom the text names are candidates, too. */
function settleSlip(slips: readonly Slip[], { jumlah, mentions }: Credit, open: Open): Match {
  const payers = slips.map(({ user_id }) => user_id);
  const { houses, shared, learned, named } = mentions;
  const meant = [...houses, ...shared, ...learned, ...named];
  const candidates = [...new Set([...payers, ...meant])];
  const isDoubted = meant.length > 0 && !meant.some((user_id) => payers.includes(user_id));
  const [slip] = slips;
  if (!slip || slips.length > 1 || isDoubted) return none('beberapa', candidates);
  const { user_id, isPayable, bills } = slip;
  if (!isPayable) return none('tidak_dikenal');
  if (bills.length === 0 || bills.some((bill) => open.isTaken(user_id, bill))) return none('ganda', payers);
  if (amountOf(bills) !== jumlah) return none('jumlah', payers);
  return { rule: 'referensi', tagihan: [{ user_id, bills }] };
}

function settle(rule: Rule, people: readonly number[], credit: Credit, open: Open): Match {
  const { jumlah, mentions } = credit;
  if (people.some((user_id) => open.of(user_id).length === 0)) return none('ganda', people);
  for (const choice of choices(people, mentions.months, open))
    if (
      choice.every(({ bills }) => bills.length > 0) &&
      amountOf(choice.flatMap(({ bills }) => bills)) === jumlah
    ) {
      const isAwaited = choice.every(({ bills }) => bills.every(({ menunggu }) => menunggu));
      if (!isAwaited && choice.some(({ bills }) => isTooEarly(bills, credit)))
        return none('belum_ditagih', people);
      if (!isAwaited && isBookedElsewhere(people, credit, open)) return none('rekening_lain', people);
      return { rule, tagihan: choice };
    }
  return none('jumlah', people);
}

/** Whether it came before the payer was charged for anything, for months of that time: the text names none of these. */
function isTooEarly(bills: readonly Bill[], { tanggal, mentions }: Credit): boolean {
  const month = tanggal.slice(0, 'YYYY-MM'.length);
  return bills.some(
    ({ bulan, ditagih_sejak = month }) => month < ditagih_sejak && !mentions.months.includes(bulan),
  );
}

/** Whether a confirmed slip of these people would be proven, had it been booked in the account of the line. */
function isBookedElsewhere(people: readonly number[], credit: Credit, open: Open): boolean {
  const { akun_id } = credit;
  const elsewhere = open.confirmed(people).filter((slip) => slip.akun_id !== akun_id && isNear(slip, credit));
  const moved = elsewhere.map((slip) => ({ ...slip, akun_id }));
  return proveSlips(people, moved, credit).length > 0;
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
