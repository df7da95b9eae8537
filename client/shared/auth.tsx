/** The signed-in person, for everything below the shell. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useMemo } from 'react';
import { logout, me, type SessionUser } from '../../contract/auth.ts';
import type { Actor } from '../../contract/people.ts';
import { pageHistory } from '../lib/history.ts';
import { call } from './http.ts';
import { clearSession, storedToken, storeUser } from './session.ts';

interface Auth {
  user: SessionUser;
  /** Replaces the person on the screen and in storage, e.g. after the profile was edited. */
  updateUser(user: SessionUser): void;
  /** Unless the person stays after all. Never fails: without a connection the session ends in this browser only. */
  logout(): Promise<void>;
}

const AuthContext = createContext<Auth | null>(null);
const sessionKey = ['session'];

interface Props {
  user: SessionUser;
  /** Null: signed out. */
  onChange(user: SessionUser | null): void;
  /** Asked before signing out. */
  mayLeave(): Promise<boolean>;
  children: ReactNode;
}

export function AuthProvider({ user, onChange, mayLeave, children }: Props) {
  const client = useQueryClient();
  const auth = useMemo(
    () => ({
      user,
      updateUser(next: SessionUser) {
        void client.cancelQueries({ queryKey: sessionKey, exact: true }); // read before
        client.setQueryData(sessionKey, { status: 'success', user: next });
      },
      async logout() {
        if (!(await mayLeave())) return;
        // Takes the token along before it is gone; a second press finds none.
        const ended = storedToken() && call(logout, {}).catch(() => {});
        clearSession();
        pageHistory.reset();
        onChange(null);
        await ended;
      },
    }),
    [client, user, onChange, mayLeave],
  );

  // What the browser stored may be old: name, role and block come from the server in the background.
  const { data } = useQuery({ queryKey: sessionKey, queryFn: ({ signal }) => call(me, {}, { signal }) });
  const take = useEffectEvent((read: SessionUser) => {
    if (isSame(read, user)) return; // all below would be drawn anew
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

/** The signed-in person as the policy table sees them: `can(useActor(), 'payments.review')`. */
export function useActor(): Actor {
  const { id, nama, jenis, blok } = useAuth().user;
  return useMemo(() => ({ id, nama, jenis, blok, sessionId: 0 }), [id, nama, jenis, blok]);
}
