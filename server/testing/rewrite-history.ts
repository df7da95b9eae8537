/** What an operator can do who holds database and key: everything, consistently. */
import { sql } from 'kysely';
import { latestCheckpoint } from '../areas/log/sign-checkpoint.ts';
import type { Context } from '../context.ts';
import { leafOf } from '../database/audit-leaf.ts';

const guarded = ['audit', 'kas_entri', 'log_daun', 'log_simpul', 'log_kepala'];

/** Takes the triggers away meanwhile. */
async function unguarded({ database }: Context, work: () => Promise<void>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(database.writer);
  if (database.dialect.name === 'postgres') {
    for (const table of guarded) await run(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await work();
    for (const table of guarded) await run(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    return;
  }
  const { rows } = await sql<{ name: string; sql: string }>`SELECT name, sql FROM sqlite_master
    WHERE type = 'trigger' AND tbl_name IN (${sql.join(guarded)})`.execute(database.writer);
  for (const { name } of rows) await run(`DROP TRIGGER ${name}`);
  await work();
  for (const trigger of rows) await run(trigger.sql);
}

/** All payments of 100,000 were of 50,000: in the records, the book, the audit log, every leaf and checkpoint. */
export async function halvePayments(context: Context): Promise<void> {
  await latestCheckpoint(context); // gives leaves that wait their index
  const { writer } = context.database;
  const halved = (json: string | null) => json?.replaceAll('"jumlah":100000', '"jumlah":50000') ?? null;
  await unguarded(context, async () => {
    for (const table of ['payments', 'kas_entri'])
      await sql.raw(`UPDATE ${table} SET jumlah = 50000 WHERE jumlah = 100000`).execute(writer);
    await sql.raw(`UPDATE kas_bulanan SET jumlah = jumlah / 2 WHERE jenis = 'iuran'`).execute(writer);
    const leaves = await writer.selectFrom('log_daun').selectAll().orderBy('indeks').execute();
    for (const { id, sebelum, sesudah } of await writer.selectFrom('audit').selectAll().execute())
      await writer
        .updateTable('audit')
        .set({ sebelum: halved(sebelum), sesudah: halved(sesudah) })
        .where('id', '=', id)
        .execute();
    for (const table of ['log_daun', 'log_simpul', 'log_kepala'] as const)
      await writer.deleteFrom(table).execute();
    for (const leaf of leaves) {
      const { id, ...row } = await writer
        .selectFrom('audit')
        .selectAll()
        .where('id', '=', leaf.audit_id)
        .executeTakeFirstOrThrow();
      await writer
        .insertInto('log_daun')
        .values({ ...leaf, isi: leafOf(id, row) })
        .execute();
    }
  });
  await latestCheckpoint(context);
}
