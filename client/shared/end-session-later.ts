import { logout } from '../../contract/auth.ts';
import { connection } from '../lib/connectivity.ts';
import { deviceStorage } from '../lib/storage.ts';

const left = 'left-session';

/** Ends a session that was left without a connection as soon as the server can be reached. */
export function endSessionLater(token: string): void {
  deviceStorage.setItem(left, token);
  endLeftSession();
}

/** Called at every start, because the page may have been closed before the server could be reached. */
export function endLeftSession(): void {
  const token = deviceStorage.getItem(left);
  if (!token) return;
  const stop = connection.subscribe(() => {
    if (!['connected', 'no-live-updates'].includes(connection.current())) return;
    stop();
    void end(token).then((isEnded) => (isEnded ? deviceStorage.removeItem(left) : endLeftSession()));
  });
}

/** Without cookies, because somebody else may have signed in by then. */
async function end(token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  const request = { method: logout.method, headers, credentials: 'omit' } as const;
  const status = await fetch(logout.path, request).then(
    (answer) => answer.status,
    () => 0,
  );
  return status === 200 || status === 401;
}
