import { memo, useMemo } from 'react';
import { cellOf } from './cell.tsx';
import type { Column, RowProps, RowsProps } from './columns.ts';
import { cx } from './cx.ts';
import css from './DataList.module.css';

export function CardRows<T>({ label, columns, rows, rowKey, actions }: RowsProps<T>) {
  const places = useMemo(() => placesOf(columns), [columns]);
  return (
    <ul className="ui-parts ui-breaks" aria-label={label}>
      {rows.map((row, at) => (
        <CardRow key={row === undefined ? at : rowKey(row)} row={row} columns={places} actions={actions} />
      ))}
    </ul>
  );
}

function placesOf<T>(columns: readonly Column<T>[]) {
  const at = (role: Column<T>['card']) => columns.filter((column) => (column.card ?? 'meta') === role);
  return {
    picture: at('picture')[0],
    title: at('title')[0],
    figure: at('figure')[0],
    subtitles: at('subtitle'),
    badges: at('badge'),
    metas: at('meta'),
  };
}

type Places<T> = ReturnType<typeof placesOf<T>>;

const CardRow = memo(OneCard) as typeof OneCard;

function OneCard<T>({ row, columns, actions }: RowProps<T, Places<T>>) {
  const { picture, title, figure, subtitles, badges, metas } = columns;
  return (
    <li className={cx('ui-card', 'ui-parts', css.card)}>
      <div className={css.cardHead}>
        {picture && cellOf(picture, row)}
        <div className={css.cardWords}>
          <div className={css.cardTop}>
            {title && <div className={css.cardTitle}>{cellOf(title, row)}</div>}
            {figure && <div className={css.cardFigure}>{cellOf(figure, row)}</div>}
          </div>
          {subtitles.map((column) => (
            <div key={column.header} className={cx('ui-detail', css.cardSubtitle)}>
              {cellOf(column, row)}
            </div>
          ))}
          {badges.map((column) => (
            <div key={column.header} className={css.cardBadge}>
              {cellOf(column, row)}
            </div>
          ))}
        </div>
      </div>
      <Meta metas={metas} row={row} />
      {actions && row !== undefined && <div className={`ui-screen ${css.cardActions}`}>{actions(row)}</div>}
    </li>
  );
}

function Meta<T>({ metas, row }: { metas: Column<T>[]; row: T | undefined }) {
  const lines = metas
    .map((column) => ({ header: column.header, value: cellOf(column, row) }))
    .filter(({ value }) => value !== null && value !== undefined && value !== '');
  if (lines.length === 0) return null;
  return (
    <dl className={cx('ui-pairs', css.meta)}>
      {lines.map(({ header, value }) => (
        <div key={header}>
          <dt>{header}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
