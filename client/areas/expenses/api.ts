/** What the expense screens read and send. */
import {
  addExpense,
  deleteExpense,
  exportExpenses,
  listYearExpenses,
  sumYearExpenses,
} from '../../../contract/expenses.ts';
import { useDownload, usePages, useRead, useSend } from '../../shared/queries.ts';

/** The expenses booked for a year, newest first. */
export const useYearExpenses = (year: number) => usePages('expenses', listYearExpenses, { params: { year } });

/** The sum of a year, in rupiah. */
export const useYearTotal = (year: number) =>
  useRead('expenses', sumYearExpenses, { params: { year } }).data?.data.total;

export const useAddExpense = () => useSend(addExpense);
export const useDeleteExpense = () => useSend(deleteExpense);
export const useExpenseDownload = () => useDownload(exportExpenses);
