import { amountOf } from '../../../contract/amount-of.ts';
import type { PayerDues } from '../../../contract/arrears.ts';
import { formatRupiah, monthKey, type Period } from '../../../contract/format.ts';
import { formatMonths } from '../../../contract/payment-months.ts';
import { duesIn } from '../../../contract/settings.ts';
import { Notice } from '../../ui/Notice.tsx';

interface Props {
  of: PayerDues;
  months: readonly Period[];
  /** Of the line. */
  jumlah: number;
}

/** What the chosen months cost beside the sum of the line, all of which goes into a single month. */
export function DuesBeside({ of, months, jumlah }: Props) {
  const open = new Set([...of.tunggakan, ...of.terbuka].map(monthKey));
  const dues = months.map((month) => {
    const isOfYear = month.tahun === of.tahun;
    const own = isOfYear ? of.bulanan.find(({ bulan }) => bulan === month.bulan) : undefined;
    const isWaiting = own?.status === 'menunggu';
    return {
      month,
      isWaiting,
      isSettled: own?.status === 'lunas' || of.dibebaskan.includes(monthKey(month)),
      isKnown: isOfYear || open.has(monthKey(month)), // in another year a month may be paid or wait
      jumlah: isWaiting ? own.jumlah : duesIn(of.tarif, month),
    };
  });
  const settled = dues.filter(({ isSettled }) => isSettled).map(({ month }) => month);
  if (settled.length > 0)
    return (
      <Notice tone="warning">{formatMonths(settled)} sudah lunas atau dibebaskan. Pilih bulan lain.</Notice>
    );
  const sum = amountOf(dues);
  const what = `Iuran ${months.length} bulan ${formatRupiah(sum)}`;
  if (sum === jumlah) return <Notice tone="info">{what}, sama dengan mutasi.</Notice>;
  const differs = `${sum < jumlah ? 'lebih' : 'kurang'} ${formatRupiah(Math.abs(jumlah - sum))}`;
  const isFree = dues.length === 1 && dues.every(({ isWaiting }) => !isWaiting);
  const then = isFree
    ? 'Seluruhnya dicatat untuk bulan ini.'
    : 'Pilih bulan yang tagihannya sama dengan mutasi.';
  return (
    <Notice tone="warning">
      {what}, mutasi {formatRupiah(jumlah)}: {differs}.{dues.every(({ isKnown }) => isKnown) && ` ${then}`}
    </Notice>
  );
}
