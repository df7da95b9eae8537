import { type Selectable, sql } from 'kysely';
import { refusals } from '../../../contract/messages.ts';
import { blockSortKey } from '../../../contract/people.ts';
import type { Scope } from '../../../contract/policy.ts';
import { markDeleted } from '../../database/mark-deleted.ts';
import { auditedColumns } from '../../database/note-state.ts';
import type { Db } from '../../database/open.ts';
import type { Schema } from '../../database/schema.ts';
import { inScope } from '../../database/scope.ts';
import type { AccountTx, Tx } from '../../database/write.ts';
import { Refusal } from '../../http/refusal.ts';
import { recordDebtorChange } from './debtor-queries.ts';

export function findAccount(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('users')
    .select(auditedColumns)
    .where('id', '=', id)
    .where('dihapus_pada', 'is', null)
    .where(inScope(scope))
    .executeTakeFirst();
}
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

export async function findPhoto(db: Db, id: number): Promise<string | null> {
  const { foto_profile } = await db
    .selectFrom('users')
    .select('foto_profile')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return foto_profile;
}

/** @param potret a file that is already named, or null; the former one is removed from storage by the sweep. */
export async function replacePortrait(tx: AccountTx, potret: string | null): Promise<void> {
  const former = await tx.db
    .selectFrom('users')
    .select('potret')
    .where('id', '=', tx.account)
    .executeTakeFirstOrThrow();
  await tx.db.updateTable('users').set({ potret }).where('id', '=', tx.account).execute();
  if (former.potret) await tx.db.deleteFrom('files').where('nama', '=', former.potret).execute();
}

export async function isPortrait(db: Db, potret: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('potret', '=', potret)
    .where('dihapus_pada', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export type AccountFields = Pick<
  Selectable<Schema['users']>,
  | 'nama'
  | 'email'
  | 'no_hp'
  | 'blok'
  | 'jenis'
  | 'status'
  | 'jumlah_keluarga'
  | 'pengawas'
  | 'password_hash'
  | 'foto_profile'
>;

/** When the estate got its first account. */
export async function findFirstAccount(db: Db): Promise<string | null> {
  const { first } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.min('created_at').as('first'))
    .executeTakeFirstOrThrow();
  return first;
}

/** An active account of the house; `A1` and `A01` are one. */
export function findOfHouse(db: Db, blok: string | null) {
  return db
    .selectFrom('users')
    .select('nama')
    .where('urutan_blok', '=', blockSortKey(blok))
    .where('status', '=', 'active')
    .where('dihapus_pada', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

export async function insertAccount(
  tx: Tx,
  fields: Omit<AccountFields, 'foto_profile' | 'pengawas' | 'status'>,
): Promise<Account> {
  await refuseBothTaken(tx, fields);
  const account = await tx.db
    .insertInto('users')
    .values({ ...fields, urutan_blok: blockSortKey(fields.blok), status: 'active', created_at: tx.now })
    .returning(auditedColumns)
    .executeTakeFirstOrThrow();
  await recordDebtorChange(tx, account.id);
  return account;
}

/**
 * Sets `created_at` to itself, because an UPDATE needs a column. Not `id`: SQLite would then search all tables for rows
 * that refer to the account, which takes a second in an old estate.
 */
export async function updateAccount(tx: AccountTx, changes: Partial<AccountFields>): Promise<Account> {
  await refuseBothTaken(tx, changes, tx.account);
  const sorted = changes.blok === undefined ? {} : { urutan_blok: blockSortKey(changes.blok) };
  const account = await tx.db
    .updateTable('users')
    .set({ ...changes, ...sorted, created_at: sql.ref('created_at') })
    .where('id', '=', tx.account)
    .returning(auditedColumns)
    .executeTakeFirstOrThrow();
  await recordDebtorChange(tx, tx.account);
  return account;
}

/** A violated unique index names one field only. @throws Refusal 409 with both */
async function refuseBothTaken(
  tx: Tx,
  { email, no_hp }: Partial<AccountFields>,
  account?: number,
): Promise<void> {
  if (!email || !no_hp) return;
  const others = await tx.db
    .selectFrom('users')
    .select(['email', 'no_hp'])
    .where('dihapus_pada', 'is', null)
    .where((eb) => eb.or([eb('email', '=', email), eb('no_hp', '=', no_hp)]))
    .$if(account !== undefined, (query) => query.where('id', '<>', account ?? 0))
    .execute();
  if (others.some((one) => one.email === email) && others.some((one) => one.no_hp === no_hp))
    throw new Refusal('email_taken', {
      message: 'Email dan No HP sudah digunakan akun lain.',
      errors: { email: refusals.email_taken.message, no_hp: refusals.phone_taken.message },
    });
}

export async function removeAccount(tx: AccountTx, by: number | null): Promise<void> {
  await tx.db.updateTable('users').set({ pengawas: 0 }).where('id', '=', tx.account).execute();
  await markDeleted(tx, 'users', tx.account, by);
  await replacePortrait(tx, null);
  await recordDebtorChange(tx, tx.account);
}
