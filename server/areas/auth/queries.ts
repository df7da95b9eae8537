/** SQL about accounts as they sign in, their sessions and known devices. */
import type { Db } from '../../platform/db/open.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Tx } from '../../platform/db/write.ts';

/** By e-mail, or for a warga by phone (specification §2). */
export function findAccount(db: Db, identifier: { email: string } | { no_hp: string }) {
  const query = db
    .selectFrom('users')
    .select(['id', 'nama', 'jenis', 'status', 'password_hash'])
    .where('dihapus_pada', 'is', null);
  return 'email' in identifier
    ? query.where('email', '=', identifier.email).executeTakeFirst()
    : query.where('no_hp', '=', identifier.no_hp).where('jenis', '=', 'warga').executeTakeFirst();
}

export function findResident(db: Db, identifier: { email: string } | { no_hp: string }) {
  const query = db
    .selectFrom('users')
    .select('id')
    .where('dihapus_pada', 'is', null)
    .where('jenis', '=', 'warga');
  return 'email' in identifier
    ? query.where('email', '=', identifier.email).executeTakeFirst()
    : query.where('no_hp', '=', identifier.no_hp).executeTakeFirst();
}

export function findSessionUser(db: Db, userId: number) {
  return db
    .selectFrom('users')
    .select(['id', 'nama', 'email', 'no_hp', 'blok', 'jenis', 'jenis as role', 'foto_profile', 'created_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

export async function findPasswordHash(db: Db, userId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.password_hash;
}

/** False when the password is no longer the one that was found right. */
export async function replacePassword(
  tx: Tx,
  userId: number,
  { present, next }: { present: string; next: string },
): Promise<boolean> {
  const row = await tx.db
    .updateTable('users')
    .set({ password_hash: next })
    .where('id', '=', userId)
    .where('password_hash', '=', present)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The person of a session, who may still sign in, and when it was last used: at most one row. */
export const findSession = prepared((db, { tokenHash }: { tokenHash: string }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.id',
      'users.nama',
      'users.jenis',
      'users.blok',
      'sessions.id as sessionId',
      'terakhir_aktif',
    ])
    .where('token_hash', '=', tokenHash)
    .where('users.status', '=', 'active')
    .where('users.dihapus_pada', 'is', null),
);

export function listSessions(db: Db, userId: number, usedSince: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'perangkat', 'dibuat', 'terakhir_aktif'])
    .where('user_id', '=', userId)
    .where('terakhir_aktif', '>', usedSince)
    .orderBy('terakhir_aktif', 'desc')
    .execute();
}

/** Whether the account may still sign in with the password that was found right; so it stays until the write is done. */
export async function isUnchanged(tx: Tx, { id, password_hash }: { id: number; password_hash: string }) {
  const account = tx.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .where('status', '=', 'active')
    .where('dihapus_pada', 'is', null);
  return (await tx.dialect.hold(account).executeTakeFirst()) !== undefined;
}

export async function insertSession(
  tx: Tx,
  session: { user_id: number; token_hash: string; perangkat: string },
) {
  const { id } = await tx.db
    .insertInto('sessions')
    .values({ ...session, dibuat: tx.now, terakhir_aktif: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function touchSession(tx: Tx, sessionId: number): Promise<void> {
  await tx.db.updateTable('sessions').set({ terakhir_aktif: tx.now }).where('id', '=', sessionId).execute();
}

/** Sessions nobody has used for too long. Their sockets close after the commit. */
export async function deleteStaleSessions(tx: Tx, usedBefore: string): Promise<void> {
  const stale = await tx.db
    .deleteFrom('sessions')
    .where('terakhir_aktif', '<', usedBefore)
    .returning('id')
    .execute();
  for (const { id } of stale) tx.after({ kind: 'session-ended', sessionId: id });
}

/**
 * Ends sessions of a person: one, all, or all but one. Their sockets close after the commit.
 * @returns how many ended
 */
export async function endSessions(tx: Tx, userId: number, which: { only?: number; except?: number } = {}) {
  const ended = await tx.db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(which.only !== undefined, (query) => query.where('id', '=', which.only ?? 0))
    .$if(which.except !== undefined, (query) => query.where('id', '<>', which.except ?? 0))
    .returning('id')
    .execute();
  for (const { id } of ended) tx.after({ kind: 'session-ended', sessionId: id });
  return ended.length;
}

export async function isKnownDevice(db: Db, userId: number, deviceHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('device_hash', '=', deviceHash)
    .executeTakeFirst();
  return row !== undefined;
}

export async function rememberDevice(tx: Tx, userId: number, deviceHash: string): Promise<void> {
  await tx.db
    .insertInto('known_devices')
    .values({ user_id: userId, device_hash: deviceHash, dibuat: tx.now })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doNothing())
    .execute();
}
