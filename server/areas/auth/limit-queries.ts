/** SQL about what is counted until an instant: wrong passwords, searches of Cek Warga, what a person does in a day. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/open.ts';
import type { Tx } from '../../database/write.ts';

const minute = 60_000;
const at = (instant: Date, shift = 0) => new Date(instant.getTime() + shift).toISOString();

/** From now on until the instant at which the newest count ends. */
export interface Window {
  now: Date;
  end: Date;
}

export const windowFrom = (now: Date, milliseconds: number): Window => ({
  now,
  end: new Date(now.getTime() + milliseconds),
});

/** A count that would end later than any of this window was made by a clock that was ahead: it must bar nobody. */
const counts = ({ now, end }: Window): RawBuilder<SqlBool> =>
  sql`(attempts.berlaku_hingga > ${at(now)} AND attempts.berlaku_hingga < ${at(end, 5 * minute)})`;

/** Of these keys those that still count. */
export function findAttempts(db: Db, keys: readonly string[], window: Window) {
  return db.selectFrom('attempts').selectAll().where('kunci', 'in', keys).where(counts(window)).execute();
}

/**
 * Every count takes away what is long past: no flood of sign-ins leaves more behind than it sends in two hours. What is
 * counted by the day are at most three rows a person.
 */
async function deleteLongPast(tx: Tx, { now }: Window): Promise<void> {
  await tx.db
    .deleteFrom('attempts')
    .where('berlaku_hingga', '<', at(now, -60 * minute))
    .execute();
}

const more = (window: Window) =>
  sql<number>`CASE WHEN ${counts(window)} THEN attempts.jumlah + excluded.jumlah ELSE excluded.jumlah END`;

/** Counts one for each key; all of a key's attempts count until the end of this window. */
export async function countUntil(tx: Tx, keys: readonly string[], window: Window): Promise<void> {
  await deleteLongPast(tx, window);
  const berlaku_hingga = at(window.end);
  await tx.db
    .insertInto('attempts')
    .values(keys.map((kunci) => ({ kunci, jumlah: 1, berlaku_hingga })))
    .onConflict((conflict) => conflict.column('kunci').doUpdateSet({ jumlah: more(window), berlaku_hingga }))
    .execute();
}

/** Counts so many for the key until the end of the window that its first attempt has opened. */
export async function countWithin(tx: Tx, kunci: string, window: Window, jumlah = 1) {
  await deleteLongPast(tx, window);
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

/**
 * Takes the turn of a key for so many milliseconds, unless somebody has it. The turn of a process whose clock is ahead by
 * more than a turn is none.
 */
export async function takeTurn(tx: Tx, kunci: string, window: Window, pace: number): Promise<boolean> {
  const taken = await tx.db
    .updateTable('attempts')
    .set({ berlaku_hingga: at(window.end) })
    .where('kunci', '=', kunci)
    .where((eb) =>
      eb.or([
        eb('berlaku_hingga', '<=', at(window.end, -pace)),
        eb('berlaku_hingga', '>', at(window.end, pace)),
      ]),
    )
    .returning('kunci')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function forgive(tx: Tx, kunci: string): Promise<void> {
  await tx.db.deleteFrom('attempts').where('kunci', '=', kunci).execute();
}
