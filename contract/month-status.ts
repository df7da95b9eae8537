import type { Period } from './format.ts';
import { type MonthStatus, type PaymentStatus, unpaid } from './payments.ts';

/** @param payments newest first; a waiting or confirmed payment takes precedence over rejected ones */
export function monthPayment<P extends Period & { status: PaymentStatus }>(
  payments: readonly P[],
  period: Period,
): P | undefined {
  const ofMonth = payments.filter(
    (payment) => payment.tahun === period.tahun && payment.bulan === period.bulan,
  );
  return ofMonth.find((payment) => payment.status !== 'ditolak') ?? ofMonth[0];
}

export function monthStatus(
  payments: readonly (Period & { status: PaymentStatus })[],
  period: Period,
): MonthStatus {
  return monthPayment(payments, period)?.status ?? unpaid;
}
