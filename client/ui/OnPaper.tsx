import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import css from './OnPaper.module.css';

/** Is printed instead of everything else, and not shown on the screen. */
export function OnPaper({ children }: { children: ReactNode }) {
  return createPortal(<div className={css.paper}>{children}</div>, document.body);
}
