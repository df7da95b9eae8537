/** What would be read in whole in an old estate is found through an index. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moneySubjects } from '../contract/audit.ts';
import { scopeOf } from '../contract/policy.ts';
import { updateAccount } from './areas/accounts/queries.ts';
import { type AuditFilter, listAudit } from './areas/audit/queries.ts';
import { listBook } from './areas/cash-book/queries.ts';
import { listReversals, sumReversals } from './areas/lpj/queries.ts';
import { makeApp, type TestApp } from './testing/app.ts';
import { onPostgres } from './testing/databases.ts';
import { plansOf } from './testing/plans.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());

test.runIf(!onPostgres).each<[what: string, filter: AuditFilter]>([
  ['everything', {}],
  ['what changed money', { entitas: moneySubjects }],
])('SQLite reads %s in the audit without the rows that the book shows itself', async (_, filter) => {
  const plan = await plansOf(app.context.db, (db) => listAudit(db, filter));
  expect(plan).toContain('audit USING INDEX audit_told');
  expect(plan).not.toContain('TEMP B-TREE FOR ORDER BY');
});

test.runIf(!onPostgres)('SQLite reads the reversals of a report without other entries', async () => {
  const months = { dari: '2026-01', sampai: '2026-12' };
  for (const read of [listReversals, sumReversals])
    expect(await plansOf(app.context.db, (db) => read(db, months))).toContain(
      'kas_entri USING INDEX kas_entri_by_kind',
    );
});

test.runIf(onPostgres)('PostgreSQL reads a page of the cash book without the rest of its year', async () => {
  const proofs = scopeOf((await app.as.admin()).actor, 'payments.read');
  const span = { dari: '2026-01-01', sampai: '2026-12-31' };
  const plan = await plansOf(
    app.context.db,
    async (db) =>
      proofs && listBook(db, span, { proofs, reversedProofs: false, barred: new Map() }, { limit: 50 }),
  );
  expect(plan).toContain('SubPlan');
  const hashed = plan.match(/hashed SubPlan/g) ?? [];
  expect(hashed.length, 'but for openings and transfers, which are few').toBeLessThan(2);
});

test.runIf(!onPostgres)('SQLite changes an account without reading what refers to it', async () => {
  const { id } = await app.as.warga('A1-2');
  const plan = await app.context.writeAccount('system', id, (tx) =>
    plansOf(tx.db, (db) => updateAccount({ ...tx, db: db as typeof tx.db }, { nama: 'Siti' })),
  );
  expect(plan).toContain('users USING INTEGER PRIMARY KEY');
  expect(plan).not.toContain('kas_entri');
});
