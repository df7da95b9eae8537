import type { Tx } from '../../database/write.ts';
import { deleteWithin } from '../accounts/delete-account.ts';
import { eraseWithin } from './erase-account.ts';
import type { KeptErasure } from './kept-erasures.ts';
import { findNotErased, isDeleted } from './queries.ts';

/** Of those who are in this database, and not erased there. */
export async function repeatErasures(tx: Tx, erasures: readonly KeptErasure[]): Promise<void> {
  for (const { user_id, sejak } of erasures) {
    const account = await findNotErased(tx.db, user_id, sejak);
    if (!account) continue;
    const ofAccount = { ...tx, account: user_id };
    if (!(await isDeleted(tx.db, user_id))) await deleteWithin(ofAccount, account, null);
    await eraseWithin(ofAccount);
  }
}
