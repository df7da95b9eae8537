/**
 * Reads statements in a process of its own, within bounds: if it runs out of memory or time, only that import fails. A
 * thread that runs out of memory at once would take the whole server with it.
 */
import pLimit from 'p-limit';
import Tinypool from 'tinypool';
import type { Statement } from '../../bank/parse-statement.ts';
import { type Problem, tooHeavy } from '../../bank/problem.ts';
import type { Order } from '../../bank/reader.ts';
import { limitPerUser } from '../../http/limits/body-slots.ts';

const { PATH, SystemRoot, NODE_COMPILE_CACHE } = process.env;
const reader = new Tinypool({
  filename: new URL('../../bank/reader.ts', import.meta.url).href,
  runtime: 'child_process',
  serialization: 'advanced',
  // 20,000 lines as XLSX take 100 MB.
  execArgv: ['--max-old-space-size=160'],
  // Without secrets, in case a file exploits a parser.
  env: { PATH, SystemRoot, NODE_COMPILE_CACHE } as Record<string, string>,
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 10_000,
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
    return (await reader.run(order, { signal })) as Statement | Problem;
  } catch (error) {
    if (signal.aborted || (error as Error).message === 'Worker exited unexpectedly') return tooHeavy;
    throw error;
  }
}
