import { formatDate, formatMonth, monthKey, monthOf, shiftMonth } from '../../../contract/format.ts';
import type { Db } from '../../database/open.ts';
import { Refusal } from '../../http/refusal.ts';
import { lastClosedMonth } from './queries.ts';

/** The last closed month (`YYYY-MM`) if the book is closed for this day; else null. */
export async function closedUpTo(db: Db, tanggal: string): Promise<string | null> {
  const closed = await lastClosedMonth(db);
  return closed !== null && tanggal.slice(0, closed.length) <= closed ? closed : null;
}

/**
 * Call it with the lock of the book, or the month may be closed meanwhile. A trigger refuses the same.
 * @throws Refusal 409 month_closed for a day up to the end of the last closed month
 */
export async function refuseClosedMonth(db: Db, tanggal: string): Promise<void> {
  const closed = await closedUpTo(db, tanggal);
  if (closed === null) return;
  const month = monthOf(closed);
  const firstDay = formatDate(`${monthKey(shiftMonth(month, 1))}-01`);
  const message = `Buku sampai ${formatMonth(month)} sudah ditutup. Gunakan tanggal mulai ${firstDay}.`;
  throw new Refusal('month_closed', { message });
}
