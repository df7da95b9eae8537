import type { ReactNode } from 'react';
import css from './Badge.module.css';
import type { Icon } from './icon.ts';
import { type Tone, toneIcon } from './tone.ts';

interface Props {
  tone: Tone;
  icon?: Icon | undefined;
  children: ReactNode;
}

export function Badge({ tone, icon, children }: Props) {
  const Glyph = icon ?? toneIcon[tone];
  return (
    <span className={css.badge} data-tone={tone}>
      <Glyph size={16} stroke={2.1} aria-hidden />
      {children}
    </span>
  );
}
