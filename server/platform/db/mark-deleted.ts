import type { Tx } from './write.ts';

/** Out of every list; the row and what refers to it stay. False when it was gone already. */
export async function markDeleted(
  tx: Tx,
  table: 'users' | 'posts' | 'complaints' | 'documents' | 'expenses',
  id: number,
  by: number,
): Promise<boolean> {
  const row = await tx.db
    .updateTable(table)
    .set({ dihapus_pada: tx.now, dihapus_oleh: by })
    .where('id', '=', id)
    .where('dihapus_pada', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
