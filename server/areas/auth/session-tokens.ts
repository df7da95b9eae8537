/** Opaque session tokens of 256 random bits. The database stores only their hash. */
import { hash, randomBytes } from 'node:crypto';
import type { Context } from '../../context.ts';
import { sessionLifetime } from '../../database/author.ts';
import type { Authenticate } from '../../realtime/realtime.ts';
import { findSession, touchSession } from './queries.ts';

/** With the `__Host-` prefix browsers accept the cookie only from this host (no subdomains) and only over TLS. */
const cookieName = (name: string) => (publicUrl: string) =>
  publicUrl.startsWith('https:') ? `__Host-${name}` : name;
export const sessionCookie = cookieName('guyub_session');
export const deviceCookie = cookieName('guyub_device');

/** A browser forgets its device cookie so many days after the last sign-in, and the server its hash. */
export const deviceDays = 365;

/** Minimum time between writes of last-seen, so that not every read causes a write. */
const touchInterval = 10 * 60 * 1_000;

export const newToken = () => randomBytes(32).toString('base64url');
export const hashToken = (token: string) => hash('sha256', token, 'base64url');

/** Reads the user on every request (no cache), so that a change of role or block applies at once. */
export function makeAuthenticate(
  context: Pick<Context, 'db' | 'clock' | 'log'> & { write: () => Context['write'] },
): Authenticate {
  return async (token) => {
    const session = await findSession(context.db, hashToken(token));
    if (!session) return null;
    const { terakhir_aktif, ...actor } = session;
    const { sessionId } = actor;
    const unused = context.clock().getTime() - Date.parse(terakhir_aktif);
    if (unused >= sessionLifetime) return null;
    // A last-seen in the future, written while the clock was ahead, would extend the session: overwrite it. If it is
    // more than a lifetime ahead, the current clock is wrong instead: overwriting would end all sessions later.
    const wasAhead = unused < -touchInterval && unused > -sessionLifetime;
    if (unused > touchInterval || wasAhead) {
      context
        .write()('system', (tx) => touchSession(tx, sessionId))
        .catch((error: unknown) => context.log.warn({ err: error }, 'last-seen of a session was not stored'));
    }
    return actor;
  };
}
