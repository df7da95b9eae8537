import { IconBell } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { failures } from '../../../contract/messages.ts';
import { pageHistory } from '../../lib/history.ts';
import { notify } from '../../ui/notify.ts';
import { useUnread } from './api.ts';
import css from './NotificationBell.module.css';

const load = () => import('./NotificationSheet.tsx');
const NotificationSheet = lazy(load);

export function NotificationBell({ onPress }: { onPress: () => void }) {
  const unread = useUnread();
  const label = unread > 0 ? `Notifikasi, ${unread} belum dibaca` : 'Notifikasi';
  return (
    <button
      type="button"
      className={css.bell}
      aria-label={label}
      aria-haspopup="dialog"
      title={label}
      onPointerEnter={() => void load().catch(() => {})}
      onClick={() => load().then(onPress, () => notify.error(failures.network))}
    >
      <IconBell size={23} stroke={1.8} aria-hidden />
      {unread > 0 && <span className={`ui-count ${css.count}`}>{unread > 99 ? '99+' : unread}</span>}
    </button>
  );
}

/** The list that the bell opens, outside of it: each layout has a bell of its own, and a phone can be turned. */
export function useNotificationSheet() {
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState(false);
  useEffect(() => pageHistory.subscribe(() => setWanted(false)), []);
  const open = () => {
    setWanted(true);
    setOpened(true);
  };
  const sheet = wanted && (
    <Suspense>
      <NotificationSheet opened={opened} onClose={() => setOpened(false)} onLeave={() => setWanted(false)} />
    </Suspense>
  );
  return { open, sheet };
}
