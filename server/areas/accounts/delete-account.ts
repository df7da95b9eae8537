/** Removing a person: out of every list and signed out; what they paid stays, what waits is closed (decisions §6). */
import { waiting } from '../../../contract/payments.ts';
import type { Actor, Role } from '../../../contract/people.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { Context } from '../../platform/context.ts';
import { markDeleted } from '../../platform/db/mark-deleted.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import { endSessions } from '../auth/queries.ts';
import { closeWaiting } from '../payments/queries.ts';
import { claimAccount, countActiveKetua } from './queries.ts';
import * as rules from './rules.ts';
import { accountTopics } from './save-account.ts';

const closingNote = 'Ditutup karena akun warga dihapus.';

/** @throws Refusal 404 out of scope, 403 for oneself or a role beyond one's own, 409 for the last ketua */
export async function deleteAccount(
  { write }: Context,
  actor: Actor,
  scope: Scope,
  target: { id: number; only?: Role },
) {
  const { id, only } = target;
  await write(actor, async (tx) => {
    await tx.dialect.serialize(tx.db, 'last-ketua');
    const before = found(await claimAccount(tx, scope, id));
    if (only && before.jenis !== only) throw new Refusal('not_found');
    rules.assertMayManage(actor, before.jenis);
    rules.assertNotOneself(actor, before, null);
    if (rules.losesKetua(before, null) && (await countActiveKetua(tx.db)) === 1)
      throw new Refusal('last_ketua');
    await markDeleted(tx, 'users', id, actor.id);
    await endSessions(tx, id);
    await tx.audit({ aksi: 'account.deleted', entitas: 'users', entitas_id: id, sebelum: before });
    for (const payment of await closeWaiting(tx, id, { by: actor.id, catatan: closingNote })) {
      await tx.audit({
        aksi: 'payment.rejected',
        entitas: 'payments',
        entitas_id: payment.id,
        sebelum: { status: waiting },
        sesudah: { status: 'ditolak', catatan: closingNote },
      });
    }
    accountTopics(tx, before);
  });
}
