import { type Selectable, sql } from 'kysely';
import type { NotificationKind } from '../../../contract/events.ts';
import type { Actor } from '../../../contract/people.ts';
import type { Db } from '../../database/open.ts';
import { cutPage, newestFirst, type PageRequest, pageOf } from '../../database/page.ts';
import { queuePush, toEveryone, toReviewers } from '../../database/queue-push.ts';
import type { Schema } from '../../database/schema.ts';
import type { NewNotification, Tx } from '../../database/write.ts';

const order = newestFirst<{ id: number }>('notifications');

export async function listNotifications(db: Db, userId: number, request: PageRequest) {
  const { behind, fetch } = pageOf(order, request);
  const { rows } = await sql<
    Selectable<Schema['notifications']>
  >`SELECT id, jenis, judul, pesan, halaman, dibaca, tanggal
    FROM notifications WHERE user_id = ${userId} AND ${behind} ORDER BY id DESC LIMIT ${fetch}`.execute(db);
  const page = cutPage(order, rows, fetch);
  return { ...page, data: page.data.map((row) => ({ ...row, dibaca: row.dibaca === 1 })) };
}

export async function countUnread(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ unread: number }>`SELECT count(*) AS unread FROM notifications
    WHERE user_id = ${userId} AND dibaca = 0`.execute(db);
  return rows[0]?.unread ?? 0;
}

export async function markRead(tx: Tx, userId: number, ids: readonly number[] | undefined): Promise<void> {
  await tx.db
    .updateTable('notifications')
    .set({ dibaca: 1 })
    .where('user_id', '=', userId)
    .where('dibaca', '=', 0)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids?.length ? [...ids] : [0]))
    .execute();
}

/** Ignores times in the future: they were written while the clock was wrong. */
export async function wasNotified(
  { db, now }: Pick<Tx, 'db' | 'now'>,
  userId: number,
  jenis: NotificationKind,
  since: string,
) {
  const row = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('jenis', '=', jenis)
    .where('tanggal', '>', since)
    .where('tanggal', '<=', now)
    .executeTakeFirst();
  return row !== undefined;
}

export async function listActiveKetua(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('jenis', '=', 'ketua')
    .where('status', '=', 'active')
    .where('dihapus_pada', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

export async function notifyAllActive(tx: Tx, news: Omit<NewNotification, 'user_id'>): Promise<void> {
  const { jenis, judul, pesan, halaman } = news;
  await sql`INSERT INTO notifications (user_id, jenis, judul, pesan, halaman, dibaca, tanggal)
    SELECT id, ${jenis}, ${judul}, ${pesan}, ${halaman}, 0, ${tx.now}
    FROM users WHERE status = 'active' AND dihapus_pada IS NULL ORDER BY id`.execute(tx.db);
  await queuePush(tx.db, { jenis, halaman, now: tx.now }, toEveryone);
}

/** Admins and the coordinator of the block, by push alone: the list of notifications is the ketua's. */
export const pushToReviewers = (
  tx: Tx,
  author: Pick<Actor, 'id' | 'blok'>,
  { jenis, halaman, tentang }: Omit<NewNotification, 'user_id'>,
): Promise<void> => queuePush(tx.db, { jenis, halaman, tentang, now: tx.now }, toReviewers(author));
