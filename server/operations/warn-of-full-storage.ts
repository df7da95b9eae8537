import { notificationTitles } from '../../contract/events.ts';
import { formatFileSize } from '../../contract/format.ts';
import { listActiveKetua, wasNotified } from '../areas/notifications/queries.ts';
import type { Context } from '../context.ts';
import { findScarceRoom } from '../database/file-quota.ts';

const jenis = 'storage-scarce';
const week = 7 * 24 * 60 * 60 * 1_000;

export async function warnOfFullStorage({
  config,
  db,
  clock,
  write,
}: Pick<Context, 'config' | 'db' | 'clock' | 'write'>) {
  const room = await findScarceRoom(db, config.fileQuota);
  if (!room) return;
  const since = new Date(clock().getTime() - week).toISOString();
  const pesan =
    `Foto dan dokumen memakai ${formatFileSize(room.terpakai)} dari ${formatFileSize(room.kuota)}. Bila penuh, ` +
    'foto dan dokumen baru ditolak; bukti pembayaran tetap diterima. Minta pengelola server menambah ruang.';
  await write('system', async (tx) => {
    for (const user_id of await listActiveKetua(tx.db)) {
      if (await wasNotified(tx.db, user_id, jenis, since)) continue;
      await tx.notify({ user_id, jenis, judul: notificationTitles[jenis], pesan, halaman: 'dashboard' });
    }
  });
}
