import type { ReactNode } from 'react';

/** One column of a DataList: its place in the table and on the card. */
export interface Column<T> {
  key: string;
  header: string;
  render: (row: T) => ReactNode;
  /** `end` for figures. */
  align?: 'start' | 'center' | 'end' | undefined;
  /** Where it stands on a card; `meta` (header and value) when absent. */
  card?: 'picture' | 'title' | 'subtitle' | 'badge' | 'figure' | 'meta' | 'hidden' | undefined;
  /** The least it takes in the table, such as '4.5rem'. */
  width?: string | undefined;
  /** Running text: gets the room that the others leave in the table. */
  grows?: boolean | undefined;
  /** Short facts that would look broken on two lines, such as a date. */
  nowrap?: boolean | undefined;
  /** Only on cards, e.g. a sentence that repeats other columns. */
  cardOnly?: boolean | undefined;
}

/** More than five columns need narrow ones, and a wide window. */
export const isCrowded = (columns: readonly { cardOnly?: boolean | undefined }[], hasActions: boolean) =>
  columns.filter(({ cardOnly }) => !cardOnly).length + Number(hasActions) > 5;

/** What both forms of a DataList draw. */
export interface RowsProps<T> extends Pick<RowProps<T>, 'columns' | 'actions'> {
  label: string;
  rows: readonly T[];
  rowKey: (row: T) => string | number;
}

/** One of its rows: not drawn anew as long as these are the same. */
export interface RowProps<T, Columns = readonly Column<T>[]> {
  row: T;
  columns: Columns;
  actions?: ((row: T) => ReactNode) | undefined;
}
