import { backupStatus } from '../../../contract/backup.ts';
import type { Context } from '../../context.ts';
import { route } from '../../http/route.ts';
import { findLastBackup } from './queries.ts';
import { isLate } from './rules.ts';

export function routes({ db, clock, config }: Context) {
  return [
    route(backupStatus, async () => {
      const terakhir = await findLastBackup(db);
      const terlambat = !terakhir || isLate(terakhir.tanggal, clock());
      return { data: { otomatis: config.backup.keep > 0, terakhir, terlambat } };
    }),
  ];
}
