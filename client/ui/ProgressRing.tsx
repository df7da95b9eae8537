import type { ReactNode } from 'react';
import css from './ProgressRing.module.css';
import type { Tone } from './tone.ts';

interface Props {
  label: string;
  /** 0 to 1; more is drawn as full but said as it is. */
  value: number;
  tone?: Tone | 'primary' | undefined;
  /** Its width in rem: it grows with the letters. */
  size?: number | undefined;
  /** Under the percentage: '102 dari 120'. */
  children?: ReactNode;
}

const radius = 42;
const around = 2 * Math.PI * radius;

/** A share as a ring, with its figure inside. */
export function ProgressRing({ label, value, tone = 'primary', size = 9.25, children }: Props) {
  const percent = Math.round(value * 100);
  const filled = Math.min(1, Math.max(0, value)) * around;
  return (
    <div
      className={css.ring}
      style={{ width: `${size}rem` }}
      data-tone={tone}
      role="img"
      aria-label={`${label}: ${percent}%`}
    >
      <svg viewBox="0 0 100 100" width="100%" height="100%" aria-hidden>
        <circle className={css.track} cx="50" cy="50" r={radius} />
        {filled > 0 && (
          <circle className={css.fill} cx="50" cy="50" r={radius} strokeDasharray={`${filled} ${around}`} />
        )}
      </svg>
      <div className={css.words}>
        <span className={`${css.percent} ui-tabular`}>{percent}%</span>
        {children && <span className={css.more}>{children}</span>}
      </div>
    </div>
  );
}
