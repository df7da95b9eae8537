import { backupStatus } from '../../../contract/backup.ts';
import type { Context } from '../../context.ts';
import { route } from '../../http/route.ts';
import { findLastBackup } from './queries.ts';

const tooOld = 2 * 24 * 60 * 60 * 1_000;

export function backupRoutes({ db, clock, config }: Context) {
  return [
    route(backupStatus, async () => {
      const terakhir = await findLastBackup(db);
      const age = terakhir ? clock().getTime() - Date.parse(terakhir.tanggal) : Number.POSITIVE_INFINITY;
      // Math.abs: a date far in the future comes from a wrong clock and does not prove a recent backup.
      return { data: { otomatis: config.backup.keep > 0, terakhir, terlambat: Math.abs(age) > tooOld } };
    }),
  ];
}
