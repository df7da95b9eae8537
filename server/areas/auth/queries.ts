import { sql } from 'kysely';
import { SessionUser } from '../../../contract/auth.ts';
import type { Actor } from '../../../contract/people.ts';
import { columnsOf } from '../../database/columns-of.ts';
import { insertRow } from '../../database/insert-row.ts';
import type { Db } from '../../database/open.ts';
import type { Schema } from '../../database/schema.ts';
import type { AccountTx, Tx } from '../../database/write.ts';

/** Only warga can sign in by phone number. */
export function findAccount(db: Db, identifier: { email: string } | { no_hp: string }) {
  const query = db
    .selectFrom('users')
    .select(['id', 'nama', 'jenis', 'status', 'password_hash'])
    .where('dihapus_pada', 'is', null);
  return 'email' in identifier
    ? query.where('email', '=', identifier.email).executeTakeFirst()
    : query.where('no_hp', '=', identifier.no_hp).where('jenis', '=', 'warga').executeTakeFirst();
}

export async function findSessionUser(db: Db, userId: number) {
  const user = await db
    .selectFrom('users')
    .select([...columnsOf('users', SessionUser, ['role']), 'jenis as role'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { ...user, pengawas: user.pengawas === 1 };
}

export async function findPasswordHash(db: Db, userId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.password_hash;
}

/** Compare-and-set: false if the password was changed since `present` was read. */
export async function replacePassword(
  tx: AccountTx,
  { present, next }: { present: string; next: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('users')
    .set({ password_hash: next })
    .where('id', '=', tx.account)
    .where('password_hash', '=', present)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * No row if the account is inactive or deleted. Raw SQL because it runs on every request: building the query with Kysely
 * takes three times as long as SQLite takes to run it.
 */
export async function findSession(db: Db, tokenHash: string) {
  const { rows } = await sql<Omit<Actor, 'pengawas'> & { pengawas: 0 | 1; terakhir_aktif: string }>`
    SELECT users.id, users.nama, users.jenis, users.blok, users.pengawas, sessions.id AS "sessionId", terakhir_aktif
    FROM sessions JOIN users ON users.id = sessions.user_id
    WHERE token_hash = ${tokenHash} AND users.status = 'active' AND users.dihapus_pada IS NULL`.execute(db);
  return rows[0] && { ...rows[0], pengawas: rows[0].pengawas === 1 };
}

export function listSessions(db: Db, userId: number, usedSince: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'perangkat', 'dibuat', 'terakhir_aktif'])
    .where('user_id', '=', userId)
    .where('terakhir_aktif', '>', usedSince)
    .orderBy('terakhir_aktif', 'desc')
    .execute();
}

/** Locks the account for the transaction. False if it was deactivated, deleted, or got a new password meanwhile. */
export async function isUnchanged(tx: Tx, { id, password_hash }: { id: number; password_hash: string }) {
  const account = tx.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .where('status', '=', 'active')
    .where('dihapus_pada', 'is', null);
  return (await tx.dialect.forShare(account).executeTakeFirst()) !== undefined;
}

/** What the mark of a session is made of. */
export const sessionText = ({
  user_id,
  token_hash,
  dibuat,
}: Pick<Schema['sessions'], 'user_id' | 'token_hash' | 'dibuat'>) =>
  `sesi ${user_id} ${token_hash} ${dibuat}`;

export async function insertSession(
  tx: Tx,
  signer: { mac(text: string): string },
  session: { user_id: number; token_hash: string; perangkat: string },
) {
  const tanda = signer.mac(sessionText({ ...session, dibuat: tx.now }));
  return await insertRow(tx, 'sessions', { ...session, dibuat: tx.now, terakhir_aktif: tx.now, tanda });
}

export async function touchSession(tx: Tx, sessionId: number): Promise<void> {
  await tx.db.updateTable('sessions').set({ terakhir_aktif: tx.now }).where('id', '=', sessionId).execute();
}

export async function deleteStaleSessions(tx: Tx, usedBefore: string): Promise<void> {
  const stale = await tx.db
    .deleteFrom('sessions')
    .where('terakhir_aktif', '<', usedBefore)
    .returning('id')
    .execute();
  for (const { id } of stale) tx.after({ kind: 'session-ended', sessionId: id });
}

export async function endSessions(tx: AccountTx, which: { only?: number; except?: number } = {}) {
  const ended = await tx.db
    .deleteFrom('sessions')
    .where('user_id', '=', tx.account)
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

/** `dibuat` is the last sign-in with the cookie, which each sign-in renews. */
export async function rememberDevice(tx: Tx, userId: number, deviceHash: string): Promise<void> {
  await tx.db
    .insertInto('known_devices')
    .values({ user_id: userId, device_hash: deviceHash, dibuat: tx.now })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet({ dibuat: tx.now }))
    .execute();
}

export const deleteUnusedDevices = (tx: Tx, usedBefore: string) =>
  tx.db.deleteFrom('known_devices').where('dibuat', '<', usedBefore).execute();
