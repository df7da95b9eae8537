import { IconBell, IconChecks, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { type Notification, readNotifications } from '../../../contract/notifications.ts';
import { useSound } from '../../lib/sound.ts';
import { useNavigation } from '../../shared/navigation.tsx';
import { useSend } from '../../shared/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ListEnd } from '../../ui/ListEnd.tsx';
import { notify } from '../../ui/notify.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useGrowingWindow } from '../../ui/use-growing-window.ts';
import { useNotifications, useUnread } from './api.ts';
import { NotificationItem } from './NotificationItem.tsx';
import css from './NotificationSheet.module.css';

interface Props {
  opened: boolean;
  onClose: () => void;
  /** Closes the sheet without returning the focus to the bell: the page that opens takes it. */
  onLeave: () => void;
}

export default function NotificationSheet({ opened, onClose, onLeave }: Props) {
  const { open } = useNavigation();
  const unread = useUnread();
  const { send, isSending } = useSend(readNotifications);
  const sound = useSound();

  const markRead = (body: { ids?: number[] }) =>
    send({ body }).catch((error: Error) => notify.error(error.message));
  const onOpen = ({ id, dibaca, halaman }: Notification) => {
    if (!dibaca) void markRead({ ids: [id] });
    onLeave();
    open(halaman);
  };

  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title="Notifikasi"
      size="sm"
      footer={
        <div className={css.buttons}>
          <Button look="quiet" icon={sound.muted ? IconVolumeOff : IconVolume} onClick={sound.toggle}>
            {sound.muted ? 'Suara mati' : 'Suara aktif'}
          </Button>
          <Button
            look="quiet"
            icon={IconChecks}
            busy={isSending}
            disabled={unread === 0}
            onClick={() => void markRead({})}
          >
            Tandai semua dibaca
          </Button>
        </div>
      }
    >
      <List onOpen={onOpen} />
    </Sheet>
  );
}

function List({ onOpen }: { onOpen: (notification: Notification) => void }) {
  const list = useNotifications();
  const { rows, error, retry } = list;
  const { shown, end } = useGrowingWindow(list);
  if (!rows) return error ? <ErrorState message={error.message} onRetry={retry} /> : <Loading />;
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={IconBell}
        title="Belum ada notifikasi."
        message="Kabar tentang pembayaran, aduan, dan postingan akan muncul di sini."
      />
    );
  }
  return (
    <>
      <ul className={css.list}>
        {shown.map((notification) => (
          <NotificationItem key={notification.id} {...notification} onOpen={() => onOpen(notification)} />
        ))}
      </ul>
      <ListEnd {...end} look="quiet" wide />
    </>
  );
}

function Loading() {
  return (
    <ul className={css.list} aria-busy aria-label="Memuat notifikasi">
      {[1, 2, 3, 4].map((row) => (
        <li key={row} className={css.waiting}>
          <Skeleton width="55%" />
          <Skeleton width="90%" />
        </li>
      ))}
    </ul>
  );
}
