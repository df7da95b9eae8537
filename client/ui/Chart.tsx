import { whenIdle } from '../lib/when-idle.ts';
import { CrashState } from './CrashState.tsx';
import type { ChartProps } from './chart.ts';
import { lazyPart } from './lazy-part.tsx';
import { Skeleton } from './Skeleton.tsx';

const kinds = {
  bars: lazyPart<ChartProps>(() => whenIdle().then(() => import('./BarChart.tsx'))),
  line: lazyPart<ChartProps>(() => whenIdle().then(() => import('./LineChart.tsx'))),
};

interface Props extends Omit<ChartProps, 'columns'> {
  kind: keyof typeof kinds;
  columns: ChartProps['columns'] | undefined;
}

export function Chart({ kind, columns, ...chart }: Props) {
  const Drawn = kinds[kind];
  const waiting = <Skeleton height="19.8rem" radius="var(--ui-radius)" />;
  if (!columns) return waiting;
  const failed = (again: () => void, error: unknown) => (
    <CrashState title="Grafik belum dapat ditampilkan" error={error} onRetry={again} />
  );
  return <Drawn columns={columns} waiting={waiting} failed={failed} {...chart} />;
}
