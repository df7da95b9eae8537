import { IconFileText } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import css from './BlobPicture.module.css';
import { cx } from './cx.ts';

export function BlobPicture({ file, alt }: { file: Blob; alt: string }) {
  const [broken, setBroken] = useState<Blob | null>(null);
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return;
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  const visible = file.type.startsWith('image/') && broken !== file;
  return (
    <span className={cx('ui-symbol', css.picture)}>
      {visible ? (
        <img ref={show} alt={alt} onError={() => setBroken(file)} />
      ) : (
        <IconFileText size={28} stroke={1.6} aria-hidden />
      )}
    </span>
  );
}
