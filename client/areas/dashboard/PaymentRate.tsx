import type { MonthlyDues } from '../../../contract/dashboard.ts';
import { formatMonth } from '../../../contract/format.ts';
import { Section } from '../../ui/Card.tsx';
import { Money } from '../../ui/Money.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import css from './dashboard.module.css';

interface Props {
  /** Percentage of residents who have paid this month; undefined while loading. */
  rate: number | undefined;
  month: MonthlyDues | undefined;
}

export function PaymentRate({ rate, month }: Props) {
  const loading = rate === undefined || !month;
  return (
    <Section title="Tingkat pembayaran" context={loading ? <Skeleton width="7rem" /> : formatMonth(month)}>
      <div className={css.rate}>
        {loading ? (
          <Skeleton width="8rem" height="8rem" radius="50%" />
        ) : (
          <ProgressRing label="Warga yang sudah membayar bulan ini" value={rate / 100} size={8}>
            warga lunas
          </ProgressRing>
        )}
        <p>
          <strong>{loading ? <Skeleton width="8rem" /> : <Money value={month.terkumpul} />}</strong>
          <span className="ui-muted">
            terkumpul dari {loading ? <Skeleton width="6rem" /> : <Money value={month.target} />}
          </span>
        </p>
      </div>
    </Section>
  );
}
