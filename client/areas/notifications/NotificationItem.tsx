import {
  IconBuildingCommunity,
  IconChecks,
  IconDatabase,
  IconDatabaseExclamation,
  IconKey,
  IconMessageReport,
  IconSpeakerphone,
  IconWallet,
} from '@tabler/icons-react';
import type { NotificationKind } from '../../../contract/events.ts';
import { formatDateTime } from '../../../contract/format.ts';
import type { Notification } from '../../../contract/notifications.ts';
import { useEstate } from '../../shared/estate.ts';
import type { Icon } from '../../ui/icon.ts';
import { keepAmounts } from '../../ui/keep-amounts.tsx';
import css from './NotificationItem.module.css';

const icons: Record<NotificationKind, Icon> = {
  'new-post': IconBuildingCommunity,
  'new-payment': IconWallet,
  'new-aduan': IconMessageReport,
  'payment-confirmed': IconWallet,
  'aduan-updated': IconMessageReport,
  'account-changed': IconKey,
  approval: IconChecks,
  'storage-scarce': IconDatabase,
  'backup-late': IconDatabaseExclamation,
  announcement: IconSpeakerphone,
};

interface Props extends Notification {
  onOpen: () => void;
}

export function NotificationItem({ jenis, judul, pesan, tanggal, dibaca, onOpen }: Props) {
  const { timeZone } = useEstate();
  const Glyph = icons[jenis];
  return (
    <li>
      <button
        type="button"
        className={`ui-note ${css.item}`}
        data-unread={!dibaca || undefined}
        onClick={onOpen}
      >
        <span className={`ui-symbol ${css.icon}`}>
          <Glyph size={20} stroke={1.8} aria-hidden />
        </span>
        <span className={css.words}>
          <span className={css.title}>
            {judul}
            {!dibaca && <span className="ui-unseen"> (belum dibaca)</span>}
          </span>
          <span>{keepAmounts(pesan)}</span>
          <time className={css.time} dateTime={tanggal}>
            {formatDateTime(tanggal, timeZone)}
          </time>
        </span>
      </button>
    </li>
  );
}
