import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import { Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { confirm, leaving, type Question } from './confirm.ts';
import { IconButton } from './IconButton.tsx';
import { LateContent } from './LateContent.tsx';
import css from './Sheet.module.css';
import { useEscape } from './use-escape.ts';
import { useFocusBack } from './use-focus-back.ts';
import { lockedByUs, usePageLock } from './use-page-lock.ts';
import { useWide } from './use-wide.ts';

export interface SheetProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /**
   * Stays visible below the scrolling content. Forms have their buttons in the content instead (FormButtons).
   */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** Confirms before closing: pass `form.dirty` or a specific question. */
  guard?: boolean | Question | undefined;
}

const widths = { sm: '26rem', md: '34rem', lg: '48rem' };

/** Modal on wide screens, bottom sheet on phones. */
export function useSheetLook(size: keyof typeof widths) {
  return {
    ...lockedByUs,
    size: widths[size],
    closeOnEscape: false, // addLayer() knows the topmost layer
    returnFocus: false, // useFocusBack() also handles a trigger that no longer exists
    transitionProps: { transition: useWide() ? 'pop' : 'slide-up', duration: 180 },
    attributes: { header: { role: 'presentation' } }, // a header would be a second banner landmark
    classNames: css,
  } as const;
}

export function Sheet({ opened, onClose, title, children, footer, size = 'md', guard }: SheetProps) {
  const close = async () => {
    if (guard && !(await confirm(guard === true ? leaving : guard))) return;
    onClose();
  };
  useEscape(opened, () => void close());
  usePageLock(opened);
  const content = useFocusBack(opened);

  return (
    <Modal.Root {...useSheetLook(size)} opened={opened} onClose={close} zIndex={400}>
      <Modal.Overlay backgroundOpacity={1} className={css.veil ?? ''} />
      <Modal.Content ref={content}>
        <Modal.Header>
          <Modal.Title component="h2">{title}</Modal.Title>
          <IconButton label="Tutup" icon={IconX} onClick={close} />
        </Modal.Header>
        <Modal.Body>
          <LateContent waiting={<div className={css.coming} aria-busy />}>{children}</LateContent>
        </Modal.Body>
        {footer && <div className={css.footer}>{footer}</div>}
      </Modal.Content>
    </Modal.Root>
  );
}
