/** What an operator can do who holds database and key: everything, consistently. */
import { sql } from 'kysely';
import { latestCheckpoint } from '../areas/log/sign-checkpoint.ts';
import type { Context } from '../context.ts';
import { leafOf } from '../database/audit-leaf.ts';
import { unguarded } from './tamper.ts';

/** All payments of 100,000 were of 50,000: in the records, the book, the audit log, every leaf and checkpoint. */
export async function halvePayments(context: Context): Promise<void> {
  await latestCheckpoint(context); // gives leaves that wait their index
  const halved = (json: string | null) => json?.replaceAll('"jumlah":100000', '"jumlah":50000') ?? null;
  await unguarded(context, async (db) => {
    for (const table of ['payments', 'kas_entri'])
      await sql.raw(`UPDATE ${table} SET jumlah = 50000 WHERE jumlah = 100000`).execute(db);
    await sql.raw(`UPDATE kas_bulanan SET jumlah = jumlah / 2 WHERE jenis = 'iuran'`).execute(db);
    const leaves = await db.selectFrom('log_daun').selectAll().orderBy('indeks').execute();
    for (const { id, sebelum, sesudah } of await db.selectFrom('audit').selectAll().execute())
      await db
        .updateTable('audit')
        .set({ sebelum: halved(sebelum), sesudah: halved(sesudah) })
        .where('id', '=', id)
        .execute();
    for (const table of ['log_daun', 'log_simpul', 'log_kepala'] as const)
      await db.deleteFrom(table).execute();
    for (const leaf of leaves) {
      const { id, ...row } = await db
        .selectFrom('audit')
        .selectAll()
        .where('id', '=', leaf.audit_id)
        .executeTakeFirstOrThrow();
      await db
        .insertInto('log_daun')
        .values({ ...leaf, isi: leafOf(id, row) })
        .execute();
    }
  });
  await latestCheckpoint(context);
}
