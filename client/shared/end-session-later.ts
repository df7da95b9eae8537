import { logout } from '../../contract/auth.ts';
import { cookieAuthorization } from '../../contract/endpoint.ts';
import { connection } from '../lib/connectivity.ts';
import { isSessionLeft, noteSessionLeft } from './session.ts';

/**
 * Ends a session that was left without a connection, as soon as the server can be reached: while this page stays open
 * with its token, and without cookies, because somebody else may have signed in by then.
 */
export function endSessionLater(token: string): void {
  noteSessionLeft(true);
  onceConnected(() => {
    end(`Bearer ${token}`, 'omit').catch(() => endSessionLater(token));
  });
}

/** Called at a start without a session: the page with the token was closed before the server could be reached. */
export function endLeftSession(): void {
  if (!isSessionLeft()) return;
  end(cookieAuthorization, 'same-origin').catch(() => onceConnected(endLeftSession));
}

async function end(authorization: string, credentials: RequestCredentials): Promise<void> {
  const request = { method: logout.method, headers: { authorization }, credentials };
  const { status } = await fetch(logout.path, request);
  if (status < 500) noteSessionLeft(false);
}

function onceConnected(act: () => void): void {
  const stop = connection.subscribe(() => {
    if (!['connected', 'no-live-updates'].includes(connection.current())) return;
    stop();
    act();
  });
}
