import { isDeepStrictEqual } from 'node:util';
import { unpaid } from '../../../contract/payments.ts';
import type { Role } from '../../../contract/people.ts';
import { can, type Scope } from '../../../contract/policy.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import { fingerprintOfPassword } from '../../database/password-fingerprint.ts';
import type { Tx } from '../../database/write.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { dismissAuditor } from '../auditors/dismiss-auditor.ts';
import { hashPassword } from '../auth/hash-password.ts';
import { endSessions } from '../auth/queries.ts';
import { changedIdentifiers, tellAccount, tellRole } from '../notifications/tell-account.ts';
import { readSettings } from '../settings/queries.ts';
import { type Account, type AccountFields, findAccount, insertAccount, updateAccount } from './queries.ts';
import * as rules from './rules.ts';

export type NewAccount = Pick<
  AccountFields,
  'nama' | 'email' | 'no_hp' | 'blok' | 'jenis' | 'jumlah_keluarga'
> & {
  password: string;
};

/** @param refuse throws a Refusal, in the transaction that creates the account */
export async function createAccount(
  { write, db }: Context,
  actor: Author,
  { password, ...fields }: NewAccount,
  refuse?: (tx: Tx, fields: Omit<NewAccount, 'password'>) => Promise<void>,
) {
  rules.assertMayManage(actor, fields.jenis);
  const { estateName, blockLetters } = await readSettings(db);
  const names = [fields.nama, estateName];
  rules.assertAll(
    () => rules.assertHasBlock(fields.jenis, fields.blok),
    () => rules.assertBlock(actor, fields.blok, blockLetters),
    () => rules.assertStrongEnough(fields.jenis, { password, names, field: 'password' }),
  );
  const password_hash = await hashPassword(password);
  return await write(actor, async (tx) => {
    await refuse?.(tx, fields);
    const account = await insertAccount(tx, { ...fields, password_hash });
    await tx.audit('account.created', 'users', account.id, {
      sesudah: { ...account, sidik_password: fingerprintOfPassword(password_hash) },
    });
    accountTopics(tx, account);
    return { ...account, rumah: 'dihuni' as const, status_bulan_ini: unpaid };
  });
}

export type AccountChanges = Partial<Omit<AccountFields, 'password_hash' | 'foto_profile' | 'pengawas'>> & {
  password?: string | null | undefined;
};

export interface ChangeOptions {
  id: number;
  changes: AccountChanges;
  /** Required role of the account, such as warga for `/api/warga`; otherwise 404. */
  only?: Role;
  /** Further changes of the same account, in the same transaction. */
  also?: ((tx: Tx, account: Account) => Promise<void>) | undefined;
}

export async function changeAccount(
  context: Context,
  actor: Author,
  scope: Scope,
  options: ChangeOptions,
): Promise<Account> {
  const { id, only, also } = options;
  const { password, ...changes } = options.changes;
  const secret = password ? { password_hash: await hashPassword(password) } : null;
  return await context.writeAccount(actor, id, async (tx) => {
    const before = found(await findAccount(tx.db, scope, id));
    if (only && before.jenis !== only) throw new Refusal('not_found');
    const after = { ...before, ...changes };
    rules.assertMayManage(actor, before.jenis, after.jenis);
    rules.assertNotOneself(actor, before, after, password);
    if (mayHandOver(before) && !mayHandOver(after)) await rules.refuseHolder(tx);
    const isDismissed = rules.endsMark(before, after);
    if (isDismissed) rules.assertMayDismiss(actor);
    const { estateName, blockLetters } = await readSettings(tx.db);
    const names = [after.nama, estateName];
    rules.assertAll(
      () => rules.assertHasBlock(after.jenis, after.blok),
      // Forms always send the house. An unchanged one stays valid after the estate has removed its block letter.
      () => after.blok !== before.blok && rules.assertBlock(actor, after.blok, blockLetters),
      () => password && rules.assertStrongEnough(after.jenis, { password, names, field: 'password' }),
    );
    if (!password && isDeepStrictEqual(before, after)) {
      await also?.(tx, before);
      if (also) accountTopics(tx, before);
      return before;
    }
    const mark = isDismissed ? { pengawas: 0 as const } : {};
    const account = await updateAccount(tx, { ...changes, ...secret, ...mark });
    await tx.audit('account.changed', 'users', id, {
      sebelum: before,
      sesudah: { ...account, ...(secret ? toldOf(secret) : {}) },
    });
    const identifiers = changedIdentifiers(before, account);
    await tellAccount(tx, actor, id, password ? ['Password', ...identifiers] : identifiers);
    await tellRole(tx, actor, before, account);
    if (account.status === 'inactive' || password) await endSessions(tx);
    if (isDismissed) await dismissAuditor(tx, actor, account, 'diubah');
    if (account.jenis !== before.jenis || account.blok !== before.blok)
      tx.after({ kind: 'rooms-changed', userId: id });
    await also?.(tx, account);
    accountTopics(tx, before, account);
    return account;
  });
}

const mayHandOver = ({ jenis }: Pick<Account, 'jenis'>) => can({ jenis }, 'handovers.make');

const toldOf = ({ password_hash }: { password_hash: string }) => ({
  password: 'diubah',
  sidik_password: fingerprintOfPassword(password_hash),
});

type Shown = Pick<Account, 'id' | 'nama' | 'blok'> & Partial<Pick<Account, 'jenis' | 'pengawas'>>;

/** Announces every topic whose lists show a person's name or house, or who may decide. */
export function accountTopics(tx: Tx, ...states: readonly Shown[]): void {
  for (const { id: user_id, blok } of states) {
    tx.changed(['residents', 'payments', 'complaints', 'reports'], { user_id, blok });
  }
  tx.changed(['officers', 'dashboard']);
  const decides = ({ jenis = 'warga', pengawas = 0 }: Shown) => jenis !== 'warga' || Boolean(pengawas);
  if (states.some(decides)) tx.changed(['approvals', 'rounds']);
  const changed = (field: 'nama' | 'blok') => new Set(states.map((state) => state[field])).size > 1;
  if (changed('nama') || changed('blok')) {
    tx.changed(['posts', 'cash-book']);
  }
  if (changed('nama')) {
    tx.changed(['expenses', 'documents']);
  }
}
