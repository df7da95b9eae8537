import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { formatCount } from '../../contract/format.ts';
import { IconButton } from './IconButton.tsx';
import css from './ImageViewer.module.css';
import { useEscape } from './use-escape.ts';
import { useFocusBack } from './use-focus-back.ts';
import { useZoom } from './use-zoom.ts';
import { type ViewerItem, ViewerPicture } from './ViewerPicture.tsx';

type Key = string | number;

interface Props<Item extends ViewerItem> {
  items: readonly Item[];
  /** Key of the picture shown; null when closed. */
  current: Key | null;
  onCurrent: (key: Key) => void;
  onClose: () => void;
  /** Facts and buttons beside the picture (under it on phones). Drawn anew for every picture. */
  panel?: ((item: Item) => ReactNode) | undefined;
  /** Three pictures before the end: a chance to load more. */
  onNearEnd?: (() => void) | undefined;
}

/**
 * Full-screen pictures, one after the other. Swipe or arrow keys turn the page; wheel, pinch, double tap and + − 0
 * zoom. When the current key disappears from `items`, the one that took its place is shown.
 */
export function ImageViewer<Item extends ViewerItem>(props: Props<Item>) {
  const { items, current, onCurrent, onClose, panel, onNearEnd } = props;
  const opened = current !== null && items.length > 0;
  const found = items.findIndex(({ key }) => key === current);
  const [last, setLast] = useState(0);
  if (found >= 0 && found !== last) setLast(found);
  const index = found >= 0 ? found : Math.min(last, items.length - 1);
  const item = items[index];

  const turn = (step: 1 | -1) => {
    const next = items[index + step];
    if (next) onCurrent(next.key);
  };
  const zoom = useZoom(item?.key, turn);
  const viewer = useRef<HTMLDivElement>(null);
  const panelBox = useFollowFocus(item?.key, viewer);
  useEscape(opened, onClose);
  const content = useFocusBack(opened);

  const near = opened && index >= items.length - 3;
  const told = useRef(0);
  useEffect(() => {
    if (!near || told.current === items.length) return;
    told.current = items.length; // once per row of items
    onNearEnd?.();
  }, [near, items.length, onNearEnd]);
  useEffect(() => {
    if (!opened) return;
    for (const neighbour of [items[index + 1], items[index - 1]]) {
      if (neighbour) new Image().src = neighbour.src;
    }
  }, [opened, items, index]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    if (!event.currentTarget.contains(target) || target.closest('input, textarea, select')) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act: Record<string, () => void> = {
      ArrowRight: () => turn(1),
      ArrowLeft: () => turn(-1),
      ArrowUp: () => zoom.pan(0, 60),
      ArrowDown: () => zoom.pan(0, -60),
      '+': zoom.zoomIn,
      '=': zoom.zoomIn,
      '-': zoom.zoomOut,
      '0': zoom.reset,
    };
    const chosen = act[event.key];
    if (!chosen) return;
    event.preventDefault();
    chosen();
  };

  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      returnFocus={false}
      fullScreen
      zIndex={300}
      transitionProps={{ transition: 'fade', duration: 160 }}
      classNames={{ content: css.content ?? '' }}
    >
      <Modal.Content ref={content} aria-label="Penampil gambar">
        {item && (
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of everything inside; each has its button too
          <div
            className={css.viewer}
            ref={viewer}
            tabIndex={-1}
            onKeyDown={onKeyDown}
            data-with-panel={panel ? '' : undefined}
          >
            <div className={css.bar}>
              <p className={css.place} role="status">
                <span className="ui-tabular">
                  {formatCount(index + 1)} dari {formatCount(items.length)}
                </span>
                {item.title && <span className={css.title}>{item.title}</span>}
              </p>
              <IconButton
                label="Perkecil"
                icon={IconZoomOut}
                aria-disabled={!zoom.canZoomOut}
                onClick={zoom.zoomOut}
              />
              <IconButton
                label="Perbesar"
                icon={IconZoomIn}
                aria-disabled={!zoom.canZoomIn}
                onClick={zoom.zoomIn}
              />
              <IconButton label="Tutup" icon={IconX} onClick={onClose} data-autofocus />
            </div>
            <div className={css.stage} {...zoom.stage} data-zoomed={zoom.scale > 1 ? '' : undefined}>
              <ViewerPicture key={item.key} item={item} style={zoom.style} still={zoom.dragging} />
              {index > 0 && (
                <IconButton
                  className={css.previous}
                  label="Sebelumnya"
                  icon={IconChevronLeft}
                  onClick={() => turn(-1)}
                />
              )}
              {index < items.length - 1 && (
                <IconButton
                  className={css.next}
                  label="Berikutnya"
                  icon={IconChevronRight}
                  onClick={() => turn(1)}
                />
              )}
            </div>
            {panel && (
              <div className={css.panel} ref={panelBox} tabIndex={-1}>
                <div key={item.key}>{panel(item)}</div>
              </div>
            )}
          </div>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

/**
 * The panel is drawn anew for every picture. If the focus was inside, it goes to the button of the new one marked
 * `data-autofocus`, else to the panel: thirty confirmations need no Tab between them, and no key hits another button.
 */
function useFollowFocus(key: Key | undefined, viewer: RefObject<HTMLElement | null>) {
  const box = useRef<HTMLDivElement>(null);
  const inside = useRef(false);
  useEffect(() => {
    const node = box.current;
    const watch = () => {
      if (document.activeElement !== document.body)
        inside.current = Boolean(node?.contains(document.activeElement));
    };
    document.addEventListener('focusin', watch);
    return () => document.removeEventListener('focusin', watch);
  });
  const seen = useRef(key);
  useEffect(() => {
    if (seen.current === key) return;
    seen.current = key;
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (!lost) return;
    const marked = box.current?.querySelector<HTMLElement>('[data-autofocus]');
    const target = inside.current ? (marked ?? box.current) : viewer.current; // the arrow just pressed may be gone
    target?.focus();
  }, [key, viewer]);
  return box;
}
