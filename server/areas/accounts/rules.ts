/** Who may change which account how (decisions §5 and §10 "People"). Pure; the caller supplies the facts. */
import {
  type Actor,
  blockLetter,
  mayGrant,
  needsHouse,
  officerRoles,
  type Role,
} from '../../../contract/people.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isCommonPassword } from '../auth/common-passwords.ts';

export interface Standing {
  id: number;
  jenis: Role;
  status: 'active' | 'inactive';
}

/** @throws Refusal 403 unless the actor may grant both the role someone has and the one they are to get */
export function assertMayManage(actor: Actor, ...involved: readonly Role[]): void {
  if (!involved.every((jenis) => mayGrant(actor, jenis))) throw new Refusal('role_not_grantable');
}

/**
 * Nobody demotes, deactivates or deletes themselves, or sets a new password without the present one, which
 * "Profil Saya" asks for.
 */
export function assertNotOneself(
  actor: Actor,
  before: Standing,
  after: Standing | null,
  password?: string | null,
): void {
  if (before.id !== actor.id) return;
  const staysAsItIs = after?.jenis === before.jenis && after.status === 'active';
  if (!staysAsItIs || password) throw new Refusal('not_oneself');
}

/** Whether the change takes one ketua away from the active ones. */
export function losesKetua(before: Standing, after: Standing | null): boolean {
  const leads = (standing: Standing | null) => standing?.jenis === 'ketua' && standing.status === 'active';
  return leads(before) && !leads(after);
}

/** @throws Refusal 422 for a house whose letter the estate does not have, or that a coordinator may not manage */
export function assertBlock(actor: Actor, blok: string | null, estateLetters: string): void {
  const letter = blockLetter(blok);
  if (letter === null) return;
  if (!estateLetters.includes(letter)) {
    const message = `Huruf blok harus salah satu dari ${estateLetters.split('').join(', ')}`;
    throw new Refusal('invalid_fields', { message, errors: { blok: message } });
  }
  const own = blockLetter(actor.blok);
  if (actor.jenis === 'koordinator_perblok' && letter !== own) {
    throw new Refusal('block_not_allowed', {
      errors: { blok: `Anda hanya bisa mengelola warga di Blok ${own}` },
    });
  }
}

/** @throws Refusal 422 for a coordinator or a resident without a house */
export function assertHasBlock(jenis: Role, blok: string | null): void {
  if (blok || !needsHouse(jenis)) return;
  const message = jenis === 'warga' ? 'Blok wajib diisi' : 'Blok wajib diisi untuk koordinator';
  throw new Refusal('invalid_fields', { message, errors: { blok: message } });
}

/** @throws Refusal 422 for an officer's password that is among the commonest (decisions §4) */
export function assertStrongEnough(jenis: Role, password: string, field: string): void {
  if (!(officerRoles as readonly Role[]).includes(jenis) || !isCommonPassword(password)) return;
  const message = 'Password terlalu umum. Gunakan password yang lebih sulit ditebak.';
  throw new Refusal('invalid_fields', { message, errors: { [field]: message } });
}
