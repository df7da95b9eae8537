import { useMergedRef } from '@mantine/hooks';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import css from './Button.module.css';
import { cx } from './cx.ts';
import type { Icon } from './icon.ts';
import { keepFocus } from './keep-focus.ts';
import { Skeleton } from './Skeleton.tsx';

/** While disabled or busy it keeps the focus and ignores clicks, also those that Enter in a field makes. */
export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /**
   * accent: the one call to action of a screen. primary: sends a form. danger: destructive. plain: everything
   * else.
   */
  look?: 'accent' | 'primary' | 'plain' | 'quiet' | 'danger' | undefined;
  icon?: Icon | undefined;
  /** Shows progress. */
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
    disabled = false,
    wide,
    className,
    onClick,
    type = 'button',
    children,
    ref,
    ...rest
  } = props;
  const isBlocked = busy || disabled;
  return (
    <button
      {...rest}
      ref={useMergedRef(keepFocus, ref)}
      type={type}
      className={cx(css.button, css[look], wide && css.wide, className)}
      aria-busy={busy || undefined}
      aria-disabled={isBlocked || undefined}
      onClick={(event) => (isBlocked ? event.preventDefault() : onClick?.(event))}
    >
      {busy ? <span className={css.spinner} /> : Glyph && <Glyph size={20} stroke={1.9} aria-hidden />}
      <span>{children}</span>
    </button>
  );
}

/** In the place of a button whose words are not known yet. */
export const ButtonSkeleton = () => (
  <Skeleton width="9rem" height="var(--ui-touch)" radius="var(--ui-radius)" />
);
