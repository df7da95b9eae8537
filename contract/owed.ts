/**
 * What a payer owes. One rule for dashboards, payment page, reports and lists; `owed-queries.ts` says the same in SQL.
 *
 * A month is charged when the payer owes dues at its end; for the running month, today. A month with a waiting or
 * confirmed payment is charged with the amount of that payment, whatever the dues are by now. Any other charged month is
 * charged with the dues of that month.
 */
import { monthIndex, monthKey, monthOfIndex, type Period } from './format.ts';
import { type PaymentStatus, waiting } from './payments.ts';
import { type DuesChange, duesIn } from './settings.ts';

/** Paid, waiting for confirmation, overdue, and the running month without a payment. */
export const owedStates = ['lunas', 'menunggu', 'tunggakan', 'berjalan'] as const;
export type OwedState = (typeof owedStates)[number];

/** From this month on the account owes dues (1), or no longer does (-1). */
export interface OwingChange extends Period {
  banyak: 1 | -1;
}

interface PayerPayment extends Period {
  status: PaymentStatus;
  jumlah: number;
}

export interface PayerHistory {
  /** Newest first. */
  dues: readonly DuesChange[];
  changes: readonly OwingChange[];
  payments: readonly PayerPayment[];
}

export interface ChargedMonth extends Period {
  status: OwedState;
  jumlah: number;
}

/** @returns the charged months up to `now`, and later ones with a payment; oldest first */
export function chargedMonths({ dues, changes, payments }: PayerHistory, now: Period): ChargedMonth[] {
  const months = new Map<number, ChargedMonth>();
  const running = monthIndex(now);
  const first = Math.min(running, ...changes.map(monthIndex));
  for (let index = first; index <= running; index += 1) {
    const owing = changes.reduce((sum, one) => sum + (monthIndex(one) <= index ? one.banyak : 0), 0);
    if (owing <= 0) continue;
    const period = monthOfIndex(index);
    const status = index < running ? 'tunggakan' : 'berjalan';
    months.set(index, { ...period, status, jumlah: duesIn(dues, period) });
  }
  for (const { tahun, bulan, status, jumlah } of payments) {
    if (status === 'ditolak') continue;
    const state = status === waiting ? 'menunggu' : 'lunas';
    months.set(monthIndex({ tahun, bulan }), { tahun, bulan, status: state, jumlah });
  }
  return [...months].toSorted(([a], [b]) => a - b).map(([, month]) => month);
}

export const inState = (months: readonly ChargedMonth[], status: OwedState) =>
  months.filter((month) => month.status === status);

export const amountOf = (months: readonly { jumlah: number }[]) =>
  months.reduce((sum, { jumlah }) => sum + jumlah, 0);

/** A month of a year as it is shown: `bebas` is not charged, `nanti` is still to come. */
export const yearStates = [...owedStates, 'bebas', 'nanti'] as const;
export type YearState = (typeof yearStates)[number];

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
export const arrearsAgeKeys = Object.keys(arrearsAges) as [ArrearsAge, ...ArrearsAge[]];
