import type { Auditor } from '../../../contract/auditors.ts';
import type { Db } from '../../database/open.ts';
import type { Tx } from '../../database/write.ts';

export function listAuditors(db: Db): Promise<Auditor[]> {
  return db
    .selectFrom('users')
    .select(['id as user_id', 'nama', 'blok'])
    .where('pengawas', '=', 1)
    .orderBy('nama')
    .orderBy('id')
    .execute();
}

/** Those of the accounts that may be auditors. */
export function listEligible(db: Db, ids: readonly number[]): Promise<Auditor[]> {
  return db
    .selectFrom('users')
    .select(['id as user_id', 'nama', 'blok'])
    .where('id', 'in', [...ids])
    .where('jenis', '=', 'warga')
    .where('status', '=', 'active')
    .where('dihapus_pada', 'is', null)
    .orderBy('id')
    .execute();
}

export async function setMark(tx: Tx, userId: number, pengawas: 0 | 1): Promise<void> {
  await tx.db.updateTable('users').set({ pengawas }).where('id', '=', userId).execute();
}
