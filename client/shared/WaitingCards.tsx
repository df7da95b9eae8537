import { IconCloudUp, IconEdit, IconSend, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDateTime } from '../../contract/format.ts';
import { discard, sendWaiting, type Waiting, waitingOf } from './outbox.ts';
import { useSending } from './use-outbox.ts';
import { Badge } from '../ui/Badge.tsx';
import { BlobPicture } from '../ui/BlobPicture.tsx';
import { Card } from '../ui/Card.tsx';
import { confirm } from '../ui/confirm.ts';
import { notify } from '../ui/notify.ts';
import { RowAction } from '../ui/RowAction.tsx';
import css from './WaitingCards.module.css';

interface Props<Item extends Waiting> {
  /** e.g. 'Bukti yang belum terkirim'. */
  label: string;
  items: readonly Item[];
  timeZone: string;
  /** Opens the form with a refused one. */
  onMend: (item: Item) => void;
}

/** Where other parts of the page lead to. */
export const waitingCardsId = 'belum-terkirim';

/** What waits on this device for a connection, at the head of the list that it will belong to. */
export function WaitingCards<Item extends Waiting>({ label, items, timeZone, onMend }: Props<Item>) {
  if (items.length === 0) return null;
  return (
    <ul className={css.list} aria-label={label} id={waitingCardsId} tabIndex={-1}>
      {items.map((item) => (
        <li key={item.key}>
          <WaitingCard item={item} timeZone={timeZone} onMend={() => onMend(item)} />
        </li>
      ))}
    </ul>
  );
}

interface CardProps {
  item: Waiting;
  timeZone: string;
  onMend: () => void;
}

function WaitingCard({ item, timeZone, onMend }: CardProps) {
  const { key, title, refusal, putOff, since } = item;
  const [picture] = Object.values(item.files);
  return (
    <Card className={css.card}>
      {picture && <BlobPicture file={picture} alt="" />}
      <div className={css.words}>
        <p className={css.title}>{title}</p>
        {refusal === null ? (
          <Badge tone="warning" icon={IconCloudUp}>
            {putOff ? 'Menunggu server' : 'Menunggu sinyal'}
          </Badge>
        ) : (
          <Badge tone="danger">Belum terkirim</Badge>
        )}
        {putOff && refusal === null && <p className={css.detail}>{putOff}</p>}
        <p className={css.detail}>
          {refusal ??
            `Disimpan ${formatDateTime(since, timeZone)}, dikirim sendiri begitu ${putOff ? 'server menerimanya' : 'ada sinyal'}.`}
        </p>
      </div>
      <div className={css.actions}>
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
    const left = (await waitingOf(userId).catch(() => [])).find((item) => item.key === key);
    setAsked(false);
    const putOff = left?.refusal === null ? left.putOff : null;
    const reason = reached ? putOff : 'Belum ada sinyal.';
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
  if (sure) await discard(key);
}
