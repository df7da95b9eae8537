/**
 * Three slots for the database of an estate: live, staging (a restored database being prepared) and previous.
 * Exchanging two is atomic: after a crash either the old or the new database is live.
 */
import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import { syncFolder } from '../storage/sync-folder.ts';
import { ours } from './dialect.ts';
import { type Location, sqliteFile } from './open.ts';

export interface DatabaseSlots {
  clearStaging(): Promise<Location>;
  removeStaging(): Promise<void>;
  activateStaging(): Promise<void>;
  swapWithPrevious(): Promise<void>;
  hasPrevious(): Promise<boolean>;
  readonly previous: Location;
  dropPrevious(): Promise<void>;
}

export const databaseSlots = (location: Location): DatabaseSlots =>
  location.databaseUrl ? schemas(location, location.databaseUrl) : folders(location.dataDir);

function folders(dataDir: string): DatabaseSlots {
  const beside = join(dataDir, 'restoring');
  const previous = join(dataDir, 'previous');
  const live = sqliteFile(dataDir);

  const leaving = join(previous, 'leaving.db');

  const removeStaging = () => rm(beside, { recursive: true, force: true });
  /** Completes or reverts an exchange that a crash interrupted. */
  const finishExchange = async () => {
    if (!existsSync(leaving)) return;
    const isLive = existsSync(live) && (await stat(live)).ino === (await stat(leaving)).ino;
    await (isLive ? rm(leaving) : rename(leaving, sqliteFile(previous)));
  };
  const exchange = async (folder: string) => {
    await checkpointWal(sqliteFile(folder), folder);
    const hadLive = existsSync(live);
    if (hadLive) {
      await mkdir(previous, { recursive: true, mode: 0o700 });
      await checkpointWal(live, previous);
      await link(live, leaving).catch(() => copyFile(live, leaving)); // not every file system supports links
    }
    await rename(sqliteFile(folder), live);
    if (hadLive) await rename(leaving, sqliteFile(previous));
    await syncFolder(dataDir);
  };
  return {
    clearStaging: async () => {
      await removeStaging();
      await mkdir(beside, { recursive: true, mode: 0o700 });
      return { dataDir: beside, databaseUrl: undefined };
    },
    removeStaging,
    activateStaging: async () => {
      await finishExchange();
      await exchange(beside);
      await removeStaging();
    },
    swapWithPrevious: async () => {
      await finishExchange();
      await exchange(previous);
    },
    hasPrevious: async () => {
      await finishExchange();
      return existsSync(sqliteFile(previous));
    },
    previous: { dataDir: previous, databaseUrl: undefined },
    dropPrevious: () => rm(previous, { recursive: true, force: true }),
  };
}

/** Empties and moves the WAL, which SQLite would apply to the next database of that name. */
async function checkpointWal(file: string, keepIn: string) {
  try {
    const handle = new BetterSqlite(file);
    handle.pragma('wal_checkpoint(TRUNCATE)');
    handle.close();
  } catch {
    // too damaged to open: kept as it is
  }
  for (const suffix of ['-wal', '-shm']) {
    if (existsSync(file + suffix)) await rename(file + suffix, join(keepIn, `damaged.db${suffix}`));
  }
}

const restoring = 'guyub_restoring';
const before = 'guyub_previous';
const leaving = 'guyub_leaving';

function schemas({ dataDir }: Location, url: string): DatabaseSlots {
  const run = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: url, application_name: 'guyub' });
    await client.connect();
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } finally {
      await client.end();
    }
  };
  const exists = async (client: pg.Client, schema: string) =>
    (await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema])).rowCount === 1;

  const exchange = (schema: string) =>
    run(async (client) => {
      const { rows } = await client.query<{ name: string }>('SELECT current_schema() AS name');
      const live = rows[0]?.name ?? 'public';
      await client.query(`SET LOCAL lock_timeout = '10s'`);
      const coming = await listAll(client, schema);
      await client.query(`CREATE SCHEMA ${leaving}`);
      await move(client, await listOurs(client, live, coming), live, leaving);
      await move(client, coming, schema, live);
      await client.query(`DROP SCHEMA ${schema} CASCADE; DROP SCHEMA IF EXISTS ${before} CASCADE`);
      // no previous slot if there was no live database
      const { rowCount } = await client.query('SELECT 1 FROM pg_tables WHERE schemaname = $1', [leaving]);
      await client.query(rowCount ? `ALTER SCHEMA ${leaving} RENAME TO ${before}` : `DROP SCHEMA ${leaving}`);
    });
  const inSchema = (schema: string): Location => {
    const address = new URL(url);
    address.searchParams.set('options', `-c search_path=${schema}`);
    return { dataDir, databaseUrl: address.href };
  };
  return {
    clearStaging: async () => {
      await run((client) =>
        client.query(`DROP SCHEMA IF EXISTS ${restoring} CASCADE; CREATE SCHEMA ${restoring}`),
      );
      return inSchema(restoring);
    },
    removeStaging: async () => {
      await run((client) => client.query(`DROP SCHEMA IF EXISTS ${restoring} CASCADE`));
    },
    activateStaging: () => exchange(restoring),
    swapWithPrevious: () => exchange(before),
    hasPrevious: () => run((client) => exists(client, before)),
    previous: inSchema(before),
    dropPrevious: async () => {
      await run((client) => client.query(`DROP SCHEMA IF EXISTS ${before} CASCADE`));
    },
  };
}

interface Own {
  tables: string[];
  functions: string[];
}

const namesFrom = async (client: pg.Client, text: string, values: unknown[]) =>
  (await client.query<{ name: string }>(text, values)).rows.map(({ name }) => name);

async function listAll(client: pg.Client, schema: string): Promise<Own> {
  const names = (text: string) => namesFrom(client, text, [schema]);
  return {
    tables: await names('SELECT tablename AS name FROM pg_tables WHERE schemaname = $1'),
    functions: await names('SELECT proname AS name FROM pg_proc WHERE pronamespace = $1::regnamespace'),
  };
}

/**
 * Other programs may have tables in the live schema. Guyub's tables are those that the other database also
 * has and those marked by migrations of a newer version (`ours`).
 */
async function listOurs(client: pg.Client, live: string, other: Own): Promise<Own> {
  const names = (text: string, ...known: string[][]) => namesFrom(client, text, [live, ...known]);
  const tables = await names(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind = 'r'
      AND (relname = ANY($2) OR obj_description(oid, 'pg_class') = '${ours}')`,
    other.tables,
  );
  const inTables =
    'IN (SELECT oid FROM pg_class WHERE relnamespace = $1::regnamespace AND relname = ANY($2))';
  return {
    tables,
    functions: await names(
      `SELECT proname AS name FROM pg_proc WHERE pronamespace = $1::regnamespace
        AND (proname = ANY($3) OR oid IN (SELECT tgfoid FROM pg_trigger WHERE tgrelid ${inTables}))`,
      tables,
      other.functions,
    ),
  };
}

async function move(client: pg.Client, { tables, functions }: Own, from: string, to: string) {
  for (const name of tables) await client.query(`ALTER TABLE "${from}"."${name}" SET SCHEMA "${to}"`);
  for (const name of functions) await client.query(`ALTER FUNCTION "${from}"."${name}"() SET SCHEMA "${to}"`);
}
