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
          hint={status === 'dikonfirmasi' && <Money value={counts?.terkumpul ?? 0} />}
        />
      ))}
    </StatGrid>
  );
}
