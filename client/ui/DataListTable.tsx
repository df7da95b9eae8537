import { memo, useMemo } from 'react';
import { cellOf } from './cell.tsx';
import { isCrowded, type RowProps, type RowsProps } from './columns.ts';
import { cx } from './cx.ts';
import css from './DataList.module.css';
import { Skeleton } from './Skeleton.tsx';

export function TableRows<T>({ label, columns, rows, rowKey, actions, loading }: RowsProps<T>) {
  const shown = useMemo(() => columns.filter((column) => !column.cardOnly), [columns]);
  return (
    // A scrollable frame must be focusable.
    <section className={cx('ui-card', css.frame)} aria-label={label} tabIndex={loading ? undefined : 0}>
      <table className={css.table} data-compact={isCrowded(columns, Boolean(actions)) ? '' : undefined}>
        <caption className="ui-unseen">{label}</caption>
        <thead>
          <tr>
            {shown.map((column) => (
              <th key={column.header} scope="col" data-align={column.align} style={{ width: column.width }}>
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
          {rows.map((row, at) => (
            <TableRow
              key={row === undefined ? at : rowKey(row)}
              row={row}
              columns={shown}
              actions={actions}
            />
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
          key={column.header}
          data-align={column.align}
          data-nowrap={column.nowrap || undefined}
          data-grows={column.grows || undefined}
          data-role={column.card}
          style={{ minWidth: column.width }}
        >
          {cellOf(column, row)}
        </td>
      ))}
      {actions && (
        <td className={css.actionsCell}>
          <div className={css.actions}>
            {row === undefined ? <Skeleton width="4rem" height="2rem" /> : actions(row)}
          </div>
        </td>
      )}
    </tr>
  );
}
