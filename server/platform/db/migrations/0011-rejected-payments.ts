/**
 * An index of rejected payments alone. Where every twentieth is one, PostgreSQL would sooner read the newest payments
 * until enough of them were rejected than `payments_by_status`, and reads months of them when none was of late.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database } from '../open.ts';

export const migration = ({ dialect }: Database): Migration => ({
  up: async (db: Kysely<unknown>) => {
    if (dialect.name === 'sqlite') return;
    await sql`CREATE INDEX payments_rejected ON payments (id) WHERE status = 'ditolak'`.execute(db);
  },
});
