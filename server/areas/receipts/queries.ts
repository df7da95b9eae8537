import { sql } from 'kysely';
import type { Scope } from '../../../contract/policy.ts';
import type { Db } from '../../database/open.ts';
import type { Schema } from '../../database/schema.ts';
import { ownedInScope } from '../../database/scope.ts';
import type { Tx } from '../../database/write.ts';

/** Payments with their entry, their receipt and their reversal, as far as there are any; also ones deleted since. */
const payments = (db: Db) =>
  db
    .selectFrom('payments')
    .leftJoin('kas_entri as entri', (join) =>
      join.onRef('entri.payment_id', '=', 'payments.id').on('entri.jenis', '=', 'iuran'),
    )
    .leftJoin('kas_entri as batal', 'batal.membatalkan', 'entri.nomor')
    .leftJoin('kuitansi_bulan', 'kuitansi_bulan.payment_id', 'payments.id')
    .leftJoin('kuitansi', 'kuitansi.nomor', 'kuitansi_bulan.kuitansi')
    .select([
      'payments.id',
      'payments.user_id',
      'payments.tahun',
      'payments.bulan',
      'payments.metode',
      'payments.kelompok',
      'entri.nomor as entri',
      'entri.jumlah',
      'entri.tanggal',
      'entri.blok',
      'entri.dibuat_pada',
      'batal.nomor as batal_nomor',
      'batal.tanggal as batal_tanggal',
      'kuitansi.nomor as kuitansi',
      'kuitansi.catatan',
    ])
    .orderBy('entri.nomor');

export function findReceipt(db: Db, scope: Scope, paymentId: number) {
  return payments(db)
    .where('payments.id', '=', paymentId)
    .where(ownedInScope(scope, 'payments.user_id'))
    .executeTakeFirst();
}
export type FoundReceipt = NonNullable<Awaited<ReturnType<typeof findReceipt>>>;

/** In the order of the book. */
export const listMonthsOf = (db: Db, receipt: number) =>
  payments(db).where('kuitansi_bulan.kuitansi', '=', receipt).execute();

/** Booked payments with the same proof, in the order of the book. */
export const listBookedWith = (db: Db, kelompok: number) =>
  payments(db).where('payments.kelompok', '=', kelompok).where('entri.nomor', 'is not', null).execute();

export async function nextNumber({ db }: Tx): Promise<number> {
  const { next } = await db
    .selectFrom('kuitansi')
    .select(sql<number>`coalesce(max(nomor), 0) + 1`.as('next'))
    .executeTakeFirstOrThrow();
  return next;
}

export async function insertReceipt(
  { db, now }: Tx,
  receipt: Omit<Schema['kuitansi'], 'dibuat'>,
  months: readonly { payment_id: number; entri: number }[],
): Promise<void> {
  await db
    .insertInto('kuitansi')
    .values({ ...receipt, dibuat: now })
    .execute();
  const values = months.map((month) => ({ ...month, kuitansi: receipt.nomor }));
  await db.insertInto('kuitansi_bulan').values(values).execute();
}
