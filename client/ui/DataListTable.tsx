import { memo, useMemo } from 'react';
import { type Column, isCrowded, type RowProps, type RowsProps } from './columns.ts';
import { cx } from './cx.ts';
import css from './DataList.module.css';
import { Skeleton } from './Skeleton.tsx';

export function TableRows<T>({ label, columns, rows, rowKey, actions }: RowsProps<T>) {
  const shown = useMemo(() => columns.filter((column) => !column.cardOnly), [columns]);
  return (
    // A scrollable frame must be focusable.
    <section className={cx('ui-card', css.frame)} aria-label={label} tabIndex={0}>
      <table className={css.table} data-compact={isCrowded(columns, Boolean(actions)) ? '' : undefined}>
        <caption className="ui-unseen">{label}</caption>
        <thead>
          <tr>
            {shown.map((column) => (
              <th key={column.key} scope="col" data-align={column.align} style={{ width: column.width }}>
                {column.header}
              </th>
            ))}
            {actions && (
              <th scope="col" className={css.actionsCell}>
                Aksi
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={rowKey(row)} row={row} columns={shown} actions={actions} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const TableRow = memo(OneRow) as typeof OneRow;

function OneRow<T>({ row, columns, actions }: RowProps<T>) {
  return (
    <tr>
      {columns.map((column) => (
        <td
          key={column.key}
          data-align={column.align}
          data-nowrap={column.nowrap || undefined}
          data-grows={column.grows || undefined}
          data-role={column.card}
          style={{ minWidth: column.width }}
        >
          {column.render(row)}
        </td>
      ))}
      {actions && (
        <td className={css.actionsCell}>
          <div className={css.actions}>{actions(row)}</div>
        </td>
      )}
    </tr>
  );
}

interface SkeletonProps<T> {
  columns: readonly Column<T>[];
  rows: number;
  withActions: boolean;
}

export function SkeletonTable<T>({ columns, rows, withActions }: SkeletonProps<T>) {
  const shown = columns.filter((column) => !column.cardOnly);
  return (
    <div className={cx('ui-card', css.frame)} aria-hidden>
      <table className={css.table}>
        <thead>
          <tr>
            {shown.map((column) => (
              <th key={column.key} data-align={column.align} style={{ width: column.width }}>
                {column.header}
              </th>
            ))}
            {withActions && <th>Aksi</th>}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            <tr key={row}>
              {shown.map((column, index) => (
                <td key={column.key} data-align={column.align}>
                  {column.card === 'picture' ? (
                    <Skeleton width="3.5rem" height="3.5rem" />
                  ) : (
                    <Skeleton width={index % 2 ? '60%' : '85%'} />
                  )}
                </td>
              ))}
              {withActions && (
                <td>
                  <Skeleton width="4rem" height="2rem" />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
