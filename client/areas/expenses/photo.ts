import * as z from 'zod/mini';
import { addExpense, type Expense } from '../../../contract/expenses.ts';

const picture = (foto: string) => `/assets/uploads/${foto}`;
export const thumbnail = (foto: string) => `${picture(foto)}?size=thumb`;

export const photoField = { foto: z.instanceof(File, { error: addExpense.files.foto.required }) };

export function photoItems(expenses: readonly Expense[]) {
  return expenses.flatMap(({ id, foto, judul }) =>
    foto
      ? { key: id, src: picture(foto), thumb: thumbnail(foto), alt: `Foto bukti ${judul}`, title: judul }
      : [],
  );
}
