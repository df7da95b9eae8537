import { useEffect, useEffectEvent } from 'react';
import { takeSharedSlip } from '../../lib/shared-slip.ts';
import { notify } from '../../ui/notify.ts';
import { shrinkImage } from '../../ui/shrink-image.ts';

/** @param isShared whether another app opened this page with a picture */
export function useSharedSlip(isShared: boolean, onPicture: (picture: File) => void): void {
  const take = useEffectEvent(async () => {
    const picture = await takeSharedSlip();
    if (picture) onPicture(await shrinkImage(picture));
    else
      notify.news('Gambar yang dibagikan tidak ditemukan', { message: 'Pilih bukti transfer dari galeri.' });
  });
  useEffect(() => {
    if (isShared) void take();
  }, [isShared]);
}
