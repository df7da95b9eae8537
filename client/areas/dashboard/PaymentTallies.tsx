import type { KetuaDashboard } from '../../../contract/dashboard.ts';
import { formatCount } from '../../../contract/format.ts';
import type { MonthStatus } from '../../../contract/payments.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Section } from '../../ui/Card.tsx';
import { Meter } from '../../ui/Meter.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { statusLook } from '../payments/StatusBadge.tsx';
import css from './dashboard.module.css';

type Tallies = KetuaDashboard['statusPembayaran'];

const rows: readonly { of: keyof Tallies; status: MonthStatus; label: string }[] = [
  { of: 'lunas', status: 'dikonfirmasi', label: 'Lunas' },
  { of: 'menunggu', status: 'menunggu_konfirmasi', label: 'Menunggu' },
  { of: 'ditolak', status: 'ditolak', label: 'Ditolak' },
];

export function PaymentTallies({ tallies }: { tallies: Tallies | undefined }) {
  const all = tallies && tallies.lunas + tallies.menunggu + tallies.ditolak;
  return (
    <Section title="Status pembayaran" context="Semua pembayaran">
      <ul className="ui-stack" aria-busy={!tallies || undefined}>
        {rows.map(({ of, status, label }) => (
          <li key={of}>
            <div className={`ui-ends ${css.tally}`}>
              <Badge {...statusLook[status]}>{label}</Badge>
              <strong className="ui-tabular">
                {tallies ? formatCount(tallies[of]) : <Skeleton width="3ch" />}
              </strong>
            </div>
            <Meter
              label={`Bagian ${label}`}
              value={tallies && all ? tallies[of] / all : 0}
              tone={statusLook[status].tone}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
