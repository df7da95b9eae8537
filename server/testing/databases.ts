/** Databases for tests: copies of a migrated, empty one. GUYUB_TEST_DATABASE selects the kind. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../database/migrate.ts';
import { type Location, openDatabase, sqliteFile } from '../database/open.ts';
import type { OpenPool } from '../database/postgres-pool.ts';
import { type KeptConnections, keepConnections } from './kept-connections.ts';

export const onPostgres = process.env.GUYUB_TEST_DATABASE === 'postgres';

export interface TestDatabase {
  url?: string;
  /** PostgreSQL: opens pools whose connections serve later tests, too. */
  openPool?: OpenPool;
  /** Ends these connections. */
  disconnect?(): Promise<void>;
  drop(): Promise<void>;
}

export const makeDatabase = (folder: string): Promise<TestDatabase> =>
  onPostgres ? takePostgres() : copySqlite(folder);

async function migrated(location: Location) {
  const database = openDatabase(location);
  await migrate(database);
  await database.close();
}

let sqliteTemplate: Promise<string> | undefined;

async function copySqlite(folder: string): Promise<TestDatabase> {
  sqliteTemplate ??= (async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'guyub-template-'));
    process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
    await migrated({ dataDir, databaseUrl: undefined });
    return sqliteFile(dataDir);
  })();
  await mkdir(folder, { recursive: true });
  await copyFile(await sqliteTemplate, sqliteFile(folder));
  return { drop: async () => {} };
}

const urlOf = (name: string) => {
  const cluster = process.env.GUYUB_TEST_POSTGRES_URL;
  if (!cluster) throw new Error('GUYUB_TEST_POSTGRES_URL is not set: run the tests through vitest.config.ts');
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return url.href;
};

let cluster: pg.Pool | undefined;

function openCluster() {
  const pool = new pg.Pool({ connectionString: urlOf('postgres'), max: 2, allowExitOnIdle: true });
  return pool.on('error', () => {}); // tests end connections, and the cluster may stop before this process
}

/** Two connections for all of them: opening another one takes as long as dropping a database. */
async function onCluster(statement: string): Promise<void> {
  cluster ??= openCluster();
  await cluster.query(statement);
}

/** PostgreSQL waits 100 ms for the connections it ends, the test does not. */
async function drop(name: string): Promise<void> {
  void onCluster(`DROP DATABASE ${name} WITH (FORCE)`).catch(() => {}); // one that stays goes with the cluster
}

/** @param encoding `UTF8` unless given */
export async function makeEmptyPostgres(encoding?: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  const how = encoding ? `ENCODING '${encoding}' LOCALE 'C' TEMPLATE template0` : '';
  await onCluster(`CREATE DATABASE ${name} ${how}`);
  return {
    url: urlOf(name),
    drop: () => drop(name),
  };
}

export async function copyPostgres(template: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onCluster(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  return {
    url: urlOf(name),
    drop: () => drop(name),
  };
}

let postgresTemplate: Promise<string> | undefined;

function migratedPostgres(): Promise<string> {
  postgresTemplate ??= (async () => {
    const name = `template_${randomUUID().replaceAll('-', '')}`;
    await onCluster(`CREATE DATABASE ${name}`);
    await migrated({ dataDir: tmpdir(), databaseUrl: urlOf(name) });
    return name;
  })();
  return postgresTemplate;
}

interface Emptied {
  url: string;
  connections: KeptConnections;
  drop(): Promise<void>;
}

const emptied: Emptied[] = [];

/**
 * A migrated, empty database, with connections that are open already where a test before had nothing else than
 * them and left the tables as they were: on the machines of CI each new connection takes 40 ms of a processor.
 */
async function takePostgres(): Promise<TestDatabase> {
  const taken = emptied.pop() ?? (await makeKept());
  const { url, connections, drop: dropForGood } = taken;
  return {
    url,
    openPool: connections.openPool,
    disconnect: connections.end,
    drop: async () => {
      if (await connections.empty().catch(() => false)) emptied.push(taken);
      else {
        void connections.end().catch(() => {}); // a test may have done so
        await dropForGood();
      }
    },
  };
}

async function makeKept(): Promise<Emptied> {
  const copy = await copyPostgres(await migratedPostgres());
  return { ...copy, connections: await keepConnections(copy.url) };
}
