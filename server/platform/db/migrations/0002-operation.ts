/** What the estate does by itself once a day, and an index that answers which audit rows tell of a row. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const migration = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('jobs')
      .addColumn('nama', 'text', (column) => column.primaryKey())
      .addColumn('mulai', 'text')
      .addColumn('selesai', 'text')
      .addColumn('hasil', 'text')
      .execute();
    await db.schema
      .createIndex('audit_by_subject')
      .on('audit')
      .columns(['entitas', 'entitas_id', 'aksi'])
      .execute();
  },
});
