import type * as z from 'zod/mini';
import * as contract from '../../../contract/profile.ts';
import { successes } from '../../../contract/successes.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import { definedFields, pickFields } from '../../database/defined-fields.ts';
import type { AssetRule } from '../../http/files/assets.ts';
import { makeProfilePhoto, type Picture } from '../../http/files/images.ts';
import { isPicture } from '../../http/files/upload.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Input, route } from '../../http/route.ts';
import { isPortrait } from '../accounts/queries.ts';
import { makeDailyLimits } from '../auth/daily-limits.ts';
import { findSessionUser } from '../auth/queries.ts';
import { makePresentPasswordLimit } from '../auth/sign-in-limits.ts';
import { changeOwnPassword } from './change-password.ts';
import { changeOwnProfile, type ProfileChanges } from './change-profile.ts';

type PasswordBody = z.output<typeof contract.changePasswordWarga.body> & { user_id?: number | undefined };

export function routes(context: Context) {
  const guesses = makePresentPasswordLimit(context);
  const daily = makeDailyLimits(context);
  const save = async (actor: Author, changes: ProfileChanges) => {
    await changeOwnProfile(context, actor, changes);
    return { user: await findSessionUser(context.db, actor.id), message: successes.profileUpdated };
  };
  const update = async ({ actor, body }: Input<typeof contract.updateProfile>) => {
    assertOwn(actor, body);
    const { user_id: _, hanya, ...sent } = body;
    const { foto_profile, no_hp, ...given } = pickFields(sent, hanya);
    if (foto_profile) await daily.count(actor, { uploads: 1 });
    const isKept = foto_profile === undefined || foto_profile === '';
    const photo = isKept ? {} : { photo: foto_profile === null ? null : await readPhoto(foto_profile) };
    return await save(actor, { ...given, ...phone(no_hp), ...photo });
  };
  const updatePassword = async ({ actor, body }: { actor: Author; body: PasswordBody }) => {
    assertOwn(actor, body);
    await changeOwnPassword(context, { guesses, daily }, actor, body);
    return { message: successes.passwordChanged };
  };
  return [
    route(contract.updateProfileWarga, update),
    route(contract.updateProfile, update),
    route(contract.updatePasswordWarga, updatePassword),
    route(contract.updatePassword, updatePassword),
    route(contract.changeProfileWarga, ({ actor, body: { no_hp, ...given } }) =>
      save(actor, { ...definedFields(given), ...phone(no_hp) }),
    ),
    route(contract.changePasswordWarga, updatePassword),
  ];
}

const phone = (no_hp: string | undefined) => (no_hp === undefined ? {} : { no_hp: no_hp || null });

function assertOwn(actor: Author, { user_id }: { user_id?: number | undefined }) {
  if (user_id !== undefined && user_id !== actor.id) throw new Refusal('forbidden');
}

/** Visible to every signed-in user, while it is somebody's. */
export const portraitRule: AssetRule = async (db, _actor, nama) => ((await isPortrait(db, nama)) ? {} : null);

const dataUrl = /^data:image\/(?:jpeg|png|webp);base64,([A-Za-z0-9+/]+={0,2})$/;

/** Re-encodes the picture of an uploaded data URL. @throws Refusal 415 */
async function readPhoto(foto_profile: string): Promise<Picture> {
  const base64 = dataUrl.exec(foto_profile)?.[1];
  const photo = Buffer.from(base64 ?? '', 'base64');
  if (!(await isPicture(photo))) throw new Refusal('unsupported_image');
  return await makeProfilePhoto(photo);
}
