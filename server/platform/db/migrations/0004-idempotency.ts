/** The answers of creating calls that carried an `Idempotency-Key`, so that a repeat changes nothing and hears the same. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const migration = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('idempotency_keys')
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
      .addColumn('kunci', 'text', (column) => column.notNull())
      .addColumn('sidik', 'text', (column) => column.notNull())
      .addColumn('jawaban', 'text', (column) => column.notNull())
      .addColumn('dibuat', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('idempotency_keys_pk', ['user_id', 'kunci'])
      .execute();
    await db.schema.createIndex('idempotency_keys_by_age').on('idempotency_keys').column('dibuat').execute();
  },
});
