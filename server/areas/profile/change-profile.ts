import { isDeepStrictEqual } from 'node:util';
import { scopeOf } from '../../../contract/policy.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import { refuseBeyondQuota } from '../../database/file-quota.ts';
import { found } from '../../http/refusal.ts';
import { type AccountFields, findAccount, findPhoto, updateAccount } from '../accounts/queries.ts';
import { assertBlock } from '../accounts/rules.ts';
import { accountTopics } from '../accounts/save-account.ts';
import { changedIdentifiers, tellAccount } from '../notifications/tell-account.ts';
import { readSettings } from '../settings/queries.ts';

export type ProfileChanges = Partial<
  Pick<AccountFields, 'nama' | 'email' | 'no_hp' | 'blok' | 'foto_profile'>
>;

/** @throws Refusal 413, 422 for a house the estate does not have, 409 for a taken e-mail or phone, 429 */
export async function changeOwnProfile(
  { writeAccount, db, config }: Context,
  actor: Author,
  changes: ProfileChanges,
): Promise<void> {
  const { blok } = changes;
  if (blok !== undefined && blok !== actor.blok)
    assertBlock(actor, blok, (await readSettings(db)).blockLetters);
  const own = found(scopeOf(actor, actor.jenis === 'warga' ? 'profile.own-warga' : 'profile.own-staff'));
  await writeAccount(actor, actor.id, async (tx) => {
    const before = found(await findAccount(tx.db, own, actor.id));
    const { foto_profile, ...fields } = changes;
    const isSamePhoto = foto_profile === undefined || foto_profile === (await findPhoto(tx.db, actor.id));
    if (isSamePhoto && isDeepStrictEqual(before, { ...before, ...fields })) return;
    const after = await updateAccount(tx, changes);
    if (!isSamePhoto && foto_profile) await refuseBeyondQuota(tx.db, config.fileQuota);
    const photo = isSamePhoto ? {} : { foto_profile: 'diubah' };
    await tx.audit({
      aksi: 'profile.changed',
      entitas: 'users',
      entitas_id: actor.id,
      sebelum: before,
      sesudah: { ...after, ...photo },
    });
    await tellAccount(tx, actor, actor.id, changedIdentifiers(before, after));
    if (after.blok !== before.blok) tx.after({ kind: 'rooms-changed', userId: actor.id });
    accountTopics(tx, before, after);
  });
}
