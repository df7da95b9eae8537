import * as z from 'zod/mini';
import { addExpense, type Expense } from '../../../contract/expenses.ts';
import { pictureOf } from '../../shared/uploads.ts';

export const photoField = { foto: z.instanceof(File, { error: addExpense.files.foto.required }) };

export function photoItems(expenses: readonly Expense[]) {
  return expenses.flatMap(({ id, foto, judul }) =>
    foto ? { key: id, ...pictureOf(foto), alt: `Foto bukti ${judul}`, title: judul } : [],
  );
}
