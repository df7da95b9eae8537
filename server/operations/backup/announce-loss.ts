import { notificationTitles } from '../../../contract/events.ts';
import { tellEveryone } from '../../areas/notifications/tell-everyone.ts';
import type { Tx } from '../../database/write.ts';

export async function announceLoss(tx: Tx, what: string): Promise<void> {
  await tellEveryone(tx, {
    jenis: 'announcement',
    judul: notificationTitles['log-restored'],
    pesan: `${what} Periksa pembayaran terakhir Anda.`,
    halaman: 'payments',
  });
}
