/** An index that pages through the audit rows about one kind of thing, newest first. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const migration = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema.createIndex('audit_by_kind').on('audit').columns(['entitas', 'id']).execute();
  },
});
