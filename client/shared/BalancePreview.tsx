import { formatRupiah } from '../../contract/format.ts';
import { keepAmounts } from '../ui/keep-amounts.tsx';
import { Notice } from '../ui/Notice.tsx';
import { type NamedPlace, usePlaceBalances } from './places.ts';

interface Props {
  /** Undefined until the places are known. */
  from: NamedPlace | undefined;
  /** Without it the money leaves the estate. */
  to?: NamedPlace | undefined;
  jumlah: number;
}

/** What lies in a place before and after; without a second place only if the first falls below zero. */
export function BalancePreview({ from, to, jumlah }: Props) {
  const balances = usePlaceBalances().data?.data;
  if (!balances || !from) return null;
  const saldoOf = ({ akun_id, dana_id }: NamedPlace) =>
    balances.find((each) => each.akun_id === akun_id && each.dana_id === dana_id)?.saldo ?? 0;
  const isBelow = saldoOf(from) - jumlah < 0;
  if (!to && !isBelow) return null;
  const line = (place: NamedPlace, change: number) =>
    `${place.nama || 'Saldo'}: ${formatRupiah(saldoOf(place))} menjadi ${formatRupiah(saldoOf(place) + change)}`;
  return (
    <Notice tone={isBelow ? 'warning' : 'info'} title="Saldo sebelum dan sesudah">
      <p>{keepAmounts(line(from, -jumlah))}</p>
      {to && <p>{keepAmounts(line(to, jumlah))}</p>}
      {isBelow && <p>Saldo asal menjadi kurang dari nol.</p>}
    </Notice>
  );
}
