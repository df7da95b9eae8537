/**
 * What a payer owes. One rule for dashboards, payment page, reports and lists; `charged-queries.ts` sums the same in SQL.
 *
 * A month is charged when the payer owes dues at its end; for the running month, today. A month with a waiting or
 * confirmed payment is charged with the amount of that payment, whatever the rate is by now. Any other charged month is
 * charged at the rate of that month for the block and the status that the house had at its end; at a rate of nothing it
 * is not charged. A charged month without such a payment may be waived, with the amount that it cost when it was.
 */
import { monthIndex, monthKey, monthOfIndex, type Period } from './format.ts';
import { namesIn } from './names-in.ts';
import { type PaymentStatus, waiting } from './payments.ts';
import { type House, hasOwnRate, type RateTable, rateIn, rateSteps } from './rates.ts';
import type { DuesChange } from './settings.ts';

/** Waived, and settled before the estate used the product. Neither is paid nor owed. */
export const waivedLabels = {
  dibebaskan: 'Dibebaskan',
  sistem_lama: 'Lunas di sistem lama',
} as const;
export type WaivedState = keyof typeof waivedLabels;
export const waivedStates = namesIn(waivedLabels);

/** Paid, waiting for confirmation, overdue, the running month without a payment, and waived. */
export const owedStates = ['lunas', 'menunggu', 'tunggakan', 'berjalan', ...waivedStates] as const;
export type OwedState = (typeof owedStates)[number];

/** May still be paid, or wait for confirmation. */
export const openStates: readonly OwedState[] = ['menunggu', 'tunggakan', 'berjalan'];

/** From this month (`monthIndex`) on the account owes dues with such a house (1), or no longer does (-1). */
export interface OwingChange extends OwnHouse {
  month: number;
  banyak: 1 | -1;
}

interface PayerPayment extends Period {
  status: PaymentStatus;
  jumlah: number;
}

interface PayerWaiver extends Period {
  jenis: WaivedState;
  jumlah: number;
}

export interface OwingHistory {
  user_id: number;
  rates: RateTable;
  changes: readonly OwingChange[];
}

export interface PayerHistory extends OwingHistory {
  payments: readonly PayerPayment[];
  waivers: readonly PayerWaiver[];
}

export interface ChargedMonth extends Period {
  status: OwedState;
  jumlah: number;
  /** The rate of the month; of a payment for a month that was not owed, its amount. */
  tarif: number;
}

/** Consecutive months (`monthIndex`, the last one excluded). */
interface Span {
  from: number;
  to: number;
}

/** Months that cost the same each. */
interface RateSpan extends Span {
  jumlah: number;
}

type OwnHouse = Omit<House, 'user_id'>;

interface HouseSpan extends Span {
  house: OwnHouse;
}

/** @returns the spans before the month `end` that are owed and not free, oldest first */
function owedSpans({ changes, ...owing }: OwingHistory, end: number): RateSpan[] {
  return rateSpans(owing, housesOf(changes, end)).filter(({ jumlah }) => jumlah !== 0);
}

/** `owedSpans` of many accounts: those whose houses began to owe alike owe the same. */
export function owedSpansOf(rates: RateTable, end: number): (history: OwingHistory) => RateSpan[] {
  const known = new Map<string, RateSpan[]>();
  return (history) => {
    const { user_id, changes } = history;
    const houses = changes.map(
      ({ month, banyak, rumah, huruf_blok }) => `${month} ${banyak} ${rumah} ${huruf_blok}`,
    );
    const key = [hasOwnRate(rates, user_id) ? user_id : '', ...houses].join();
    const spans = known.get(key) ?? owedSpans(history, end);
    known.set(key, spans);
    return spans;
  };
}

function rateSpans(
  { user_id, rates }: Omit<OwingHistory, 'changes'>,
  houses: readonly HouseSpan[],
): RateSpan[] {
  return houses.flatMap(({ from, to, house }) => {
    const own = { ...house, user_id };
    const steps = rateSteps(rates, own).filter((step) => step > from && step < to);
    const starts = [...new Set([from, ...steps])].toSorted((a, b) => a - b);
    return starts.map((start, at) => ({
      from: start,
      to: starts[at + 1] ?? to,
      jumlah: rateIn(rates, own, start),
    }));
  });
}

/** The spans before the month `end` in which the account owes with a house. */
function housesOf(changes: readonly OwingChange[], end: number): HouseSpan[] {
  const months = [...new Set(changes.map(({ month }) => month))]
    .filter((month) => month < end)
    .toSorted((a, b) => a - b);
  return months.flatMap((from, at) => {
    const house = houseIn(changes, from);
    return house ? { from, to: months[at + 1] ?? end, house } : [];
  });
}

function houseIn(changes: readonly OwingChange[], month: number): OwnHouse | undefined {
  const made = changes.filter((change) => change.month <= month);
  return made.find(({ huruf_blok, rumah }) => {
    const same = made.filter((other) => other.huruf_blok === huruf_blok && other.rumah === rumah);
    return same.reduce((sum, { banyak }) => sum + banyak, 0) > 0;
  });
}

/** @returns the charged months up to `now`, and later ones that are paid or waived; oldest first */
export function chargedMonths({ payments, waivers, ...owing }: PayerHistory, now: Period): ChargedMonth[] {
  const months = new Map<number, ChargedMonth>();
  const running = monthIndex(now);
  const waived = new Map(waivers.map((waiver) => [monthIndex(waiver), waiver]));
  for (const { from, to, jumlah } of owedSpans(owing, Math.max(running, ...waived.keys()) + 1))
    for (let index = from; index < to; index += 1) {
      const waiver = waived.get(index);
      if (index > running && !waiver) continue;
      const status = waiver?.jenis ?? (index < running ? 'tunggakan' : 'berjalan');
      months.set(index, {
        ...monthOfIndex(index),
        status,
        jumlah: waiver?.jumlah ?? jumlah,
        tarif: jumlah,
      });
    }
  for (const { tahun, bulan, status, jumlah } of payments) {
    if (status === 'ditolak') continue;
    const index = monthIndex({ tahun, bulan });
    const state = status === waiting ? 'menunggu' : 'lunas';
    const tarif = months.get(index)?.tarif ?? jumlah;
    months.set(index, { tahun, bulan, status: state, jumlah, tarif });
  }
  return [...months].toSorted(([a], [b]) => a - b).map(([, month]) => month);
}

const earliest = monthIndex({ tahun: 2000, bulan: 1 });

/**
 * What each month costs a payer, also those to come and those in which nothing was owed: from which month on, newest
 * first.
 * @param house of an account that never owed
 */
export function payerRates({ changes, ...owing }: OwingHistory, house: OwnHouse): DuesChange[] {
  const known = housesOf(changes, Number.POSITIVE_INFINITY);
  const houses = [{ from: earliest, house: known[0]?.house ?? house }, ...known].map((span, at) => ({
    ...span,
    to: known[at]?.from ?? Number.POSITIVE_INFINITY,
  }));
  const steps: DuesChange[] = [];
  for (const { from, jumlah } of rateSpans(owing, houses))
    if (steps.at(-1)?.jumlah !== jumlah) steps.push({ sejak: monthKey(monthOfIndex(from)), jumlah });
  return steps.toReversed();
}

export const inState = (months: readonly ChargedMonth[], status: OwedState) =>
  months.filter((month) => month.status === status);

/** A month of a year as it is shown: `bebas` is not charged, `nanti` is still to come. */
export const yearStates = [...owedStates, 'bebas', 'nanti'] as const;
export type YearState = (typeof yearStates)[number];
/** How `bebas` reads. */
export const unchargedLabel = 'Tidak Ditagih';

/** Nothing has to be paid for such a month. */
const freeStates: readonly (YearState | undefined)[] = [...waivedStates, 'bebas'];

/** Whether a month of the year that an account was told of needs no payment; false for months of other years. */
export const isFreeIn = (
  { tahun, bulanan }: { tahun: number; bulanan: readonly { status: YearState }[] },
  month: Period,
) => tahun === month.tahun && freeStates.includes(bulanan[month.bulan - 1]?.status);

export function yearOf(months: readonly ChargedMonth[], tahun: number, now: Period) {
  const byKey = new Map(months.map((month) => [monthKey(month), month]));
  return Array.from({ length: 12 }, (_, index) => {
    const period = { tahun, bulan: index + 1 };
    const uncharged: YearState = monthIndex(period) > monthIndex(now) ? 'nanti' : 'bebas';
    const { status = uncharged, jumlah = 0 } = byKey.get(monthKey(period)) ?? {};
    return { bulan: period.bulan, status, jumlah };
  });
}

/** Arrears by the number of overdue months. */
export const arrearsAges = {
  satu: { from: 1, label: '1 bulan' },
  dua_tiga: { from: 2, label: '2–3 bulan' },
  empat_enam: { from: 4, label: '4–6 bulan' },
  lebih_enam: { from: 7, label: 'Lebih dari 6 bulan' },
} as const;
export type ArrearsAge = keyof typeof arrearsAges;
export const arrearsAgeKeys = namesIn(arrearsAges);
