import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { NewsEvent, PaymentConfirmedEvent } from '../../contract/events.ts';
import { playNotification } from '../lib/sound.ts';
import { useAuth } from '../shared/auth.tsx';
import { connectLater } from '../shared/live-later.ts';
import { notify } from '../ui/notify.ts';
import { useVisit } from './use-visit.ts';

export function useLive(): void {
  const client = useQueryClient();
  const { id } = useAuth().user;
  const visit = useVisit();

  const look = useEffectEvent((page: string) => void visit(page));
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
    return connectLater({
      userId: id,
      client,
      onNews: (event) => onNews(event),
      onPaymentResult: (event) => onPaymentResult(event),
      onConnected() {
        import('../shared/outbox.ts')
          .then(({ sendWaiting }) => sendWaiting(id))
          .catch((error: unknown) => console.error('Outbox:', error));
      },
    });
  }, [id, client]);
}
