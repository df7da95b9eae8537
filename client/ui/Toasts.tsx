import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Portal } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import css from './Toasts.module.css';
import { useWide } from './use-wide.ts';

/** Container of the toasts of `notify`; errors are announced assertively. Rendered once, near the root. */
export default function Toasts() {
  return (
    <Portal>
      <section aria-label="Pemberitahuan" aria-live="polite">
        <Notifications
          withinPortal={false}
          position={useWide() ? 'bottom-right' : 'top-center'}
          zIndex={600}
          pauseResetOnHover="notification"
          containerWidth="25rem"
          notificationMaxHeight="16rem"
          className={css.host ?? ''}
        />
      </section>
    </Portal>
  );
}
