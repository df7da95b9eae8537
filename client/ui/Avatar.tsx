import { useState } from 'react';
import css from './Avatar.module.css';
import { cx } from './cx.ts';

interface Props {
  /** Its initials replace a missing picture. Decorative: the name must be written beside it. */
  name: string;
  src?: string | null | undefined;
  size?: number | undefined;
}

export function Avatar({ name, src, size = 40 }: Props) {
  const [broken, setBroken] = useState<string>();
  const words = name.match(/\p{L}[^\s]*/gu) ?? [];
  const initials = [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => [...(word ?? '')][0])
    .join('');
  return (
    <span
      className={cx('ui-symbol', css.avatar)}
      style={{ width: size, height: size, fontSize: size * 0.38 }}
      aria-hidden
    >
      {src && src !== broken ? (
        <img src={src} alt="" loading="lazy" decoding="async" onError={() => setBroken(src)} />
      ) : (
        initials.toUpperCase()
      )}
    </span>
  );
}
