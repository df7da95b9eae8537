import { waiting } from '../../../contract/payments.ts';
import type { Role } from '../../../contract/people.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import type { AccountTx } from '../../database/write.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { dismissAuditor } from '../auditors/dismiss-auditor.ts';
import { endSessions } from '../auth/queries.ts';
import { closeWaiting } from '../payments/queries.ts';
import { type Account, findAccount, removeAccount } from './queries.ts';
import * as rules from './rules.ts';
import { accountTopics } from './save-account.ts';

const closingNote = 'Ditutup karena akun warga dihapus.';

export async function deleteAccount(
  { writeAccount }: Context,
  actor: Author,
  scope: Scope,
  target: { id: number; only?: Role },
): Promise<Account> {
  const { id, only } = target;
  return await writeAccount(actor, id, async (tx) => {
    const before = found(await findAccount(tx.db, scope, id));
    if (only && before.jenis !== only) throw new Refusal('not_found');
    rules.assertMayManage(actor, before.jenis);
    rules.assertNotOneself(actor, before, null);
    if (before.pengawas) rules.assertMayDismiss(actor);
    await rules.refuseHolder(tx);
    await deleteWithin(tx, before, actor.id);
    if (before.pengawas) await dismissAuditor(tx, actor, before, 'dihapus');
    return before;
  });
}

/** @param by null if the system repeats an erasure */
export async function deleteWithin(tx: AccountTx, before: Account, by: number | null): Promise<void> {
  const { id } = before;
  await removeAccount(tx, by);
  await endSessions(tx);
  await tx.audit('account.deleted', 'users', id, { sebelum: before });
  for (const payment of await closeWaiting(tx, id, by, closingNote)) {
    await tx.audit('payment.rejected', 'payments', payment.id, {
      sebelum: { status: waiting },
      sesudah: { status: 'ditolak', catatan: closingNote },
    });
  }
  accountTopics(tx, before);
}
