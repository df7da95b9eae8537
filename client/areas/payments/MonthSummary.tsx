import type { MonthCounts } from '../../../contract/month-counts.ts';
import { type MonthStatus, statusLabels } from '../../../contract/payments.ts';
import { Money } from '../../ui/Money.tsx';
import { StatCard, StatGrid } from '../../ui/StatCard.tsx';
import { statusLook } from './StatusBadge.tsx';

const order: readonly MonthStatus[] = ['dikonfirmasi', 'menunggu_konfirmasi', 'belum_bayar', 'ditolak'];

export function MonthSummary({ counts }: { counts: MonthCounts | undefined }) {
  return (
    <StatGrid>
      {order.map((status) => (
        <StatCard
          key={status}
          label={statusLabels[status]}
          value={counts?.[status]}
          {...statusLook[status]}
          hint={hintOf(status, counts)}
        />
      ))}
    </StatGrid>
  );
}

/** A house whose proof was rejected may have paid since, and is counted in both. */
function hintOf(status: MonthStatus, counts: MonthCounts | undefined) {
  if (status === 'dikonfirmasi') return <Money value={counts?.terkumpul ?? 0} />;
  return status === 'ditolak' && 'Dihitung per bukti';
}
