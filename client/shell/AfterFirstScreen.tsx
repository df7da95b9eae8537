import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAuth } from '../lib/auth.tsx';
import { keepSeen } from '../lib/seen.ts';
import { ConfirmHost } from '../ui/ConfirmHost.tsx';
import { useNewVersion } from './use-new-version.ts';
import { useOutboxSender } from './use-outbox-sender.ts';

/** What every signed-in person needs, but not yet for the first screen: dialogs, and life without a connection. */
export default function AfterFirstScreen() {
  const client = useQueryClient();
  const { id } = useAuth().user;
  useEffect(() => keepSeen(client, id), [client, id]);
  useOutboxSender();
  useNewVersion();
  return <ConfirmHost />;
}
