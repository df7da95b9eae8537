/** One's own password: the present one must be right, the other devices are signed out (decisions §4). */
import type { Actor } from '../../../contract/people.ts';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { updateAccount } from '../accounts/queries.ts';
import { assertStrongEnough } from '../accounts/rules.ts';
import { hashPassword, isPassword } from '../auth/hash-password.ts';
import { endSessions, findPasswordHash } from '../auth/queries.ts';
import { tellAccount } from '../notifications/tell-account.ts';

/** @throws Refusal 422: a wrong present password must not sign the browser out as a 401 would */
export async function changeOwnPassword(
  { write, db }: Context,
  actor: Actor,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  if (!(await isPassword(await findPasswordHash(db, actor.id), currentPassword))) {
    throw new Refusal('wrong_current_password', { fields: ['currentPassword'] });
  }
  assertStrongEnough(actor.jenis, newPassword, 'newPassword');
  const password_hash = await hashPassword(newPassword);
  await write(actor, async (tx) => {
    await updateAccount(tx, actor.id, { password_hash });
    await endSessions(tx, actor.id, { except: actor.sessionId });
    await tellAccount(tx, actor, actor.id, ['Password']);
    await tx.audit({ aksi: 'password.changed', entitas: 'users', entitas_id: actor.id });
  });
}
