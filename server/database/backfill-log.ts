/**
 * Once, after the migration that made the log: every former audit row and every former entry of the book becomes a leaf,
 * in their order. One transaction, so that a crash begins anew.
 */
import { sql, type Transaction } from 'kysely';
import { appendAuditRows, bookedRows, rowsAtOnce } from './append-rows.ts';
import type { ReadableRow, StoredRow } from './audit-leaf.ts';
import type { Database } from './open.ts';
import type { Schema } from './schema.ts';

/** Left by the migration. */
const job = 'isi-log';

export async function backfillLog({ writer, dialect }: Database): Promise<void> {
  const left = writer.selectFrom('jobs').select('nama').where('nama', '=', job);
  if (!(await left.executeTakeFirst())) return;
  await writer.transaction().execute(async (tx) => {
    await dialect.serialize(tx, 'log'); // another process may start at the same time
    const { numDeletedRows } = await tx.deleteFrom('jobs').where('nama', '=', job).executeTakeFirst();
    if (numDeletedRows === 0n) return;
    await appendAuditRows(tx, dialect, formerRows(tx));
    await appendAuditRows(tx, dialect, bookedRows(tx));
    await sql`DROP TABLE audit_lama`.execute(tx);
  });
}

/** In the former table `sebelum` and `sesudah` hold the values themselves. */
async function* formerRows(tx: Transaction<Schema>): AsyncGenerator<ReadableRow & { id: number }> {
  for (let last = 0; ; ) {
    const { rows } = await sql<StoredRow & { id: number }>`SELECT * FROM audit_lama WHERE id > ${last}
      ORDER BY id LIMIT ${sql.lit(rowsAtOnce)}`.execute(tx);
    for (const row of rows) yield { ...row, sebelum: parse(row.sebelum), sesudah: parse(row.sesudah) };
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
  }
}

const parse = (json: string | null) => (json === null ? null : (JSON.parse(json) as Record<string, unknown>));
