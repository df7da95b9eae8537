import { lazy, Suspense } from 'react';
import type { MonthlyDues } from '../../../contract/dashboard.ts';
import { formatMonth, monthName } from '../../../contract/format.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { Section } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const BarChart = lazy(() => whenIdle().then(() => import('../../ui/BarChart.tsx')));

const series = ['Terkumpul', 'Target'];

/** Dues collected for each of the last months, against what was due. */
export function DuesChart({ months }: { months: readonly MonthlyDues[] | undefined }) {
  const columns = months?.map((month) => ({
    tick: monthName(month.bulan).slice(0, 3),
    title: formatMonth(month),
    values: [month.terkumpul, month.target],
  }));
  const waiting = <Skeleton height="19rem" radius="var(--ui-radius)" />;
  return (
    <Section title="Iuran per bulan" context="Yang terkumpul untuk tiap bulan, dibanding target">
      {columns ? (
        <Suspense fallback={waiting}>
          <BarChart
            label="Iuran terkumpul per bulan dibanding target"
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
