import type { VerifiedBackup } from '../../../contract/backup.ts';
import type { BrokenRules } from '../../../contract/health.ts';
import { backupJob, checkJob, lastResult } from '../../database/jobs.ts';
import type { Db } from '../../database/open.ts';

export interface CheckResult extends BrokenRules {
  counts: Record<string, number>;
}

export const findLastBackup = (db: Db) => lastResult<VerifiedBackup>(db, backupJob);

/** Null without violations at the last check, or before the first check. */
export async function findBrokenRules(db: Db): Promise<BrokenRules | null> {
  const last = await lastResult<CheckResult>(db, checkJob);
  return last && last.jumlah > 0 ? last : null;
}

export async function countViolations(db: Db): Promise<Record<string, number>> {
  return (await lastResult<CheckResult>(db, checkJob))?.counts ?? {};
}
