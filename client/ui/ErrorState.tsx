import { IconAlertTriangle, IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { Button } from './Button.tsx';
import css from './State.module.css';

interface Props {
  title?: string | undefined;
  message?: string | undefined;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
}

export function ErrorState({
  onRetry,
  // Without a retry the answer is final: waiting for a better connection would not help.
  title = onRetry ? 'Data belum dapat dimuat' : 'Data tidak dapat ditampilkan',
  message = 'Periksa sambungan internet Anda, lalu coba lagi.',
  retrying,
}: Props) {
  const Glyph = onRetry ? IconCloudOff : IconAlertTriangle;
  return (
    <div className={css.state} role="alert" data-tone="danger">
      <span className={`ui-symbol ${css.icon}`}>
        <Glyph size={30} stroke={1.6} aria-hidden />
      </span>
      <p className={css.title}>{title}</p>
      <p className={css.message}>{message}</p>
      {onRetry && (
        <div className={css.action}>
          <Button icon={IconRefresh} onClick={onRetry} busy={retrying}>
            Coba lagi
          </Button>
        </div>
      )}
    </div>
  );
}
