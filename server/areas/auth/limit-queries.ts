/** Rate limit counters that expire: failed sign-ins, searches of Cek Warga, requests per day. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/open.ts';
import type { Tx } from '../../database/write.ts';

const minute = 60_000;
const at = (instant: Date, shift = 0) => new Date(instant.getTime() + shift).toISOString();

export interface Window {
  now: Date;
  end: Date;
}

export const windowFrom = (now: Date, milliseconds: number): Window => ({
  now,
  end: new Date(now.getTime() + milliseconds),
});

/** Counters that end much later were written while the clock was wrong, and are ignored. */
const counts = ({ now, end }: Window): RawBuilder<SqlBool> =>
  sql`(attempts.berlaku_hingga > ${at(now)} AND attempts.berlaku_hingga < ${at(end, 5 * minute)})`;

export function findAttempts(db: Db, keys: readonly string[], window: Window) {
  return db.selectFrom('attempts').selectAll().where('kunci', 'in', keys).where(counts(window)).execute();
}

/** Deletes counters an hour after they expired, so that a flood of sign-ins cannot fill the table. */
async function deleteExpired(tx: Tx, { now }: Window): Promise<void> {
  await tx.db
    .deleteFrom('attempts')
    .where('berlaku_hingga', '<', at(now, -60 * minute))
    .execute();
}

const more = (window: Window) =>
  sql<number>`CASE WHEN ${counts(window)} THEN attempts.jumlah + excluded.jumlah ELSE excluded.jumlah END`;

/** Increments each key and extends it to the end of this window. */
export async function countUntil(tx: Tx, keys: readonly string[], window: Window): Promise<void> {
  await deleteExpired(tx, window);
  const berlaku_hingga = at(window.end);
  await tx.db
    .insertInto('attempts')
    .values(keys.map((kunci) => ({ kunci, jumlah: 1, berlaku_hingga })))
    .onConflict((conflict) => conflict.column('kunci').doUpdateSet({ jumlah: more(window), berlaku_hingga }))
    .execute();
}

/** Increments the key. It expires when the window of its first count ends (fixed window). */
export async function countWithin(tx: Tx, kunci: string, window: Window, jumlah = 1) {
  await deleteExpired(tx, window);
  const berlaku_hingga = at(window.end);
  const sameEnd = sql<string>`CASE WHEN ${counts(window)} THEN attempts.berlaku_hingga ELSE ${berlaku_hingga} END`;
  return await tx.db
    .insertInto('attempts')
    .values({ kunci, jumlah, berlaku_hingga })
    .onConflict((conflict) =>
      conflict.column('kunci').doUpdateSet({ jumlah: more(window), berlaku_hingga: sameEnd }),
    )
    .returning(['jumlah', 'berlaku_hingga'])
    .executeTakeFirstOrThrow();
}

/** False if the slot of the key is taken. Slots written while the clock was wrong are ignored. */
export async function takeAttemptSlot(tx: Tx, kunci: string, window: Window, pace: number): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('attempts')
    .set({ berlaku_hingga: at(window.end) })
    .where('kunci', '=', kunci)
    .where((eb) =>
      eb.or([
        eb('berlaku_hingga', '<=', at(window.end, -pace)),
        eb('berlaku_hingga', '>', at(window.end, pace)),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function resetFailures(tx: Tx, kunci: string): Promise<void> {
  await tx.db.deleteFrom('attempts').where('kunci', '=', kunci).execute();
}
