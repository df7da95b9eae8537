/**
 * A connection of PostgreSQL outside the pool, on which hardly anything is asked. A machine that vanishes tells nobody,
 * and the kernel would notice after hours; so this one asks every half minute whether it is still there, and ends
 * (`end`) when the last question has not been answered by then.
 */
import pg from 'pg';

const second = 1_000;

export const ownConnection = {
  application_name: 'guyub',
  connectionTimeoutMillis: 10 * second,
  query_timeout: 10 * second,
};

/** @param onError also when it breaks later */
export async function connectAlone(
  connectionString: string,
  onError: (error: Error) => void = () => {},
  pulse = 30 * second,
): Promise<pg.Client> {
  const client = new pg.Client({ ...ownConnection, connectionString });
  client.on('error', onError);
  await client.connect();
  let answered = true;
  const ask = () => {
    if (!answered) client.connection.stream.destroy();
    answered = false;
    client.query('SELECT 1').then(
      () => (answered = true),
      () => {}, // it breaks by itself
    );
  };
  const timer = setInterval(ask, pulse).unref();
  client.once('end', () => clearInterval(timer));
  return client;
}
