import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import css from './Button.module.css';
import { cx } from './cx.ts';
import type { Icon } from './icon.ts';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /**
   * accent: the one call to action of a screen. primary: sends a form. danger: destructive. plain: everything
   * else.
   */
  look?: 'accent' | 'primary' | 'plain' | 'quiet' | 'danger' | undefined;
  icon?: Icon | undefined;
  /** Shows progress; keeps the focus and ignores clicks. */
  busy?: boolean | undefined;
  wide?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
  children: ReactNode;
}

export function Button(props: ButtonProps) {
  const {
    look = 'plain',
    icon: Glyph,
    busy = false,
    wide,
    className,
    onClick,
    type = 'button',
    children,
    ...rest
  } = props;
  return (
    <button
      {...rest}
      type={type}
      className={cx(css.button, css[look], wide && css.wide, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy ? <span className={css.spinner} /> : Glyph && <Glyph size={20} stroke={1.9} aria-hidden />}
      <span>{children}</span>
    </button>
  );
}
