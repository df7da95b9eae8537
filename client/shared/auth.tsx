/** The signed-in user, for all components below the shell. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useMemo } from 'react';
import { logout, me, type SessionUser } from '../../contract/auth.ts';
import type { Actor } from '../../contract/people.ts';
import { pageHistory } from '../lib/history.ts';
import { clearDrafts } from '../ui/draft.ts';
import { endSessionLater } from './end-session-later.ts';
import { CallError, call } from './http.ts';
import { clearSession, isSessionReplaced, sessionToken, storeUser } from './session.ts';

interface Auth {
  user: SessionUser;
  /** Replaces the user in state and storage, e.g. after a profile change. */
  updateUser(user: SessionUser): void;
  /** Does nothing when the user declines. Never rejects: without a connection the server is told later. */
  logout(): Promise<void>;
}

const AuthContext = createContext<Auth | null>(null);
const sessionKey = ['session'];

interface Props {
  user: SessionUser;
  onChange(user: SessionUser | null): void;
  mayLeave(): Promise<boolean>;
  children: ReactNode;
}

export function AuthProvider({ user, onChange, mayLeave, children }: Props) {
  const client = useQueryClient();
  const auth = useMemo(
    () => ({
      user,
      updateUser(next: SessionUser) {
        void client.cancelQueries({ queryKey: sessionKey, exact: true }); // an answer in flight predates this update
        client.setQueryData(sessionKey, { status: 'success', user: next });
      },
      async logout() {
        if (!(await mayLeave())) return;
        // Sends the token before clearing it; a second call has no token and does nothing.
        const token = sessionToken();
        const ended =
          token &&
          call(logout, {}).catch((error: unknown) => {
            if (error instanceof CallError && error.isOpen) endSessionLater(token);
          });
        clearSession();
        clearDrafts(); // the next person at a shared phone must not read them
        pageHistory.reset();
        onChange(null);
        await ended;
      },
    }),
    [client, user, onChange, mayLeave],
  );

  // The stored user may be outdated: refreshes name, role and block in the background.
  const { data } = useQuery({ queryKey: sessionKey, queryFn: ({ signal }) => call(me, {}, { signal }) });
  const take = useEffectEvent((read: SessionUser) => {
    if (isSame(read, user) || isSessionReplaced()) return; // a new object would rerender the whole tree
    storeUser(read);
    onChange(read);
  });
  useEffect(() => {
    if (data) take(data.user);
  }, [data]);

  return <AuthContext value={auth}>{children}</AuthContext>;
}

function isSame(read: SessionUser, user: SessionUser): boolean {
  return (Object.keys(read) as (keyof SessionUser)[]).every((key) => read[key] === user[key]);
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

/** The user as an actor of the policy table: `can(useActor(), 'payments.review')`. */
export function useActor(): Actor {
  const { id, nama, jenis, blok, pengawas } = useAuth().user;
  return useMemo(
    () => ({ id, nama, jenis, blok, pengawas, sessionId: 0 }),
    [id, nama, jenis, blok, pengawas],
  );
}
