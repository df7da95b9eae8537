import type { ButtonHTMLAttributes, Ref } from 'react';
import { cx } from './cx.ts';
import css from './IconButton.module.css';
import type { Icon } from './icon.ts';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string;
  icon: Icon;
  look?: 'quiet' | 'danger' | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

export function IconButton({
  label,
  icon: Glyph,
  look = 'quiet',
  className,
  type = 'button',
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={cx(css.button, css[look], className)}
      aria-label={label}
      title={label}
    >
      <Glyph size={22} stroke={1.8} aria-hidden />
    </button>
  );
}
