import * as z from 'zod/mini';
import { addExpense, type Expense } from '../../../contract/expenses.ts';
import { pictureItem } from '../../shared/uploads.ts';

export const photoField = { foto: z.instanceof(File, { error: addExpense.files.foto.required }) };

export function photoItems(expenses: readonly Expense[]) {
  return expenses.flatMap(({ id, foto, judul }) => pictureItem(id, foto, `Foto bukti ${judul}`, judul));
}
