import { lazy, Suspense } from 'react';
import type { ChartProps } from '../../ui/chart.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';

const BarChart = lazy(() => import('../../ui/BarChart.tsx'));

interface Props extends Omit<ChartProps, 'axis' | 'columns'> {
  /** Absent while loading. */
  columns: ChartProps['columns'] | undefined;
}

/** A bar for each month; the chart's code comes after the figures. */
export function MonthChart({ columns, ...chart }: Props) {
  const waiting = <Skeleton height="19rem" radius="var(--ui-radius)" />;
  if (!columns) return waiting;
  return (
    <Suspense fallback={waiting}>
      <BarChart axis="Bulan" columns={columns} {...chart} />
    </Suspense>
  );
}
