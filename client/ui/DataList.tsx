import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Card } from './Card.tsx';
import { type Column, isCrowded } from './columns.ts';
import css from './DataList.module.css';
import { CardRows } from './DataListCards.tsx';
import { TableRows } from './DataListTable.tsx';
import { EmptyState } from './EmptyState.tsx';
import { ErrorCard } from './ErrorCard.tsx';
import type { Icon } from './icon.ts';
import { ListEnd } from './ListEnd.tsx';
import { type PagedList, useGrowingWindow } from './use-growing-window.ts';
import { useRoomy, useSpacious } from './use-wide.ts';

export interface DataListProps<T> {
  /** Accessible name: 'Daftar pembayaran'. */
  label: string;
  /** Must be referentially stable, like `actions`, in long lists: otherwise every row renders again. */
  columns: readonly Column<T>[];
  list: PagedList<T>;
  rowKey: (row: T) => string | number;
  actions?: ((row: T) => ReactNode) | undefined;
  empty: { title: string; message?: ReactNode; icon?: Icon; action?: ReactNode };
  filteredTitle?: string | undefined;
  /** Given while filters are active, which the message for an empty list then mentions. */
  onClearFilters?: false | (() => void) | undefined;
  /** Whether the page has an ExportMenu, which the printed note then mentions. */
  exportable?: boolean | undefined;
  skeletonRows?: number | undefined;
}

/** Renders the same columns as a table on wide screens and as cards on narrow ones. */
export function DataList<T>(props: DataListProps<T>) {
  const [roomy, spacious] = [useRoomy(), useSpacious()];
  const asTable = isCrowded(props.columns, Boolean(props.actions)) ? spacious : roomy;
  const { list, label, skeletonRows = 5 } = props;
  const { rows, error } = list;
  const { shown, end } = useGrowingWindow(list);

  if (!rows && error) return <ErrorCard message={error.message} onRetry={list.retry} />;
  if (rows?.length === 0 && !list.hasMore) {
    return (
      <Card>
        <EmptyState {...(filteredEmpty(props) || props.empty)} />
      </Card>
    );
  }
  const Rows = asTable ? TableRows : CardRows;
  return (
    <div aria-busy={!rows || undefined}>
      {!rows && (
        <p className="ui-unseen" role="status">
          Memuat {label}…
        </p>
      )}
      <div aria-hidden={!rows || undefined}>
        <Rows
          {...props}
          loading={!rows}
          rows={rows ? shown : Array.from({ length: skeletonRows }, () => undefined)}
        />
      </div>
      {end.more && (
        <div className={css.more}>
          <ListEnd {...end} exportable={props.exportable} />
        </div>
      )}
    </div>
  );
}

const filteredEmpty = <T,>({ filteredTitle, onClearFilters }: DataListProps<T>) =>
  onClearFilters && {
    title: filteredTitle ?? 'Tidak ada yang sesuai dengan filter.',
    message: 'Ubah atau hapus filter untuk melihat yang lain.',
    action: <Button onClick={onClearFilters}>Hapus filter</Button>,
  };
