import { type NotificationKind, notificationTitles } from '../../contract/events.ts';
import { listActiveKetua, wasNotified } from '../areas/notifications/queries.ts';
import { daysAfter } from '../clock.ts';
import type { Context } from '../context.ts';

interface News {
  jenis: Extract<NotificationKind, 'storage-scarce' | 'backup-late'>;
  pesan: string;
  halaman: string;
}

/** Skips those who got the same kind of notification within the last week. */
export async function tellKetua(
  { clock, write }: Pick<Context, 'clock' | 'write'>,
  news: News,
): Promise<void> {
  const since = daysAfter(clock(), -7);
  await write('system', async (tx) => {
    for (const user_id of await listActiveKetua(tx.db)) {
      if (await wasNotified(tx, user_id, news.jenis, since)) continue;
      await tx.notify({ ...news, user_id, judul: notificationTitles[news.jenis] });
    }
  });
}
