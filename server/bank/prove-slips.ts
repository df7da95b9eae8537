/** Which confirmed slips a bank line proves: money that is in the book already, so that no dues are proposed for it. */
import { amountOf } from '../../contract/amount-of.ts';
import { shiftDay } from '../../contract/format.ts';
import { settledDays } from '../../contract/settlements.ts';
import type { Bill, Credit } from './match-credits.ts';

/** A confirmed slip that no line proves, booked in this account. */
export interface ConfirmedSlip {
  akun_id: number;
  user_id: number;
  /** On which it was sent. */
  hari: string;
  bills: Bill[];
}

/** A slip that was sent later than this may be of a transfer that came after the line. */
export const isNear = ({ hari }: Pick<ConfirmedSlip, 'hari'>, { tanggal }: Pick<Credit, 'tanggal'>) =>
  hari <= shiftDay(tanggal, settledDays);

/**
 * One slip or all slips of one payer, or one slip of each of several, with the sum of the line. They were sent after the
 * transfer, or a few days before the bank booked it.
 * @param slips of these people
 * @returns nothing if no choice has this sum
 */
export function proveSlips(
  people: readonly number[],
  slips: readonly ConfirmedSlip[],
  { akun_id, tanggal, jumlah }: Pick<Credit, 'akun_id' | 'tanggal' | 'jumlah'>,
): ConfirmedSlip[] {
  const first = shiftDay(tanggal, -settledDays);
  const distance = ({ hari }: ConfirmedSlip) => Math.abs(Date.parse(hari) - Date.parse(tanggal));
  const near = slips
    .filter((slip) => slip.akun_id === akun_id && slip.hari >= first)
    .toSorted((a, b) => distance(a) - distance(b));
  const each = people.map((user_id) => near.filter((slip) => slip.user_id === user_id));
  const [own = []] = each;
  const choices =
    each.length === 1 ? [...own.map((slip) => [slip]), own] : [each.flatMap(([slip]) => slip ?? [])];
  return (
    choices.find(
      (choice) =>
        people.every((user_id) => choice.some((slip) => slip.user_id === user_id)) &&
        amountOf(choice.flatMap(({ bills }) => bills)) === jumlah,
    ) ?? []
  );
}
