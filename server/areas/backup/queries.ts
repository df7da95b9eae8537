/** SQL about an estate as a whole. */
import type { Tx } from '../../platform/db/write.ts';
import { backupJob } from './rules.ts';

/**
 * What belongs to where an estate was served, and not to the estate: a session that has ended since must not come
 * back, nor what a process had begun. Of what it did by itself the last backup is still true.
 */
export async function forgetWhereItWas(tx: Tx): Promise<void> {
  await tx.db.deleteFrom('sessions').execute();
  await tx.db.deleteFrom('jobs').where('nama', '<>', backupJob).execute();
}
