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
    schema: await describeSchema(client),
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
        const open = () => [own, ...pools.values()].reduce((sum, { size }) => sum + size, 0);
        if ((await describeSchema(client)) !== pristine.schema || !(await isAlone(client, open)))
          return false;
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

/** Whether nobody else is connected. A connection that was closed just now is a session for some time yet. */
async function isAlone(client: PostgresPoolClient, open: () => number): Promise<boolean> {
  for (let looks = 0; looks < 100; looks += 1) {
    const { sessions } = await one<{ sessions: number }>(
      client,
      `SELECT count(*) AS sessions, pg_sleep(${looks > 0 ? 0.01 : 0}) FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend'`,
    );
    if (sessions === open()) return true;
  }
  return false;
}

/** What is different in a database whose tables, triggers or settings a test has changed. */
async function describeSchema(client: PostgresPoolClient): Promise<string> {
  const { schema } = await one<{ schema: string }>(
    client,
    `SELECT md5(string_agg(part, '|' ORDER BY part)) AS schema
       FROM (SELECT concat_ws(' ', oid, relnamespace, relname, relkind) FROM pg_class WHERE oid >= ${firstOwnOid}
             UNION ALL SELECT concat_ws(' ', attrelid, attnum, attname, atttypid, attnotnull)
               FROM pg_attribute WHERE attrelid >= ${firstOwnOid}
             UNION ALL SELECT concat_ws(' ', tgrelid, tgname, tgenabled) FROM pg_trigger
             UNION ALL SELECT concat_ws(' ', conrelid, conname, convalidated) FROM pg_constraint
             UNION ALL SELECT concat_ws(' ', proname, md5(prosrc)) FROM pg_proc WHERE oid >= ${firstOwnOid}
             UNION ALL SELECT concat_ws(' ', oid, nspname) FROM pg_namespace WHERE oid >= ${firstOwnOid}
             UNION ALL SELECT concat_ws(' ', setdatabase, setconfig) FROM pg_db_role_setting) AS parts (part)`,
  );
  return schema;
}

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
