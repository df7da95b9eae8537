import type { ReactNode } from 'react';
import css from './Facts.module.css';
import { keepAmounts } from './keep-amounts.tsx';

/** Names and values, one per line. */
export function Facts({ of }: { of: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={`ui-pairs ${css.facts}`}>
      {of.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{keepAmounts(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
