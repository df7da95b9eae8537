/** Connects the processes of an estate through PostgreSQL LISTEN/NOTIFY. Loaded only with DATABASE_URL. */
import { createAdapter } from '@socket.io/postgres-adapter';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { connectionOptions, connectWithHeartbeat } from '../database/dedicated-connection.ts';

export interface Peers {
  /**
   * @param onListening called whenever LISTEN has started. Messages sent before, or since a lost connection,
   * are lost.
   */
  join(onListening: () => void): ReturnType<typeof createAdapter>;
  leave(): Promise<void>;
}

export function postgresPeers(connectionString: string, log: FastifyBaseLogger): Peers {
  const complain = (err: Error) => log.warn({ err }, 'other processes could not be told or heard');
  // a single connection preserves the order of messages
  const pool = new pg.Pool({ ...connectionOptions, connectionString, max: 1 });
  pool.on('error', complain);

  /** The adapter never releases a broken connection, so it gets a dedicated one instead of one of a pool. */
  const listen = async (onListening: () => void) => {
    const client = await connectWithHeartbeat(connectionString, complain);
    // Runs after the adapter's LISTEN on the same connection: once it is answered, no message is missed.
    setImmediate(() => void client.query('SELECT 1').then(onListening, complain));
    return Object.assign(client, { release: () => void client.end().catch(complain) });
  };

  return {
    join: (onListening) => {
      const own = {
        query: (text: string, values?: unknown[]) => pool.query(text, values),
        connect: () => listen(onListening),
      };
      return createAdapter(own as unknown as pg.Pool, { errorHandler: complain });
    },
    leave: () => pool.end(),
  };
}
