import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pageHistory } from '../lib/history.ts';
import { useAuth } from '../shared/auth.tsx';
import { keepSeen } from '../shared/seen.ts';
import { latePart } from '../ui/late-part.tsx';
import { dismissAllToasts, dismissStaleToasts } from '../ui/notify.ts';
import { useNewVersion } from './use-new-version.ts';
import { useOutboxSender } from './use-outbox-sender.ts';

const Questions = latePart(() => import('../ui/Questions.tsx'));
const Toasts = latePart(() => import('../ui/Toasts.tsx'));

/** What every signed-in person needs, but not yet for the first screen: dialogs, toasts, and life without a connection. */
export default function AfterFirstScreen() {
  const client = useQueryClient();
  const { id } = useAuth().user;
  useEffect(() => keepSeen(client, id), [client, id]);
  useOutboxSender();
  useNewVersion();
  useEffect(() => dismissAllToasts, []); // they are for this person only
  useEffect(() => pageHistory.subscribe(dismissStaleToasts), []);
  return (
    <>
      <Questions />
      <Toasts />
    </>
  );
}
