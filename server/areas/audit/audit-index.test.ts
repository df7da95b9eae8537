/** Lists of the audit leave out the rows that the book shows itself: in an old estate they are nearly all. */
import { CompiledQuery, type Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moneySubjects } from '../../../contract/audit.ts';
import type { Schema } from '../../database/schema.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { onPostgres } from '../../testing/databases.ts';
import { type AuditFilter, listAudit } from './queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());

/** How SQLite reads what `work` asks for. */
async function plansOf(work: (db: Kysely<Schema>) => Promise<unknown>): Promise<string> {
  const db = app.context.db as Kysely<Schema>;
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
  const plans = asked.map(({ sql, parameters }) =>
    db.executeQuery<{ detail: string }>(CompiledQuery.raw(`EXPLAIN QUERY PLAN ${sql}`, [...parameters])),
  );
  return (await Promise.all(plans)).flatMap(({ rows }) => rows.map(({ detail }) => detail)).join('\n');
}

test.runIf(!onPostgres).each<[what: string, filter: AuditFilter]>([
  ['everything', {}],
  ['what changed money', { entitas: moneySubjects }],
])('SQLite reads %s through the index without them', async (_, filter) => {
  const plan = await plansOf((db) => listAudit(db, filter));
  expect(plan).toContain('audit USING INDEX audit_told');
  expect(plan).not.toContain('TEMP B-TREE FOR ORDER BY');
});
