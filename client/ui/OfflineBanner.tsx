import { IconWifiOff } from '@tabler/icons-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import css from './OfflineBanner.module.css';

function subscribe(changed: () => void) {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

interface Props {
  unreachable?: boolean | undefined;
  /** More that is then worth a word. */
  children?: ReactNode;
}

/** Says that the connection is gone, or the server cannot be reached over it, and that nothing is lost. */
export function OfflineBanner({ unreachable = false, children }: Props) {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {(!online || unreachable) && (
        <p className={css.banner} data-tone="warning">
          <IconWifiOff size={20} stroke={1.9} aria-hidden />
          <span>
            {online ? 'Server belum dapat dihubungi.' : 'Tidak ada sambungan internet.'} {children}
            Isian Anda tetap tersimpan di layar ini.
          </span>
        </p>
      )}
    </div>
  );
}
