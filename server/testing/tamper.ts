import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Database } from '../database/open.ts';
import type { TestApp } from './app.ts';

/** SQL as somebody with a database tool would send it. */
export async function tamper({ context }: TestApp, ...statements: string[]): Promise<void> {
  await unguarded(context, async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  });
}

/** Triggers and foreign keys are switched off, and on again. */
export async function unguarded(
  { database: { dialect, writer } }: Context,
  work: (db: Database['writer']) => Promise<void>,
): Promise<void> {
  if (dialect.name === 'postgres') {
    await writer.transaction().execute(async (tx) => {
      await sql`SET LOCAL session_replication_role = 'replica'`.execute(tx);
      await work(tx);
    });
    return;
  }
  const run = (statement: string) => sql.raw(statement).execute(writer);
  const { rows } = await sql<{ name: string; sql: string }>`SELECT name, sql FROM sqlite_master
    WHERE type = 'trigger'`.execute(writer);
  await run('PRAGMA foreign_keys = OFF');
  for (const { name } of rows) await run(`DROP TRIGGER ${name}`);
  await work(writer);
  for (const trigger of rows) await run(trigger.sql);
  await run('PRAGMA foreign_keys = ON');
}
