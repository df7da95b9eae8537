import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import { fingerprintOfPassword } from '../../database/password-fingerprint.ts';
import { Refusal } from '../../http/refusal.ts';
import { assertStrongEnough } from '../accounts/rules.ts';
import type { DailyLimits } from '../auth/daily-limits.ts';
import { hashPassword, isPassword } from '../auth/hash-password.ts';
import { endSessions, findPasswordHash, replacePassword } from '../auth/queries.ts';
import type { PresentPasswordLimit } from '../auth/sign-in-limits.ts';
import { tellAccount } from '../notifications/tell-account.ts';
import { readSettings } from '../settings/queries.ts';

/** @throws Refusal 422 for a wrong current password (a 401 would sign the browser out), 429 after several */
export async function changeOwnPassword(
  { writeAccount, db }: Context,
  limits: { guesses: PresentPasswordLimit; daily: DailyLimits },
  actor: Author,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const wrong = () => new Refusal('wrong_current_password', { fields: ['currentPassword'] });
  const present = await findPasswordHash(db, actor.id);
  const right = await limits.guesses(actor.id, () => isPassword(present, currentPassword));
  if (!right || present === undefined) throw wrong();
  // Counted after the password check: somebody without the password must not exhaust the owner's quota.
  await limits.daily.count(actor, { passwords: 1 });
  const names = [actor.nama, (await readSettings(db)).estateName];
  assertStrongEnough(actor.jenis, { password: newPassword, names, field: 'newPassword' });
  const password_hash = await hashPassword(newPassword);
  await writeAccount(actor, actor.id, async (tx) => {
    // The password may have been changed on another device or by the ketua while hashing.
    if (!(await replacePassword(tx, { present, next: password_hash }))) throw wrong();
    await endSessions(tx, { except: actor.sessionId });
    await tellAccount(tx, actor, actor.id, ['Password']);
    await tx.audit('password.changed', 'users', actor.id, {
      sesudah: { sidik_password: fingerprintOfPassword(password_hash) },
    });
  });
}
