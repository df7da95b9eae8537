import { lazy, Suspense } from 'react';
import { formatRupiah } from '../../../contract/format.ts';
import { Section } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { balanceSeries, useYearBalance } from './api.ts';

const LineChart = lazy(() => import('../../ui/LineChart.tsx'));

/** The line of the balance. Nothing without its data: the list below tells that loading failed. */
export function BalanceChart({ year }: { year: number }) {
  const { balance, columns, error } = useYearBalance(year);
  if (error && !columns) return null;
  const waiting = <Skeleton height="19rem" radius="var(--ui-radius)" />;
  return (
    <Section title={`Saldo ${year}`} context={balance && sums(balance.bulanan)}>
      {columns ? (
        <Suspense fallback={waiting}>
          <LineChart label={`Saldo kas tiap akhir bulan ${year}`} series={balanceSeries} columns={columns} />
        </Suspense>
      ) : (
        waiting
      )}
    </Section>
  );
}

function sums(months: readonly { pemasukan: number; pengeluaran: number }[]): string {
  const sum = (of: 'pemasukan' | 'pengeluaran') => months.reduce((total, month) => total + month[of], 0);
  return `Masuk ${formatRupiah(sum('pemasukan'))}, keluar ${formatRupiah(sum('pengeluaran'))}`;
}
