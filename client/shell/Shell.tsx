import { QueryClientProvider } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { SessionUser } from '../../contract/auth.ts';
import { NotificationBell, useNotificationSheet } from '../areas/notifications/NotificationBell.tsx';
import { pageHistory } from '../lib/history.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { AuthProvider } from '../shared/auth.tsx';
import { NavigationProvider } from '../shared/navigation.tsx';
import { restoreQueries, storedDataRead } from '../shared/offline-data.ts';
import { makeQueryClient } from '../shared/queries.ts';
import { AppFrame } from '../ui/AppFrame.tsx';
import { claimDrafts } from '../ui/draft.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { BottomBar } from './BottomBar.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { mayLeave } from './may-leave.ts';
import { PageOutlet } from './PageOutlet.tsx';
import { mayOpen, preloadPage } from './pages.ts';
import { Sidebar } from './Sidebar.tsx';
import { TopBar } from './TopBar.tsx';
import { useLive } from './use-live.ts';

const AfterFirstScreen = lazyPart(async () => {
  await whenIdle();
  return import('./AfterFirstScreen.tsx');
});

/** Awaited while the password is being checked, or before React starts. */
export const beforeFirstScreen = Promise.all([preloadPage(pageHistory.page()), storedDataRead]);

interface Props {
  user: SessionUser;
  onUserChange: (user: SessionUser | null) => void;
}

/** Layout around the pages of a signed-in user. The query cache is created here, so that logout discards it. */
export default function Shell({ user, onUserChange }: Props) {
  const { id, jenis } = user;
  const [client] = useState(() => {
    claimDrafts(id); // before the first form reads its draft
    const made = makeQueryClient();
    restoreQueries(made, id);
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
  const notifications = useNotificationSheet();
  const bell = <NotificationBell onPress={notifications.open} />;
  return (
    <>
      <AppFrame
        side={<Sidebar bell={bell} />}
        top={<TopBar bell={bell} />}
        bottom={<BottomBar />}
        notice={<ConnectionBanner />}
      >
        <PageOutlet />
      </AppFrame>
      {notifications.sheet}
    </>
  );
}
