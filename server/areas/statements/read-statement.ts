/** Reads statements in a thread, within bounds: if it runs out of memory or time, only that import fails. */
import pLimit from 'p-limit';
import Tinypool from 'tinypool';
import { limitPerUser } from '../../http/limits/body-slots.ts';
import type { Statement } from '../../bank/parse-statement.ts';
import { type Problem, tooHeavy } from '../../bank/problem.ts';
import type { Order } from '../../bank/thread.ts';

const thread = new Tinypool({
  filename: new URL('../../bank/thread.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 10_000,
  // 20,000 lines as XLSX take 100 MB.
  resourceLimits: { maxOldGenerationSizeMb: 160 },
});
/** Milliseconds, far above the time on slow machines. */
const longest = 30_000;

/** Fair queue: one statement per user at a time. */
const ofOne = limitPerUser(1);
const ofAll = pLimit(1);

export const readStatement = (userId: number, order: Order): Promise<Statement | Problem> =>
  ofOne(userId)(() => ofAll(() => read(order)));

async function read(order: Order): Promise<Statement | Problem> {
  const signal = AbortSignal.timeout(longest);
  try {
    return (await thread.run(order, { signal })) as Statement | Problem;
  } catch (error) {
    const { code } = error as { code?: string };
    if (signal.aborted || code === 'ERR_WORKER_OUT_OF_MEMORY') return tooHeavy;
    throw error;
  }
}
