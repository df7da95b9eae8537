import type { Handover, ListedHandover } from '../../../contract/handovers.ts';
import type { Context } from '../../context.ts';
import { findObstacle } from '../approvals/find-obstacle.ts';
import { listOthersWhoMay } from '../approvals/queries.ts';

/** With why the reader cannot accept it. */
export async function presentHandover(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  reader: number,
  handover: Handover,
): Promise<ListedHandover> {
  const { status, dari_id: by } = handover;
  if (status !== 'menunggu') return { ...handover, halangan: null };
  const others = await listOthersWhoMay(db, 'handovers.accept', by);
  const question = { reader, by, others, verb: 'menerima', now: clock().toISOString() } as const;
  return { ...handover, halangan: await findObstacle(db, { ...question, timeZone: config.timeZone }) };
}
