import { IconHeartHandshake } from '@tabler/icons-react';
import { formatMonth, formatRupiah, type Period } from '../../../contract/format.ts';
import { unchargedLabel } from '../../../contract/owed.ts';
import { canPay, type MonthStatus, statusLabels } from '../../../contract/payments.ts';
import { useEstateStatus } from '../../shared/estate.ts';
import { useNavigation } from '../../shared/navigation.tsx';
import { Button, ButtonSkeleton } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusCard } from '../../ui/StatusCard.tsx';
import { useOwnRates } from '../payments/api.ts';
import { statusLook } from '../payments/StatusBadge.tsx';
import css from './DuesCard.module.css';

const next: Record<MonthStatus, { words(amount: string): string; action: string }> = {
  belum_bayar: {
    words: (amount) => `Transfer ${amount}, lalu kirim foto buktinya.`,
    action: 'Bayar Sekarang',
  },
  menunggu_konfirmasi: { words: () => 'Bukti Anda sedang diperiksa pengurus.', action: 'Lihat Pembayaran' },
  dikonfirmasi: { words: () => 'Terima kasih, iuran bulan ini sudah diterima.', action: 'Lihat Pembayaran' },
  // Not only proofs: cash that was booked by mistake is taken back.
  ditolak: {
    words: () => 'Pembayaran bulan ini ditolak. Alasannya ada di menu Pembayaran.',
    action: 'Kirim Ulang',
  },
};

const free = {
  tone: 'success',
  icon: IconHeartHandshake,
  label: unchargedLabel,
  words: 'Iuran bulan ini tidak perlu Anda bayar.',
} as const;

interface Props {
  month: Period;
  status: MonthStatus | undefined;
  /** Waived, or costs nothing. */
  isFree: boolean;
  /** Earlier months are to be paid first: theirs is the one call to action. */
  isBehind: boolean;
}

/**
 * State and next step of a month's dues. The skeleton has the same height as the content, so that nothing
 * shifts.
 */
export function DuesCard({ month, status, isFree, isBehind }: Props) {
  const dues = useOwnRates();
  const { isRead } = useEstateStatus();
  const title = `Iuran ${formatMonth(month)}`;
  const charged = status && {
    ...statusLook[status],
    label: statusLabels[status],
    words: next[status].words(formatRupiah(dues(month))),
  };
  const look = charged && isFree ? free : charged;
  return (
    <StatusCard
      label={title}
      title={title}
      tone={look?.tone ?? 'neutral'}
      busy={!status}
      icon={
        <span className={`ui-symbol ${css.icon}`}>
          {look && <look.icon size={30} stroke={1.8} aria-hidden />}
        </span>
      }
      status={look?.label ?? <Skeleton width="8ch" />}
      advice={look && isRead ? look.words : <Skeleton width="80%" />}
      action={
        status ? (
          <NextStep status={isFree ? 'dikonfirmasi' : status} isBehind={isBehind} />
        ) : (
          <ButtonSkeleton />
        )
      }
    />
  );
}

function NextStep({ status, isBehind }: { status: MonthStatus; isBehind: boolean }) {
  const { open } = useNavigation();
  const owes = canPay(status);
  return (
    <Button
      look={owes && !isBehind ? 'accent' : 'plain'}
      onClick={() => open('payments', owes ? 'pay' : undefined)}
    >
      {next[status].action}
    </Button>
  );
}
