/** Many audit rows at once, with their leaves: for an upgrade, and for estates that are loaded in bulk. */
import { sql, type Transaction } from 'kysely';
import { nextIndex, origin } from './append-leaf.ts';
import { commit, leafOf, type ReadableRow } from './audit-leaf.ts';
import type { Dialect } from './dialect.ts';
import type { Schema } from './schema.ts';

export const rowsAtOnce = 500;

/** @param rows with an id if they had one before */
export async function appendAuditRows(
  tx: Transaction<Schema>,
  dialect: Dialect,
  rows: Iterable<ReadableRow & { id?: number }> | AsyncIterable<ReadableRow & { id?: number }>,
): Promise<void> {
  await dialect.serialize(tx, 'log');
  const start = await tx
    .selectNoFrom([
      sql<number>`(SELECT coalesce(max(id), 0) FROM audit)`.as('last'),
      origin.as('asal_id'),
      nextIndex.as('next'),
    ])
    .executeTakeFirstOrThrow();
  let { last, next } = start;
  const store = async (portion: readonly (ReadableRow & { id?: number })[]) => {
    const made = portion.map(({ id = last + 1, ...row }) => {
      last = id;
      return { id, ...commit(row) };
    });
    if (made.length === 0) return;
    await tx
      .insertInto('audit')
      .values(made.map(({ id, row }) => ({ id, ...row })))
      .execute();
    const values = made
      .map(({ id, values }) => ({ audit_id: id, ...values }))
      .filter(({ nama, isi }) => nama !== null || isi !== null);
    if (values.length > 0) await tx.insertInto('audit_nilai').values(values).execute();
    const leaves = made.map(({ id, row }, at) => ({
      asal_id: start.asal_id,
      indeks: next + at,
      audit_id: id,
      isi: leafOf(id, row),
    }));
    next += leaves.length;
    await tx.insertInto('log_daun').values(leaves).execute();
  };
  let portion: (ReadableRow & { id?: number })[] = [];
  for await (const row of rows) {
    portion.push(row);
    if (portion.length < rowsAtOnce) continue;
    await store(portion);
    portion = [];
  }
  await store(portion);
  if (dialect.name === 'postgres' && last > 0)
    await sql`SELECT setval(pg_get_serial_sequence('audit', 'id'), ${last})`.execute(tx);
}

/** A row for each entry of the book, in the order of their numbers: all of it, so that leaves alone tell the sums. */
export async function* bookedRows(tx: Transaction<Schema>): AsyncGenerator<ReadableRow> {
  for (let last = 0; ; ) {
    const entries = await tx
      .selectFrom('kas_entri')
      .selectAll()
      .where('nomor', '>', last)
      .orderBy('nomor')
      .limit(rowsAtOnce)
      .execute();
    for (const { nomor, ...sesudah } of entries) {
      const entry = { aksi: 'entry.booked', entitas: 'entries', entitas_id: nomor, sesudah } as const;
      yield { tanggal: sesudah.dibuat_pada, user_id: null, nama: null, sebelum: null, ...entry };
    }
    const end = entries.at(-1);
    if (!end) return;
    last = end.nomor;
  }
}
