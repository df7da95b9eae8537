import type { Selectable } from 'kysely';
import { formatRupiah } from '../../../contract/format.ts';
import {
  type Actor,
  blockLetter,
  letterProblem,
  mayGrant,
  needsHouse,
  officerRoles,
  type Role,
} from '../../../contract/people.ts';
import { can } from '../../../contract/policy.ts';
import type { Schema } from '../../database/schema.ts';
import type { AccountTx, Tx } from '../../database/write.ts';
import { invalidFields, Refusal } from '../../http/refusal.ts';
import { holdsName, isCommonPassword } from '../auth/guessable-passwords.ts';
import { cashOf } from '../places/queries.ts';
import { findOfHouse } from './queries.ts';

type AccountState = Pick<Selectable<Schema['users']>, 'id' | 'jenis' | 'status'>;

/** Who becomes an officer or inactive is no auditor any more. */
export const endsMark = (before: { pengawas: 0 | 1 }, { jenis, status }: Omit<AccountState, 'id'>) =>
  before.pengawas === 1 && (jenis !== 'warga' || status !== 'active');

/** @throws Refusal 403 for an auditor, unless the actor may name auditors */
export function assertMayDismiss(actor: Actor): void {
  if (!can(actor, 'pengawas.name')) throw new Refusal('auditor_protected');
}

/** @throws Refusal 409 for an account whose person holds dues in cash: nobody would answer for them */
export async function refuseHolder(tx: AccountTx): Promise<void> {
  const { saldo } = await cashOf(tx.db, tx.account);
  if (saldo <= 0) return;
  const message = `Orang ini masih memegang ${formatRupiah(saldo)} uang iuran. Terima setorannya atau pindahkan uangnya dahulu; sementara itu akunnya dapat dinonaktifkan.`;
  throw new Refusal('cash_in_hand', { message });
}

/** A second account of a house owes its dues, too. @throws Refusal 422 with the name of one that is active */
export async function refuseOccupied(tx: Tx, { blok }: { blok: string | null }): Promise<void> {
  await tx.dialect.serialize(tx.db, 'houses'); // another list may add the same house at the same time
  const before = await findOfHouse(tx.db, blok);
  if (before) throw invalidFields({ blok: `Rumah ${blok} sudah punya akun: ${before.nama}` });
}

export function assertMayManage(actor: Actor, ...involved: readonly Role[]): void {
  if (!involved.every((jenis) => mayGrant(actor, jenis))) throw new Refusal('role_not_grantable');
}

/**
 * Users may not change their own role or status, delete themselves, or set their own password here: "Profil Saya"
 * requires the current password.
 * @param after null for a deletion
 * @throws Refusal 403
 */
export function assertNotOneself(
  actor: Actor,
  before: AccountState,
  after: AccountState | null,
  password?: string | null,
): void {
  if (before.id !== actor.id) return;
  const staysAsItIs = after?.jenis === before.jenis && after.status === 'active';
  if (!staysAsItIs || password) throw new Refusal('not_oneself');
}

/** @throws Refusal 422 for a block letter that the estate does not have, or outside a coordinator's own block */
export function assertBlock(actor: Actor, blok: string | null, estateLetters: string): void {
  const letter = blockLetter(blok);
  if (letter === null) return;
  const problem = letterProblem(blok, estateLetters);
  if (problem) throw invalidFields({ blok: problem });
  const own = blockLetter(actor.blok);
  if (actor.jenis === 'koordinator_perblok' && letter !== own) {
    throw new Refusal('block_not_allowed', {
      errors: { blok: `Anda hanya bisa mengelola warga di Blok ${own}` },
    });
  }
}

export function assertHasBlock(jenis: Role, blok: string | null): void {
  if (blok || !needsHouse(jenis)) return;
  throw invalidFields({
    blok: jenis === 'warga' ? 'Blok wajib diisi' : 'Blok wajib diisi untuk koordinator',
  });
}

export interface NewPassword {
  password: string;
  names: readonly string[];
  field: string;
}

/** Runs all checks, so that a form shows every wrong field at once. @throws Refusal 422 with the fields of all */
export function assertAll(...checks: readonly (() => unknown)[]): void {
  const refused = checks.flatMap((check) => {
    try {
      check();
      return [];
    } catch (error) {
      if (error instanceof Refusal && error.status === 422) return error;
      throw error;
    }
  });
  const [only, ...others] = refused;
  if (only && others.length === 0) throw only;
  if (only) throw invalidFields(Object.assign({}, ...refused.map(({ errors }) => errors)));
}

/** Only officers' passwords are checked. @throws Refusal 422 for a common password, or one that contains a name */
export function assertStrongEnough(jenis: Role, { password, names, field }: NewPassword): void {
  if (!(officerRoles as readonly Role[]).includes(jenis)) return;
  const refuse = (message: string) => invalidFields({ [field]: message });
  if (isCommonPassword(password))
    throw refuse('Password terlalu umum. Gunakan password yang lebih sulit ditebak.');
  if (holdsName(password, ['guyub', ...names]))
    throw refuse('Password tidak boleh memuat nama pemilik akun, nama perumahan, atau kata Guyub.');
}
