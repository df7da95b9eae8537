import css from './Chart.module.css';
import { ChartFrame } from './ChartFrame.tsx';
import { type ChartProps, scaleOf } from './chart.ts';

/** A line through the first value of each column; further values are only in the legend and table. */
export default function LineChart(props: ChartProps) {
  const { columns } = props;
  const scale = scaleOf(columns.map(({ values }) => values[0] ?? 0));
  const points = columns.map(({ values }, index) => ({
    x: ((index + 0.5) / columns.length) * 100,
    y: 100 - scale.up(values[0] ?? 0),
  }));
  const line = points.map(({ x, y }) => `${x},${y}`).join(' ');
  const zero = 100 - scale.up(0);
  const area = `${points[0]?.x},${zero} ${line} ${points.at(-1)?.x},${zero}`;
  return (
    <ChartFrame {...props} scale={scale} keys={['curve']}>
      {(pointed) => (
        <>
          <svg className={css.curve} viewBox="0 0 100 100" preserveAspectRatio="none">
            <polygon className={css.area} points={area} />
            <polyline className={css.stroke} points={line} />
          </svg>
          <span
            className={css.dot}
            style={{ left: `${points[pointed]?.x}%`, top: `${points[pointed]?.y}%` }}
          />
        </>
      )}
    </ChartFrame>
  );
}
