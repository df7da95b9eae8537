import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { DatabaseUnavailable } from '../failures.ts';

const second = 1_000;
/** Milliseconds to wait for a free or new connection. */
const connectTimeout = 10 * second;

/**
 * The timeouts release locks of other programs and of processes whose machine died. The planner settings
 * assume an SSD and small result sets: starting parallel workers takes longer than the query, and memoization
 * rarely hits.
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

/** PostgreSQL is stopping or starting, has too many connections, or is read-only (25006). */
const goneCodes = /^(08...|57P0.|53300|58...|25006)$/;

function toConnectionError(error: unknown): Error {
  if (error instanceof pg.DatabaseError && !goneCodes.test(error.code ?? '')) return error;
  return databaseUnavailable(error);
}

export function databaseUnavailable(cause: unknown): DatabaseUnavailable {
  // An AggregateError (host with several addresses) has no useful message of its own.
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  const reason = first instanceof Error ? first.message : String(first);
  return new DatabaseUnavailable(`the database does not answer: ${reason}`, { cause });
}

export interface PoolOptions {
  max: number;
  /** Statement timeout in milliseconds. Without it TCP retries for about 15 minutes. */
  answerWithin?: number | undefined;
}

export interface SizedPool extends PostgresPool {
  /** Open connections, whether used or not. */
  readonly size: number;
}
export type OpenPool = (connectionString: string, options: PoolOptions) => PostgresPool;

export function openPostgresPool(connectionString: string, { max, answerWithin }: PoolOptions): SizedPool {
  const pool = new pg.Pool({
    connectionString,
    max,
    types,
    application_name: 'guyub',
    connectionTimeoutMillis: connectTimeout,
    query_timeout: answerWithin,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10 * second,
    // pg awaits the returned promise, although its type says void
    onConnect: ((client) => client.query(perSession)) as (client: pg.ClientBase) => void,
  });
  // Without listeners a lost connection would crash the process. The pool replaces it, and the running query
  // fails.
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect().catch((error: unknown) => {
        throw databaseUnavailable(error);
      });
      return withLossDetection(client);
    },
    end: () => pool.end(),
    get size() {
      return pool.totalCount;
    },
  };
}

function withLossDetection(client: pg.PoolClient): PostgresPoolClient {
  let lost = false;
  const query = async (text: string, parameters: unknown[]) => {
    try {
      return await client.query(text, parameters);
    } catch (error) {
      const reason = toConnectionError(error);
      lost ||= reason instanceof DatabaseUnavailable;
      throw reason;
    }
  };
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy = false) => client.release(destroy || lost),
  };
}
