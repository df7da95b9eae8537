import type { ReactNode } from 'react';
import buttonCss from './Button.module.css';
import { cx } from './cx.ts';
import type { Icon } from './icon.ts';
import css from './RowAction.module.css';

interface Props {
  href: string;
  icon: Icon;
  /** Accessible name: 'Buka Tata Tertib'. */
  label: string;
  newTab?: boolean | undefined;
  children: ReactNode;
}

export function LinkButton({ href, icon: Glyph, label, newTab, children }: Props) {
  return (
    <a
      href={href}
      className={cx(buttonCss.button, buttonCss.quiet, css.action)}
      aria-label={newTab ? `${label} (tab baru)` : label}
      {...(newTab ? { target: '_blank', rel: 'noreferrer' } : {})}
    >
      <Glyph size={20} stroke={1.9} aria-hidden />
      <span>{children}</span>
    </a>
  );
}
