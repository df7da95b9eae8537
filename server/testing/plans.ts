import { CompiledQuery, type Kysely } from 'kysely';
import type { Db } from '../database/open.ts';
import type { Schema } from '../database/schema.ts';
import { onPostgres } from './databases.ts';

/** How the database reads what `work` asks for. */
export async function plansOf(reader: Db, work: (db: Db) => Promise<unknown>): Promise<string> {
  const db = reader as Kysely<Schema>;
  const asked: CompiledQuery[] = [];
  await work(
    db.withPlugin({
      transformQuery: ({ node, queryId }) => {
        asked.push(db.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    }),
  );
  const explain = onPostgres ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN';
  const plans = asked.map(({ sql, parameters }) =>
    db.executeQuery<Record<string, string>>(CompiledQuery.raw(`${explain} ${sql}`, [...parameters])),
  );
  const steps = (await Promise.all(plans)).flatMap(({ rows }) => rows);
  return steps.map((row) => row.detail ?? row['QUERY PLAN']).join('\n');
}
