import type { Actor } from '../../../contract/people.ts';
import type { NewNotification, Tx } from '../../database/write.ts';
import { listActiveKetua, pushToReviewers } from './queries.ts';

export interface News extends Omit<NewNotification, 'user_id'> {
  jenis: 'new-post' | 'new-payment' | 'new-aduan';
  tentang: number;
}

export async function tellKetua(tx: Tx, author: Actor, news: News): Promise<void> {
  const { jenis, judul, pesan: message, halaman } = news;
  if (jenis === 'new-payment') await pushToReviewers(tx, author, news);
  for (const userId of await listActiveKetua(tx.db)) {
    if (userId === author.id) continue;
    const id = await tx.notify({ ...news, user_id: userId });
    tx.after({
      kind: 'event',
      userId,
      event: jenis,
      payload: { id, user: author.nama, judul, message, halaman },
    });
  }
}
