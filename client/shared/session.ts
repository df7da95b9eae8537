/** The session, stored on this device: `user` as JSON, and `token`. */
import type { SessionUser } from '../../contract/auth.ts';
import { deviceStorage } from '../lib/storage.ts';

const storedToken = () => deviceStorage.getItem('token');

/** Stays when another tab signs in as somebody else: what this page shows and sends belongs to its own session. */
let token = storedToken();

export const sessionToken = () => token;

/** Whether another tab has signed in or out since, which a page that sleeps is not told. */
export const isSessionReplaced = () => token !== storedToken();

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

export function storeSession(user: SessionUser, given: string): void {
  deviceStorage.removeItem(ended);
  deviceStorage.removeItem(left);
  storeUser(user);
  deviceStorage.setItem('token', given);
  token = given;
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
  if (!isSessionReplaced()) {
    deviceStorage.removeItem('user');
    deviceStorage.removeItem('token');
  }
  token = null;
}

const ended = 'session-ended';

/**
 * Called when the server has ended the session; the login screen says so until the next login, in every tab: the
 * other ones reload as soon as the token is gone.
 */
export function endSession(): void {
  if (!token && deviceStorage.getItem('user') === null) return; // a logout came first
  if (token && !isSessionReplaced()) deviceStorage.setItem(ended, '1');
  clearSession();
  location.reload();
}

const left = 'session-left';

/** Whether the last session was left without a connection, and may go on. Of its token the device keeps nothing but the cookie. */
export const isSessionLeft = () => deviceStorage.getItem(left) !== null;

export function noteSessionLeft(isLeft: boolean): void {
  if (isLeft) deviceStorage.setItem(left, '1');
  else deviceStorage.removeItem(left);
}

export const hasSessionEnded = () => deviceStorage.getItem(ended) !== null;
