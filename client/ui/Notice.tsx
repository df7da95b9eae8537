import type { ReactNode } from 'react';
import type { Icon } from './icon.ts';
import { keepAmounts } from './keep-amounts.tsx';
import css from './Notice.module.css';
import { type Tone, toneIcon } from './tone.ts';

interface Props {
  tone: Tone;
  title?: string | undefined;
  icon?: Icon | undefined;
  action?: ReactNode;
  children: ReactNode;
}

/** A message in the flow of the page. The tone `danger` is announced by screen readers. */
export function Notice({ tone, title, icon, action, children }: Props) {
  const Glyph = icon ?? toneIcon[tone];
  return (
    <div className={css.notice} data-tone={tone} role={tone === 'danger' ? 'alert' : undefined}>
      <Glyph size={22} stroke={1.9} aria-hidden />
      <div className="ui-rest">
        {title && <p className={css.title}>{keepAmounts(title)}</p>}
        <div>{keepAmounts(children)}</div>
        {action && <div className={css.action}>{action}</div>}
      </div>
    </div>
  );
}
