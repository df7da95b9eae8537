import { whenIdle } from '../lib/when-idle.ts';
import type { ChartProps } from './chart.ts';
import { ErrorState } from './ErrorState.tsx';
import { latePart } from './late-part.tsx';
import { Skeleton } from './Skeleton.tsx';

const kinds = {
  bars: latePart<ChartProps>(() => whenIdle().then(() => import('./BarChart.tsx'))),
  line: latePart<ChartProps>(() => whenIdle().then(() => import('./LineChart.tsx'))),
};

interface Props extends Omit<ChartProps, 'columns'> {
  kind: keyof typeof kinds;
  /** Absent while loading. */
  columns: ChartProps['columns'] | undefined;
}

/** A chart, whose code comes after the figures. */
export function Chart({ kind, columns, ...chart }: Props) {
  const Drawn = kinds[kind];
  const waiting = <Skeleton height="19rem" radius="var(--ui-radius)" />;
  if (!columns) return waiting;
  const failed = (again: () => void) => <ErrorState title="Grafik belum dapat ditampilkan" onRetry={again} />;
  return <Drawn columns={columns} waiting={waiting} failed={failed} {...chart} />;
}
