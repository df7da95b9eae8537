import { can, canOn } from '../../../contract/policy.ts';
import type { Author } from '../../database/author.ts';
import type { Tx } from '../../database/write.ts';
import { Refusal } from '../../http/refusal.ts';
import { findControl } from '../approvals/queries.ts';
import { findPayer, listReviewers } from './reviewer-queries.ts';

/**
 * Two accounts are not two people: nobody decides about a payment of whoever made their account, set its password or
 * changed its role lately. The other way round it holds for payers who review payments themselves, as long as another
 * officer is there to do it: officers make the accounts of residents, whose dues they confirm every day, and a resident's
 * account gives no say over money.
 * @throws Refusal 403 same_person_payment
 */
export async function refusePuppet(tx: Tx, actor: Author, payerId: number): Promise<void> {
  const control = await findControl(tx.db, actor.id, payerId, tx.now);
  if (control.length === 0) return;
  if (control.some(({ by }) => by === payerId)) throw new Refusal('same_person_payment');
  const payer = await findPayer(tx.db, payerId);
  if (!payer || !can(payer, 'payments.review')) return;
  const reviewers = await listReviewers(tx.db, { except: [actor.id, payerId] });
  const owner = { user_id: payerId, blok: payer.blok };
  if (reviewers.some((one) => canOn({ ...one, pengawas: false, sessionId: 0 }, 'payments.review', owner)))
    throw new Refusal('same_person_payment');
}
