import { markDeleted } from '../../database/mark-deleted.ts';
import type { Tx } from '../../database/write.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { releaseEntered } from '../statements/release-line.ts';
import { expenseTopics, recorded } from './changes.ts';
import { findExpense } from './queries.ts';

/**
 * Takes an expense out of the lists; its row and proof stay, and the caller reverses its entry.
 * @throws Refusal 404 if it is gone already
 */
export async function reverseExpense(tx: Tx, id: number, by: number): Promise<void> {
  const before = found(await findExpense(tx.db, id));
  if (!(await markDeleted(tx, 'expenses', id, by))) throw new Refusal('not_found');
  await tx.audit('expense.deleted', 'expenses', id, { sebelum: recorded(before) });
  await releaseEntered(tx, { expense_id: id });
  expenseTopics(tx);
}
