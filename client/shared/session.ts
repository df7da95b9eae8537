/** The session, stored on this device: `user` as JSON, and `token`. */
import type { SessionUser } from '../../contract/auth.ts';
import { deviceStorage } from '../lib/storage.ts';

export function storedToken(): string | null {
  return deviceStorage.getItem('token');
}

/** Null unless both user and token are stored. */
export function storedUser(): SessionUser | null {
  const json = deviceStorage.getItem('user');
  if (!json || !storedToken()) return null;
  try {
    return JSON.parse(json) as SessionUser;
  } catch {
    return null;
  }
}

export function storeUser(user: SessionUser): void {
  deviceStorage.setItem('user', JSON.stringify({ ...user, role: user.jenis }));
}

export function storeSession(user: SessionUser, token: string): void {
  deviceStorage.removeItem(ended);
  storeUser(user);
  deviceStorage.setItem('token', token);
}

export const offlineDatabase = 'guyub-seen';

/** Also called at every start without a session, because a reload may interrupt the deletion. */
export function clearOfflineData(): void {
  try {
    indexedDB.deleteDatabase(offlineDatabase);
  } catch {
    // a browser that blocks storage has none
  }
}

export function clearSession(): void {
  clearOfflineData();
  deviceStorage.removeItem('user');
  deviceStorage.removeItem('token');
}

const ended = 'session-ended';

/**
 * Called when the server has ended the session; the login screen says so until the next login, in every tab: the
 * other ones reload as soon as the token is gone.
 */
export function endSession(): void {
  if (storedToken()) deviceStorage.setItem(ended, '1');
  clearSession();
  location.reload();
}

export const hasSessionEnded = () => deviceStorage.getItem(ended) !== null;
