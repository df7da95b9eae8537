/** Indexes for searching names and texts. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database } from '../open.ts';
import { createTextIndex, type TextIndex } from '../text-index.ts';

export const textIndexes = {
  users: { table: 'users', columns: ['nama', 'email', 'no_hp', 'blok'] },
  complaints: { table: 'complaints', columns: ['judul', 'deskripsi'] },
  documents: { table: 'documents', columns: ['judul', 'deskripsi'] },
} as const satisfies Record<string, TextIndex>;

export const migration = ({ dialect }: Database): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const trigrams = dialect.name === 'postgres' ? await schemaOfTrigrams(db) : '';
    for (const index of Object.values(textIndexes)) {
      for (const statement of createTextIndex(index, dialect.name, trigrams))
        await sql.raw(statement).execute(db);
    }
  },
});

/** In a schema of its own, which stays where it is when a restored estate takes the place of the live one. */
async function schemaOfTrigrams(db: Kysely<unknown>): Promise<string> {
  const present = sql<{ schema: string }>`SELECT nspname AS "schema" FROM pg_extension
    JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm'`;
  const [found] = (await present.execute(db)).rows;
  if (found) return found.schema;
  const schema = 'extensions';
  await sql`CREATE SCHEMA IF NOT EXISTS ${sql.ref(schema)}`.execute(db);
  await sql`CREATE EXTENSION pg_trgm WITH SCHEMA ${sql.ref(schema)}`.execute(db);
  return schema;
}
