import { dateIn } from '../../../contract/format.ts';
import type { Tx } from '../../database/write.ts';
import { firstBookableDay } from '../book/queries.ts';
import { closedUpTo } from '../closings/refuse-closed-month.ts';
import { choosePlace } from '../places/rules.ts';
import { type Line, lastReleased } from './line-queries.ts';

/**
 * The day on which dues of a line are booked: the line's own, so that a month closes with the balance of its statement.
 * After a reversal it is the day of the reversal. It is today if that month is closed, or the book began later.
 */
export async function bookingDay(
  tx: Tx,
  { id, akun_id, tanggal }: Pick<Line, 'id' | 'akun_id' | 'tanggal'>,
  timeZone: string,
): Promise<string> {
  const today = dateIn(timeZone, new Date(tx.now));
  const released = await lastReleased(tx.db, id);
  const day = released === null ? tanggal : dateIn(timeZone, new Date(released));
  const first = await firstBookableDay(tx.db, await choosePlace(tx.db, { akun_id }));
  const isBookable = day <= today && day >= (first ?? day) && (await closedUpTo(tx.db, day)) === null;
  return isBookable ? day : today;
}
