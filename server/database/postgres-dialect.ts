/** PostgreSQL's pool as Kysely wants it: patient, but not for ever, and telling a lost connection from a refused query. */
import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { DatabaseUnavailable } from '../failures.ts';

const second = 1_000;
/** Milliseconds for a connection, be it a new one or one that others use. */
const patience = 10 * second;

/**
 * Nobody waits for ever for a lock that another program holds; and a process whose machine has died in the middle of
 * a transaction does not keep its locks. Plans are for disks without heads to move, and for a page of a list: to start
 * workers takes longer than to read one, and among so few rows hardly any is looked up twice, so none is remembered.
 */
const perSession = [
  "SET lock_timeout = '5s'",
  "SET idle_in_transaction_session_timeout = '5min'",
  'SET random_page_cost = 1.1',
  'SET max_parallel_workers_per_gather = 0',
  'SET enable_memoize = off',
].join(';');

const int8 = 20;
const numeric = 1700;
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 || oid === numeric
      ? Number
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** The server says it is going, still starting, or that too many are connected; 25006: it may only be read. */
const goneCodes = /^(08...|57P0.|53300|58...|25006)$/;

function described(error: unknown): Error {
  if (error instanceof pg.DatabaseError && !goneCodes.test(error.code ?? '')) return error;
  return databaseUnavailable(error);
}

/** Whatever a connection throws by itself means that it is lost. */
export function databaseUnavailable(cause: unknown): DatabaseUnavailable {
  // An address with several machines behind it fails with an error of errors that says nothing itself.
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  const reason = first instanceof Error ? first.message : String(first);
  return new DatabaseUnavailable(`the database does not answer: ${reason}`, { cause });
}

export interface PoolOptions {
  /** Connections. */
  max: number;
  /**
   * Milliseconds after which a statement counts as lost, with its connection. Without it the kernel would still be
   * sending a quarter of an hour later to a machine that has vanished.
   */
  answerWithin?: number | undefined;
}

function makePool(connectionString: string, { max, answerWithin }: PoolOptions): PostgresPool {
  const pool = new pg.Pool({
    connectionString,
    max,
    types,
    application_name: 'guyub',
    connectionTimeoutMillis: patience,
    query_timeout: answerWithin,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10 * second,
    // Waited for, whatever its type says.
    onConnect: ((client) => client.query(perSession)) as (client: pg.ClientBase) => void,
  });
  // A connection that breaks is replaced by the pool, and its query fails; without a listener, on the idle ones and
  // on those in use, the process would die of it.
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect().catch((error: unknown) => {
        throw databaseUnavailable(error);
      });
      return telling(client);
    },
    end: () => pool.end(),
  };
}

export const postgresDialect = (connectionString: string, options: PoolOptions) =>
  new PostgresDialect({ pool: makePool(connectionString, options) });

function telling(client: pg.PoolClient): PostgresPoolClient {
  let lost = false;
  const query = async (text: string, parameters: unknown[]) => {
    try {
      return await client.query(text, parameters);
    } catch (error) {
      const reason = described(error);
      lost ||= reason instanceof DatabaseUnavailable;
      throw reason;
    }
  };
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy = false) => client.release(destroy || lost),
  };
}
