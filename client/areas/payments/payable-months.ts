import { monthKey, type Period, shiftMonth } from '../../../contract/format.ts';
import { monthStatus } from '../../../contract/month-status.ts';
import { canPay, payableYears, type PaymentStatus } from '../../../contract/payments.ts';

/**
 * The preselected month: the oldest open one of the three on the cards, else the next open one. Months before
 * the resident joined are not owed.
 */
export function nextPayable(
  payments: readonly (Period & { status: PaymentStatus })[],
  thisMonth: Period,
  joined: Period,
): Period {
  const last = payableYears(thisMonth.tahun).at(-1);
  for (let month = shiftMonth(thisMonth, -2); month.tahun <= (last ?? 0); month = shiftMonth(month, 1)) {
    const owed = monthKey(month) >= monthKey(joined);
    if (owed && canPay(monthStatus(payments, month))) return month;
  }
  return thisMonth;
}
