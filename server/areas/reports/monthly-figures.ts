import { monthKey, type Period } from '../../../contract/format.ts';
import type { LpjSection } from '../../../contract/lpj.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { MonthlyFigures } from '../../../contract/reports.ts';
import type { Context } from '../../context.ts';
import { signedHead } from '../log/find-head.ts';
import { moneySections } from '../lpj/write-report.ts';
import { monthlyDues } from '../payments/charged-queries.ts';

/** From the sums of the LPJ and of the yearly report, so that the group reads the same figures. */
export async function monthlyFigures(
  context: Context,
  scope: Scope,
  month: Period,
  timeZone: string,
): Promise<MonthlyFigures> {
  const { db } = context;
  const bulan = monthKey(month);
  const rows = await moneySections(db, { dari: bulan, sampai: bulan });
  const totalOf = (section: LpjSection) =>
    rows.find(({ bagian, total }) => total && bagian === section)?.jumlah ?? 0;
  const [dues] = await monthlyDues(db, scope, { last: month, months: 1, timeZone });
  const { ukuran, kepala } = await signedHead(context);
  return {
    bulan,
    masuk: totalOf('pemasukan'),
    keluar: totalOf('pengeluaran'),
    saldo: totalOf('akhir'),
    lunas: dues?.lunas ?? 0,
    wajib: dues?.wajib ?? 0,
    ukuran,
    kepala,
  };
}
