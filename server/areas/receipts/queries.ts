import { sql } from 'kysely';
import type { Scope } from '../../../contract/policy.ts';
import type { Db } from '../../database/open.ts';
import type { Kuitansi } from '../../database/book-schema.ts';
import { inScope } from '../../database/scope.ts';
import type { Tx } from '../../database/write.ts';

/** A payment with its entry, its receipt and its reversal, as far as there are any; also a payment deleted since. */
export function findReceipt(db: Db, scope: Scope, paymentId: number) {
  return db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.user_id')
    .leftJoin('kas_entri as entri', (join) =>
      join.onRef('entri.payment_id', '=', 'payments.id').on('entri.jenis', '=', 'iuran'),
    )
    .leftJoin('kas_entri as batal', 'batal.membatalkan', 'entri.nomor')
    .leftJoin('kuitansi', 'kuitansi.payment_id', 'payments.id')
    .select([
      'payments.id',
      'payments.tahun',
      'payments.bulan',
      'payments.metode',
      'payments.dihapus_pada',
      'entri.nomor as entri',
      'entri.jumlah',
      'entri.tanggal',
      'entri.blok',
      'batal.nomor as batal_nomor',
      'batal.tanggal as batal_tanggal',
      'kuitansi.catatan',
    ])
    .where('payments.id', '=', paymentId)
    .where(inScope(scope))
    .executeTakeFirst();
}
export type FoundReceipt = NonNullable<Awaited<ReturnType<typeof findReceipt>>>;

export async function nextNumber({ db }: Tx): Promise<number> {
  const { next } = await db
    .selectFrom('kuitansi')
    .select(sql<number>`coalesce(max(nomor), 0) + 1`.as('next'))
    .executeTakeFirstOrThrow();
  return next;
}

export async function insertReceipt({ db, now }: Tx, receipt: Omit<Kuitansi, 'dibuat'>): Promise<void> {
  await db
    .insertInto('kuitansi')
    .values({ ...receipt, dibuat: now })
    .execute();
}
