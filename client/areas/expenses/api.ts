import {
  addExpense,
  exportExpenses,
  listExpenses,
  listYearExpenses,
  sumYearExpenses,
} from '../../../contract/expenses.ts';
import { useDownload, usePages, useRead, useSend } from '../../shared/queries.ts';

export const useYearExpenses = (year: number, kategori: string | undefined) =>
  usePages('expenses', listYearExpenses, { params: { year }, query: { kategori } });

/** Those that wait for a second person. */
export const useWaitingExpenses = () =>
  usePages('expenses', listExpenses, { query: { status: 'menunggu' as const } });

export const useYearSums = (year: number) =>
  useRead('expenses', sumYearExpenses, { params: { year } }).data?.data;

export const useAddExpense = () => useSend(addExpense);
export const useExpenseDownload = () => useDownload(exportExpenses);
