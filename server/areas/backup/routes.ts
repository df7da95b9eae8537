import { type ProvenBackup, backupStatus } from '../../../contract/backup.ts';
import type { Context } from '../../platform/context.ts';
import { route } from '../../platform/http/route.ts';
import { lastResult } from '../../platform/schedule.ts';
import { backupJob } from './rules.ts';

const tooOld = 2 * 24 * 60 * 60 * 1_000;

export function backupRoutes({ db, clock, config }: Context) {
  return [
    route(backupStatus, async () => {
      const terakhir = await lastResult<ProvenBackup>(db, backupJob);
      const age = terakhir ? clock().getTime() - Date.parse(terakhir.tanggal) : Number.POSITIVE_INFINITY;
      // A date far ahead is that of a wrong clock, and tells nothing of what was made since.
      return { data: { otomatis: config.backup.keep > 0, terakhir, terlambat: Math.abs(age) > tooOld } };
    }),
  ];
}
