import type { Expense } from '../../../contract/expenses.ts';
import type { Tx } from '../../database/write.ts';

export function expenseTopics(tx: Tx): void {
  tx.changed(['expenses', 'cash-book', 'dashboard']);
}

/** What an expense is, without what it waits for at the moment. */
export const recorded = ({
  menunggu: _,
  pembatalan_menunggu: __,
  nomor: ___,
  dibatalkan: ____,
  ...expense
}: Expense) => expense;
