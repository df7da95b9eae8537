/** Migrates a database to the newest schema. Refuses a database written by a newer version. */
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { backfillLog } from './backfill-log.ts';
import type { DialectName } from './dialect.ts';
import * as tables from './migrations/0001-tables.ts';
import * as indexes from './migrations/0002-indexes.ts';
import * as portraits from './migrations/0003-portraits.ts';
import * as book from './migrations/0004-book.ts';
import * as places from './migrations/0005-places.ts';
import * as income from './migrations/0006-income.ts';
import * as people from './migrations/0007-people.ts';
import * as closings from './migrations/0008-closings.ts';
import * as log from './migrations/0009-log.ts';
import * as receipts from './migrations/0011-receipts.ts';
import * as dues from './migrations/0013-dues.ts';
import * as proofs from './migrations/0014-proofs.ts';
import * as erasure from './migrations/0015-erasure.ts';
import * as rates from './migrations/0016-rates.ts';
import * as statements from './migrations/0017-statements.ts';
import * as cash from './migrations/0018-cash.ts';
import * as push from './migrations/0019-push.ts';
import * as waivers from './migrations/0020-waivers.ts';
import * as slips from './migrations/0021-slips.ts';
import * as bills from './migrations/0022-bills.ts';
import * as references from './migrations/0023-references.ts';
import * as enteredLines from './migrations/0024-entered-lines.ts';
import * as complaintSearch from './migrations/0025-complaint-search.ts';
import * as toldAudit from './migrations/0026-told-audit.ts';
import * as statementAccounts from './migrations/0027-statement-accounts.ts';
import * as pushPages from './migrations/0028-push-pages.ts';
import * as bookedLinks from './migrations/0029-booked-links.ts';
import * as settledMonths from './migrations/0030-settled-months.ts';
import * as settleAtCommit from './migrations/0031-settle-at-commit.ts';
import { noteState } from './note-state.ts';
import type { Database } from './open.ts';
import type { Schema } from './schema.ts';

/** SQL statements by name. Migration files import nothing, so later code changes cannot alter them. */
const migrations: Record<string, (dialect: DialectName) => string[]> = {
  '0001-tables': tables.statements,
  '0002-indexes': indexes.statements,
  '0003-portraits': portraits.statements,
  '0004-book': book.statements,
  '0005-places': places.statements,
  '0006-income': income.statements,
  '0007-people': people.statements,
  '0008-closings': closings.statements,
  '0009-log': log.statements,
  '0011-receipts': receipts.statements,
  '0013-dues': dues.statements,
  '0014-proofs': proofs.statements,
  '0015-erasure': erasure.statements,
  '0016-rates': rates.statements,
  '0017-statements': statements.statements,
  '0018-cash': cash.statements,
  '0019-push': push.statements,
  '0020-waivers': waivers.statements,
  '0021-slips': slips.statements,
  '0022-bills': bills.statements,
  '0023-references': references.statements,
  '0024-entered-lines': enteredLines.statements,
  '0025-complaint-search': complaintSearch.statements,
  '0026-told-audit': toldAudit.statements,
  '0027-statement-accounts': statementAccounts.statements,
  '0028-push-pages': pushPages.statements,
  '0029-booked-links': bookedLinks.statements,
  '0030-settled-months': settledMonths.statements,
  '0031-settle-at-commit': settleAtCommit.statements,
};

/** What all migrations together execute, for a comparison with a database that went through them. */
export const allStatements = (dialect: DialectName): string[] =>
  Object.keys(migrations)
    .toSorted()
    .flatMap((name) => migrations[name]?.(dialect) ?? []);

export const newestSchema = Object.keys(migrations).toSorted().at(-1) ?? '';

export const isKnownSchema = (name: string) => name in migrations;

export async function schemaOf(db: QueryExecutorProvider): Promise<string> {
  const { rows } = await sql<{ name: string }>`SELECT max(name) AS name FROM kysely_migration`.execute(db);
  return rows[0]?.name ?? '';
}

/**
 * @param to an older schema, for a backup that has it
 * @throws Error if a migration fails (all are rolled back) or the schema is newer than this program
 */
export async function migrate(database: Database, to: string = newestSchema): Promise<void> {
  const { dialect, writer } = database;
  const schema = await dialect.currentSchema(writer);
  await dialect.runMigrations(writer, async (db) => {
    const migrator = new Migrator({
      db,
      provider: {
        getMigrations: async () =>
          Object.fromEntries(
            Object.entries(migrations).map(([name, statements]): [string, Migration] => {
              const up = async (db: Kysely<Schema>) => {
                for (const statement of statements(dialect.name)) await sql.raw(statement).execute(db);
              };
              return [name, { up: (db) => dialect.markingTables(db, () => up(db)) }];
            }),
          ),
      },
      ...(schema === undefined ? {} : { migrationTableSchema: schema }),
    });
    const { error } = await migrator.migrateTo(to);
    if (error) throw describeMigrationError(error);
  });
  if (to >= '0009-log') await backfillLog(database);
  if (to >= '0014-proofs') await noteState(database);
}

/**
 * For commands that may run beside a server: creates the tables in an empty database, leaves any other
 * unchanged.
 * @throws Error as `refuseOtherSchema`
 */
export async function migrateEmpty(database: Database): Promise<void> {
  if (!(await hasMigrations(database))) await migrate(database);
  await refuseOtherSchema(database.read);
}

/** @throws Error if the schema is not this program's: an older server may be using the database */
export async function refuseOtherSchema(db: QueryExecutorProvider): Promise<void> {
  if ((await schemaOf(db)) !== newestSchema)
    throw new Error('The database has another schema than this program: run npm run migrate first.');
}

/** Kysely creates its migration table before all others, so the table must also have a row. */
export async function hasMigrations({ dialect, writer }: Database): Promise<boolean> {
  const schema = await dialect.currentSchema(writer);
  const tables = await writer.introspection.getTables({ withInternalKyselyTables: true });
  const isThere = tables.some((table) => table.name === 'kysely_migration' && table.schema === schema);
  return isThere && (await schemaOf(writer)) !== '';
}

function describeMigrationError(error: unknown): Error {
  if (String(error).includes('previously executed migration')) {
    const sentence =
      'The database was written by a newer version of Guyub. Update the program, not the data.';
    return new Error(sentence, { cause: error });
  }
  return error instanceof Error ? error : new Error(String(error));
}
