import { IconCloudUp, IconEdit, IconSend, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDateTime } from '../../contract/format.ts';
import { Badge } from '../ui/Badge.tsx';
import { BlobPicture } from '../ui/BlobPicture.tsx';
import { Card } from '../ui/Card.tsx';
import { confirm } from '../ui/confirm.ts';
import { cx } from '../ui/cx.ts';
import { notify } from '../ui/notify.ts';
import { RowAction } from '../ui/RowAction.tsx';
import { useEstate } from './estate.ts';
import { remove, sendWaiting, type Waiting, waitingFor } from './outbox.ts';
import { useSending } from './use-outbox.ts';
import css from './WaitingCards.module.css';

interface Props<Item extends Waiting> {
  /** Heading, e.g. 'Bukti yang belum terkirim'. */
  label: string;
  items: readonly Item[];
  /** Opens the form with the values that the server refused. */
  onMend: (item: Item) => void;
}

/** Element id, for focus from other parts of the page. */
export const waitingCardsId = 'belum-terkirim';

/** Outbox entries of the current user, above the list they will belong to. */
export function WaitingCards<Item extends Waiting>({ label, items, onMend }: Props<Item>) {
  if (items.length === 0) return null;
  return (
    <ul className={cx('ui-stack', css.list)} aria-label={label} id={waitingCardsId} tabIndex={-1}>
      {items.map((item) => (
        <li key={item.key}>
          <WaitingCard item={item} onMend={() => onMend(item)} />
        </li>
      ))}
    </ul>
  );
}

interface CardProps {
  item: Waiting;
  onMend: () => void;
}

function WaitingCard({ item, onMend }: CardProps) {
  const { timeZone } = useEstate();
  const { key, title, refusal, postponed, since } = item;
  const [picture] = Object.values(item.files);
  return (
    <Card className={css.card}>
      {picture && <BlobPicture file={picture} alt="" />}
      <div className={css.words}>
        <p className={css.title}>{title}</p>
        {refusal === null ? (
          <Badge tone="warning" icon={IconCloudUp}>
            {postponed ? 'Menunggu server' : 'Menunggu sinyal'}
          </Badge>
        ) : (
          <Badge tone="danger">Belum terkirim</Badge>
        )}
        {postponed && refusal === null && <p className="ui-detail">{postponed}</p>}
        <p className="ui-detail">
          {refusal ??
            `Disimpan ${formatDateTime(since, timeZone)}, dikirim otomatis begitu ${postponed ? 'server menerimanya' : 'ada sinyal'}.`}
        </p>
      </div>
      <div className={cx('ui-row', css.actions)}>
        {refusal === null ? (
          <SendAction item={item} />
        ) : (
          <RowAction label="Perbaiki" icon={IconEdit} of={title} onClick={onMend} />
        )}
        <RowAction
          label={refusal === null ? 'Batalkan' : 'Hapus'}
          icon={IconTrash}
          of={title}
          danger
          onClick={() => void cancel(key, title)}
        />
      </div>
    </Card>
  );
}

function SendAction({ item: { key, title, userId } }: { item: Waiting }) {
  const [asked, setAsked] = useState(false);
  const sending = useSending() === key;
  const send = async () => {
    setAsked(true);
    const reached = await sendWaiting(userId).catch(() => false);
    const left = (await waitingFor(userId).catch(() => [])).find((item) => item.key === key);
    setAsked(false);
    const postponed = left?.refusal === null ? left.postponed : null;
    const reason = reached ? postponed : 'Belum ada sinyal.';
    if (reason)
      notify.error('Belum terkirim', {
        message: `${reason}\nKiriman Anda tetap tersimpan di HP atau komputer ini.`,
      });
  };
  return (
    <RowAction
      label="Kirim sekarang"
      icon={IconSend}
      of={title}
      busy={asked || sending}
      onClick={() => void send()}
    />
  );
}

async function cancel(key: string, title: string): Promise<void> {
  const sure = await confirm({
    title: `Batalkan pengiriman ${title}?`,
    message: 'Isian dan fotonya akan terhapus dari HP atau komputer ini.',
  });
  if (sure) await remove(key);
}
