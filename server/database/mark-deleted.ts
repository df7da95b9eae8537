import type { AccountTx, Tx } from './write.ts';

type Deletable = 'users' | 'posts' | 'complaints' | 'documents' | 'expenses' | 'penerimaan';

/** Marks a row as deleted: lists exclude it, references to it stay valid. False if it was already deleted. */
export async function markDeleted<T extends Deletable>(
  tx: T extends 'users' ? AccountTx : Tx,
  table: T,
  id: number,
  by: number | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable<Deletable>(table)
    .set({ dihapus_pada: tx.now, dihapus_oleh: by })
    .where('id', '=', id)
    .where('dihapus_pada', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
