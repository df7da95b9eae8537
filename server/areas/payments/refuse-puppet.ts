import { can, canOn } from '../../../contract/policy.ts';
import type { Author } from '../../database/author.ts';
import type { Tx } from '../../database/write.ts';
import { Refusal } from '../../http/refusal.ts';
import { findControl } from '../approvals/queries.ts';
import { findPayer, listReviewers } from './reviewer-queries.ts';

/**
 * Refuses decisions about payments of a person who lately created the actor's account, set its password or changed its
 * role. If the actor did that to the payer, only payments of officers are refused, and only while another officer can
 * decide: officers create the accounts of residents and confirm their dues every day.
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
