import { logout } from '../../contract/auth.ts';
import { connection } from '../lib/connectivity.ts';

/**
 * Ends a session that was left without a connection, as soon as the server can be reached and while this page stays
 * open. Without cookies, because somebody else may have signed in by then.
 */
export function endSessionLater(token: string): void {
  const stop = connection.subscribe(() => {
    if (!['connected', 'no-live-updates'].includes(connection.current())) return;
    stop();
    const headers = { authorization: `Bearer ${token}` };
    fetch(logout.path, { method: logout.method, headers, credentials: 'omit' }).catch(() =>
      endSessionLater(token),
    );
  });
}
