/** SQL about stored notifications. */
import type { Db } from '../../platform/db/open.ts';
import { cutPage, newestFirst, type PageRequest, windowOf } from '../../platform/db/page.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Tx } from '../../platform/db/write.ts';

const order = newestFirst<{ id: number }>('notifications');

const readNotifications = prepared(
  (db, { userId, before, fetch }: { userId: number; before: number; fetch: number }) =>
    db
      .selectFrom('notifications')
      .select(['id', 'jenis', 'judul', 'pesan', 'halaman', 'dibaca', 'tanggal'])
      .where('user_id', '=', userId)
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(fetch),
);

export async function listNotifications(db: Db, userId: number, request: PageRequest) {
  const window = windowOf(order, request);
  const rows = await readNotifications(db, { userId, ...window });
  const page = cutPage(order, rows, window.fetch);
  return { ...page, data: page.data.map((row) => ({ ...row, dibaca: row.dibaca === 1 })) };
}

const readUnread = prepared((db, { userId }: { userId: number }) =>
  db
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .where('user_id', '=', userId)
    .where('dibaca', '=', 0),
);

export async function countUnread(db: Db, userId: number): Promise<number> {
  const [row] = await readUnread(db, { userId });
  return row?.unread ?? 0;
}

/** @param ids undefined means all */
export async function markRead(tx: Tx, userId: number, ids: readonly number[] | undefined): Promise<void> {
  await tx.db
    .updateTable('notifications')
    .set({ dibaca: 1 })
    .where('user_id', '=', userId)
    .where('dibaca', '=', 0)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids?.length ? [...ids] : [0]))
    .execute();
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
