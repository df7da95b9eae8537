/**
 * Who may do what. One row per action; the server asks it before anything else, the client to show or hide.
 * all = everywhere, block = people whose house starts with one's own block letter, own = what one made oneself.
 */
import { type Actor, blockLetter, type Role } from './people.ts';

export type Reach = 'all' | 'block' | 'own' | 'no';
type Row = Readonly<Record<Role, Reach>>;

const row = <K extends Reach, A extends Reach, B extends Reach, W extends Reach>(
  ketua: K,
  admin: A,
  koordinator_perblok: B,
  warga: W,
) => ({ ketua, admin, koordinator_perblok, warga }) as const satisfies Row;

export const policy = {
  //                          ketua  admin  koordinator warga
  'residents.read': /*    */ row('all', 'all', 'block', 'no'),
  'residents.create': /*  */ row('all', 'all', 'block', 'no'),
  'residents.edit': /*    */ row('all', 'all', 'block', 'no'),
  'residents.delete': /*  */ row('all', 'all', 'block', 'no'),
  'officers.read': /*     */ row('all', 'no', 'no', 'no'),
  'users.read': /*        */ row('all', 'all', 'no', 'no'),
  'users.create': /*      */ row('all', 'all', 'no', 'no'),
  'users.edit': /*        */ row('all', 'all', 'no', 'no'),
  'users.delete': /*      */ row('all', 'all', 'no', 'no'),

  'payments.read': /*     */ row('all', 'all', 'block', 'no'),
  'payments.review': /*   */ row('all', 'all', 'block', 'no'),
  'payments.record': /*   */ row('all', 'all', 'block', 'no'),
  'payments.own-staff': /**/ row('own', 'own', 'own', 'no'),
  'payments.own-warga': /**/ row('no', 'no', 'no', 'own'),

  'complaints.read': /*   */ row('all', 'all', 'block', 'own'),
  'complaints.comment': /**/ row('all', 'all', 'block', 'no'),
  'complaints.answer': /* */ row('all', 'all', 'block', 'no'),
  'complaints.create': /* */ row('own', 'own', 'own', 'own'),
  'complaints.edit': /*   */ row('own', 'own', 'own', 'own'),
  'complaints.delete': /* */ row('all', 'own', 'block', 'own'),

  'posts.read': /*        */ row('all', 'all', 'all', 'all'),
  'posts.create': /*      */ row('own', 'own', 'own', 'own'),
  'posts.react': /*       */ row('all', 'all', 'all', 'all'),
  'posts.delete': /*      */ row('all', 'all', 'all', 'own'),

  'expenses.read': /*     */ row('all', 'all', 'all', 'all'),
  'expenses.add': /*      */ row('all', 'all', 'no', 'no'),
  'expenses.delete': /*   */ row('all', 'all', 'no', 'no'),
  'cash-book.read': /*    */ row('all', 'all', 'all', 'all'),

  'documents.read': /*    */ row('all', 'all', 'all', 'all'),
  'documents.upload': /*  */ row('all', 'all', 'no', 'no'),
  'documents.edit': /*    */ row('all', 'all', 'no', 'no'),
  'documents.delete': /*  */ row('all', 'all', 'no', 'no'),

  'settings.read': /*     */ row('all', 'all', 'all', 'all'),
  'settings.change': /*   */ row('all', 'no', 'no', 'no'),
  'audit.read': /*        */ row('all', 'no', 'no', 'no'),
  'backup.read': /*       */ row('all', 'no', 'no', 'no'),
  'reports.read': /*      */ row('all', 'all', 'block', 'no'),

  'dashboard.ketua': /*   */ row('all', 'no', 'no', 'no'),
  'dashboard.admin': /*   */ row('no', 'all', 'no', 'no'),
  'dashboard.koordinator': row('no', 'no', 'block', 'no'),
  'dashboard.warga': /*   */ row('no', 'no', 'no', 'own'),

  'notifications.own': /* */ row('own', 'own', 'own', 'own'),
  'sessions.own': /*      */ row('own', 'own', 'own', 'own'),
  'profile.own-staff': /* */ row('own', 'own', 'own', 'no'),
  'profile.own-warga': /* */ row('no', 'no', 'no', 'own'),
} as const satisfies Record<string, Row>;

export type Action = keyof typeof policy;

export function can(actor: Pick<Actor, 'jenis'>, action: Action): boolean {
  return reachOf(actor, action) !== 'no';
}

export function reachOf(actor: Pick<Actor, 'jenis'>, action: Action): Reach {
  return policy[action][actor.jenis];
}

declare const minted: unique symbol;

/**
 * How far an actor's permission goes, ready to become a WHERE clause. Only `scopeOf` makes one, so a query that
 * demands a Scope cannot be called without having asked the table.
 */
export type Scope = { readonly [minted]: true } & (
  | { readonly reach: 'all' }
  | { readonly reach: 'block'; readonly letter: string }
  | { readonly reach: 'own'; readonly userId: number }
);

/** Null when the table says no. A coordinator without a house reaches nobody's data but their own. */
export function scopeOf(actor: Actor, action: Action): Scope | null {
  const reach = reachOf(actor, action);
  if (reach === 'no') return null;
  const letter = blockLetter(actor.blok);
  if (reach === 'all') return { reach } as Scope;
  if (reach === 'block' && letter) return { reach, letter } as Scope;
  return { reach: 'own', userId: actor.id } as Scope;
}

/** Whether a record of this owner and house lies within the scope: the same rule as the WHERE clause, for one record. */
export function within(scope: Scope, record: { user_id: number; blok: string | null }): boolean {
  switch (scope.reach) {
    case 'all':
      return true;
    case 'block':
      return blockLetter(record.blok) === scope.letter;
    case 'own':
      return record.user_id === scope.userId;
  }
}

/** The same question for the client's buttons: may this person do this to that record? */
export function canOn(
  actor: Actor,
  action: Action,
  record: { user_id: number; blok: string | null },
): boolean {
  const scope = scopeOf(actor, action);
  return scope !== null && within(scope, record);
}
