import { isSpendingDate } from '../../../contract/expenses.ts';
import { invalidFields } from '../../http/refusal.ts';

/** @throws Refusal 422 for a day in the future, or one that the cash book cannot show */
export function refuseOutsideBook(tanggal: string, today: string): void {
  if (isSpendingDate(tanggal, today)) return;
  throw invalidFields({ tanggal: 'Tanggal harus antara 1 Januari 2000 dan hari ini' });
}
