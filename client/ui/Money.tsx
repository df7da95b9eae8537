import type { CSSProperties } from 'react';
import { cx } from './cx.ts';
import css from './Money.module.css';

const digits = new Intl.NumberFormat('id-ID', { maximumFractionDigits: 0 });

interface Props {
  /** Whole rupiah. */
  value: number;
  /** Puts a + before money that comes in and colours it. */
  signed?: boolean | undefined;
  strong?: boolean | undefined;
}

/** `Rp 100.000`, below zero `-Rp 50.000` and red. Never breaks across lines; figures stand under each other. */
export function Money({ value, signed, strong }: Props) {
  const sign = value < 0 ? '-' : signed && value > 0 ? '+' : '';
  const text = `${sign}Rp\u00a0${digits.format(Math.abs(value))}`;
  return (
    <span
      className={cx(
        'ui-tabular',
        css.money,
        value < 0 && css.negative,
        sign === '+' && css.positive,
        strong && css.strong,
      )}
      style={{ '--letters': text.length } as CSSProperties} // StatCard makes room by it
    >
      {text}
    </span>
  );
}
