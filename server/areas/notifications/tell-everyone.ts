import type { NewNotification, Tx } from '../../database/write.ts';
import { notifyAllActive } from './queries.ts';

/** Notifies every active account, the author too: what changes whom people pay or trust is announced. */
export async function tellEveryone(tx: Tx, news: Omit<NewNotification, 'user_id'>): Promise<void> {
  await notifyAllActive(tx, news);
  tx.changed('notifications');
}
