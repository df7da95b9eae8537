import type { Tx } from '../../database/write.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { incomeTopics } from './changes.ts';
import { findAnyPayment, takeBack } from './queries.ts';
import { tellPayer } from './review-payment.ts';

/**
 * A confirmed payment becomes rejected, with the reason; its month is free again, and the payer is told.
 * @throws Refusal 403 for an own payment, 409 if it is not confirmed any more
 */
export async function reversePayment(tx: Tx, id: number, alasan: string, by: number): Promise<void> {
  const before = found(await findAnyPayment(tx.db, id));
  if (before.user_id === by) throw new Refusal('own_payment');
  if (!(await takeBack(tx, id, { catatan: alasan, by }))) throw new Refusal('entry_reversed');
  const after = found(await findAnyPayment(tx.db, id));
  await tx.audit({
    aksi: 'payment.reversed',
    entitas: 'payments',
    entitas_id: id,
    sebelum: { status: before.status, catatan: before.catatan },
    sesudah: { status: after.status, catatan: alasan },
  });
  await tellPayer(tx, after);
  incomeTopics(tx, after);
}
