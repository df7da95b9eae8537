import css from './Chart.module.css';
import { ChartFrame } from './ChartFrame.tsx';
import { type ChartProps, scaleOf } from './chart.ts';

/** A bar for the first value of each column, and a line across it at the second (the target). */
export default function BarChart(props: ChartProps) {
  const { columns } = props;
  const scale = scaleOf(columns.flatMap(({ values }) => values.slice(0, 2)));
  return (
    <ChartFrame {...props} scale={scale} keys={['bar', 'mark']}>
      {(pointed) => (
        <div className={css.bars}>
          {columns.map(({ title, values: [value = 0, target] }, index) => (
            <div key={title} className={css.slot} data-pointed={index === pointed ? '' : undefined}>
              <span className={css.bar} style={{ height: `${scale.up(value)}%` }} />
              {target !== undefined && (
                <span className={css.mark} style={{ bottom: `${scale.up(target)}%` }} />
              )}
            </div>
          ))}
        </div>
      )}
    </ChartFrame>
  );
}
