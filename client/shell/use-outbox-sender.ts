import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAuth } from '../shared/auth.tsx';
import { onOutcome, outbox, sendWaiting } from '../shared/outbox.ts';
import { readAgain } from '../shared/queries.ts';
import { notify } from '../ui/notify.ts';

/** How often it is tried while something waits and nothing else says that the connection is back (milliseconds). */
const patience = 30_000;

/** Sends what waits: at the start, when the connection returns, when the page is looked at again. */
export function useOutboxSender(): void {
  const client = useQueryClient();
  const { id } = useAuth().user;

  useEffect(
    () =>
      onOutcome((outcome) => {
        const { title } = outcome.item;
        if ('sent' in outcome) return notify.success(outcome.sent, { message: title });
        readAgain(client);
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
    const again = setInterval(() => {
      if (outbox.items().some(({ userId, refusal }) => userId === id && refusal === null)) send();
    }, patience);
    send();
    return () => {
      gone.abort();
      unsubscribe();
      clearInterval(again);
    };
  }, [id]);
}
