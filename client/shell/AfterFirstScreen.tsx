import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { listNotifications, readNotifications } from '../../contract/notifications.ts';
import { pageHistory } from '../lib/history.ts';
import { onPressedPush } from '../lib/pressed-push.ts';
import { wasOpenedBySharing } from '../lib/shared-slip.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { useAuth } from '../shared/auth.tsx';
import { call } from '../shared/http.ts';
import { useNavigation } from '../shared/navigation.tsx';
import { storeQueries } from '../shared/offline-data.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { dismissAllToasts, dismissStaleToasts } from '../ui/notify.ts';
import { mayOpen } from './pages.ts';
import { useNewVersion } from './use-new-version.ts';
import { useOutboxSender } from './use-outbox-sender.ts';
import { useRightsNews } from './use-rights-news.ts';
import { useVisit } from './use-visit.ts';

const Questions = lazyPart(() => import('../ui/Questions.tsx'));
const Toasts = lazyPart(() => import('../ui/Toasts.tsx'));

const importWitness = async () => {
  await whenIdle();
  return await import('../areas/log/witness.ts');
};

const importPush = async () => {
  await whenIdle();
  return await import('../areas/push/subscription.ts');
};

/** A push names the page that its news leads to, but not the news: those that lead there count as read. */
async function markNewsRead(page: string): Promise<void> {
  if (pageHistory.page() !== page) return;
  const { data } = await call(listNotifications, { query: { limit: 30 } });
  const ids = data.filter(({ dibaca, halaman }) => !dibaca && halaman === page).map(({ id }) => id);
  if (ids.length > 0) await call(readNotifications, { body: { ids } });
}

/** Parts of the shell that are not needed for the first paint: dialogs, toasts, outbox, service worker. */
export default function AfterFirstScreen() {
  const client = useQueryClient();
  const { user } = useAuth();
  const { id } = user;
  useEffect(() => storeQueries(client, id), [client, id]);
  const { open } = useNavigation();
  useEffect(() => {
    if (wasOpenedBySharing()) open('payments', 'pay-shared');
  }, [open]);
  const visit = useVisit();
  const onPressed = useEffectEvent((page: string) => {
    if (mayOpen(user, page))
      void visit(page)
        .then(() => markNewsRead(page))
        .catch(() => {}); // it stays unread
  });
  useEffect(() => onPressedPush((page) => onPressed(page)), []);
  useOutboxSender();
  useNewVersion();
  useRightsNews();
  useEffect(() => void importWitness().then(({ watchLog }) => watchLog()), []);
  useEffect(() => void importPush().then(({ renewPush }) => renewPush(id)), [id]);
  useEffect(() => dismissAllToasts, []); // toasts belong to the current user
  useEffect(() => pageHistory.subscribe(dismissStaleToasts), []);
  return (
    <>
      <Questions />
      <Toasts />
    </>
  );
}
