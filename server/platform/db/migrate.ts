/** Brings a database to the newest schema; refuses one that a newer version has written. */
import { type Migration, Migrator } from 'kysely/migration';
import * as first from './migrations/0001-whole-product.ts';
import type { Database } from './open.ts';

const migrations: Record<string, (database: Database) => Migration> = {
  '0001-whole-product': first.migration,
};

/** @throws Error when a migration fails (nothing of it stays) or the schema is newer than this program. */
export async function migrate(database: Database): Promise<void> {
  const migrator = new Migrator({
    db: database.writer,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(Object.entries(migrations).map(([name, make]) => [name, make(database)])),
    },
  });
  const { error } = await migrator.migrateToLatest();
  if (!error) return;
  if (String(error).includes('previously executed migration')) {
    throw new Error(
      'The database was written by a newer version of Guyub. Update the program, not the data.',
      {
        cause: error,
      },
    );
  }
  throw error instanceof Error ? error : new Error(String(error));
}
