import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { formatCount } from '../../contract/format.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { cx } from './cx.ts';
import { IconButton } from './IconButton.tsx';
import css from './ImageViewer.module.css';
import { LateContent } from './LateContent.tsx';
import { lazyPart } from './lazy-part.tsx';
import { useEscape } from './use-escape.ts';
import { useFocusBack } from './use-focus-back.ts';
import { lockedByUs, usePageLock } from './use-page-lock.ts';

export interface ViewerItem {
  key: string | number;
  src: string;
  thumb?: string | undefined;
  alt: string;
  title?: string | undefined;
}

type Key = string | number;

interface Props<Item extends ViewerItem> {
  items: readonly Item[];
  /** Key of the picture shown; null when closed. */
  current: Key | null;
  onCurrent: (key: Key | null) => void;
  /** Facts and buttons beside the picture. Remounted for every picture. */
  panel?: ((item: Item) => ReactNode) | undefined;
  /** Its next page is loaded three pictures before the end. */
  list?: { hasMore?: boolean | undefined; loadMore?: (() => void) | undefined } | undefined;
}

const load = () => import('./Lightbox.tsx');
const Lightbox = lazyPart(load);

/**
 * Full-screen gallery: swipe or arrow keys change the picture; wheel, pinch, double tap and + − 0 zoom. If
 * the current key disappears from `items`, the item at its position is shown.
 */
export function ImageViewer<Item extends ViewerItem>(props: Props<Item>) {
  const { items, current, onCurrent, panel, list } = props;
  const onClose = () => onCurrent(null);
  const loadMore = list?.hasMore ? list.loadMore : undefined;
  const opened = current !== null && items.length > 0;
  const found = items.findIndex(({ key }) => key === current);
  const [last, setLast] = useState(0);
  if (found >= 0 && found !== last) setLast(found);
  const index = found >= 0 ? found : Math.min(last, items.length - 1);
  const item = items[index];
  const keys = useRef<((event: KeyboardEvent) => void) | null>(null);
  const panelBox = useFollowFocus(item?.key);
  useEscape(opened, onClose);
  usePageLock(opened);
  const content = useFocusBack(opened);
  useEffect(() => void whenIdle().then(load, () => {}), []); // preloaded before the first picture is opened

  const near = opened && index >= items.length - 3;
  const notifiedAt = useRef(0);
  useEffect(() => {
    if (!near || notifiedAt.current === items.length) return;
    notifiedAt.current = items.length; // ask once until more items have arrived
    loadMore?.();
  }, [near, items.length, loadMore]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const isTyping = target.closest('input, textarea, select') !== null;
    if (event.currentTarget.contains(target) && !isTyping) keys.current?.(event);
  };

  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      {...lockedByUs}
      closeOnEscape={false}
      returnFocus={false}
      fullScreen
      zIndex={300}
      transitionProps={{ transition: 'fade', duration: 160 }}
      classNames={{ content: css.content ?? '' }}
    >
      <Modal.Content ref={content} aria-label="Penampil gambar">
        {item && (
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- shortcuts for buttons that exist too
          <div className={css.viewer} onKeyDown={onKeyDown} data-with-panel={panel ? '' : undefined}>
            <div className={css.bar}>
              <p className={cx('ui-rest', css.place)}>
                <span className="ui-tabular">
                  {formatCount(index + 1)} dari {formatCount(items.length)}
                </span>
                {item.title && <span className={cx('ui-clamp', css.title)}>{item.title}</span>}
              </p>
              <IconButton label="Tutup" icon={IconX} onClick={onClose} data-autofocus />
            </div>
            <div className={css.stage}>
              <LateContent waiting={<span className={css.waiting} />}>
                <Lightbox
                  items={items}
                  index={index}
                  onTurn={(to) => {
                    const next = items[to];
                    if (next && to !== index) onCurrent(next.key);
                  }}
                  keys={keys}
                  waiting={<span className={css.waiting} />}
                />
              </LateContent>
            </div>
            {panel && (
              <div className={css.panel} ref={panelBox} tabIndex={-1}>
                <LateContent waiting={<div className={css.coming} aria-busy />}>
                  <div key={item.key}>{panel(item)}</div>
                </LateContent>
              </div>
            )}
          </div>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

/**
 * The panel is remounted for every picture. If it had the focus, the focus moves to its element marked
 * `data-autofocus`, else to the panel itself, so that keyboard users can decide many proofs in a row.
 */
function useFollowFocus(key: Key | undefined) {
  const box = useRef<HTMLDivElement>(null);
  const inside = useRef(false);
  useEffect(() => {
    const watch = () => {
      if (document.activeElement !== document.body)
        inside.current = Boolean(box.current?.contains(document.activeElement));
    };
    document.addEventListener('focusin', watch);
    return () => document.removeEventListener('focusin', watch);
  }, []);
  const seen = useRef(key);
  useEffect(() => {
    if (seen.current === key) return;
    seen.current = key;
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (!isLost || !inside.current) return;
    const marked = box.current?.querySelector<HTMLElement>('[data-autofocus]');
    (marked ?? box.current)?.focus();
  }, [key]);
  return box;
}
