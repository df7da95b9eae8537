import { sql } from 'kysely';
import { expect } from 'vitest';
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
