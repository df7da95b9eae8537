import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { NewsEvent, PaymentConfirmedEvent } from '../../contract/events.ts';
import { useAuth } from '../lib/auth.tsx';
import { connectLater } from '../lib/live-later.ts';
import { useNavigation } from '../lib/navigation.tsx';
import { playNotification } from '../lib/sound.ts';
import { notify } from '../ui/notify.ts';

/** A connection that comes back sooner is not worth a word. */
const patience = 4_000;

/** Listens for as long as the shell is there: lists are read again, news becomes a toast with a sound. */
export function useLive(): { unreachable: boolean } {
  const client = useQueryClient();
  const { id } = useAuth().user;
  const { open } = useNavigation();
  const [unreachable, setUnreachable] = useState(false);

  const look = useEffectEvent((page: string) => open(page));
  const onNews = useEffectEvent(({ judul, message, halaman }: NewsEvent) => {
    notify.news(judul, { message, action: { label: 'Lihat', run: () => look(halaman) } });
    playNotification();
  });
  const onPaymentResult = useEffectEvent(
    ({ judul, message, catatan, status, halaman }: PaymentConfirmedEvent) => {
      notify.payment(judul, {
        message: catatan ? `${message}\nCatatan: ${catatan}` : message,
        good: status === 'dikonfirmasi',
        action: { label: 'Lihat', run: () => look(halaman) },
      });
      playNotification();
    },
  );

  useEffect(() => {
    let worry: ReturnType<typeof setTimeout> | undefined;
    const disconnect = connectLater({
      userId: id,
      client,
      onNews: (event) => onNews(event),
      onPaymentResult: (event) => onPaymentResult(event),
      onConnected(connected) {
        clearTimeout(worry);
        if (connected) {
          setUnreachable(false);
          import('../lib/outbox.ts')
            .then(({ sendWaiting }) => sendWaiting(id))
            .catch((error: unknown) => console.error('Outbox:', error));
        } else worry = setTimeout(() => setUnreachable(true), patience);
      },
    });
    return () => {
      clearTimeout(worry);
      disconnect();
    };
  }, [id, client]);

  return { unreachable };
}
