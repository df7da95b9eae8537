/** SQL about payments. Queries for staff take a Scope, queries for the payer take the user id. */
import { type SqlBool, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Period } from '../../../contract/format.ts';
import {
  type exportMonthPayments as endpoint,
  Payment,
  type PaymentMethod,
  type PaymentStatus,
  waiting,
} from '../../../contract/payments.ts';
import type { Scope } from '../../../contract/policy.ts';
import { columnsOf } from '../../database/columns-of.ts';
import type { Db } from '../../database/open.ts';
import { newestFirst, oldestFirst, type PageRequest, readPage } from '../../database/page.ts';
import { inBlock, ownedInScope } from '../../database/scope.ts';
import { matchesWords, payersIn } from '../../database/search.ts';
import type { Tx } from '../../database/write.ts';
import type { Barred } from './barred-payers.ts';
import { isLive } from './is-live.ts';
import { withRelated } from './reference-queries.ts';

const columns = columnsOf('payments', Payment);
export const payerColumns = ['users.nama', 'users.blok', 'users.no_hp'] as const;
export const verifier = sql<string | null>`(SELECT verifier.nama FROM users AS verifier
  WHERE verifier.id = payments.dikonfirmasi_oleh)`.as('dikonfirmasi_oleh_nama');

const orders = {
  terbaru: newestFirst<{ id: number }>('payments'),
  terlama: oldestFirst<{ id: number }>('payments'),
};

/** Waiting or rejected. Must match the WHERE clause of the partial index for the databases to use it. */
export const isOpen = sql<SqlBool>`payments.status <> 'dikonfirmasi'`;

export type StaffFilter = Omit<z.output<typeof endpoint.query>, 'format'>;

export async function listOwn(db: Db, userId: number): Promise<Payment[]> {
  const { rows } = await sql<Payment>`SELECT ${sql.raw(columns.join())} FROM payments
    WHERE user_id = ${userId} AND dihapus_pada IS NULL ORDER BY id DESC`.execute(db);
  return rows;
}

const withPayer = (db: Db) =>
  db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.user_id')
    .select([...columns, ...payerColumns, verifier]);

function staffPayments(db: Db, scope: Scope, blok?: string) {
  return withPayer(db).where(inBlock(scope, blok)).where('payments.dihapus_pada', 'is', null);
}

export async function listInScope(
  db: Db,
  scope: Scope,
  filter: StaffFilter & Partial<Period> & { urutan?: 'terlama' | undefined },
  request: PageRequest,
) {
  const { blok, status, q, tahun, bulan } = filter;
  const found = staffPayments(db, scope, blok)
    .where(matchesWords(db, payersIn(scope), q))
    .$if(status !== undefined, (query) => query.where(sql.ref('payments.status'), '=', status))
    .$if(status !== undefined && status !== 'dikonfirmasi', (query) => query.where(isOpen))
    .$if(tahun !== undefined, (query) => query.where('payments.tahun', '=', tahun ?? 0))
    .$if(bulan !== undefined, (query) => query.where('payments.bulan', '=', bulan ?? 0));
  const page = await readPage(found, orders[filter.urutan ?? 'terbaru'], request);
  return { ...page, data: await withRelated(db, scope, page.data) };
}

/** Slips: payments of several months share one. */
export function countWaiting(db: Db, scope: Scope, barred: Barred) {
  return db
    .selectFrom('payments')
    .where(isOpen)
    .where('payments.status', '=', waiting)
    .where('payments.dihapus_pada', 'is', null)
    .where(ownedInScope(scope, 'payments.user_id'))
    .select([
      (eb) => eb.fn.countAll<number>().as('total'),
      sql<number>`count(DISTINCT CASE WHEN user_id NOT IN (${sql.join([...barred.keys()])}) THEN coalesce(kelompok, id) END)`.as(
        'untuk_diperiksa',
      ),
    ])
    .executeTakeFirstOrThrow();
}

export async function findInScope(db: Db, scope: Scope, id: number) {
  const [payment] = await withRelated(
    db,
    scope,
    await staffPayments(db, scope).where('payments.id', '=', id).execute(),
  );
  return payment;
}

/** Whoever's it is; the caller has been asked for another permission. */
export const findAnyPayment = (db: Db, id: number) =>
  withPayer(db).where('payments.id', '=', id).executeTakeFirst();

/** A confirmed payment becomes rejected; false if it is not confirmed. */
export async function takeBack(tx: Tx, id: number, { catatan, by }: { catatan: string; by: number }) {
  const { numUpdatedRows } = await tx.db
    .updateTable('payments')
    .set({ status: 'ditolak', catatan, tanggal_konfirmasi: tx.now, tanggal_kas: null, dikonfirmasi_oleh: by })
    .where('id', '=', id)
    .where('status', '=', 'dikonfirmasi')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type OfMonth = Period & { user_id: number };

/** Matches at most one payment: enforced by the unique index. */
const isLiveOf = ({ user_id, tahun, bulan }: OfMonth) =>
  sql<SqlBool>`payments.user_id = ${user_id} AND payments.tahun = ${tahun} AND payments.bulan = ${bulan}
    AND ${isLive}`;

/** The first waiting or confirmed payment of these months. */
export async function findLiveOwn(db: Db, user_id: number, periods: readonly Period[]) {
  for (const period of periods) {
    const isLive = isLiveOf({ user_id, ...period });
    const found = await db.selectFrom('payments').select(columns).where(isLive).executeTakeFirst();
    if (found) return found;
  }
  return undefined;
}

export async function findLiveInScope(db: Db, scope: Scope, user_id: number, periods: readonly Period[]) {
  for (const period of periods) {
    const found = await staffPayments(db, scope)
      .where(isLiveOf({ user_id, ...period }))
      .execute();
    const [payment] = await withRelated(db, scope, found);
    if (payment) return payment;
  }
  return undefined;
}

export interface NewPayment extends Period {
  user_id: number;
  jumlah: number;
  bukti_transfer: string | null;
  keterangan: string | null;
  kelompok: number | null;
  metode?: PaymentMethod;
  ketukan?: string;
  referensi?: string | null;
}

export function insertWaiting(tx: Tx, payment: NewPayment): Promise<Payment> {
  return insert(tx, { ...payment, status: 'menunggu_konfirmasi' });
}

/** @param booked `by`: user id; `on`: today's date in the estate's time zone. @throws Refusal payment_exists */
export function insertConfirmed(
  tx: Tx,
  payment: NewPayment,
  booked: { by: number; on: string },
): Promise<Payment> {
  return insert(tx, {
    ...payment,
    status: 'dikonfirmasi',
    tanggal_konfirmasi: tx.now,
    tanggal_kas: booked.on,
    dikonfirmasi_oleh: booked.by,
  });
}

function insert(
  tx: Tx,
  payment: NewPayment & {
    status: PaymentStatus;
    tanggal_konfirmasi?: string;
    tanggal_kas?: string;
    dikonfirmasi_oleh?: number;
  },
): Promise<Payment> {
  return tx.db
    .insertInto('payments')
    .values({ ...payment, tanggal_upload: tx.now })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export interface Review {
  status: 'dikonfirmasi' | 'ditolak';
  catatan: string | null;
  by: number;
  /** Date of the cash book entry: today in the estate's time zone. */
  on: string;
}

/** False if the payment is no longer waiting, e.g. already reviewed by somebody else. */
export async function review(tx: Tx, id: number, { status, catatan, by, on }: Review): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('payments')
    .set({
      status,
      catatan,
      tanggal_konfirmasi: tx.now,
      tanggal_kas: status === 'dikonfirmasi' ? on : null,
      dikonfirmasi_oleh: by,
    })
    .where('id', '=', id)
    .where('status', '=', 'menunggu_konfirmasi')
    .where('dihapus_pada', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function findOwn(db: Db, userId: number, id: number): Promise<Payment | undefined> {
  return db
    .selectFrom('payments')
    .select(columns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('dihapus_pada', 'is', null)
    .executeTakeFirst();
}

/** @returns the status that it had; undefined if it is confirmed or withdrawn */
export async function withdraw(tx: Tx, userId: number, id: number): Promise<PaymentStatus | undefined> {
  const row = await tx.db
    .updateTable('payments')
    .set({ dihapus_pada: tx.now, dihapus_oleh: userId })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('status', '<>', 'dikonfirmasi')
    .where('dihapus_pada', 'is', null)
    .returning('status')
    .executeTakeFirst();
  return row?.status;
}

/** Includes withdrawn payments; the caller must check `dihapus_pada`. */
export function findProofOwner(db: Db, bukti_transfer: string) {
  return (
    db
      .selectFrom('payments')
      .innerJoin('users', 'users.id', 'payments.user_id')
      .select(['payments.user_id', 'users.blok', 'payments.dihapus_pada'])
      .where('bukti_transfer', '=', bukti_transfer)
      // Payments of several months share a proof: it stays readable until all are withdrawn.
      .orderBy((eb) => eb.case().when('payments.dihapus_pada', 'is', null).then(0).else(1).end())
      .limit(1)
      .executeTakeFirst()
  );
}

export function closeWaiting(tx: Tx, userId: number, by: number | null, catatan: string) {
  return tx.db
    .updateTable('payments')
    .set({ status: 'ditolak', catatan, tanggal_konfirmasi: tx.now, dikonfirmasi_oleh: by })
    .where('user_id', '=', userId)
    .where('status', '=', 'menunggu_konfirmasi')
    .where('dihapus_pada', 'is', null)
    .returning('id')
    .execute();
}

/** The account of whoever made the payment, erased or not. */
export const payerOf = (db: Db, paymentId: number) =>
  db
    .selectFrom('users')
    .select('id')
    .where('id', '=', (eb) => eb.selectFrom('payments').select('user_id').where('id', '=', paymentId));
