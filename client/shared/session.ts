/** The session in localStorage: `user` as JSON, and `token`. */
import type { SessionUser } from '../../contract/auth.ts';

export function storedToken(): string | null {
  return localStorage.getItem('token');
}

/** Null unless both user and token are stored. */
export function storedUser(): SessionUser | null {
  const json = localStorage.getItem('user');
  if (!json || !storedToken()) return null;
  try {
    return JSON.parse(json) as SessionUser;
  } catch {
    return null;
  }
}

export function storeUser(user: SessionUser): void {
  localStorage.setItem('user', JSON.stringify({ ...user, role: user.jenis }));
}

export function storeSession(user: SessionUser, token: string): void {
  sessionStorage.removeItem(ended);
  storeUser(user);
  localStorage.setItem('token', token);
}

export const offlineDatabase = 'guyub-seen';

/** Also called at every start without a session, because a reload may interrupt the deletion. */
export function clearOfflineData(): void {
  indexedDB.deleteDatabase(offlineDatabase);
}

export function clearSession(): void {
  clearOfflineData();
  localStorage.removeItem('user');
  localStorage.removeItem('token');
}

const ended = 'session-ended';

/** Set when the server has ended the session; the login screen shows it until the next login. */
export function endSession(): void {
  clearSession();
  sessionStorage.setItem(ended, '1');
  location.reload();
}

export const hasSessionEnded = () => sessionStorage.getItem(ended) !== null;
