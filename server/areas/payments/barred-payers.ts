import { refusals } from '../../../contract/messages.ts';
import { canReview, type MonthRow, unpaid } from '../../../contract/payments.ts';
import type { Actor } from '../../../contract/people.ts';
import { canOn } from '../../../contract/policy.ts';
import type { Moment } from '../../database/write.ts';
import { Refusal } from '../../http/refusal.ts';
import { areOnePerson, findControlsAround } from '../approvals/queries.ts';
import { listOfficers } from './reviewer-queries.ts';

type Why = 'own_payment' | 'same_person_payment';
export type Barred = ReadonlyMap<number, Why>;

/**
 * Whose payments a person may not decide: the own ones, and those of a person who lately created their account, set its
 * password or changed its role. If they did that to the payer, only payments of officers are barred, and only while
 * another officer can decide: officers create the accounts of residents and confirm their dues every day.
 */
export async function listBarred({ db, now }: Moment, person: number): Promise<Barred> {
  const officers = await listOfficers(db);
  const ids = officers.map(({ id }) => id);
  const barred: [number, Why][] = [];
  for (const { by, over } of await findControlsAround(db, person, ids, now)) {
    const payer = officers.find(({ id }) => id === over);
    const others = officers.filter(({ id, isActive }) => isActive && id !== person && id !== over);
    if (over === person) barred.push([by, 'same_person_payment']);
    else if (payer && others.some((one) => mayReview(one, payer))) barred.push([over, 'same_person_payment']);
  }
  return new Map([...barred, [person, 'own_payment']]);
}

type Officer = Awaited<ReturnType<typeof listOfficers>>[number];

const mayReview = (officer: Officer, { id, blok }: Officer) =>
  canOn({ ...officer, pengawas: false, sessionId: 0 }, 'payments.review', { user_id: id, blok });

/** @throws Refusal 403 own_payment, same_person_payment */
export async function refuseBarred(at: Moment, person: number, payer: number): Promise<void> {
  const areStrangers = payer !== person && !(await areOnePerson(at.db, person, payer, at.now));
  if (areStrangers) return; // nearly always; what all officers did to each other need not be read
  const refusal = (await listBarred(at, person)).get(payer);
  if (refusal) throw new Refusal(refusal);
}

export type Payable = Pick<MonthRow, 'user_id' | 'blok' | 'status'>;

/** What the first of these payers that is barred would be refused with. */
export function obstacleIn(barred: Barred, payers: readonly { user_id: number }[]): string | null {
  const [first] = payers.flatMap(({ user_id }) => barred.get(user_id) ?? []);
  return first ? refusals[first].message : null;
}

/** Adds `halangan`: what deciding or recording the payment would be refused with, for those whose role and block permit it. */
export async function withObstacles<Row extends Payable>(at: Moment, actor: Actor, rows: readonly Row[]) {
  const barred = await listBarred(at, actor.id);
  return rows.map((row) => ({
    ...row,
    halangan: mayAct(actor, row) ? obstacleIn(barred, [row]) : null,
  }));
}

const mayAct = (actor: Actor, row: Payable) =>
  (canReview(row) && canOn(actor, 'payments.review', row)) ||
  (row.status === unpaid && canOn(actor, 'payments.record', row));
