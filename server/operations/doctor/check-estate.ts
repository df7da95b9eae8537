/** Runs the data check and stores the result for `/metrics` and the ketua's dashboard. */
import type { CheckResult } from '../../areas/backup/queries.ts';
import type { Context } from '../../context.ts';
import { checkJob, finishJob } from '../../database/jobs.ts';
import { type Findings, findViolations } from './find-violations.ts';

const examples = 10;

export type Checked = Pick<Context, 'clock' | 'database' | 'storage' | 'write'> &
  Partial<Pick<Context, 'config'>>;

export async function checkEstate(estate: Checked, share = 1): Promise<Findings> {
  const findings = await findViolations(estate, { share });
  await keepFindings(estate, findings);
  return findings;
}

export async function keepFindings(
  { clock, write }: Pick<Checked, 'clock' | 'write'>,
  { counts, violations }: Findings,
): Promise<void> {
  const result: CheckResult = {
    tanggal: clock().toISOString(),
    jumlah: Object.values(counts).reduce((total, count) => total + count, 0),
    contoh: violations
      .slice(0, examples)
      .map(({ invariant, table, id }) => ({ aturan: invariant, tabel: table, id })),
    counts,
  };
  await write('system', async (tx) => {
    await finishJob(tx, checkJob, result);
    tx.changed('dashboard');
  });
}
