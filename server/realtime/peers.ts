/**
 * The other processes of an estate, reached through PostgreSQL's LISTEN and NOTIFY. Loaded only with DATABASE_URL.
 */
import { createAdapter } from '@socket.io/postgres-adapter';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { connectAlone, ownConnection } from '../database/own-connection.ts';

export interface Peers {
  /** @param onListening called each time that listening begins; what was told before, or since a loss, was missed */
  join(onListening: () => void): ReturnType<typeof createAdapter>;
  leave(): Promise<void>;
}

export function postgresPeers(connectionString: string, log: FastifyBaseLogger): Peers {
  const complain = (err: Error) => log.warn({ err }, 'other processes could not be told or heard');
  // One connection, so that what is told keeps its order.
  const pool = new pg.Pool({ ...ownConnection, connectionString, max: 1 });
  pool.on('error', complain);

  /** The adapter never gives a broken connection back to its pool; this one is no pool's. */
  const listen = async (onListening: () => void) => {
    const client = await connectAlone(connectionString, complain);
    // Asked after the adapter's own LISTEN, on the same connection: from its answer on nothing is missed.
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
