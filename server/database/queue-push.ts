/** Notifications that wait to be pushed. Only for accounts that get pushes at all: one statement per notification. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { NotificationKind } from '../../contract/events.ts';
import { blockLetter } from '../../contract/people.ts';
import type { Db } from './open.ts';

export interface QueuedNews {
  jenis: NotificationKind;
  halaman: string;
  tentang?: number | undefined;
  now: string;
}

/** @param whom condition on `users` */
export async function queuePush(
  db: Db,
  { jenis, halaman, tentang, now }: QueuedNews,
  whom: RawBuilder<SqlBool>,
): Promise<void> {
  await sql`INSERT INTO kabar_push (user_id, jenis, halaman, tentang, dibuat)
    SELECT users.id, ${jenis}, ${halaman}, CAST(${tentang ?? null} AS integer), ${now} FROM users
    WHERE users.status = 'active' AND users.dihapus_pada IS NULL
      AND EXISTS (SELECT 1 FROM langganan_push WHERE langganan_push.user_id = users.id) AND ${whom}`.execute(
    db,
  );
}

export const toUser = (userId: number) => sql<SqlBool>`users.id = ${userId}`;
export const toEveryone = sql<SqlBool>`1 = 1`;

/** Admins, and the coordinator of the payer's block; not the payer. */
export const toReviewers = ({ id, blok }: { id: number; blok: string | null }) =>
  sql<SqlBool>`users.id <> ${id} AND (users.jenis = 'admin'
    OR (users.jenis = 'koordinator_perblok' AND users.huruf_blok = ${blockLetter(blok)}))`;
