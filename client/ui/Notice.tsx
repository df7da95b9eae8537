import type { ReactNode } from 'react';
import type { Icon } from './icon.ts';
import css from './Notice.module.css';
import { type Tone, toneIcon } from './tone.ts';

interface Props {
  tone: Tone;
  title?: string | undefined;
  icon?: Icon | undefined;
  /** e.g. a Button that repairs it. */
  action?: ReactNode;
  children: ReactNode;
}

/** A sentence that must be seen, in the flow of the page. `danger` is announced at once. */
export function Notice({ tone, title, icon, action, children }: Props) {
  const Glyph = icon ?? toneIcon[tone];
  return (
    <div className={css.notice} data-tone={tone} role={tone === 'danger' ? 'alert' : undefined}>
      <Glyph size={22} stroke={1.9} aria-hidden />
      <div className={css.words}>
        {title && <p className={css.title}>{title}</p>}
        <div>{children}</div>
        {action && <div className={css.action}>{action}</div>}
      </div>
    </div>
  );
}
