/** One's own password: the present one must be right, the other devices are signed out (decisions §4). */
import type { Actor } from '../../../contract/people.ts';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { assertStrongEnough } from '../accounts/rules.ts';
import { hashPassword, isPassword } from '../auth/hash-password.ts';
import { endSessions, findPasswordHash, replacePassword } from '../auth/queries.ts';
import type { PresentPasswordLimit } from '../auth/sign-in-limits.ts';
import { tellAccount } from '../notifications/tell-account.ts';

/** @throws Refusal 422: a wrong present password must not sign the browser out as a 401 would; 429 after several */
export async function changeOwnPassword(
  { write, db }: Context,
  limit: PresentPasswordLimit,
  actor: Actor,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const wrong = () => new Refusal('wrong_current_password', { fields: ['currentPassword'] });
  const present = await findPasswordHash(db, actor.id);
  const right = await limit.guard(actor.id, () => isPassword(present, currentPassword));
  if (!right || present === undefined) throw wrong();
  assertStrongEnough(actor.jenis, newPassword, 'newPassword');
  const password_hash = await hashPassword(newPassword);
  await write(actor, async (tx) => {
    // Hashing takes its time; meanwhile another device, or the ketua, may have set another password.
    if (!(await replacePassword(tx, actor.id, { present, next: password_hash }))) throw wrong();
    await endSessions(tx, actor.id, { except: actor.sessionId });
    await tellAccount(tx, actor, actor.id, ['Password']);
    await tx.audit({ aksi: 'password.changed', entitas: 'users', entitas_id: actor.id });
  });
}
