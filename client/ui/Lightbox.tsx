import 'yet-another-react-lightbox/styles.css';
import { IconPhotoOff, IconRefresh } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useImperativeHandle, useMemo, useRef, useState } from 'react';
import {
  type ControllerRef,
  type SlideImage,
  Lightbox as Yarl,
  type ZoomRef,
} from 'yet-another-react-lightbox';
import Inline from 'yet-another-react-lightbox/plugins/inline';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import { Button } from './Button.tsx';
import css from './ImageViewer.module.css';
import type { ViewerItem } from './ImageViewer.tsx';

interface Props {
  items: readonly ViewerItem[];
  index: number;
  onTurn: (index: number) => void;
  /** Receives a handler for keys that are pressed outside the picture. */
  keys: RefObject<((event: KeyboardEvent) => void) | null>;
}

const labels = {
  Previous: 'Sebelumnya',
  Next: 'Berikutnya',
  'Zoom in': 'Perbesar',
  'Zoom out': 'Perkecil',
  Carousel: 'deretan gambar',
  'Photo gallery': 'Gambar',
  Slide: 'gambar',
  '{index} of {total}': '{index} dari {total}',
};
/** The plugin leaves vertical drags to the browser, which prevents moving a zoomed picture up. */
const container = { '--yarl__controller_touch_action': 'none' };

/** The current picture of ImageViewer and its neighbours, for swiping. */
export default function Lightbox({ items, index, onTurn, keys }: Props) {
  const controller = useRef<ControllerRef>(null);
  const zoom = useRef<ZoomRef>(null);
  const [attempt, setAttempt] = useState(0);
  // Must be referentially stable: new slides would cancel a swipe.
  const drawn = JSON.stringify(
    items.map(({ src, thumb, alt }) => ({ src: attempt ? `${src}#${attempt}` : src, thumb, alt })),
  );
  const slides = useMemo(() => JSON.parse(drawn) as (SlideImage & { thumb?: string })[], [drawn]);

  useImperativeHandle(keys, () => (event) => {
    const act: Record<string, () => void> = {
      ArrowRight: () => controller.current?.next(),
      ArrowLeft: () => controller.current?.prev(),
      '+': () => zoom.current?.zoomIn(),
      '=': () => zoom.current?.zoomIn(),
      '-': () => zoom.current?.zoomOut(),
      '0': () => zoom.current?.changeZoom(1),
    };
    const chosen = act[event.key];
    if (!chosen || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    chosen();
  });

  return (
    <Yarl
      plugins={[Inline, Zoom]}
      slides={slides}
      index={index}
      on={{ view: (shown) => onTurn(shown.index) }}
      labels={labels}
      className={css.lightbox ?? ''}
      styles={{ container }}
      controller={{ ref: controller, closeOnEscape: false }}
      zoom={{ ref: zoom, maxZoomPixelRatio: 4, scrollToZoom: true }}
      carousel={{ finite: true, preload: 1, padding: 0 }}
      animation={{ swipe: 400, navigation: 200, zoom: 200 }}
      render={{
        slideHeader: ({ slide }) => <Thumb slide={slide} />,
        iconLoading: () => null,
        iconError: () => (
          <div className={`ui-parts ${css.broken}`} role="alert">
            <IconPhotoOff size={44} stroke={1.4} aria-hidden />
            <p>Gambar belum dapat dimuat.</p>
            <Button icon={IconRefresh} onClick={() => setAttempt(attempt + 1)}>
              Coba lagi
            </Button>
          </div>
        ),
      }}
    />
  );
}

function Thumb({ slide: { thumb } }: { slide: SlideImage & { thumb?: string } }) {
  return thumb ? <img className={css.thumb} src={thumb} alt="" /> : <span className={css.waiting} />;
}
