import { isDeepStrictEqual } from 'node:util';
import { scopeOf } from '../../../contract/policy.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import { refuseBeyondQuota } from '../../database/file-quota.ts';
import type { AccountTx } from '../../database/write.ts';
import { type Picture, pictureType } from '../../http/files/images.ts';
import { found } from '../../http/refusal.ts';
import {
  type AccountFields,
  findAccount,
  findPhoto,
  replacePortrait,
  updateAccount,
} from '../accounts/queries.ts';
import { assertBlock } from '../accounts/rules.ts';
import { accountTopics } from '../accounts/save-account.ts';
import { changedIdentifiers, tellAccount } from '../notifications/tell-account.ts';
import { readSettings } from '../settings/queries.ts';

export interface ProfileChanges extends Partial<Pick<AccountFields, 'nama' | 'email' | 'no_hp' | 'blok'>> {
  /** Null removes it. */
  photo?: Picture | null | undefined;
}

export async function changeOwnProfile(
  { writeAccount, db, config, files }: Context,
  actor: Author,
  { photo, ...fields }: ProfileChanges,
): Promise<void> {
  const { blok } = fields;
  if (blok !== undefined && blok !== actor.blok)
    assertBlock(actor, blok, (await readSettings(db)).blockLetters);
  const own = found(scopeOf(actor, actor.jenis === 'warga' ? 'profile.own-warga' : 'profile.own-staff'));
  const foto_profile = photo && dataUrlOf(photo);
  const isSamePhoto = foto_profile === undefined || foto_profile === (await findPhoto(db, actor.id));
  const portrait = photo && !isSamePhoto ? await files.storePortrait(photo) : null;
  const work = async (tx: AccountTx) => {
    const before = found(await findAccount(tx.db, own, actor.id));
    if (isSamePhoto && isDeepStrictEqual(before, { ...before, ...fields })) return;
    const after = await updateAccount(tx, isSamePhoto ? fields : { ...fields, foto_profile });
    if (!isSamePhoto) {
      await replacePortrait(tx, portrait?.nama ?? null);
      tx.changed('posts');
    }
    if (portrait) await refuseBeyondQuota(tx.db, config.fileQuota);
    await tx.audit('profile.changed', 'users', actor.id, {
      sebelum: before,
      sesudah: { ...after, ...(isSamePhoto ? {} : { foto_profile: 'diubah' }) },
    });
    await tellAccount(tx, actor, actor.id, changedIdentifiers(before, after));
    if (after.blok !== before.blok) tx.after({ kind: 'rooms-changed', userId: actor.id });
    accountTopics(tx, before, after);
  };
  await writeAccount(actor, actor.id, work, portrait ? [portrait] : []);
}

const dataUrlOf = ({ full }: Picture) => `data:${pictureType};base64,${full.toString('base64')}`;
