import type { Handover } from '../../../contract/handovers.ts';
import type { Tx } from '../../database/write.ts';

/** The list of hand-overs, and the round of whoever hands over, which shows the cash in hand. */
export function handoverTopics(tx: Tx, { dari_id }: Pick<Handover, 'dari_id'>): void {
  tx.changed('rounds');
  tx.changed('payments', { user_id: dari_id, blok: null });
}
