/** What PostgreSQL must know to plan lists of a month: that nearly all that waits, waits of the last two. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database } from '../open.ts';

export const migration = ({ dialect }: Database): Migration => ({
  up: async (db: Kysely<unknown>) => {
    if (dialect.name === 'sqlite') return;
    const statistics = sql.id('payments_by_month_and_status_together');
    await sql`CREATE STATISTICS ${statistics} (mcv) ON tahun, bulan, status FROM payments`.execute(db);
    await sql`ALTER STATISTICS ${statistics} SET STATISTICS 1000`.execute(db); // a hundred months in each status
    await sql`ANALYZE payments`.execute(db);
  },
});
