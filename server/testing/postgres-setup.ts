import { startPostgres } from './postgres.ts';

/** Global setup of the project server-postgres: one cluster for all test files. */
export default async function setup(): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  process.env.GUYUB_TEST_POSTGRES_URL = postgres.socketUrl;
  return () => postgres.stop();
}
