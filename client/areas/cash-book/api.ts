import { getBalance, getYearBalance, listCashBook, type YearBalance } from '../../../contract/cash-book.ts';
import type { CallInput } from '../../../contract/endpoint.ts';
import { monthName } from '../../../contract/format.ts';
import { usePages, useRead } from '../../shared/queries.ts';
import type { ChartColumn } from '../../ui/chart.ts';

export type BookFilter = CallInput<typeof listCashBook>;

export const useBalance = () => useRead('cash-book', getBalance, {});

export const useCashBook = (filter: BookFilter) => usePages('cash-book', listCashBook, filter);

/** Balance, income and expenses of each month of a year, as input of the balance chart. */
export function useYearBalance(year: number) {
  const { data, error } = useRead('cash-book', getYearBalance, { params: { year } });
  return { balance: data?.data, columns: data && columnsOf(data.data), error };
}

function columnsOf({ tahun, saldoAwal, bulanan }: YearBalance): ChartColumn[] {
  const months = bulanan.map(({ bulan, saldo, pemasukan, pengeluaran }) => ({
    tick: monthName(bulan).slice(0, 3),
    title: `${monthName(bulan)} ${tahun}`,
    values: [saldo, pemasukan, pengeluaran],
  }));
  return [{ tick: 'Awal', title: `Awal ${tahun}`, values: [saldoAwal] }, ...months];
}
