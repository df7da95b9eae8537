import type { ReactNode } from 'react';
import { Card } from './Card.tsx';
import { ErrorCard } from './ErrorCard.tsx';
import { ListEnd } from './ListEnd.tsx';
import { type PagedList, useGrowingWindow } from './use-growing-window.ts';

interface Props<T> {
  list: PagedList<T>;
  className: string | undefined;
  label?: string | undefined;
  /** Content of one card while loading. */
  skeleton: ReactNode;
  empty: ReactNode;
  wide?: boolean | undefined;
  render: (row: T) => ReactNode;
}

export function CardList<T extends { id: number }>({ list, className, skeleton, ...props }: Props<T>) {
  const { rows, error, retry } = list;
  const { shown, end } = useGrowingWindow(list);
  if (!rows && error) return <ErrorCard message={error.message} onRetry={retry} />;
  if (!rows) {
    return (
      <div className={className} aria-busy>
        {[1, 2, 3].map((key) => (
          <Card key={key}>{skeleton}</Card>
        ))}
      </div>
    );
  }
  if (rows.length === 0) return <Card>{props.empty}</Card>;
  return (
    <>
      <ul className={className} aria-label={props.label}>
        {shown.map((row) => (
          <li key={row.id}>{props.render(row)}</li>
        ))}
      </ul>
      <ListEnd {...end} wide={props.wide} />
    </>
  );
}
