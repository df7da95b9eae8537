/** Brings a database to the newest schema; refuses one that a newer version has written. */
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import * as tables from './migrations/0001-tables.ts';
import * as indexes from './migrations/0002-indexes.ts';
import type { DialectName } from './dialect.ts';
import type { Database } from './open.ts';
import type { Schema } from './schema.ts';

/** Their statements, by name; each imports nothing, so that no later change of the program changes what it does. */
const migrations: Record<string, (dialect: DialectName) => string[]> = {
  '0001-tables': tables.statements,
  '0002-indexes': indexes.statements,
};

export const newestSchema = Object.keys(migrations).toSorted().at(-1) ?? '';

/** Whether this program knows the schema: if not, a newer one has made it. */
export const isKnownSchema = (name: string) => name in migrations;

/** The last migration that the database has gone through. */
export async function schemaOf(db: QueryExecutorProvider): Promise<string> {
  const { rows } = await sql<{ name: string }>`SELECT max(name) AS name FROM kysely_migration`.execute(db);
  return rows[0]?.name ?? '';
}

/**
 * @param to an older schema, for data that has it
 * @throws Error when a migration fails (nothing of it stays) or the schema is newer than this program.
 */
export async function migrate(database: Database, to: string = newestSchema): Promise<void> {
  const { dialect, writer } = database;
  const schema = await dialect.currentSchema(writer);
  await dialect.migrating(writer, async (db) => {
    const migrator = new Migrator({
      db,
      provider: {
        getMigrations: async () =>
          Object.fromEntries(
            Object.entries(migrations).map(([name, statements]): [string, Migration] => {
              const up = async (db: Kysely<Schema>) => {
                for (const statement of statements(dialect.name)) await sql.raw(statement).execute(db);
              };
              return [name, { up: (db) => dialect.claiming(db, () => up(db)) }];
            }),
          ),
      },
      ...(schema === undefined ? {} : { migrationTableSchema: schema }),
    });
    const { error } = await migrator.migrateTo(to);
    if (error) throw explained(error);
  });
}

/**
 * For what may run beside a server: makes the tables of an empty database, and leaves any other as it is.
 * @throws Error as `refuseOtherSchema`
 */
export async function migrateEmpty(database: Database): Promise<void> {
  if (!(await hasMigrations(database))) await migrate(database);
  await refuseOtherSchema(database.read);
}

/** @throws Error when the database has not exactly the schema of this program: an older one may be serving it */
export async function refuseOtherSchema(db: QueryExecutorProvider): Promise<void> {
  if ((await schemaOf(db)) !== newestSchema)
    throw new Error('The database has another schema than this program: run npm run migrate first.');
}

/** Whether an estate is here. A first start makes the table that tells of them before all others. */
export async function hasMigrations({ dialect, writer }: Database): Promise<boolean> {
  const schema = await dialect.currentSchema(writer);
  const tables = await writer.introspection.getTables({ withInternalKyselyTables: true });
  const isThere = tables.some((table) => table.name === 'kysely_migration' && table.schema === schema);
  return isThere && (await schemaOf(writer)) !== '';
}

function explained(error: unknown): Error {
  if (String(error).includes('previously executed migration')) {
    const sentence =
      'The database was written by a newer version of Guyub. Update the program, not the data.';
    return new Error(sentence, { cause: error });
  }
  return error instanceof Error ? error : new Error(String(error));
}
