/** What one resident has paid for one month: lists of residents by month ask it for each of them. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const migration = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createIndex('payments_of_month')
      .on('payments')
      .columns(['user_id', 'tahun', 'bulan'])
      .execute();
  },
});
