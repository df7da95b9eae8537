import type { PayerDues } from '../../../contract/arrears.ts';
import { formatRupiah, monthKey, type Period } from '../../../contract/format.ts';
import { duesIn } from '../../../contract/settings.ts';
import { Notice } from '../../ui/Notice.tsx';

interface Props {
  of: PayerDues;
  months: readonly Period[];
  /** Of the line. */
  jumlah: number;
}

/** What the chosen months cost beside the sum of the line, all of which goes into a single month. */
export function DuesBeside({ of: { tahun, bulanan, dibebaskan, tarif }, months, jumlah }: Props) {
  const dues = months.map((month) => {
    const own = month.tahun === tahun ? bulanan.find(({ bulan }) => bulan === month.bulan) : undefined;
    const isWaiting = own?.status === 'menunggu';
    const isSettled = own?.status === 'lunas' || dibebaskan.includes(monthKey(month));
    return { isWaiting, isSettled, jumlah: isWaiting ? own.jumlah : duesIn(tarif, month) };
  });
  const sum = dues.reduce((total, one) => total + one.jumlah, 0);
  const what = `Iuran ${months.length} bulan ${formatRupiah(sum)}`;
  if (sum === jumlah) return <Notice tone="info">{what}, sama dengan mutasi.</Notice>;
  const differs = `${sum < jumlah ? 'lebih' : 'kurang'} ${formatRupiah(Math.abs(jumlah - sum))}`;
  const isFree = dues.length === 1 && dues.every(({ isWaiting }) => !isWaiting);
  const then = isFree
    ? 'Seluruhnya dicatat untuk bulan ini.'
    : 'Pilih bulan yang tagihannya sama dengan mutasi.';
  return (
    <Notice tone="warning">
      {what}, mutasi {formatRupiah(jumlah)}: {differs}.{dues.some(({ isSettled }) => isSettled) || ` ${then}`}
    </Notice>
  );
}
