/** SQL as somebody with a database tool would send it: triggers and foreign keys are switched off, and on again. */
import { sql } from 'kysely';
import { type TestApp } from './app.ts';
import { onPostgres } from './databases.ts';

export async function tamper({ context }: TestApp, ...statements: string[]): Promise<void> {
  const { writer } = context.database;
  const run = (statement: string) => sql.raw(statement).execute(writer);
  if (onPostgres) {
    await writer.transaction().execute(async (tx) => {
      await sql`SET LOCAL session_replication_role = 'replica'`.execute(tx);
      for (const statement of statements) await sql.raw(statement).execute(tx);
    });
    return;
  }
  const { rows } = await sql<{ name: string; sql: string }>`SELECT name, sql FROM sqlite_master
    WHERE type = 'trigger'`.execute(writer);
  await run('PRAGMA foreign_keys = OFF');
  for (const { name } of rows) await run(`DROP TRIGGER ${name}`);
  for (const statement of statements) await run(statement);
  for (const trigger of rows) await run(trigger.sql);
  await run('PRAGMA foreign_keys = ON');
}
