import { IconPhotoOff, IconRefresh } from '@tabler/icons-react';
import { type CSSProperties, useState } from 'react';
import { Button } from './Button.tsx';
import css from './ImageViewer.module.css';

export interface ViewerItem {
  key: string | number;
  src: string;
  /** Small version, shown until the full picture is there. */
  thumb?: string | undefined;
  alt: string;
  /** Beside the counter, e.g. whose picture it is. */
  title?: string | undefined;
}

interface Props {
  item: ViewerItem;
  /** Where zoom and pan put it. */
  style: CSSProperties;
  /** Follows the finger without easing. */
  still: boolean;
}

export function ViewerPicture({ item, style, still }: Props) {
  const [state, setState] = useState<'loading' | 'there' | 'broken'>('loading');
  const [attempt, setAttempt] = useState(0);
  if (state === 'broken') {
    return (
      <div className={css.broken} role="alert">
        <IconPhotoOff size={44} stroke={1.4} aria-hidden />
        <p>Gambar belum dapat dimuat.</p>
        <Button
          icon={IconRefresh}
          onClick={() => {
            setAttempt(attempt + 1);
            setState('loading');
          }}
        >
          Coba lagi
        </Button>
      </div>
    );
  }
  return (
    <>
      {state === 'loading' &&
        (item.thumb ? (
          <img className={css.thumb} src={item.thumb} alt="" />
        ) : (
          <span className={css.waiting} />
        ))}
      <img
        key={attempt}
        className={css.picture}
        src={item.src}
        alt={item.alt}
        style={style}
        draggable={false}
        data-still={still ? '' : undefined}
        data-there={state === 'there' ? '' : undefined}
        onLoad={() => setState('there')}
        onError={() => setState('broken')}
      />
    </>
  );
}
