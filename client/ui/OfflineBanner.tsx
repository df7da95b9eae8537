import { IconWifiOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import css from './OfflineBanner.module.css';

function subscribe(changed: () => void) {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Says that the connection is gone, or the server cannot be reached over it, and that nothing is lost. */
export function OfflineBanner({ unreachable = false }: { unreachable?: boolean | undefined }) {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {(!online || unreachable) && (
        <p className={css.banner} data-tone="warning">
          <IconWifiOff size={20} stroke={1.9} aria-hidden />
          {online ? 'Server belum dapat dihubungi.' : 'Tidak ada sambungan internet.'} Isian Anda tetap
          tersimpan di layar ini.
        </p>
      )}
    </div>
  );
}
