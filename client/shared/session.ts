/** The signed-in person in the browser's storage: `user` as JSON, `token` beside it. */
import type { SessionUser } from '../../contract/auth.ts';

export function storedToken(): string | null {
  return localStorage.getItem('token');
}

/** Null unless both the person and the token are there. */
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

/** What stays readable without a connection (`seen.ts`) lies in this database of the browser. */
export const seenDatabase = 'guyub-seen';

/** Also at every start without a session: a page that is loaded anew may not get to its end. */
export function forgetSeen(): void {
  indexedDB.deleteDatabase(seenDatabase);
}

export function clearSession(): void {
  forgetSeen();
  localStorage.removeItem('user');
  localStorage.removeItem('token');
}

const ended = 'session-ended';

/** The server knows the session no longer; until one signs in again the login screen says so. */
export function endSession(): void {
  clearSession();
  sessionStorage.setItem(ended, '1');
  location.reload();
}

export const hasSessionEnded = () => sessionStorage.getItem(ended) !== null;
