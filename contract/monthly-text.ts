/** A short text about a month for the group of the estate. Names nobody. */
import { formatCount, formatMonth, formatRupiah, monthOf } from './format.ts';
import { closingLabel } from './lpj.ts';
import type { MonthlyFigures } from './reports.ts';

export function writeMonthlyText(
  { bulan, masuk, keluar, saldo, belum_ditutup, lunas, wajib, ukuran, kepala }: MonthlyFigures,
  estateName: string,
  today: string,
): string {
  const month = formatMonth(monthOf(bulan));
  return [
    `*Laporan singkat ${estateName}*`,
    `*${month}*`,
    '',
    `Masuk: ${formatRupiah(masuk)}`,
    `Keluar: ${formatRupiah(keluar)}`,
    `${closingLabel(bulan, today)}: ${formatRupiah(saldo)}`,
    ...(belum_ditutup ? [`Buku ${month} belum ditutup, jadi angkanya masih dapat berubah.`] : []),
    `Iuran ${month}: ${formatCount(lunas)} dari ${formatCount(wajib)} rumah lunas`,
    '',
    `Kepala log ${formatCount(ukuran)} catatan saat laporan dibuat (untuk dicocokkan nanti di Buku Kas):`,
    kepala,
  ].join('\n');
}
