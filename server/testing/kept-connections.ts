/** Connections to a PostgreSQL database that outlive a test, and what empties the database for the next one. */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { type OpenPool, openPostgresPool, type SizedPool } from '../database/postgres-pool.ts';

export interface KeptConnections {
  openPool: OpenPool;
  /** @returns false if the database cannot serve another test */
  empty(): Promise<boolean>;
  end(): Promise<void>;
}

/** Deleted rows stay in the files. */
const atMost = { tests: 25, rows: 5_000 };

/** @param url of a migrated, empty database that nobody else uses */
export async function keepConnections(url: string): Promise<KeptConnections> {
  const own = openPostgresPool(url, { max: 1 });
  const pools = new Map<number, SizedPool>();
  const inUse = new Set<Promise<void>>();
  let tests = 0;

  const ask = async <T>(work: (client: PostgresPoolClient) => Promise<T>): Promise<T> => {
    const client = await own.connect();
    try {
      return await work(client);
    } finally {
      client.release();
    }
  };
  const pristine = await ask(async (client) => ({
    schema: (await look(client)).schema,
    emptying: await describeEmptying(client),
  }));

  return {
    openPool: (_url, options) => {
      const pool = pools.get(options.max) ?? openPostgresPool(url, options);
      pools.set(options.max, pool);
      return lease(pool, inUse);
    },
    empty: async () => {
      tests += 1;
      if (inUse.size > 0 || tests === atMost.tests) return false;
      return await ask(async (client) => {
        const { schema, sessions } = await look(client);
        const open = [own, ...pools.values()].reduce((sum, { size }) => sum + size, 0);
        if (schema !== pristine.schema || sessions !== open) return false;
        return (await countDeleted(client, pristine.emptying)) <= atMost.rows;
      });
    },
    end: async () => void (await Promise.all([own, ...pools.values()].map((pool) => pool.end()))),
  };
}

/** Ends like a pool of its own, but leaves the connections open. */
function lease(pool: SizedPool, inUse: Set<Promise<void>>): PostgresPool {
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect();
      const { promise, resolve } = Promise.withResolvers<void>();
      inUse.add(promise);
      return {
        ...client,
        release: (destroy) => {
          client.release(destroy);
          inUse.delete(promise);
          resolve();
        },
      };
    },
    end: async () => void (await Promise.all(inUse)),
  };
}

async function one<Row>(client: PostgresPoolClient, statement: string): Promise<Row> {
  const { rows } = await client.query<Row>(statement, []);
  const [row] = rows;
  if (row === undefined) throw new Error(`no row: ${statement}`);
  return row;
}

/** What is different in a database whose tables, triggers or settings a test has changed, and who is connected. */
const look = (client: PostgresPoolClient) =>
  one<{ schema: string; sessions: number }>(
    client,
    `SELECT (SELECT count(*) FROM pg_stat_activity
              WHERE datname = current_database() AND backend_type = 'client backend') AS sessions,
            md5(string_agg(part, '|' ORDER BY part)) AS schema
       FROM (SELECT concat_ws(' ', oid, relnamespace, relname, relkind) FROM pg_class WHERE oid >= ${firstOwnOid}
             UNION ALL SELECT concat_ws(' ', attrelid, attnum, attname, atttypid, attnotnull)
               FROM pg_attribute WHERE attrelid >= ${firstOwnOid}
             UNION ALL SELECT concat_ws(' ', tgrelid, tgname, tgenabled) FROM pg_trigger
             UNION ALL SELECT concat_ws(' ', conrelid, conname, convalidated) FROM pg_constraint
             UNION ALL SELECT concat_ws(' ', proname, md5(prosrc)) FROM pg_proc WHERE oid >= ${firstOwnOid}
             UNION ALL SELECT concat_ws(' ', oid, nspname) FROM pg_namespace WHERE oid >= ${firstOwnOid}
             UNION ALL SELECT concat_ws(' ', setdatabase, setconfig) FROM pg_db_role_setting) AS parts (part)`,
  );

/** FirstNormalObjectId of PostgreSQL's source, access/transam.h. */
const firstOwnOid = 16_384;

/** Statements that bring rows and sequences back to what they are now. */
async function describeEmptying(client: PostgresPoolClient): Promise<string> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    [],
  );
  const { sequences } = await one<{ sequences: string }>(
    client,
    `SELECT string_agg(format('setval(%L, %s, %L)', quote_ident(sequencename),
              coalesce(last_value, start_value), last_value IS NOT NULL), ', ') AS sequences
       FROM pg_sequences WHERE schemaname = 'public'`,
  );
  const inserts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await one<{ rows: string | null }>(
      client,
      `SELECT quote_literal(json_agg(every)::text) AS rows FROM ${name} AS every`,
    );
    if (rows !== null)
      inserts.push(
        `INSERT INTO ${name} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${name}, ${rows})`,
      );
  }
  return [
    `BEGIN; SET LOCAL session_replication_role = replica`, // no triggers, no foreign keys
    ...tables.map(({ name }) => `DELETE FROM ${name}`),
    ...inserts,
    `SELECT ${sequences}`,
    'COMMIT',
  ].join(';\n');
}

async function countDeleted(client: PostgresPoolClient, statements: string): Promise<number> {
  const results: unknown = await client.query(statements, []);
  return (results as { command: string; rowCount: number }[])
    .filter(({ command }) => command === 'DELETE')
    .reduce((sum, { rowCount }) => sum + rowCount, 0);
}
