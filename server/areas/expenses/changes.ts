import type { Tx } from '../../database/write.ts';

export function expenseTopics(tx: Tx): void {
  tx.changed('expenses');
  tx.changed('cash-book');
  tx.changed('dashboard');
}
