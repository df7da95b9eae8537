import { notificationTitles } from '../../contract/events.ts';
import { formatDateTime } from '../../contract/format.ts';
import { findFirstAccount } from '../areas/accounts/queries.ts';
import { findLastBackup } from '../areas/backup/queries.ts';
import { isLate } from '../areas/backup/rules.ts';
import { listActiveKetua, wasNotified } from '../areas/notifications/queries.ts';
import type { Context } from '../context.ts';

const jenis = 'backup-late';
const week = 7 * 24 * 60 * 60 * 1_000;

/** Runs after the daily backup, so that days on which the server was off are not taken for failures. */
export async function warnOfLateBackup({
  config,
  db,
  clock,
  write,
}: Pick<Context, 'config' | 'db' | 'clock' | 'write'>) {
  const now = clock();
  const last = await findLastBackup(db);
  const since = last?.tanggal ?? (await findFirstAccount(db));
  if (!since || !isLate(since, now)) return;
  const pesan =
    (last
      ? `Cadangan terakhir yang terbukti baik dibuat ${formatDateTime(last.tanggal, config.timeZone)}. `
      : 'Belum satu cadangan pun berhasil dibuat. ') +
    'Bila server rusak, catatan sesudahnya hilang. Minta pengelola server menjalankan guyub backup dan membereskan sebabnya.';
  const weekAgo = new Date(now.getTime() - week).toISOString();
  await write('system', async (tx) => {
    for (const user_id of await listActiveKetua(tx.db)) {
      if (await wasNotified(tx.db, user_id, jenis, weekAgo)) continue;
      await tx.notify({ user_id, jenis, judul: notificationTitles[jenis], pesan, halaman: 'management' });
    }
  });
}
