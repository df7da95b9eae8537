import type { Moment, Tx } from '../../database/write.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { releaseLine } from '../statements/release-line.ts';
import { refuseBarred } from './barred-payers.ts';
import { incomeTopics } from './changes.ts';
import { findAnyPayment, payerOf, takeBack } from './queries.ts';
import { tellPayer } from './review-payment.ts';

/**
 * A confirmed payment becomes rejected, with the reason; its month is free again, and the payer is told.
 * @throws Refusal 409 if it is not confirmed any more
 */
export async function reversePayment(
  tx: Tx,
  id: number,
  alasan: string,
  { by }: { by: number },
): Promise<void> {
  const before = found(await findAnyPayment(tx.db, id));
  if (!(await takeBack(tx, id, { catatan: alasan, by }))) throw new Refusal('entry_reversed');
  const after = found(await findAnyPayment(tx.db, id));
  await tx.audit('payment.reversed', 'payments', id, {
    sebelum: { status: before.status, catatan: before.catatan },
    sesudah: { status: after.status, catatan: alasan },
  });
  await releaseLine(tx, after.id);
  await tellPayer(tx, [after], true);
  incomeTopics(tx, after);
}

/** Until the transaction ends the payer is not erased. */
export async function keepPayer(tx: Tx, id: number): Promise<void> {
  await tx.dialect.forShare(payerOf(tx.db, id)).execute();
}

/** @throws Refusal 403 if they paid it, or are no other person than who did */
export async function refuseOwnPayment(at: Moment, id: number, person: number): Promise<void> {
  const { user_id } = found(await findAnyPayment(at.db, id));
  await refuseBarred(at, person, user_id);
}
