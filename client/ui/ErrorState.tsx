import { IconAlertTriangle, IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import type { Icon } from './icon.ts';

interface Props {
  title?: string | undefined;
  message?: string | undefined;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
  icon?: Icon | undefined;
}

export function ErrorState({
  onRetry,
  // Without a retry the answer is final: waiting for a better connection would not help.
  title = onRetry ? 'Data belum dapat dimuat' : 'Data tidak dapat ditampilkan',
  message = 'Periksa sambungan internet Anda, lalu coba lagi.',
  retrying,
  icon = onRetry ? IconCloudOff : IconAlertTriangle,
}: Props) {
  return (
    <div role="alert" data-tone="danger">
      <EmptyState
        title={title}
        message={message}
        icon={icon}
        action={
          onRetry && (
            <Button icon={IconRefresh} onClick={onRetry} busy={retrying}>
              Coba lagi
            </Button>
          )
        }
      />
    </div>
  );
}
