import { markDeleted } from '../../database/mark-deleted.ts';
import type { Tx } from '../../database/write.ts';
import { Refusal } from '../../http/refusal.ts';
import { releaseEntered } from '../statements/release-line.ts';
import { findIncome } from './queries.ts';

/**
 * Marks other income as taken back; its row and proof stay, and the caller reverses its entry.
 * @throws Refusal 409 if that happened already
 */
export async function reverseIncome(tx: Tx, id: number, by: number): Promise<void> {
  const before = await findIncome(tx.db, id);
  if (!before || !(await markDeleted(tx, 'penerimaan', id, by))) throw new Refusal('entry_reversed');
  await tx.audit('income.reversed', 'penerimaan', id, { sebelum: before });
  await releaseEntered(tx, { penerimaan_id: id });
  tx.changed(['cash-book', 'dashboard']);
}
