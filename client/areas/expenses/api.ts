import { listExpenses, listYearExpenses, sumYearExpenses } from '../../../contract/expenses.ts';
import { usePages, useRead } from '../../shared/queries.ts';

export const useYearExpenses = (year: number, kategori: string | undefined) =>
  usePages('expenses', listYearExpenses, { params: { year }, query: { kategori } });

/** Those that wait for a second person. */
export const useWaitingExpenses = () =>
  usePages('expenses', listExpenses, { query: { status: 'menunggu' as const } });

export const useYearSums = (year: number) =>
  useRead('expenses', sumYearExpenses, { params: { year } }).data?.data;
