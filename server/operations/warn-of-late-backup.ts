import { formatDateTime } from '../../contract/format.ts';
import { findFirstAccount } from '../areas/accounts/queries.ts';
import { findLastBackup } from '../areas/backup/queries.ts';
import { isLate } from '../areas/backup/rules.ts';
import type { Context } from '../context.ts';
import { tellKetua } from './tell-ketua.ts';

/** Call it after the daily backup, so that days on which the server was off are not taken for failures. */
export async function warnOfLateBackup(context: Pick<Context, 'config' | 'db' | 'clock' | 'write'>) {
  const { config, db, clock } = context;
  const last = await findLastBackup(db);
  const since = last?.tanggal ?? (await findFirstAccount(db));
  if (!since || !isLate(since, clock())) return;
  const pesan =
    (last
      ? `Cadangan terakhir yang terbukti baik dibuat ${formatDateTime(last.tanggal, config.timeZone)}. `
      : 'Belum satu cadangan pun berhasil dibuat. ') +
    'Bila server rusak, catatan sesudahnya hilang. Minta pengelola server menjalankan guyub backup dan membereskan sebabnya.';
  await tellKetua(context, { jenis: 'backup-late', pesan, halaman: 'management' });
}
