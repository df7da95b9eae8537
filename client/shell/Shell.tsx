import { QueryClientProvider } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { SessionUser } from '../../contract/auth.ts';
import { AuthProvider } from '../shared/auth.tsx';
import { pageHistory } from '../lib/history.ts';
import { NavigationProvider } from '../shared/navigation.tsx';
import { makeQueryClient } from '../shared/queries.ts';
import { bringBack, seenRead } from '../shared/seen.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { AppFrame } from '../ui/AppFrame.tsx';
import { claimDrafts } from '../ui/draft.ts';
import { latePart } from '../ui/late-part.tsx';
import { BottomBar } from './BottomBar.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { mayLeave } from './may-leave.ts';
import { PageOutlet } from './PageOutlet.tsx';
import { mayOpen, preloadPage } from './pages.ts';
import { Sidebar } from './Sidebar.tsx';
import { TopBar } from './TopBar.tsx';
import { useLive } from './use-live.ts';

const AfterFirstScreen = latePart(async () => {
  await whenIdle();
  return import('./AfterFirstScreen.tsx');
});

/** Fetched while the password is still being checked, or before React begins. */
export const beforeFirstScreen = Promise.all([preloadPage(pageHistory.page()), seenRead]);

interface Props {
  user: SessionUser;
  /** Null: signed out. */
  onUserChange: (user: SessionUser | null) => void;
}

/** Everything around the pages of a signed-in person; what was read for them is forgotten with it. */
export default function Shell({ user, onUserChange }: Props) {
  const { id, jenis } = user;
  const [client] = useState(() => {
    claimDrafts(id); // before the first form reads one
    const made = makeQueryClient();
    bringBack(made, id);
    return made;
  });
  const leave = useCallback(() => mayLeave(id).catch(() => true), [id]);
  const resolve = useCallback((page: string) => (mayOpen({ jenis }, page) ? page : 'dashboard'), [jenis]);
  return (
    <QueryClientProvider client={client}>
      <AuthProvider user={user} onChange={onUserChange} mayLeave={leave}>
        <NavigationProvider resolve={resolve}>
          <Frame />
          <AfterFirstScreen />
        </NavigationProvider>
      </AuthProvider>
    </QueryClientProvider>
  );
}

function Frame() {
  useLive();
  return (
    <AppFrame side={<Sidebar />} top={<TopBar />} bottom={<BottomBar />} notice={<ConnectionBanner />}>
      <PageOutlet />
    </AppFrame>
  );
}
