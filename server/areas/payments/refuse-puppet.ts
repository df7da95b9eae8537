import { can, canOn } from '../../../contract/policy.ts';
import type { Actor } from '../../../contract/people.ts';
import type { Db } from '../../database/open.ts';
import type { Moment } from '../../database/write.ts';
import { Refusal } from '../../http/refusal.ts';
import { findControl } from '../approvals/queries.ts';
import { findPayer, listReviewers } from './reviewer-queries.ts';

/**
 * Refuses decisions about payments of a person who lately created the actor's account, set its password or changed its
 * role. If the actor did that to the payer, only payments of officers are refused, and only while another officer can
 * decide: officers create the accounts of residents and confirm their dues every day.
 * @throws Refusal 403 same_person_payment
 */
export async function refusePuppet(at: Moment, actor: Pick<Actor, 'id'>, payerId: number): Promise<void> {
  if (await isPuppet(at.db, actor.id, payerId, at.now)) throw new Refusal('same_person_payment');
}

export async function isPuppet(db: Db, actorId: number, payerId: number, now: string): Promise<boolean> {
  const control = await findControl(db, actorId, payerId, now);
  if (control.length === 0) return false;
  if (control.some(({ by }) => by === payerId)) return true;
  const payer = await findPayer(db, payerId);
  if (!payer || !can(payer, 'payments.review')) return false;
  const reviewers = await listReviewers(db, { except: [actorId, payerId] });
  const owner = { user_id: payerId, blok: payer.blok };
  return reviewers.some((one) => canOn({ ...one, pengawas: false, sessionId: 0 }, 'payments.review', owner));
}
