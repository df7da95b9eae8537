import { sql } from 'kysely';
import type { Tx } from './write.ts';

/**
 * From here on nobody else can change the row until this write is done: what is read of it now is what will be changed.
 * (On SQLite every write is alone from its beginning.)
 */
export async function hold(tx: Tx, table: 'complaints' | 'documents', id: number): Promise<void> {
  await tx.db
    .updateTable(table)
    .set({ id: sql.ref('id') })
    .where('id', '=', id)
    .execute();
}
