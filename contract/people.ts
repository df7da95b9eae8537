/** Who the people of an estate are: roles, blocks, and who may hand out which role. */

export const roles = ['ketua', 'admin', 'koordinator_perblok', 'warga'] as const;
export type Role = (typeof roles)[number];

/** Officers are everyone who is not a plain resident. */
export const officerRoles = ['ketua', 'admin', 'koordinator_perblok'] as const satisfies readonly Role[];

export const roleNames: Record<Role, string> = {
  ketua: 'Ketua',
  admin: 'Admin',
  koordinator_perblok: 'Koordinator',
  warga: 'Warga',
};

/** The signed-in person as every rule sees them; read anew from the database on each request. */
export interface Actor {
  readonly id: number;
  readonly nama: string;
  readonly jenis: Role;
  readonly blok: string | null;
  readonly sessionId: number;
}

/** A letter, a house number and optionally a second number: `A1`, `A1-1`, `B12-03`. */
export const blockPattern = /^[A-Z][0-9]{1,3}(-[0-9]{1,3})?$/;

/** The block letter decides what "own block" means (decisions §5); null for people without a house. */
export function blockLetter(blok: string | null): string | null {
  return blok ? blok.charAt(0).toUpperCase() : null;
}

/** By their house residents belong to a coordinator, and coordinators to their block. */
export const needsHouse = (jenis: Role) => jenis === 'warga' || jenis === 'koordinator_perblok';

/** Orders houses as people do: A2 before A10. */
export function blockSortKey(blok: string | null): string {
  if (!blok) return '';
  const [house = '', door = ''] = blok.slice(1).split('-');
  return blok.charAt(0) + house.padStart(3, '0') + door.padStart(3, '0');
}

const grantable: Record<Role, readonly Role[]> = {
  ketua: roles,
  admin: ['koordinator_perblok', 'warga'],
  koordinator_perblok: ['warga'],
  warga: [],
};

/** The roles this actor may give, and whose holders they may edit or delete (decisions §5). */
export function grantableRoles(actor: Pick<Actor, 'jenis'>): readonly Role[] {
  return grantable[actor.jenis];
}

export function mayGrant(actor: Pick<Actor, 'jenis'>, jenis: Role): boolean {
  return grantable[actor.jenis].includes(jenis);
}

/**
 * `+62812…`, `62812…` and `0812-…` all become `0812…`; anything else comes back with only its blanks removed, also
 * those without width that a number copied from a list of contacts brings along.
 */
export function normalizePhone(no_hp: string): string {
  const digits = no_hp.replace(/[\s().\p{Pd}\p{Cf}]/gu, '');
  return digits.replace(/^\+?62(?=8)/, '0');
}

/** Indonesian mobile numbers: 08 and eight to eleven further digits. */
export const phonePattern = /^08[0-9]{8,11}$/;
