import { IconChevronDown } from '@tabler/icons-react';
import { type PointerEvent, type ReactNode, useState } from 'react';
import css from './Chart.module.css';
import { type ChartProps, formatCompact, type Scale } from './chart.ts';
import { Money } from './Money.tsx';

interface Props extends ChartProps {
  scale: Scale;
  /** Shape of each series in the legend; series without an entry have no shape. */
  keys: readonly string[];
  /** Positions are percentages of the frame. */
  children(pointed: number): ReactNode;
}

/**
 * Axes, legend and data table of a chart. The legend shows the values of the column under the pointer, by
 * default the last one; the table has all of them.
 */
export function ChartFrame({ scale, keys, children, ...chart }: Props) {
  const { label, series, columns, tell } = chart;
  const last = columns.length - 1;
  const [pointed, setPointed] = useState<number | null>(null);
  const at = Math.min(pointed ?? last, last);
  const column = columns[at];
  const point = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const place = Math.floor(((clientX - left) / width) * columns.length);
    setPointed(Math.min(Math.max(place, 0), last));
  };
  const leave = ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setPointed(null);

  return (
    <figure className={css.chart}>
      <div className={css.legend} aria-hidden>
        <p className={css.title}>{column?.title}</p>
        {series.map((name, index) => (
          <p key={name} className={css.entry}>
            {keys[index] && <span className={css.key} data-look={keys[index]} />}
            <span className={css.name}>{name}</span> <Figure value={column?.values[index]} tell={tell} />
          </p>
        ))}
      </div>
      <div className={css.axes} role="img" aria-label={`${label}. Angkanya ada di tabel di bawah.`}>
        <div className={css.scale}>
          {scale.ticks.map((tick) => (
            <span key={tick}>{formatCompact(tick)}</span>
          ))}
        </div>
        <div className={css.plot} onPointerMove={point} onPointerDown={point} onPointerLeave={leave}>
          {scale.ticks.map((tick) => (
            <span
              key={tick}
              className={css.line}
              data-zero={tick === 0 ? '' : undefined}
              style={{ bottom: `${scale.up(tick)}%` }}
            />
          ))}
          <span
            className={css.pointed}
            data-look={keys[0]}
            style={{ left: `${(at / columns.length) * 100}%`, width: `${100 / columns.length}%` }}
          />
          {children(at)}
        </div>
        <div className={css.ticks}>
          {columns.map(({ tick, title }) => (
            <span key={title}>{tick}</span>
          ))}
        </div>
      </div>
      <Figures {...chart} />
    </figure>
  );
}

function Figure({ value, tell }: Pick<ChartProps, 'tell'> & { value: number | undefined }) {
  if (value === undefined) return <span>–</span>;
  return tell ? <span className="ui-tabular">{tell(value)}</span> : <Money value={value} />;
}

function Figures({ label, series, columns, tell }: ChartProps) {
  return (
    <details className={css.figures}>
      <summary className="ui-screen">
        Lihat angkanya
        <IconChevronDown size={18} stroke={2} aria-hidden />
      </summary>
      <div className={css.table} tabIndex={0} role="group" aria-label={`Tabel ${label}`}>
        <table data-several={series.length > 1 || undefined}>
          <caption className="ui-unseen">{label}</caption>
          <thead>
            <tr>
              <th scope="col">Bulan</th>
              {series.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map(({ title, values }) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                {series.map((name, index) => (
                  <td key={name} data-name={name}>
                    <Figure value={values[index]} tell={tell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
