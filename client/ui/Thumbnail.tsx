import { IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import { cx } from './cx.ts';
import css from './Thumbnail.module.css';

interface Props {
  src: string;
  /** Accessible name: 'Lihat bukti transfer Budi, Mei 2026'. */
  label: string;
  onOpen: () => void;
  /** s: 56 px, m: 80 px, fill: width of the container in 4:3. */
  size?: 's' | 'm' | 'fill' | undefined;
}

export function Thumbnail({ src, label, onOpen, size = 's' }: Props) {
  const [broken, setBroken] = useState<string>();
  return (
    <button
      type="button"
      className={cx('ui-symbol', css.thumbnail)}
      data-size={size}
      aria-label={label}
      onClick={onOpen}
    >
      {src === broken ? (
        <IconPhotoOff size={22} stroke={1.6} aria-hidden />
      ) : (
        <img src={src} alt="" loading="lazy" decoding="async" onError={() => setBroken(src)} />
      )}
    </button>
  );
}
