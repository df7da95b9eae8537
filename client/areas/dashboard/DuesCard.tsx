import { formatMonth, formatRupiah } from '../../../contract/format.ts';
import { canPay, type MonthStatus, statusLabels } from '../../../contract/payments.ts';
import { useEstate, useThisMonth } from '../../lib/estate.ts';
import { useNavigation } from '../../lib/navigation.tsx';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { statusLook } from '../payments/StatusBadge.tsx';
import css from './DuesCard.module.css';

const next: Record<MonthStatus, { words(amount: string): string; action: string }> = {
  belum_bayar: {
    words: (amount) => `Transfer ${amount}, lalu kirim foto buktinya.`,
    action: 'Bayar Sekarang',
  },
  menunggu_konfirmasi: { words: () => 'Bukti Anda sedang diperiksa pengurus.', action: 'Lihat Pembayaran' },
  dikonfirmasi: { words: () => 'Terima kasih, iuran bulan ini sudah diterima.', action: 'Lihat Pembayaran' },
  ditolak: { words: () => 'Bukti Anda ditolak. Silakan unggah ulang.', action: 'Unggah Ulang' },
};

/** This month's dues: how they stand and the next step. */
export function DuesCard({ status }: { status: MonthStatus | undefined }) {
  const { duesAmount } = useEstate();
  const thisMonth = useThisMonth();
  const { open } = useNavigation();
  const title = `Iuran ${formatMonth(thisMonth)}`;
  if (!status) {
    return (
      <div aria-busy>
        <Skeleton height="8.5rem" radius="var(--ui-radius-l)" />
      </div>
    );
  }
  const { tone, icon: Icon } = statusLook[status];
  const { words, action } = next[status];
  const owes = canPay(status);
  return (
    <section className={css.card} data-tone={tone} aria-label={title}>
      <span className={css.icon}>
        <Icon size={30} stroke={1.8} aria-hidden />
      </span>
      <div className={css.words}>
        <h2 className={css.title}>{title}</h2>
        <p className={css.status}>{statusLabels[status]}</p>
        <p>{words(formatRupiah(duesAmount))}</p>
      </div>
      <Button look={owes ? 'accent' : 'plain'} onClick={() => open('payments', owes ? 'pay' : undefined)}>
        {action}
      </Button>
    </section>
  );
}
