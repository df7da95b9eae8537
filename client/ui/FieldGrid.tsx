import type { ReactNode } from 'react';
import css from './FieldGrid.module.css';

/** Fields side by side where there is room. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className={css.grid}>{children}</div>;
}
