import { type Insertable, sql } from 'kysely';
import { Income } from '../../../contract/income.ts';
import { columnsOf } from '../../database/columns-of.ts';
import { insertRow } from '../../database/insert-row.ts';
import type { Db } from '../../database/open.ts';
import type { Schema } from '../../database/schema.ts';
import type { Tx } from '../../database/write.ts';

/** Undefined once it is reversed. */
export function findIncome(db: Db, id: number) {
  return db
    .selectFrom('penerimaan')
    .innerJoin('users', 'users.id', 'penerimaan.admin_id')
    .select([
      ...columnsOf('penerimaan', Income, ['nomor', 'admin_nama']),
      sql<number>`(SELECT nomor FROM kas_entri WHERE penerimaan_id = penerimaan.id
        AND jenis = 'penerimaan')`.as('nomor'),
      'users.nama as admin_nama',
    ])
    .where('penerimaan.id', '=', id)
    .where('penerimaan.dihapus_pada', 'is', null)
    .executeTakeFirst();
}

type NewIncome = Omit<
  Insertable<Schema['penerimaan']>,
  'id' | 'tanggal_dibuat' | 'dihapus_pada' | 'dihapus_oleh'
>;

export const insertIncome = (tx: Tx, income: NewIncome) =>
  insertRow(tx, 'penerimaan', { ...income, tanggal_dibuat: tx.now });

export function findByProof(db: Db, bukti: string) {
  return db
    .selectFrom('penerimaan')
    .select(['judul', 'dihapus_pada'])
    .where('bukti', '=', bukti)
    .executeTakeFirst();
}
