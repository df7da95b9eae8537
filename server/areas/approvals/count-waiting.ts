import type { Db } from '../../database/open.ts';
import { concerns } from './find-obstacle.ts';
import { refuserOf } from './present-proposal.ts';
import { areOnePerson, listOpenOfOthers } from './queries.ts';

/** Open proposals that this person may decide: those of which the list names no obstacle. */
export async function countWaitingFor(db: Db, decider: number, now: string): Promise<number> {
  const related = new Map<number, boolean>();
  let waiting = 0;
  for (const proposal of await listOpenOfOthers(db, decider)) {
    const by = proposal.diajukan_oleh;
    const isRelated = related.get(by) ?? (await areOnePerson(db, decider, by, now));
    related.set(by, isRelated);
    if (isRelated) continue;
    if ((await concerns({ refuse: refuserOf(proposal, { db, now }) }, decider)) === null) waiting += 1;
  }
  return waiting;
}
