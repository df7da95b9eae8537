import type { Db } from '../../database/open.ts';
import { concerns } from './find-obstacle.ts';
import { kinds } from './present-proposal.ts';
import { areOnePerson, listOpenOfOthers } from './queries.ts';

/** Open proposals that this person may decide: those of which the list names no obstacle. */
export async function countWaitingFor(db: Db, decider: number, now: string): Promise<number> {
  const related = new Map<number, boolean>();
  let waiting = 0;
  for (const { jenis, permintaan, diajukan_oleh: by } of await listOpenOfOthers(db, decider)) {
    const isRelated = related.get(by) ?? (await areOnePerson(db, decider, by, now));
    related.set(by, isRelated);
    if (isRelated) continue;
    const refuse = (id: number) =>
      Promise.resolve(kinds[jenis].refuseDecider?.({ db, now }, JSON.parse(permintaan) as never, id));
    if ((await concerns({ refuse }, decider)) === null) waiting += 1;
  }
  return waiting;
}
