/** SQL about payments. What staff see passes through a Scope; one's own through one's id. */
import { type SqlBool, sql } from 'kysely';
import type { Period } from '../../../contract/format.ts';
import type { MonthStatus, Payment, PaymentStatus } from '../../../contract/payments.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { Db } from '../../platform/db/open.ts';
import { cutPage, newestFirst, type PageRequest, pageOf } from '../../platform/db/page.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { inReach, inScope, isOfPeople } from '../../platform/db/scope.ts';
import type { Tx } from '../../platform/db/write.ts';

const columns = [
  'payments.id',
  'payments.user_id',
  'payments.tahun',
  'payments.bulan',
  'payments.jumlah',
  'payments.status',
  'payments.bukti_transfer',
  'payments.tanggal_upload',
  'payments.tanggal_konfirmasi',
  'payments.catatan',
  'payments.keterangan',
] as const;
export const payerColumns = ['users.nama', 'users.blok', 'users.no_hp'] as const;
export const verifier = sql<string | null>`(SELECT verifier.nama FROM users AS verifier
  WHERE verifier.id = payments.dikonfirmasi_oleh)`.as('dikonfirmasi_oleh_nama');

const order = newestFirst<{ id: number }>('payments');

export interface StaffFilter {
  blok?: string | undefined;
  status?: MonthStatus | undefined;
}

/** Newest first. */
export const listOwn = prepared((db, { userId }: { userId: number }) =>
  db
    .selectFrom('payments')
    .select(columns)
    .where('user_id', '=', userId)
    .where('dihapus_pada', 'is', null)
    .orderBy('id', 'desc'),
);

/** SQLite joins in this order. */
function staffPayments(db: Db, scope: Scope, blok?: string) {
  const joined = isOfPeople(scope, blok)
    ? db.selectFrom('users').crossJoin('payments')
    : db.selectFrom('payments').crossJoin('users');
  return joined
    .whereRef('users.id', '=', 'payments.user_id')
    .select([...columns, ...payerColumns, verifier])
    .where(inReach('payments', scope, blok))
    .where('payments.dihapus_pada', 'is', null);
}

export async function listInScope(
  db: Db,
  scope: Scope,
  filter: StaffFilter & Partial<Period>,
  request: PageRequest,
) {
  const { behind, fetch } = pageOf(order, request);
  const { blok, status, tahun, bulan } = filter;
  const rows = await staffPayments(db, scope, blok)
    .$if(status !== undefined, (query) => query.where(sql.ref('payments.status'), '=', status))
    .$if(tahun !== undefined, (query) => query.where('payments.tahun', '=', tahun ?? 0))
    .$if(bulan !== undefined, (query) => query.where('payments.bulan', '=', bulan ?? 0))
    .where(behind)
    .orderBy('payments.id', 'desc')
    .limit(fetch)
    .execute();
  return cutPage(order, rows, fetch);
}

/** A staff member sees one payment in scope. */
export function findInScope(db: Db, scope: Scope, id: number) {
  return staffPayments(db, scope).where('payments.id', '=', id).executeTakeFirst();
}

type OfMonth = Period & { user_id: number };

/** At most one payment is this: the unique index sees to it. */
const isLive = ({ user_id, tahun, bulan }: OfMonth) =>
  sql<SqlBool>`payments.user_id = ${user_id} AND payments.tahun = ${tahun} AND payments.bulan = ${bulan}
    AND payments.status <> 'ditolak' AND payments.dihapus_pada IS NULL`;

export function findLiveOwn(db: Db, month: OfMonth): Promise<Payment | undefined> {
  return db.selectFrom('payments').select(columns).where(isLive(month)).executeTakeFirst();
}

export function findLiveInScope(db: Db, scope: Scope, month: OfMonth) {
  return staffPayments(db, scope).where(isLive(month)).executeTakeFirst();
}

/** Who a payment is for: there and active, and not removed before the write is done. */
export async function claimPayer(tx: Tx, scope: Scope, userId: number) {
  await tx.dialect.serialize(tx.db, 'sums'); // who changes a person waits for it, too
  return await tx.db
    .selectFrom('users')
    .select(['id', 'nama', 'blok', 'no_hp'])
    .where('id', '=', userId)
    .where('dihapus_pada', 'is', null)
    .where('status', '=', 'active')
    .where(inScope(scope))
    .executeTakeFirst();
}

export interface NewPayment extends Period {
  user_id: number;
  jumlah: number;
  bukti_transfer: string;
  keterangan: string | null;
}

/** @throws Refusal payment_exists, by the unique index, when the month has a live payment */
export function insertWaiting(tx: Tx, payment: NewPayment): Promise<Payment> {
  return insert(tx, { ...payment, status: 'menunggu_konfirmasi' });
}

/** @param booked by whom, and the estate's date of today */
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
  /** The estate's date of today: the day the cash book enters it. */
  on: string;
}

/** Decides a waiting payment; false when somebody else was faster. */
export async function review(tx: Tx, id: number, { status, catatan, by, on }: Review): Promise<boolean> {
  const row = await tx.db
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
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
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

/** Takes an own unconfirmed payment out of every list; false when it has been confirmed or is gone. */
export async function withdraw(tx: Tx, userId: number, id: number): Promise<boolean> {
  const row = await tx.db
    .updateTable('payments')
    .set({ dihapus_pada: tx.now, dihapus_oleh: userId })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('status', '<>', 'dikonfirmasi')
    .where('dihapus_pada', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The payer of a transfer proof, as `/assets` asks; withdrawn payments show their proof to nobody. */
export function findProofOwner(db: Db, bukti_transfer: string) {
  return db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.user_id')
    .select(['payments.user_id', 'users.blok', 'payments.dihapus_pada'])
    .where('bukti_transfer', '=', bukti_transfer)
    .executeTakeFirst();
}

/** Rejects whatever waits of a person who leaves. */
export function closeWaiting(tx: Tx, userId: number, { by, catatan }: { by: number; catatan: string }) {
  return tx.db
    .updateTable('payments')
    .set({ status: 'ditolak', catatan, tanggal_konfirmasi: tx.now, dikonfirmasi_oleh: by })
    .where('user_id', '=', userId)
    .where('status', '=', 'menunggu_konfirmasi')
    .where('dihapus_pada', 'is', null)
    .returning('id')
    .execute();
}
