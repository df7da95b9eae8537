import type { CSSProperties, ReactNode } from 'react';
import { formatCount } from '../../contract/format.ts';
import css from './ProgressRing.module.css';
import type { Tone } from './tone.ts';

interface Props {
  label: string;
  /** 0 to 1; a larger value is drawn as 1 but its percentage is shown. */
  value: number;
  tone?: Tone | 'primary' | undefined;
  /** Diameter in rem, so that it scales with the text. */
  size: number;
  children?: ReactNode;
}

const circle = { cx: 50, cy: 50, r: 45, pathLength: 100 };

/** A share as a ring with its percentage. */
export function ProgressRing({ label, value, tone = 'primary', size, children }: Props) {
  const percent = `${formatCount(Math.round(value * 100))}%`;
  return (
    <div
      className={css.ring}
      role="img"
      aria-label={`${label}: ${percent}`}
      data-tone={tone}
      style={{ width: `${size}rem`, '--letters': Math.max(4, percent.length) } as CSSProperties}
    >
      <svg viewBox="0 0 100 100" aria-hidden>
        <circle {...circle} />
        {value > 0 && <circle {...circle} strokeDasharray={`${Math.min(100, value * 100)} 100`} />}
      </svg>
      <div className={css.words}>
        <span className={`${css.percent} ui-tabular`}>{percent}</span>
        {children && <span className={css.more}>{children}</span>}
      </div>
    </div>
  );
}
