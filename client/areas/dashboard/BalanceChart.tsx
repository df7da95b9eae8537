import { lazy, Suspense } from 'react';
import { useThisMonth } from '../../lib/estate.ts';
import { useNavigation } from '../../lib/navigation.tsx';
import { whenIdle } from '../../lib/when-idle.ts';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useYearBalance } from '../cash-book/api.ts';

const LineChart = lazy(() => whenIdle().then(() => import('../../ui/LineChart.tsx')));

/** This year's line of the balance, and the way to the book behind it. */
export function BalanceChart() {
  const { tahun } = useThisMonth();
  const { open } = useNavigation();
  const { columns, error } = useYearBalance(tahun);
  if (error && !columns) return null;
  const waiting = <Skeleton height="19rem" radius="var(--ui-radius)" />;
  return (
    <Section
      title={`Saldo kas ${tahun}`}
      context="Pada akhir tiap bulan"
      aside={
        <Button look="quiet" onClick={() => open('buku-kas')}>
          Buku Kas
        </Button>
      }
    >
      {columns ? (
        <Suspense fallback={waiting}>
          <LineChart
            label={`Saldo kas tiap akhir bulan ${tahun}`}
            axis="Bulan"
            series={['Saldo']}
            columns={columns}
          />
        </Suspense>
      ) : (
        waiting
      )}
    </Section>
  );
}
