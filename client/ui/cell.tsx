import type { ReactNode } from 'react';
import type { Column } from './columns.ts';
import { Skeleton } from './Skeleton.tsx';

/** What a column shows of a row, or its skeleton while the row is loading. */
export function cellOf<T>(column: Column<T>, row: T | undefined): ReactNode {
  if (row !== undefined) return column.render(row);
  return column.card === 'picture' ? <Skeleton width="3.5rem" height="3.5rem" /> : <Skeleton width="5rem" />;
}
