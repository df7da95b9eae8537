import { type MonthRow, type MonthStatus, statusLabels } from '../../../contract/payments.ts';
import { Money } from '../../ui/Money.tsx';
import { StatCard, StatGrid } from '../../ui/StatCard.tsx';
import { statusLook } from './StatusBadge.tsx';

const order: readonly MonthStatus[] = ['dikonfirmasi', 'menunggu_konfirmasi', 'belum_bayar', 'ditolak'];

/** How many rows stand in each state, and the money received. */
export function MonthSummary({ rows }: { rows: readonly MonthRow[] | undefined }) {
  const of = (status: MonthStatus) => rows?.filter((row) => row.status === status) ?? [];
  const received = of('dikonfirmasi').reduce((sum, { jumlah }) => sum + jumlah, 0);
  return (
    <StatGrid>
      {order.map((status) => (
        <StatCard
          key={status}
          label={statusLabels[status]}
          value={of(status).length}
          {...statusLook[status]}
          hint={status === 'dikonfirmasi' && <Money value={received} />}
          loading={!rows}
        />
      ))}
    </StatGrid>
  );
}
