import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import { Refusal } from '../../http/refusal.ts';
import { isPassword } from './hash-password.ts';
import { findPasswordHash } from './queries.ts';
import { makePresentPasswordLimit } from './sign-in-limits.ts';

/**
 * Asks for the password again before a change that somebody with an unlocked phone must not make. A new password ends
 * the other sessions, so it cannot change unnoticed between this check and the write.
 * @returns a check that throws Refusal 422 for a wrong password (a 401 would sign the browser out), 429 after several
 */
export function makePasswordCheck(context: Context) {
  const limit = makePresentPasswordLimit(context);
  return async (actor: Author, password: string): Promise<void> => {
    const present = await findPasswordHash(context.db, actor.id);
    const right = await limit(actor.id, () => isPassword(present, password));
    if (!right) throw new Refusal('wrong_current_password', { fields: ['password'] });
  };
}
