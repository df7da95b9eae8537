/** SQL that creates, changes and removes accounts: shared by residents, officers and profile. */
import { sql } from 'kysely';
import { blockSortKey, type Role } from '../../../contract/people.ts';
import type { Scope } from '../../../contract/policy.ts';
import { hold } from '../../platform/db/hold.ts';
import type { Db } from '../../platform/db/open.ts';
import { inScope } from '../../platform/db/scope.ts';
import type { Tx } from '../../platform/db/write.ts';

/** Everything of an account but its secrets: what the audit log keeps. */
const columns = [
  'id',
  'nama',
  'email',
  'no_hp',
  'blok',
  'jenis',
  'status',
  'jumlah_keluarga',
  'created_at',
] as const;

export function findAccount(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('users')
    .select(columns)
    .where('id', '=', id)
    .where('dihapus_pada', 'is', null)
    .where(inScope(scope))
    .executeTakeFirst();
}
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

export async function claimAccount(tx: Tx, scope: Scope, id: number): Promise<Account | undefined> {
  await hold(tx, 'users', id);
  return await findAccount(tx.db, scope, id);
}

/** A data URL. */
export async function findPhoto(db: Db, id: number): Promise<string | null> {
  const { foto_profile } = await db
    .selectFrom('users')
    .select('foto_profile')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return foto_profile;
}

export interface AccountFields {
  nama: string;
  email: string;
  no_hp: string | null;
  blok: string | null;
  jenis: Role;
  status: 'active' | 'inactive';
  jumlah_keluarga: number | null;
  password_hash: string;
  foto_profile: string | null;
}

/** @throws Refusal email_taken or phone_taken, by the unique indexes */
export function insertAccount(
  tx: Tx,
  fields: Omit<AccountFields, 'foto_profile' | 'status'>,
): Promise<Account> {
  return tx.db
    .insertInto('users')
    .values({ ...fields, urutan_blok: blockSortKey(fields.blok), status: 'active', created_at: tx.now })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** @throws Refusal email_taken or phone_taken, by the unique indexes */
export function updateAccount(tx: Tx, id: number, changes: Partial<AccountFields>): Promise<Account> {
  const sorted = changes.blok === undefined ? {} : { urutan_blok: blockSortKey(changes.blok) };
  const isSet = changes.status !== undefined || changes.jenis !== undefined;
  return tx.db
    .updateTable('users')
    .set({ ...changes, ...sorted, ...(isSet ? { status_diatur: tx.now } : {}), id: sql.ref('id') })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function countActiveKetua(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('jenis', '=', 'ketua')
    .where('status', '=', 'active')
    .where('dihapus_pada', 'is', null)
    .executeTakeFirstOrThrow();
  return total;
}
