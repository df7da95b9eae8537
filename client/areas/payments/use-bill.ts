import { useState } from 'react';
import { askForBill, type Bill } from '../../../contract/bills.ts';
import { monthKey, type Period } from '../../../contract/format.ts';
import { useEstate } from '../../shared/estate.ts';
import { useRead } from '../../shared/queries.ts';

/**
 * The own bill of some months with its unique code. What was shown once for these months stays, so that the amount does
 * not change while it is being typed into the bank's app.
 * @param months none, as long as they cannot be paid
 * @returns undefined while it is asked for; null without a code, also without a connection
 */
export function useBill(months: readonly Period[]): Bill | null | undefined {
  const { kodeUnik } = useEstate();
  const [kept, keep] = useState<Readonly<Record<string, Bill | null>>>({});
  const bulan = months.map(monthKey);
  const name = bulan.join();
  const isAsked = kodeUnik && bulan.length > 0;
  const { data, error, isFetching } = useRead(
    'payments',
    askForBill,
    { body: { 'bulan[]': bulan } },
    { enabled: isAsked && !(name in kept) },
  );
  if (!isAsked) return null;
  if (name in kept) return kept[name];
  const answered = data?.data;
  const isOfThese = answered?.bulan.join() === name;
  if (isFetching || (!isOfThese && !error)) return undefined;
  const bill = isOfThese && answered && answered.id !== null ? answered : null;
  keep({ ...kept, [name]: bill });
  return bill;
}
