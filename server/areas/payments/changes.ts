import type { Tx } from '../../database/write.ts';
import type { Subject } from '../../realtime/rooms.ts';

/** For changes without income (uploaded, withdrawn, rejected). Lists of residents show the status of the month. */
export function paymentTopics(tx: Tx, payer: Subject): void {
  tx.changed(['payments', 'residents', 'dashboard'], payer);
}

/** For confirmed payments, which change the sums of the cash book. */
export function incomeTopics(tx: Tx, payer: Subject): void {
  tx.changed(['payments', 'residents', 'reports'], payer);
  tx.changed(['cash-book', 'dashboard']);
}
