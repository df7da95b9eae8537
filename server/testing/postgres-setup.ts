import { startPostgres } from './postgres.ts';

/** Vitest's global setup of the project server-postgres: one cluster for all its test files. */
export default async function setup(): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  process.env.GUYUB_TEST_POSTGRES_URL = postgres.url; // the workers inherit it
  return () => postgres.stop();
}
