import { type Selectable, type SqlBool, sql } from 'kysely';
import { waiting } from '../../../contract/payments.ts';
import type { Role } from '../../../contract/people.ts';
import type { PushChoice } from '../../../contract/push.ts';
import type { Db } from '../../database/open.ts';
import type { Schema } from '../../database/schema.ts';
import type { AccountTx, Tx } from '../../database/write.ts';

export const findVapid = (db: Db) =>
  db.selectFrom('kunci_push').select(['publik', 'privat']).executeTakeFirst();

/** Keeps what another process made meanwhile. */
export const insertVapid = (tx: Tx, keys: { publik: string; privat: string }) =>
  tx.db
    .insertInto('kunci_push')
    .values({ id: 1, ...keys, dibuat: tx.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

const defaultChoice: PushChoice = { bisu: [], tenang_dari: 21, tenang_sampai: 6 };

export async function findChoices(db: Db, ids: readonly number[]): Promise<(userId: number) => PushChoice> {
  const rows = await db
    .selectFrom('pilihan_push')
    .selectAll()
    .where('user_id', 'in', ids.length > 0 ? [...ids] : [0])
    .execute();
  const choices = new Map(
    rows.map(({ user_id, bisu, ...quiet }) => [
      user_id,
      { ...quiet, bisu: JSON.parse(bisu) as PushChoice['bisu'] },
    ]),
  );
  return (userId) => choices.get(userId) ?? defaultChoice;
}

export async function storeChoice(tx: AccountTx, { bisu, ...quiet }: PushChoice): Promise<void> {
  const values = { ...quiet, bisu: JSON.stringify(bisu) };
  await tx.db
    .insertInto('pilihan_push')
    .values({ user_id: tx.account, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

export async function isSubscribed(db: Db, sessionId: number): Promise<boolean> {
  const row = await db
    .selectFrom('langganan_push')
    .select('id')
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasConfirmedPayment(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'dikonfirmasi')
    .where('dihapus_pada', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type Subscription = Pick<
  Selectable<Schema['langganan_push']>,
  'id' | 'user_id' | 'endpoint' | 'p256dh' | 'auth'
>;

/** Whoever used the browser before gets nothing there any more. Ends with the session (ON DELETE CASCADE). */
export async function replaceSubscription(
  tx: AccountTx,
  sessionId: number,
  subscription: Pick<Subscription, 'endpoint' | 'p256dh' | 'auth'>,
  most: number,
): Promise<void> {
  await tx.db
    .deleteFrom('langganan_push')
    .where((eb) => eb.or([eb('session_id', '=', sessionId), eb('endpoint', '=', subscription.endpoint)]))
    .execute();
  await tx.db
    .insertInto('langganan_push')
    .values({ ...subscription, user_id: tx.account, session_id: sessionId, dibuat: tx.now })
    .execute();
  await tx.db
    .deleteFrom('langganan_push')
    .where('user_id', '=', tx.account)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('langganan_push')
        .select('id')
        .where('user_id', '=', tx.account)
        .orderBy('id', 'desc')
        .limit(most),
    )
    .execute();
}

export const deleteSubscriptionOf = (tx: Tx, sessionId: number) =>
  tx.db.deleteFrom('langganan_push').where('session_id', '=', sessionId).execute();

export const deleteSubscriptions = (tx: Tx, ids: readonly number[]) =>
  tx.db
    .deleteFrom('langganan_push')
    .where('id', 'in', [...ids])
    .execute();

export const listSubscriptions = (db: Db, ids: readonly number[]): Promise<Subscription[]> =>
  db
    .selectFrom('langganan_push')
    .select(['id', 'user_id', 'endpoint', 'p256dh', 'auth'])
    .where('user_id', 'in', [...ids])
    .execute();

/** Accounts whose news are claimed at once. */
const accountsAtOnce = 100;

/** @param takenBefore claims from before this instant have failed, e.g. with the process */
export async function claimNews(tx: Tx, takenBefore: string) {
  await tx.dialect.serialize(tx.db, 'push');
  const due = sql<SqlBool>`(diambil IS NULL OR diambil < ${takenBefore})
    AND (kirim_setelah IS NULL OR kirim_setelah <= ${tx.now})`;
  const accounts = await tx.db
    .selectFrom('kabar_push')
    .select('user_id')
    .where(due)
    .groupBy('user_id')
    .orderBy((eb) => eb.fn.min('id'))
    .limit(accountsAtOnce)
    .execute();
  if (accounts.length === 0) return [];
  return await tx.db
    .updateTable('kabar_push')
    .set({ diambil: tx.now })
    .where(
      'user_id',
      'in',
      accounts.map(({ user_id }) => user_id),
    )
    .where(due)
    .returning('id')
    .execute();
}

/** News of a complaint holds until it is deleted; news of the deletion itself holds, too. */
const stillHolds = sql<SqlBool>`CASE
  WHEN kabar_push.tentang IS NULL THEN TRUE
  WHEN kabar_push.jenis = 'new-payment' THEN EXISTS (SELECT 1 FROM payments
    JOIN users AS payer ON payer.id = payments.user_id
    WHERE (payments.id = kabar_push.tentang OR payments.kelompok = kabar_push.tentang)
      AND payments.status = ${waiting} AND payments.dihapus_pada IS NULL
      AND (users.jenis <> 'koordinator_perblok' OR users.huruf_blok = payer.huruf_blok))
  WHEN kabar_push.jenis = 'new-post' THEN EXISTS (SELECT 1 FROM posts
    WHERE posts.id = kabar_push.tentang AND posts.dihapus_pada IS NULL)
  WHEN kabar_push.halaman = 'setoran' THEN EXISTS (SELECT 1 FROM setoran
    WHERE setoran.id = kabar_push.tentang AND setoran.status = 'menunggu')
  WHEN kabar_push.jenis = 'approval' THEN EXISTS (SELECT 1 FROM persetujuan
    WHERE persetujuan.id = kabar_push.tentang AND persetujuan.keputusan IS NULL)
  ELSE EXISTS (SELECT 1 FROM complaints WHERE complaints.id = kabar_push.tentang
    AND (complaints.dihapus_pada IS NULL OR complaints.dihapus_pada <= kabar_push.dibuat)) END`;

/** Claimed news that is neither old, nor withdrawn or decided meanwhile, nor read in the list of notifications. */
export async function listCurrent(db: Db, ids: readonly number[], notBefore: string) {
  const { rows } = await sql<CurrentNews>`SELECT kabar_push.id, kabar_push.user_id, kabar_push.jenis,
      kabar_push.halaman, users.jenis AS peran, users.pengawas
    FROM kabar_push JOIN users ON users.id = kabar_push.user_id
    WHERE kabar_push.id IN (${sql.join(ids)}) AND kabar_push.dibuat > ${notBefore} AND ${stillHolds}
      AND NOT EXISTS (SELECT 1 FROM notifications WHERE notifications.user_id = kabar_push.user_id
        AND notifications.jenis = kabar_push.jenis AND notifications.tanggal = kabar_push.dibuat
        AND notifications.dibaca = 1)
    ORDER BY kabar_push.id`.execute(db);
  return rows;
}

export type CurrentNews = Pick<Selectable<Schema['kabar_push']>, 'id' | 'user_id' | 'jenis' | 'halaman'> & {
  peran: Role;
  pengawas: 0 | 1;
};

export const holdNews = (tx: Tx, ids: readonly number[], until: string) =>
  tx.db
    .updateTable('kabar_push')
    .set({ kirim_setelah: until, diambil: null })
    .where('id', 'in', [...ids])
    .execute();

export const deleteNews = (tx: Tx, ids: readonly number[]) =>
  tx.db
    .deleteFrom('kabar_push')
    .where('id', 'in', [...ids])
    .execute();
