import { type NotificationKind, notificationTitles } from '../../contract/events.ts';
import { listActiveKetua, wasNotified } from '../areas/notifications/queries.ts';
import type { Context } from '../context.ts';

const week = 7 * 24 * 60 * 60 * 1_000;

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
  const since = new Date(clock().getTime() - week).toISOString();
  await write('system', async (tx) => {
    for (const user_id of await listActiveKetua(tx.db)) {
      if (await wasNotified(tx.db, user_id, news.jenis, since)) continue;
      await tx.notify({ ...news, user_id, judul: notificationTitles[news.jenis] });
    }
  });
}
