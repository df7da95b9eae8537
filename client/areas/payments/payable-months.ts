import { monthIndex, monthKey, monthOfIndex, type Period } from '../../../contract/format.ts';
import { monthStatus } from '../../../contract/month-status.ts';
import { monthsAhead, mostMonths } from '../../../contract/payment-months.ts';
import { canPay, type PaymentStatus, payableYears } from '../../../contract/payments.ts';

/** Why a month that is waived or costs nothing cannot be paid. */
export const uncharged = 'Tidak ditagih';

interface Open {
  /** Overdue months, oldest first. */
  overdue: readonly Period[];
  /** From this month on, without those paid or waiting. */
  ahead: readonly Period[];
}

/**
 * @param payments also those that are still in the outbox
 * @param isFree whether a month is waived or costs nothing
 */
export function openMonths(
  tunggakan: readonly Period[],
  payments: readonly (Period & { status: PaymentStatus })[],
  thisMonth: Period,
  isFree: (month: Period) => boolean = () => false,
): Open {
  const isOpen = (month: Period) => canPay(monthStatus(payments, month)) && !isFree(month);
  const first = monthIndex(thisMonth);
  const ahead = Array.from({ length: monthsAhead + 1 }, (_, at) => monthOfIndex(first + at)).filter(isOpen);
  return { overdue: tunggakan.filter(isOpen), ahead };
}

/** The preselected month: the oldest overdue one of the years offered, else the next open one. */
export function nextPayable({ overdue, ahead }: Open, thisMonth: Period): Period {
  const offered = payableYears(thisMonth.tahun);
  return [...overdue, ...ahead].find(({ tahun }) => offered.includes(tahun)) ?? thisMonth;
}

/** How many months a proof is for; `1`: the month chosen in the form. */
export type Span = '1' | '3' | '6' | '12' | 'tunggakan' | 'semua';

/** What single months are chosen from: the open ones and `chosen`, oldest first. */
export function offeredMonths({ overdue, ahead }: Open, chosen: readonly Period[]): Period[] {
  const indexes = new Set([...[...overdue, ...ahead].slice(0, mostMonths), ...chosen].map(monthIndex));
  return [...indexes].toSorted((a, b) => a - b).map(monthOfIndex);
}

/** The months of each are oldest first. */
export function spanChoices({ overdue, ahead }: Open, thisMonth: Period) {
  const all = [...overdue, ...ahead];
  const [running] = ahead;
  const isDue = running && monthKey(running) === monthKey(thisMonth);
  const upToNow = isDue ? [...overdue, running] : overdue;
  const choice = (value: Span, label: string, months: readonly Period[]) => ({
    value,
    label,
    months: months.slice(0, mostMonths),
  });
  return [
    choice('1', '1 bulan', []),
    ...(overdue.length > 1
      ? [choice('tunggakan', `Tunggakan (${Math.min(overdue.length, mostMonths)})`, overdue)]
      : []),
    ...(overdue.length > 0 && isDue && upToNow.length <= mostMonths
      ? [choice('semua', 'Sampai bulan ini', upToNow)]
      : []),
    ...[3, 6, 12].flatMap((count) =>
      all.length >= count ? [choice(String(count) as Span, `${count} bulan`, all.slice(0, count))] : [],
    ),
  ];
}
