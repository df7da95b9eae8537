import '@mantine/core/styles/RingProgress.layer.css';
import { RingProgress } from '@mantine/core';
import type { RingProps } from './ProgressRing.tsx';
import css from './Ring.module.css';

/** Mantine draws the ring smaller than `size`: share to add, so that it is as wide as its skeleton. */
const around = 0.11;

export default function Ring({
  label,
  value,
  tone = 'primary',
  size,
  children,
}: RingProps & { size: number }) {
  const percent = Math.round(value * 100);
  return (
    <RingProgress
      role="img"
      aria-label={`${label}: ${percent}%`}
      data-tone={tone}
      size={size * 16 * (1 + 2 * around)}
      m={`${-size * around}rem`}
      thickness={size * 1.6}
      roundCaps
      rootColor="var(--ui-neutral-bg)"
      sections={[{ value: Math.min(100, Math.max(0, value * 100)), color: 'var(--tone-solid)' }]}
      classNames={{ label: css.words ?? '' }}
      label={
        <>
          <span className={`${css.percent} ui-tabular`}>{percent}%</span>
          {children && <span className={css.more}>{children}</span>}
        </>
      }
    />
  );
}
