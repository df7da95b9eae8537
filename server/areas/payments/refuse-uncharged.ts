import { monthKey, type Period } from '../../../contract/format.ts';
import { formatMonths } from '../../../contract/payment-months.ts';
import type { Db } from '../../database/open.ts';
import type { Tx } from '../../database/write.ts';
import { Refusal } from '../../http/refusal.ts';
import { listWaived } from '../waivers/queries.ts';

/**
 * Before payments are stored; nothing is waived meanwhile.
 * @throws Refusal 409 for months that are waived or cost nothing
 */
export async function refuseUncharged(
  tx: Tx,
  user_id: number,
  months: readonly (Period & { jumlah: number })[],
): Promise<void> {
  await tx.dialect.serialize(tx.db, 'waivers');
  await refuseFree(tx.db, user_id, months);
}

/** The same before anything is stored. */
export async function refuseFree(
  db: Db,
  user_id: number,
  months: readonly (Period & { jumlah: number })[],
): Promise<void> {
  const waived = new Set((await listWaived(db, user_id, months)).map(monthKey));
  const uncharged = months.filter((month) => month.jumlah === 0 || waived.has(monthKey(month)));
  if (uncharged.length === 0) return;
  const message = `Iuran ${formatMonths(uncharged)} tidak ditagih. Muat ulang, lalu pilih bulan lain.`;
  throw new Refusal('month_uncharged', { message, errors: { 'bulan[]': message } });
}
