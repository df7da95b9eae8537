import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** Two of them are equal exactly if nothing was committed meanwhile that a table shows. */
export async function stateOf({ database }: Context): Promise<unknown> {
  if (database.dialect.name === 'sqlite') {
    // counts the commits of other connections, and the writing one is another
    return (await sql`PRAGMA data_version`.execute(database.read)).rows;
  }
  tables ??= (
    await sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`.execute(
      database.read,
    )
  ).rows;
  const sums = tables.map(
    ({ name }) => sql`SELECT ${sql.lit(name)} AS name, count(*) AS rows,
      sum(hashtextextended(each::text, 0))::text AS digest FROM ${sql.table(name)} AS each`,
  );
  return (await sql`${sql.join(sums, sql` UNION ALL `)}`.execute(database.read)).rows;
}

let tables: { name: string }[] | undefined;
