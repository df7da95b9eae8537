import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { collectDues } from '../../contract/rounds.ts';
import { useAuth } from '../shared/auth.tsx';
import { onOutcome, outbox, sendWaiting } from '../shared/outbox.ts';
import { invalidate } from '../shared/queries.ts';
import { notify } from '../ui/notify.ts';

/** Retry interval in milliseconds while the outbox is not empty. */
const retryInterval = 30_000;

/** Sends the outbox at start, on reconnect, when the page becomes visible, and at intervals. */
export function useOutboxSender(): void {
  const client = useQueryClient();
  const { id } = useAuth().user;

  useEffect(
    () =>
      onOutcome((outcome) => {
        const { title, path } = outcome.item;
        // The round shows each tap in its row.
        if ('sent' in outcome)
          return path === collectDues.path ? undefined : notify.success(outcome.sent, { message: title });
        invalidate(client);
        notify.error(`${title} belum terkirim`, { message: outcome.refused });
      }),
    [client],
  );

  useEffect(() => {
    const gone = new AbortController();
    const send = () => void sendWaiting(id).catch((error: unknown) => console.error('Outbox:', error));
    const look = () => document.visibilityState === 'visible' && send();
    window.addEventListener('online', send, { signal: gone.signal });
    document.addEventListener('visibilitychange', look, { signal: gone.signal });
    const unsubscribe = outbox.subscribe(() => {});
    const timer = setInterval(() => {
      if (outbox.items().some(({ userId, refusal }) => userId === id && refusal === null)) send();
    }, retryInterval);
    send();
    return () => {
      gone.abort();
      unsubscribe();
      clearInterval(timer);
    };
  }, [id]);
}
