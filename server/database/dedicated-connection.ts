/**
 * A PostgreSQL connection outside the pool, for LISTEN and advisory locks. A server that vanishes does not
 * close its connections, and TCP would notice only after hours: a heartbeat ends the connection after one
 * unanswered interval.
 */
import pg from 'pg';

const second = 1_000;

export const connectionOptions = {
  application_name: 'guyub',
  connectionTimeoutMillis: 10 * second,
  query_timeout: 10 * second,
};

export async function connectWithHeartbeat(
  connectionString: string,
  onError: (error: Error) => void = () => {},
  pulse = 30 * second,
): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionOptions, connectionString });
  client.on('error', onError);
  await client.connect();
  let answered = true;
  const ask = () => {
    if (!answered) client.connection.stream.destroy();
    answered = false;
    client.query('SELECT 1').then(
      () => (answered = true),
      () => {},
    );
  };
  const timer = setInterval(ask, pulse).unref();
  client.once('end', () => clearInterval(timer));
  return client;
}
