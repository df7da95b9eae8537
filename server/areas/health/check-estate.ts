/** The check of an estate that is served: what it finds goes to `/metrics` and to the ketua's dashboard. */
import type { BrokenRules } from '../../../contract/health.ts';
import type { Context } from '../../platform/context.ts';
import { finish, lastResult } from '../../platform/schedule.ts';
import type { Db } from '../../platform/db/open.ts';
import { type Findings, findViolations } from './find-violations.ts';

export const checkJob = 'invariants';
/** Rows that the ketua is shown. */
const examples = 10;

interface Result extends BrokenRules {
  counts: Findings['counts'];
}

export type Checked = Pick<Context, 'clock' | 'database' | 'storage' | 'write'>;

/** @param share of the time that it may take, 0 to 1 */
export async function checkEstate(estate: Checked, share = 1): Promise<Findings> {
  const findings = await findViolations(estate, { share });
  const { counts, violations } = findings;
  const result: Result = {
    tanggal: estate.clock().toISOString(),
    jumlah: Object.values(counts).reduce((total, count) => total + count, 0),
    contoh: violations
      .slice(0, examples)
      .map(({ invariant, table, id }) => ({ aturan: invariant, tabel: table, id })),
    counts,
  };
  await estate.write('system', async (tx) => {
    await finish(tx, checkJob, result);
    tx.changed('dashboard');
  });
  return findings;
}

/** For the ketua: null when all rules held at the last check, or there was none yet. */
export async function brokenRules(db: Db): Promise<BrokenRules | null> {
  const last = await lastResult<Result>(db, checkJob);
  return last && last.jumlah > 0 ? last : null;
}

/** For `/metrics`: violations of each rule at the last check. */
export async function violationCounts(db: Db): Promise<Record<string, number>> {
  return (await lastResult<Result>(db, checkJob))?.counts ?? {};
}
