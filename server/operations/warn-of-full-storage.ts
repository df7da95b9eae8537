import { formatFileSize } from '../../contract/format.ts';
import type { Context } from '../context.ts';
import { findScarceRoom } from '../database/file-quota.ts';
import { tellKetua } from './tell-ketua.ts';

export async function warnOfFullStorage(context: Pick<Context, 'config' | 'db' | 'clock' | 'write'>) {
  const room = await findScarceRoom(context.db, context.config.fileQuota);
  if (!room) return;
  const pesan =
    `Foto dan dokumen memakai ${formatFileSize(room.terpakai)} dari ${formatFileSize(room.kuota)}. Bila penuh, ` +
    'foto dan dokumen baru ditolak; bukti pembayaran tetap diterima. Minta pengelola server menambah ruang.';
  await tellKetua(context, { jenis: 'storage-scarce', pesan, halaman: 'dashboard' });
}
