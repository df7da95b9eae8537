import { sql } from 'kysely';
import type { Tx } from './write.ts';

/** Locks the row until the end of the transaction. Not needed by SQLite, which has one writer. */
export async function lockRow(tx: Tx, table: 'complaints' | 'documents', id: number): Promise<void> {
  await tx.db
    .updateTable(table)
    .set({ id: sql.ref('id') })
    .where('id', '=', id)
    .execute();
}
