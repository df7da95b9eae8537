import type { YearBalance } from '../../../contract/cash-book.ts';
import type { Period } from '../../../contract/format.ts';
import type { SumsOfYear } from './queries.ts';

/** Running balance per month up to the current month, or up to the last month with entries. */
export function yearBalance(
  tahun: number,
  { saldoAwal, opened, income, spending }: SumsOfYear,
  present: Period,
): YearBalance {
  const passed = tahun < present.tahun ? 12 : tahun > present.tahun ? 0 : present.bulan;
  const until = Math.max(passed, ...opened.keys(), ...income.keys(), ...spending.keys());
  let saldo = saldoAwal;
  const bulanan = Array.from({ length: until }, (_, index) => {
    const bulan = index + 1;
    const [pemasukan, pengeluaran] = [income.get(bulan) ?? 0, spending.get(bulan) ?? 0];
    saldo += (opened.get(bulan) ?? 0) + pemasukan - pengeluaran;
    return { bulan, pemasukan, pengeluaran, saldo };
  });
  return { tahun, saldoAwal, bulanan };
}
