/** Which months a payment may be for, and whether they are free. */
import {
  formatMonth,
  monthIn,
  monthIndex,
  monthName,
  monthOfIndex,
  type Period,
} from '../../../contract/format.ts';
import { chargedMonths, inState } from '../../../contract/owed.ts';
import { monthsAhead, type PaidMonths, periodsOf } from '../../../contract/payment-months.ts';
import type { Context } from '../../context.ts';
import { invalidFields, Refusal } from '../../http/refusal.ts';
import { payerHistory } from './owed-queries.ts';

interface Asked extends PaidMonths {
  /** Null for somebody whom the actor may not record for: they are as if they owed nothing. */
  payer: number | null;
}

/**
 * @param years in which any month may be paid
 * @returns oldest first
 * @throws Refusal 422 for one month outside of `years`; for several before them that the payer does not owe, or too far ahead
 */
export async function allowedMonths(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  { payer, ...asked }: Asked,
  years: readonly number[],
): Promise<Period[]> {
  const periods = periodsOf(asked);
  const now = monthIn(config.timeZone, clock());
  const [first, last] = [periods[0] ?? now, periods.at(-1) ?? now];
  if (!asked['bulan[]']) {
    if (!years.includes(first.tahun))
      throw invalidFields({ tahun: `Tahun harus antara ${years[0]} dan ${years.at(-1)}` });
    return periods;
  }
  const latest = monthIndex(now) + monthsAhead;
  if (monthIndex(last) > latest)
    throw invalidFields({
      'bulan[]': `Bulan paling jauh ${formatMonth(monthOfIndex(latest))}, ${monthsAhead} bulan ke depan`,
    });
  const begin = monthIndex({ tahun: years[0] ?? now.tahun, bulan: 1 });
  if (monthIndex(first) >= begin) return periods;
  const months = payer === null ? [] : chargedMonths(await payerHistory(db, payer, config.timeZone), now);
  const owed = new Set(inState(months, 'tunggakan').map(monthIndex));
  const foreign = periods.find((period) => monthIndex(period) < begin && !owed.has(monthIndex(period)));
  if (foreign)
    throw invalidFields({ 'bulan[]': `Iuran ${formatMonth(foreign)} tidak ditagih atau sudah dibayar` });
  return periods;
}

/** Of a violated unique rule: the payment that is there already, and its month by name if several were sent. */
export const withExistingPayment =
  (findExisting: () => Promise<Period | undefined>, months: readonly Period[]) => async (error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'payment_exists') throw error;
    const data = await findExisting();
    if (!data || months.length < 2) throw new Refusal('payment_exists', { data });
    const message = `Pembayaran ${monthName(data.bulan)} ${data.tahun} sudah ada. Tidak ada yang tersimpan; kirim lagi tanpa bulan itu.`;
    throw new Refusal('payment_exists', { data, message, errors: { 'bulan[]': message } });
  };
