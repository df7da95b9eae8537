/** Opaque session tokens: 256 random bits for the browser, only their hash for the database (decisions §4). */
import { hash, randomBytes } from 'node:crypto';
import type { Actor } from '../../../contract/people.ts';
import type { Authenticate } from '../../platform/realtime/realtime.ts';
import type { Context } from '../../platform/context.ts';
import { findSession, touchSession } from './queries.ts';

/** Under https with a prefix by which browsers take the cookie from this very host alone, and only over TLS. */
const cookieName = (name: string) => (publicUrl: string) =>
  publicUrl.startsWith('https:') ? `__Host-${name}` : name;
export const sessionCookie = cookieName('guyub_session');
export const deviceCookie = cookieName('guyub_device');

const day = 24 * 60 * 60 * 1_000;
export const sessionLifetime = 30 * day;
/** Last-seen is written at most this often, so that reading does not cost a write. */
const touchInterval = 10 * 60 * 1_000;

export const newToken = () => randomBytes(32).toString('base64url');
export const hashToken = (token: string) => hash('sha256', token, 'base64url');

/** Sessions last used before this instant are dead. */
export const usedSince = (now: Date) => new Date(now.getTime() - sessionLifetime).toISOString();

/** The person behind a token, read anew each time: a change of role or block takes effect at once. */
export function makeAuthenticate(
  context: Pick<Context, 'db' | 'clock' | 'log'> & { write: () => Context['write'] },
): Authenticate {
  return async (token) => {
    const [session] = await findSession(context.db, { tokenHash: hashToken(token) });
    if (!session) return null;
    const { id, nama, jenis, blok, sessionId, terakhir_aktif } = session;
    const actor: Actor = { id, nama, jenis, blok, sessionId };
    const unused = context.clock().getTime() - Date.parse(terakhir_aktif);
    if (unused >= sessionLifetime) return null;
    // What a clock that was ahead has written would keep the session alive for as long. But one that is back by more
    // than a lifetime is itself the wrong one, and would sign everybody out once it is right again.
    const wasAhead = unused < -touchInterval && unused > -sessionLifetime;
    if (unused > touchInterval || wasAhead) {
      context
        .write()(actor, (tx) => touchSession(tx, sessionId))
        .catch((error: unknown) => context.log.warn({ err: error }, 'last-seen of a session was not stored'));
    }
    return actor;
  };
}
