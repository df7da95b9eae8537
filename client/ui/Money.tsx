import type { CSSProperties } from 'react';
import { formatCount } from '../../contract/format.ts';
import { cx } from './cx.ts';
import css from './Money.module.css';

interface Props {
  value: number;
  /** Adds a + and a colour to positive amounts. */
  signed?: boolean | undefined;
  strong?: boolean | undefined;
}

/** `Rp 100.000`; negative amounts are red: `-Rp 50.000`. Tabular figures, no line break. */
export function Money({ value, signed, strong }: Props) {
  const sign = value < 0 ? '-' : signed && value > 0 ? '+' : '';
  const text = `${sign}Rp\u00a0${formatCount(Math.abs(value))}`;
  return (
    <span
      className={cx(
        'ui-tabular',
        css.money,
        value < 0 && css.negative,
        sign === '+' && css.positive,
        strong && css.strong,
      )}
      style={{ '--letters': text.length } as CSSProperties} // read by the CSS of StatCard
    >
      {text}
    </span>
  );
}
