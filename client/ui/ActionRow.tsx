import type { ReactNode } from 'react';
import css from './ActionRow.module.css';

/** Actions of a tab, above its content; those of a whole page are in the header of `Page`. */
export function ActionRow({ children }: { children: ReactNode }) {
  return <div className={`ui-screen ${css.row}`}>{children}</div>;
}
