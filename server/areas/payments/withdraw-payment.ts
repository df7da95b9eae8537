import { waiting } from '../../../contract/payments.ts';
import { successes } from '../../../contract/successes.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { paymentTopics } from './changes.ts';
import { listOwnOf } from './group-queries.ts';
import { findOwn, withdraw } from './queries.ts';

interface Withdrawal {
  id: number;
  /** All payments of this proof, not just the one with `id`. */
  kelompok?: number | undefined;
}

/**
 * Soft delete: rows and proofs of money are never destroyed.
 * @throws Refusal 409 for a confirmed payment; for a proof of which staff decided a month, without deleting any
 */
export async function withdrawPayment({ write }: Context, actor: Author, { id, kelompok }: Withdrawal) {
  await write(actor, async (tx) => {
    const payment = found(await findOwn(tx.db, actor.id, id));
    if (kelompok !== undefined && kelompok !== payment.kelompok)
      throw new Refusal('payment_group_changed', { data: payment });
    const several = kelompok === undefined ? undefined : await listOwnOf(tx.db, actor.id, kelompok);
    if (several?.length === 0) throw new Refusal('not_found'); // withdrawn since it was read
    for (const one of several ?? [id]) {
      const before = found(await findOwn(tx.db, actor.id, one));
      const status = await withdraw(tx, actor.id, one);
      const data = status ? before : found(await findOwn(tx.db, actor.id, one)); // 404 if a concurrent request withdrew it
      if (several && status !== waiting) throw new Refusal('payment_group_decided', { data });
      if (!status) throw new Refusal('payment_confirmed', { data });
      await tx.audit('payment.withdrawn', 'payments', one, { sebelum: before });
    }
    paymentTopics(tx, { user_id: actor.id, blok: actor.blok });
  });
  return { message: successes.paymentDeleted };
}
