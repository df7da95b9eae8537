/** Indexes that page through the audit rows of one person, of all kinds or of one, newest first. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const migration = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema.createIndex('audit_by_person').on('audit').columns(['user_id', 'id']).execute();
    await db.schema
      .createIndex('audit_by_person_and_kind')
      .on('audit')
      .columns(['user_id', 'entitas', 'id'])
      .execute();
  },
});
