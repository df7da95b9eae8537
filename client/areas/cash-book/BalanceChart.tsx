import { lazy, Suspense } from 'react';
import type { YearBalance } from '../../../contract/cash-book.ts';
import { Section } from '../../ui/Card.tsx';
import { Money } from '../../ui/Money.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useYearBalance } from './api.ts';

const LineChart = lazy(() => import('../../ui/LineChart.tsx'));

const series = ['Saldo', 'Pemasukan', 'Pengeluaran'];

/** The line of the balance. Nothing before a year begins, nor without its data: the list below tells what failed. */
export function BalanceChart({ year }: { year: number }) {
  const { balance, columns, error } = useYearBalance(year);
  if (columns ? columns.length < 2 : error) return null;
  const waiting = <Skeleton height="19rem" radius="var(--ui-radius)" />;
  return (
    <Section title={`Saldo ${year}`} context={balance && <Sums months={balance.bulanan} />}>
      {columns ? (
        <Suspense fallback={waiting}>
          <LineChart
            label={`Saldo kas tiap akhir bulan ${year}`}
            axis="Bulan"
            series={series}
            columns={columns}
          />
        </Suspense>
      ) : (
        waiting
      )}
    </Section>
  );
}

function Sums({ months }: { months: YearBalance['bulanan'] }) {
  const sum = (of: 'pemasukan' | 'pengeluaran') => months.reduce((total, month) => total + month[of], 0);
  return (
    <>
      Masuk <Money value={sum('pemasukan')} />, keluar <Money value={sum('pengeluaran')} />
    </>
  );
}
