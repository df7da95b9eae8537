import type { ReactNode } from 'react';

/** One column of a DataList: in the table, and on the card. */
export interface Column<T> {
  /** Tells it from the other columns in the same place. */
  header: string;
  render: (row: T) => ReactNode;
  align?: 'end' | undefined;
  /** Place on the card; default `meta` (header and value). */
  card?: 'picture' | 'title' | 'subtitle' | 'badge' | 'figure' | 'meta' | 'hidden' | undefined;
  width?: string | undefined;
  /** Running text: takes the width that other columns leave. */
  grows?: boolean | undefined;
  /** Short values that should not wrap, e.g. a date. */
  nowrap?: boolean | undefined;
  /** Only on cards, e.g. a sentence that repeats other columns. */
  cardOnly?: boolean | undefined;
}

/** Tables with more than five columns need a wider window. */
export const isCrowded = (columns: readonly { cardOnly?: boolean | undefined }[], hasActions: boolean) =>
  columns.filter(({ cardOnly }) => !cardOnly).length + Number(hasActions) > 5;

export interface RowsProps<T> extends Pick<RowProps<T>, 'columns' | 'actions'> {
  label: string;
  /** Undefined ones are still loading. */
  rows: readonly (T | undefined)[];
  loading: boolean;
  rowKey: (row: T) => string | number;
}

/** Props of a memoized row; must be referentially stable. */
export interface RowProps<T, Columns = readonly Column<T>[]> {
  row: T | undefined;
  columns: Columns;
  actions?: ((row: T) => ReactNode) | undefined;
}
