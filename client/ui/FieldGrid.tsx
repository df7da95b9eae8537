import type { ReactNode } from 'react';
import css from './FieldGrid.module.css';

export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className={css.grid}>{children}</div>;
}
