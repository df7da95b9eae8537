import { namesIn } from './names-in.ts';

export const roleNames = {
  ketua: 'Ketua',
  admin: 'Admin',
  koordinator_perblok: 'Koordinator',
  warga: 'Warga',
} as const;
export type Role = keyof typeof roleNames;
export const roles = namesIn(roleNames);

export const officerRoles = ['ketua', 'admin', 'koordinator_perblok'] as const satisfies readonly Role[];

/** The signed-in user. Read from the database on each request, so that a changed role applies at once. */
export interface Actor {
  readonly id: number;
  readonly nama: string;
  readonly jenis: Role;
  readonly blok: string | null;
  /** A resident whom the ketua named auditor; what the mark adds is in `policy.ts`. */
  readonly pengawas: boolean;
  readonly sessionId: number;
}

/** A letter, a house number and optionally a second number: `A1`, `A1-1`, `B12-03`. */
export const blockPattern = /^[A-Z][0-9]{1,3}(-[0-9]{1,3})?$/;

/** `a 12` becomes `A12`, `a1 – 2` becomes `A1-2`. `A1 2` stays as it is: it may be A12 or A1-2. */
export const normalizeHouse = (blok: string) =>
  blok
    .trim()
    .toUpperCase()
    .replace(/\s*\p{Pd}\s*/gu, '-')
    .replace(/^([A-Z])\s+/, '$1');

/** Two people are in the same block if their block letters are equal; null without a house. */
export function blockLetter(blok: string | null): string | null {
  return blok ? blok.charAt(0).toUpperCase() : null;
}

/** What is wrong with the letter of a house; nothing if the estate has it. */
export function letterProblem(blok: string | null, estateLetters: string): string | undefined {
  const letter = blockLetter(blok);
  if (letter === null || estateLetters.includes(letter)) return undefined;
  return `Huruf blok harus salah satu dari ${estateLetters.split('').join(', ')}`;
}

export const needsHouse = (jenis: Role) => jenis === 'warga' || jenis === 'koordinator_perblok';

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

/** Roles that the actor may assign; also the roles whose accounts the actor may edit or delete. */
export function grantableRoles(actor: Pick<Actor, 'jenis'>): readonly Role[] {
  return grantable[actor.jenis];
}

export function mayGrant(actor: Pick<Actor, 'jenis'>, jenis: Role): boolean {
  return grantable[actor.jenis].includes(jenis);
}

/**
 * `+62812…`, `62812…`, `+62 (0)812…`, `812…` and `0812-…` become `0812…`. Removes spaces and punctuation of phone
 * numbers, and the invisible characters that numbers copied from a contact list contain.
 */
export function normalizePhone(no_hp: string): string {
  const digits = no_hp.replace(/[\s().\p{Pd}\p{Cf}]/gu, '');
  return digits.replace(/^(?:\+?62)?0?(?=8)/, '0');
}

export const phonePattern = /^08[0-9]{8,11}$/;

/**
 * Opens a chat with the text in its field, not sent yet.
 * @param no_hp as `normalizePhone` returns it
 */
export const whatsAppAddress = (no_hp: string, text: string) =>
  `https://wa.me/62${no_hp.slice(1)}?text=${encodeURIComponent(text)}`;
