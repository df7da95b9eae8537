/**
 * Permissions: one row per action. Enforced by the server on every request; the client uses it to hide controls.
 * all = every record, block = records of people in the actor's block, own = the actor's own records.
 */
import type { ApprovalKind } from './approvals.ts';
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
  'users.erase': /*       */ row('all', 'no', 'no', 'no'),

  'payments.read': /*     */ row('all', 'all', 'block', 'no'),
  'payments.review': /*   */ row('all', 'all', 'block', 'no'),
  'payments.record': /*   */ row('all', 'all', 'block', 'no'),
  'payments.own-staff': /**/ row('own', 'own', 'own', 'no'),
  'payments.own-warga': /**/ row('no', 'no', 'no', 'own'),

  'waivers.propose': /*   */ row('all', 'all', 'no', 'no'),
  'reminders.open': /*    */ row('all', 'all', 'block', 'no'),
  'bills.own': /*         */ row('own', 'own', 'own', 'own'),
  'reminders.own': /*     */ row('own', 'own', 'own', 'own'),
  'statements.read': /*   */ row('all', 'all', 'no', 'no'),
  'statements.write': /*  */ row('all', 'all', 'no', 'no'),

  'rounds.collect': /*    */ row('all', 'all', 'block', 'no'),
  'handovers.read': /*    */ row('all', 'all', 'own', 'no'),
  'handovers.make': /*    */ row('own', 'own', 'own', 'no'),
  'handovers.accept': /*  */ row('all', 'all', 'no', 'no'),
  'receipts.read': /*     */ row('all', 'all', 'block', 'own'),

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

  'log.read': /*          */ row('all', 'all', 'all', 'all'),
  'log.cosign': /*        */ row('all', 'all', 'no', 'no'),

  'book.read': /*         */ row('all', 'all', 'no', 'no'),
  'book.write': /*        */ row('all', 'all', 'no', 'no'),
  'approvals.read': /*    */ row('all', 'all', 'no', 'no'),
  'approvals.decide': /*  */ row('all', 'all', 'no', 'no'),

  'documents.read': /*    */ row('all', 'all', 'all', 'all'),
  'documents.upload': /*  */ row('all', 'all', 'no', 'no'),
  'documents.edit': /*    */ row('all', 'all', 'no', 'no'),
  'documents.delete': /*  */ row('all', 'all', 'no', 'no'),

  'settings.read': /*     */ row('all', 'all', 'all', 'all'),
  'settings.change': /*   */ row('all', 'no', 'no', 'no'),
  'audit.read': /*        */ row('all', 'no', 'no', 'no'),
  'audit.read-money': /*  */ row('all', 'no', 'no', 'no'),
  'pengawas.read': /*     */ row('all', 'all', 'all', 'all'),
  'pengawas.name': /*     */ row('all', 'no', 'no', 'no'),
  'backup.read': /*       */ row('all', 'no', 'no', 'no'),
  'reports.read': /*      */ row('all', 'all', 'block', 'no'),
  'reports.share': /*     */ row('all', 'all', 'no', 'no'),

  'dashboard.ketua': /*   */ row('all', 'no', 'no', 'no'),
  'dashboard.admin': /*   */ row('no', 'all', 'no', 'no'),
  'dashboard.koordinator': row('no', 'no', 'block', 'no'),
  'dashboard.warga': /*   */ row('no', 'no', 'no', 'own'),

  'notifications.own': /* */ row('own', 'own', 'own', 'own'),
  'push.own': /*          */ row('own', 'own', 'own', 'own'),
  'sessions.own': /*      */ row('own', 'own', 'own', 'own'),
  'profile.own-staff': /* */ row('own', 'own', 'own', 'no'),
  'profile.own-warga': /* */ row('no', 'no', 'no', 'own'),
} as const satisfies Record<string, Row>;

/** What a resident may do besides, who is marked as pengawas (auditor): read, decide as a second person, and cosign the log. */
export const pengawasMay: readonly Action[] = [
  'book.read',
  'approvals.read',
  'approvals.decide',
  'audit.read-money',
  'log.cosign',
];

/** Auditors that an estate may have. */
export const maxPengawas = 5;

type SecondPersonCase = 'always' | 'of-earlier-month' | 'above-limit';

/**
 * What takes effect only once a second person has approved it, and when. Nobody decides on their own proposal. The
 * limit is the setting `batasDuaOrang`.
 */
const needsSecondPerson: Record<ApprovalKind, readonly SecondPersonCase[]> = {
  saldo_awal: ['always'],
  pembatalan: ['of-earlier-month', 'above-limit'],
  tutup_buku: ['always'],
  tutup_buku_versi: ['always'],
  pengeluaran: ['above-limit'],
  pembebasan: ['always'],
  pembebasan_akhir: ['always'],
  sistem_lama: ['always'],
};

/** `tanggal` and `jumlah` (rupiah, either sign) of the entry concerned; `limit` 0: none. */
export function isForTwo(
  kind: ApprovalKind,
  entry: { tanggal: string; jumlah: number },
  { today, limit }: { today: string; limit: number },
): boolean {
  const holds: Record<SecondPersonCase, boolean> = {
    always: true,
    'of-earlier-month': entry.tanggal.slice(0, 7) < today.slice(0, 7),
    'above-limit': limit > 0 && Math.abs(entry.jumlah) > limit,
  };
  return needsSecondPerson[kind].some((condition) => holds[condition]);
}

/** Days in which an account decides nothing for one that made it, set its password or changed its role, nor for each other. */
export const strangersAfterDays = 30;

export type Action = keyof typeof policy;

/** Role and mark of a person, or of anybody with that role. */
type Holder = Pick<Actor, 'jenis'> & Partial<Pick<Actor, 'pengawas'>>;

export function can(holder: Holder, action: Action): boolean {
  return reachOf(holder, action) !== 'no';
}

export function reachOf({ jenis, pengawas }: Holder, action: Action): Reach {
  return pengawas && pengawasMay.includes(action) ? 'all' : policy[action][jenis];
}

declare const minted: unique symbol;

export interface Owner {
  user_id: number;
  blok: string | null;
}

/**
 * An actor may access records whose owner has the same value as the actor under the key of the reach. SQL (`scope.ts`),
 * single records (`within`) and socket rooms (`rooms.ts`) are derived from this.
 */
export const reachKeys = ({ user_id, blok }: Owner) => ({ block: blockLetter(blok), own: user_id });

/** The records an actor may access. Only `scopeOf` creates one, after the permission check. */
export type Scope = { readonly [minted]: true } & (
  | { readonly reach: 'all' }
  | { readonly reach: 'block'; readonly key: string }
  | { readonly reach: 'own'; readonly key: number }
);

/** Null without permission. A coordinator without a house may access only their own data. */
export function scopeOf(actor: Actor, action: Action): Scope | null {
  const reach = reachOf(actor, action);
  if (reach === 'no') return null;
  if (reach === 'all') return { reach } as Scope;
  const { block, own } = reachKeys({ user_id: actor.id, blok: actor.blok });
  return (reach === 'block' && block ? { reach, key: block } : { reach: 'own', key: own }) as Scope;
}

/** Must match the WHERE clause of `inScope`. */
export const within = (scope: Scope, owner: Owner): boolean =>
  scope.reach === 'all' || reachKeys(owner)[scope.reach] === scope.key;

export function canOn(actor: Actor, action: Action, owner: Owner): boolean {
  const scope = scopeOf(actor, action);
  return scope !== null && within(scope, owner);
}
