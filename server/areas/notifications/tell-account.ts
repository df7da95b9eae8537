/** Notifies a user that their password, e-mail, phone or role changed, so that a takeover does not go unnoticed. */
import type { Selectable } from 'kysely';
import { notificationTitles } from '../../../contract/events.ts';
import { type Actor, roleNames } from '../../../contract/people.ts';
import type { Schema } from '../../database/schema.ts';
import type { Tx } from '../../database/write.ts';

export type SignInPart = 'Password' | 'Email' | 'No HP';

type Identifiers = Pick<Schema['users'], 'email' | 'no_hp'>;

export const changedIdentifiers = (before: Identifiers, after: Identifiers): SignInPart[] => [
  ...(after.email === before.email ? [] : (['Email'] as const)),
  ...(after.no_hp === before.no_hp ? [] : (['No HP'] as const)),
];

export async function tellAccount(
  tx: Tx,
  author: Actor,
  id: number,
  changed: readonly SignInPart[],
): Promise<void> {
  if (changed.length === 0) return;
  const by = author.id === id ? 'Anda sendiri' : `pengurus (${author.nama})`;
  await tx.notify({
    user_id: id,
    jenis: 'account-changed',
    judul: notificationTitles['account-changed'],
    pesan: `${changed.join(' dan ')} diubah oleh ${by}. Bila Anda tidak mengetahuinya, segera hubungi ketua.`,
    halaman: 'profile',
  });
}

type Account = Pick<Selectable<Schema['users']>, 'id' | 'jenis' | 'email'>;

/** Who was a resident has perhaps never signed in with their e-mail, and officers cannot with a phone number. */
export async function tellRole(tx: Tx, author: Actor, before: Account, { id, jenis, email }: Account) {
  if (before.jenis === jenis) return;
  const how = before.jenis === 'warga' ? ` Masuk dengan email ${email}, tidak lagi dengan No HP.` : '';
  await tx.notify({
    user_id: id,
    jenis: 'account-changed',
    judul: notificationTitles['account-changed'],
    pesan: `Peran Anda sekarang ${roleNames[jenis]}, ditetapkan oleh pengurus (${author.nama}).${how}`,
    halaman: 'profile',
  });
}
