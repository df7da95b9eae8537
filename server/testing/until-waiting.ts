import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Tx } from '../database/write.ts';
import { type TestApp } from './app.ts';
import { onPostgres } from './databases.ts';
import { eventually } from './eventually.ts';

/** Until so many transactions wait for a lock; on SQLite, where one writes after the other, at once. */
export async function untilWaiting({ context: { db } }: TestApp, count: number): Promise<void> {
  if (!onPostgres) return;
  const waiting = sql`SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await eventually(async () => expect((await waiting.execute(db)).rows).toHaveLength(count));
}

/**
 * A transaction that has done `work` and does not end, so that others wait for what it locks.
 * @returns ends it
 */
export async function hold(
  { context }: TestApp,
  work: (tx: Tx) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = context.write('system', async (tx) => {
    await work(tx);
    begun.resolve();
    await end.promise;
  });
  await Promise.race([begun.promise, held]);
  return async () => {
    end.resolve();
    await held;
  };
}
