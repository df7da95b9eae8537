/** What processes of one estate share beyond its data: counted attempts, and Socket.IO's own table on PostgreSQL. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database } from '../open.ts';

export const migration = ({ dialect }: Database): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('attempts')
      .addColumn('kunci', 'text', (column) => column.primaryKey())
      .addColumn('jumlah', 'integer', (column) => column.notNull())
      .addColumn('berlaku_hingga', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('attempts_by_end').on('attempts').column('berlaku_hingga').execute();
    if (dialect.name === 'sqlite') return;
    // As @socket.io/postgres-adapter wants it; two processes that make it at their start would crash one.
    await sql`CREATE TABLE socket_io_attachments (
      id bigserial UNIQUE, created_at timestamptz DEFAULT now(), payload bytea)`.execute(db);
  },
});
