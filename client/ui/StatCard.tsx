import type { CSSProperties, ReactNode } from 'react';
import { formatCount } from '../../contract/format.ts';
import { cx } from './cx.ts';
import type { Icon } from './icon.ts';
import { Money } from './Money.tsx';
import { Skeleton } from './Skeleton.tsx';
import css from './StatCard.module.css';
import type { Tone } from './tone.ts';

interface Props {
  label: string;
  value?: ReactNode;
  /** Instead of `value`: whole rupiah, undefined while loading. */
  money?: number | undefined;
  icon: Icon;
  tone?: Tone | 'primary' | undefined;
  hint?: ReactNode;
}

export function StatCard({ label, value, money, icon: Glyph, tone = 'primary', hint }: Props) {
  const figure = typeof value === 'number' ? formatCount(value) : value;
  const shown = money === undefined ? figure : <Money value={money} />;
  const loading = shown === undefined;
  return (
    <div className={cx('ui-card', css.card)} data-tone={tone} aria-busy={loading || undefined}>
      <span className={cx('ui-symbol', css.icon)}>
        <Glyph size={22} stroke={1.8} aria-hidden />
      </span>
      <div>
        <p className="ui-detail">{label}</p>
        <p className={`${css.value} ui-tabular`}>{loading ? <Skeleton width="5ch" /> : shown}</p>
        {hint && <p className={css.hint}>{loading ? <Skeleton width="12ch" /> : hint}</p>}
      </div>
    </div>
  );
}

interface GridProps {
  columns?: number | undefined;
  children: ReactNode;
}

/** Two columns on phones, one if the text is enlarged. */
export function StatGrid({ columns, children }: GridProps) {
  return (
    <div
      className={cx('ui-parts', css.grid)}
      data-columns={columns}
      style={{ '--columns': columns } as CSSProperties}
    >
      {children}
    </div>
  );
}
