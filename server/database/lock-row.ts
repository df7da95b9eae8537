import { sql } from 'kysely';
import type { Tx } from './write.ts';

/**
 * Locks the row until the end of the transaction, so that values read from it stay valid. SQLite needs no
 * lock: it has one writer at a time.
 */
export async function lockRow(tx: Tx, table: 'complaints' | 'documents', id: number): Promise<void> {
  await tx.db
    .updateTable(table)
    .set({ id: sql.ref('id') })
    .where('id', '=', id)
    .execute();
}
