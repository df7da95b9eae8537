/** What others refetch when a payment changes. */
import type { Tx } from '../../platform/db/write.ts';
import type { Subject } from '../../platform/realtime/rooms.ts';

/** A payment that is not money yet (uploaded, withdrawn, rejected). Lists of residents say how their month stands. */
export function paymentTopics(tx: Tx, payer: Subject): void {
  tx.changed('payments', payer);
  tx.changed('residents', payer);
  tx.changed('dashboard', payer);
}

/** A payment that became money: everybody sees the sums. */
export function incomeTopics(tx: Tx, payer: Subject): void {
  tx.changed('payments', payer);
  tx.changed('residents', payer);
  tx.changed('reports', payer);
  tx.changed('cash-book');
  tx.changed('dashboard');
}
