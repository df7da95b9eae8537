import { ModalsProvider } from '@mantine/modals';
import { useEffect } from 'react';
import { hostMounted } from './confirm.ts';
import { cx } from './cx.ts';
import css from './Sheet.module.css';
import { useSheetLook } from './Sheet.tsx';

/** Shows the dialogs of `confirm()` above every other layer. Rendered once, near the root. */
export default function Questions() {
  const look = useSheetLook('sm');
  useEffect(hostMounted, []);
  const overlayProps = { backgroundOpacity: 1, className: css.veil ?? '' };
  const classNames = { ...look.classNames, body: cx(css.body, css.question) };
  return (
    <ModalsProvider modalProps={{ ...look, classNames, zIndex: 500, withCloseButton: false, overlayProps }} />
  );
}
